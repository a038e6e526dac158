"""What a table is at a moment: who is there, what lies on the layout, what is carried over, the round in play.

`State` is plain data: between two rounds it is, with the cards, all that there is to keep. `Live` holds it together
with the game, the cards and the round.
"""

from collections import deque
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

import msgspec

from houseway import games
from houseway.asks import Ask
from houseway.felt import Announced, Move
from houseway.house import ledger
from houseway.house.definition import Definition
from houseway.house.finished import Finished, Said
from houseway.house.record import Account
from houseway.house.shuffling import Cards
from houseway.meter import exactly
from houseway.money import Cents
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.table import Placed, purse

Phase = Literal["closed", "betting", "playing", "result"]

# Why a seat is given up.
Cause = Literal["left", "not connected", "no wager", "made to leave", "dismissed", "table closed"]

LAST_ROUNDS = 20  # so many finished rounds are at hand
TOLD = 256  # so many versions back a viewer can be told what happened since
MOST_GIVEN_UP = 64  # so many players are offered their seats again


class Person(msgspec.Struct):
    """Somebody at the table: seated at a position, or standing behind it to back the spot."""

    name: str
    seat: int
    seated: bool
    bot: bool = False
    strategy: str | None = None  # the table plays for it: a bot of the house
    ready: bool = False
    leaving: Cause | None = None  # as soon as the round is over; until then the house acts for a player
    absent: bool = False  # made to leave: the house acts for him
    away: int | None = None  # when the last connection to the table closed; None: the player is connected
    timed_out: bool = False  # in this round and not connected: the house acts at once until a frame arrives
    idle: int = 0  # rounds in a row in which they sat there and had no wager, or were not ready
    missed: int = 0  # those of them since they last wagered, took a wager back, or said whether they are ready


class GivenUp(msgspec.Struct, frozen=True):
    """A seat that a player had, and why it was given up."""

    seat: int
    cause: Cause


