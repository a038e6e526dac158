"""A table with a ledger around it: commands go in, entries are kept, and what must always hold is checked each time."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from dealing import random_act
from houseway.asks import Act, Choices
from houseway.house import ledger
from houseway.house.betting import is_awaited
from houseway.house.commands import (
    CLOCK,
    Actor,
    AddBot,
    BuyChips,
    Clock,
    Command,
    Decide,
    OpenTable,
    Ready,
    Sit,
    Validate,
    Wager,
)
from houseway.house.coupons import largest
from houseway.house.definition import Clocks, Definition
from houseway.house.live import LiveTable
from houseway.house.record import NO_CHAIN, Done, Entry, chained, entry
from houseway.house.turn import Sealed
from houseway.money import Cents
from houseway.refusal import Refusal

SUE, FLO = Actor("Sue", "supervisor"), Actor("Flo", "floorperson")
ANN, BOB, EVE = (Actor(name, "player") for name in ("Ann", "Bob", "Eve"))
CLOCKS = Clocks(betting=20_000, decision=30_000, validation=60_000, result=5_000)
START = 1_700_000_000_000
CHIPS: Cents = 1_000_00
COUPONS: Cents = 1_000_000_00  # that everybody holds
RULES = {"packs": ("five_card_progressive=B", "seven_card_progressive=A")}  # a table with meters


def definition(game: str, *rules: str, clocks: Clocks = CLOCKS, meters: dict[str, str] | None = None) -> Definition:
    return Definition(f"{game}-1", game, rules or RULES.get(game, ()), clocks, meters or {})


class Evening:
    """One table, everybody's money, the record so far."""

    def __init__(self, defined: Definition, seed: int = 1) -> None:
        self.defined = defined
        self.table = LiveTable(defined)
        self.chance = Random(seed)
        self.at = START
        self.entries: list[Entry] = []
        self.dones: list[Done] = []
        self.commands: list[tuple[Command, Actor, int, Sealed]] = []  # that were carried out
        self.shared: dict[str, Fraction] = {}  # meters that are linked, by the game's names
        self.resets: dict[str, Cents] = {}  # of those, as the house has chosen them
        self.balances: dict[str, Cents] = {"issued": -300_000_000_00, "coupons issued": -3 * COUPONS}
        for actor in (ANN, BOB, EVE):
            self.balances[ledger.wallet(actor.name)] = 100_000_000_00
            self.balances[ledger.coupon(actor.name)] = COUPONS

    def do(self, command: Command, actor: Actor) -> Done:
        """Carry out a command now."""
        shown = {name: str(amount) for name, amount in self.shared.items()}
        sealed = Sealed(self.chance.randbytes(32), shown, resets=dict(self.resets))
        done = self.table.execute(command, actor, self.at, sealed)
        self.commands.append((command, actor, self.at, sealed))
        return self.keep(done, actor)

    def keep(self, done: Done, actor: Actor) -> Done:
        """Store what a command came to, and look whether all is well."""
        self.entries.append(
            chained(entry(self.stream, self.table.version, self.at, actor.name, None, done), self.chain)
        )
        self.dones.append(done)
        self.shared |= {name: shown for name, shown in self.table.meters.items() if name in self.shared}
        self.check(done)
        return done

    def refused(self, command: Command, actor: Actor) -> Refusal:
        """A command that must be refused."""
        try:
            self.do(command, actor)
        except Refusal as refusal:
            return refusal
        raise AssertionError(f"{command} was carried out")

    def clock(self) -> Done:
        """The time of the next deadline comes."""
        assert self.table.deadline is not None
        self.at = max(self.at, self.table.deadline)
        return self.do(Clock(), CLOCK)

    def open(self, inventory: Cents = 100_000_00) -> "Evening":
        self.do(OpenTable(inventory, "the day begins"), SUE)
        return self

    def seat(self, *people: Actor, bots: int = 0, chips: Cents = CHIPS) -> "Evening":
        """People take the first seats, bots the next ones."""
        for seat, actor in enumerate(people, 1):
            self.do(Sit(seat, chips), actor)
        for seat in range(len(people) + 1, len(people) + 1 + bots):
            self.do(AddBot(seat), SUE if not people else people[0])
        return self

    def bet(self, actor: Actor, stake: Cents = 10_00, ready: bool = True, coupon: Cents = 0) -> None:
        """Somebody makes the wagers that the game needs; with few chips he buys some first.

        With a coupon upon each of them where the table takes one. When he is ready, all who make none let the round go.
        """
        table = self.table
        if table.chips(actor.name) < 20 * stake:
            self.do(BuyChips(CHIPS), actor)
        offers = table.game.offers(table.rules)
        for offer in [offer for offer in offers if offer.required] or offers[:1]:
            laid = coupon if largest(table.game.name, table.rules)[offer.wager] else 0
            self.do(Wager(table.person(actor.name).seat, offer.wager, max(stake, offer.low), laid), actor)
        if ready:
            self.let_go()
            self.do(Ready(), actor)

    def let_go(self) -> None:
        """Who sits there and has no wagers makes none in this round."""
        bettors = {each.player for each in self.table.state.wagers}
        for person in list(self.table.state.people.values()) if bettors else ():
            if is_awaited(self.table, person) and person.name not in bettors:
                self.do(Ready(), Actor(person.name, "player"))

    def decide(self, seat: int, act: Act) -> Done:
        """Whoever decides for a seat does this."""
        assert self.table.playing is not None
        name = self.table.playing.deciders[seat]
        return self.do(Decide(act.verb, act.amount, act.cards, act.groups, seat), Actor(name, "player"))

    def play(self, choose: Callable[[Choices, Random], Act] = random_act, most: int = 10_000) -> None:
        """The round is played by people's decisions to its end, or until so many were taken; payouts are validated."""
        while (running := self.table.round) is not None and most > 0:
            most -= 1
            assert running.ask is not None
            if not running.ask.choices:
                self.clock()
                continue
            who = self.chance.choice(running.waiting())
            if who == "supervisor":
                self.do(Validate(True, "looked at it"), SUE)
            else:
                assert isinstance(who, int)
                self.decide(who, choose(running.ask.choices[who], self.chance))

    def rounds(self, number: int, *people: Actor, coupon: Cents = 0) -> None:
        """So many rounds from wagers to wagers."""
        for _ in range(number):
            for actor in people:
                self.bet(actor, ready=False, coupon=coupon)
            self.let_go()
            for actor in people:
                self.do(Ready(), actor)
            self.play()
            self.clock()

    @property
    def stream(self) -> str:
        return f"table/{self.defined.name}"

    @property
    def chain(self) -> bytes:
        return self.entries[-1].chain if self.entries else NO_CHAIN

    def check(self, done: Done) -> None:
        """Money: transfers sum to zero, nobody is below zero, the table's books are the ledger, the felt is both.

        Coupons: the same, by themselves; before the deal those lie here that are upon wagers, and no others.
        """
        assert sum(cents for _, cents in done.transfer) == 0
        assert sum(cents for account, cents in done.transfer if "coupon" in account) == 0
        for account, cents in done.transfer:
            assert cents
            self.balances[account] = self.balances.get(account, 0) + cents
        below = [account for account, cents in self.balances.items() if cents < 0]
        assert set(below) <= {"cage", "issued", "coupons issued"}
        assert sum(self.balances.values()) == 0
        table, name = self.table, self.defined.name
        own = {account: cents for account, cents in self.balances.items() if f"/{name}" in account and cents}
        assert {account: cents for account, cents in own.items() if not account.startswith(("meter/", "reserve/"))} == (
            table.state.books
        )
        for meter, shown in table.meters.items():
            if meter not in self.shared:
                assert self.balances[f"meter/{table.books.meter(meter)}"] == int(shown)
        for meter, reset in table.own_resets().items():
            assert self.balances.get(ledger.reserve(table.books.meter(meter)), 0) == reset
        for actor in (ANN, BOB, EVE):
            upon = sum(each.coupon for each in table.state.wagers if each.player == actor.name)
            assert self.balances.get(ledger.coupons(name, actor.name), 0) == upon
        self._check_felt()

    def _check_felt(self) -> None:
        table, running = self.table, self.table.round
        if running is None:
            assert self.balances.get(ledger.felt(self.defined.name), 0) == 0
            assert self.balances.get(ledger.coupon_felt(self.defined.name), 0) == 0
            return
        chips: dict[str, Cents] = {}
        for area, cents in running.felt.chips.items():
            if not area.endswith("/chips"):  # those of the players are looked at below
                account = table.books.account(area)
                chips[account] = chips.get(account, 0) + cents
        assert chips[ledger.inventory(self.defined.name)] == table.inventory
        assert chips.get(ledger.felt(self.defined.name), 0) == self.balances.get(ledger.felt(self.defined.name), 0)
        upon = ledger.coupon_felt(self.defined.name)
        assert chips.get(upon, 0) == self.balances.get(upon, 0)
        for seat in running.setup.chips:
            assert running.felt.stake(f"{seat}/chips") == table.chips(table.seats()[seat])


def moved(done: Done, source: str, target: str) -> Cents:
    """What went from one area to another."""
    moves = [*done.body["moves"], *done.body["beside"]]
    chips = [move for move in moves if move["move"] == "chips"]
    return sum(move["amount"] for move in chips if (move["source"], move["target"]) == (source, target))