class Wagered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager on the layout before the deal, and whose it is; with a match play coupon upon it, where one lies."""

    seat: int
    wager: str
    amount: Cents
    player: str
    coupon: Cents = 0


class State(msgspec.Struct):
    """All of a table but its cards and the round in play."""

    phase: Phase = "closed"
    version: int = 0
    deadline: int | None = None
    rules: tuple[str, ...] = ()
    next_rules: tuple[str, ...] | None = None  # in force from the next round on
    posted: int = 0  # the version in which what is posted at the table was changed last
    closing: bool = False  # as soon as the round is over
    people: dict[str, Person] = {}
    wagers: list[Wagered] = []
    consents: dict[str, list[str]] = {}  # whom somebody lets wager at a spot where he was first
    refusals: dict[str, list[str]] = {}  # to whom he has said that he does not
    kept_away: list[str] = []  # who was made to leave, until the floor allows him back or the table closes
    foreseen: list[str] = []  # what the floor has said of the next deal
    given_up: dict[str, GivenUp] = {}  # the last seats of players who are not here: offered when they return
    number: int = 0  # of the last round that began
    button: int | None = None
    meters: dict[str, str] = {}  # in cents, exactly
    resets: dict[str, Cents] = {}  # of linked meters, as the house has chosen them
    books: dict[Account, Cents] = {}  # the accounts of this table


class Playing:
    """The round in play, or the one whose result is shown."""

    def __init__(self, number: int, setup: Setup, deciders: dict[int, str]) -> None:
        self.number = number
        self.setup = setup
        self.deciders = deciders  # who decides for each seat that is dealt to, and sees its cards
        self.round: Round | None = None  # None: it failed before its first move
        self.left_out: list[Announced] = []  # of what the floor foresaw, what could not happen; until it is told
        self.asked: Ask | None = None  # what the deadline is of
        self.record: list[Move] = []  # its moves that are on the record, with what moved beside it
        self.lost = False  # it cannot be carried out again: only its record is there
        self.said: list[Said] = []  # what was decided in it, and what the floor said
        self.paused = 0  # how many of its pauses were over when something was said last
        self.failed: str | None = None  # why the house had to void it
        self.abandoned = False  # because it cannot be carried out again
        self.opened: tuple[int, int] = (0, 0)  # the version and the time of its beginning
        self.closed: dict[str, Any] = {}  # what it came to, as everybody may know it


class Told(msgspec.Struct, frozen=True):
    """What happened in one version, who had which hands before him then, and what all who are told would look for."""

    version: int
    moves: tuple[Move, ...]  # of the round
    beside: tuple[Move, ...]
    deciders: dict[int, str]
    setup: Setup | None  # what a round began with, if one did
    hides: bool  # not everybody sees all of the moves
    wallets: frozenset[str]  # whose have moved, or the coupons that they hold
    meters: bool  # some have moved
    before: dict[str, Cents]  # where a round began: purses before what moved beside it; what that took elsewhere


class Live:
    """A table with its game, its cards and its round. It looks things up; the commands change it."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.game = games.load(definition.game)
        self.rules = self.game.rules.read(definition.rules)  # as they are played; chosen are those of the state
        self.state = State(rules=differing(self.rules))
        self.cards = Cards(self.game, self.rules)
        self.playing: Playing | None = None
        self.finished: deque[Finished] = deque(maxlen=LAST_ROUNDS)
        self.seeds: dict[str, str] = {}  # of shuffles that are done with, by their commitments
        self.told: deque[Told] = deque(maxlen=TOLD)
        pots = {area: name for name, area in self.game.pots.items()}
        self._books = ledger.Books(definition.name, {}, pots, definition.meters)

    @property
    def version(self) -> int:
        return self.state.version

    @property
    def deadline(self) -> int | None:
        """When the clock has to speak next."""
        deadlines = [each for each in (self.state.deadline, self.seat_due) if each is not None]
        return min(deadlines, default=None)

    @property
    def seat_due(self) -> int | None:
        """When the next seat is given up because its player is not connected; players in a round keep theirs."""
        people = self.state.people.values()
        away = [each.away for each in people if each.away is not None and not self.is_playing(each.name)]
        return min(away) + self.definition.clocks.absence if away else None

    @property
    def round(self) -> Round | None:
        """The round in play, if there is one."""
        playing = self.playing
        return playing.round if playing is not None and self.state.phase == "playing" else None

    @property
    def meters(self) -> dict[str, Fraction]:
        """What the meters of this table show."""
        return {name: exactly(self.state.meters[name]) for name in self.own_meters() if name in self.state.meters}

    @property
    def books(self) -> ledger.Books:
        """Whose its areas are: the same as long as the same people sit there."""
        seats = self.seats()
        if seats != self._books.players:
            self._books = msgspec.structs.replace(self._books, players=seats, accounts={})
        return self._books

    def own_meters(self) -> list[str]:
        """The meters that hang at this table; pots are none."""
        return [name for name in self.game.meters(self.rules) if name not in self.game.pots]

    def own_resets(self) -> dict[str, Cents]:
        """The reset amounts of the meters that are this table's own: as much is laid aside for each.

        One that the rules have taken down keeps what it shows until it hangs again, and its option has its amount.
        """
        own = [name for name in self.game.resets if name in self.state.meters and name not in self.definition.meters]
        return {name: getattr(self.rules, self.game.resets[name]) for name in own}

    def with_resets(self, rules: GameRules, resets: dict[str, Cents] | None = None) -> GameRules:
        """Rules as they are played here: a linked meter has the house's reset amount, whatever was chosen (HG2)."""
        chosen = self.state.resets if resets is None else resets
        return msgspec.structs.replace(rules, **{self.game.resets[name]: reset for name, reset in chosen.items()})

    @property
    def is_between_rounds(self) -> bool:
        """Is the last round over, and its result not shown any more? A table made from what one left has no round."""
        return self.state.phase in ("closed", "betting")

    @property
    def rules_dealt_by(self) -> GameRules:
        """The rules of the deal that comes: without the devices that were taken off the table."""
        return self.rules.without(self.cards.away)

    def resets_in_force(self) -> dict[str, Cents]:
        """The reset amounts that are played with: in a round, and until the next betting, those that it began with."""
        return {name: getattr(self.rules, self.game.resets[name]) for name in self.state.resets}

    def resets_take_effect(self) -> None:
        """No round is in play: the next one is played with the house's reset amounts, and the sign says so."""
        if self.resets_in_force() != self.state.resets:
            self.rules, self.state.posted = self.with_resets(self.rules), self.state.version + 1

    def purses(self) -> dict[str, Cents]:
        """Where the chips of everybody are who is there, and how many they are."""
        there = self.state.people.values()
        return {purse(each.seat, None if each.seated else each.name): self.chips(each.name) for each in there}

    def seats(self) -> dict[int, str]:
        """Who sits where."""
        return {person.seat: person.name for person in self.state.people.values() if person.seated}

    def seated(self, seat: int) -> Person | None:
        return next((each for each in self.state.people.values() if each.seated and each.seat == seat), None)

    def person(self, name: str) -> Person:
        """Somebody at the table. Capitals are overlooked, as in the office: no two names differ by them alone."""
        there = self.state.people
        found = there.get(name) or next((each for each in there.values() if each.name.lower() == name.lower()), None)
        if found is None:
            raise Refusal(f"{name} is not at this table; there are: {', '.join(there) or 'nobody'}")
        return found

    def speaker(self, name: str) -> Person:
        """Who speaks, where only those do who are at the table."""
        if name not in self.state.people:
            raise Refusal(f"{name} is not at this table: sit down first")
        return self.person(name)

    def chips(self, name: str) -> Cents:
        return self.state.books.get(ledger.chips(self.definition.name, name), 0)

    @property
    def coupons(self) -> Cents:
        """What lies here of players' coupons, with their wagers and on the felt."""
        books, lie = self.state.books, ledger.coupons_at(self.definition.name)
        lying = sum(cents for account, cents in books.items() if account.startswith(lie))
        return lying + books.get(ledger.coupon_felt(self.definition.name), 0)

    @property
    def inventory(self) -> Cents:
        return self.state.books.get(ledger.inventory(self.definition.name), 0)

    def pot(self, name: str) -> Cents:
        return self.state.books.get(ledger.pot(self.definition.name, name), 0)

    def free_seats(self) -> list[int]:
        """The seats at which nobody sits."""
        taken = self.seats()
        return [seat for seat in range(1, self.positions() + 1) if seat not in taken]

    def note_presence(self, presence: Mapping[str, int | None], at: int) -> dict[str, int | None]:
        """Note players who came back (None), or were connected last at that time. Returns the changes."""
        new = {}
        for name, away in presence.items():
            person = self.state.people.get(name)
            if person is None or person.strategy or away == person.away:
                continue
            new[name] = away
            person.timed_out = False  # a frame of theirs has arrived
            person.away = away
        for person in self.state.people.values():
            if person.away is not None:
                person.away = min(person.away, at)  # the machine's clock may have been set back
        return new

    def is_playing(self, name: str) -> bool:
        """Has somebody a wager in the round that is in play?"""
        if self.state.phase != "playing" or self.playing is None:
            return False
        return name in self.playing.deciders.values() or name in self.playing.setup.backers

    def placed(self, wagers: list[Wagered]) -> list[Placed]:
        """Wagers as a round takes them: who does not sit at the spot is named."""
        sits = {person.name: person.seat for person in self.state.people.values() if person.seated}
        return [
            Placed(each.seat, each.wager, each.amount, coupon=each.coupon)
            if sits.get(each.player) == each.seat
            else Placed(each.seat, each.wager, each.amount, each.player, each.coupon, sits.get(each.player))
            for each in wagers
        ]

    def is_own(self, account: Account) -> bool:
        """Is it an account of this table?"""
        return ledger.is_of(account, self.definition.name)

    def positions(self) -> int:
        return self.game.positions(self.rules)


@lru_cache(maxsize=64)
def differing(rules: GameRules) -> tuple[str, ...]:
    """What of rules is not as usual, as a lobby and a round file say it; tables ask for it again and again."""
    return tuple(rules.differing())
