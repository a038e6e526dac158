"""The betting rounds of Ultimate 8 Poker (13:69F-42.6(c), (d) and 42.10(b), (d), (f), (h), rulings U7 to U9, U11)."""

from houseway.asks import Act, Choice
from houseway.felt import Announced, ChipsMoved
from houseway.games.ultimate8.rules import POSITIONS, Rules
from houseway.games.ultimate8.settle import MAIN, pots, uncalled
from houseway.games.ultimate8.standing import BETS, CHIPS, MAIN_POT, Standing
from houseway.money import Cents
from houseway.table import Moves, Table

ROUNDS = 3
RAISES = 3  # 42.1 raise
CLAUSES = ("", "42.10(d)", "42.10(f)", "42.10(h)")
VERBS = {verb: f"42.1 {verb}" for verb in ("check", "call", "raise", "fold")}  # what says when each is possible

_RAISE_BUTTON = tuple(
    Announced(f"The raise button lies on {place}", "42.1 raise button") for place in ("", "1st", "2nd", "3rd")
)
_CHECK = tuple(Choice("check", clause) for clause in CLAUSES)
_FOLD = Choice("fold", "42.10(b)")
_CHECKS, _FOLDS = Act("check"), Act("fold")


class Betting:
    """One betting round as it stands: the last wager, what lies before each, and who has acted on it."""

    __slots__ = ("acted", "last", "lying", "most", "number", "raises", "rules", "standing")

    def __init__(self, rules: Rules, standing: Standing, number: int) -> None:
        self.rules = rules
        self.standing = standing
        self.number = number
        self.last: Cents = 0
        self.lying = dict.fromkeys(standing.remaining, 0)
        self.raises = 0
        self.most = rules.most_raised
        self.acted: set[int] = set()  # since the last full bet or raise: they may call, but not raise

    def next_to_act(self, start: int) -> int | None:
        """The next player clockwise who has chips and has not acted on the last wager, or has not matched it."""
        standing, chips, seat = self.standing, self.standing.table.felt.chips, start
        for _ in range(POSITIONS):
            if seat in standing.remaining and chips[CHIPS[seat]]:
                if self.lying[seat] < self.last:
                    return seat
                if seat not in self.acted and standing.two_have_chips():
                    return seat
            seat = seat % POSITIONS + 1
        return None

    def options(self, seat: int) -> tuple[Choice, ...]:
        """What the player may do: check or bet, or call, raise or fold."""
        to_call = self.last - self.lying[seat]
        raising = self._raising(seat, to_call)
        if to_call:
            chips = self.standing.table.felt.chips[CHIPS[seat]]
            options: tuple[Choice, ...] = (Choice("call", CLAUSES[self.number], costs=min(to_call, chips)), _FOLD)
        else:
            options = (_CHECK[self.number],)
        return (*options, raising) if raising else options

    def take(self, seat: int, act: Act) -> Moves:
        """A player checks, calls, bets or raises."""
        table = self.standing.table
        amount = self.last - self.lying[seat]
        if act.amount is not None:
            amount += act.amount
            self.last += act.amount
        if act.amount is not None and act.amount >= self.rules.main_ante:
            self.raises += act.verb == "raise"
            self.acted = {seat}
        else:
            # An all-in for less than a full raise counts as no raise and does not reopen the betting (ruling U8).
            self.acted.add(seat)
        amount = min(amount, table.felt.chips[CHIPS[seat]])
        if amount:
            self.lying[seat] += amount
            self.standing.wagered.add(seat)
            yield from table.place(seat, MAIN, amount, CLAUSES[self.number], area=BETS[self.number][seat])

    def _raising(self, seat: int, to_call: Cents) -> Choice | None:
        rules, standing = self.rules, self.standing
        left = standing.table.felt.chips[CHIPS[seat]] - to_call
        if left <= 0 or seat in self.acted:
            return None
        if not (rules.idle_raises or standing.two_have_chips()):
            return None
        verb = "raise" if self.last else "bet"
        if left < rules.main_ante:
            return Choice(verb, "42.6(c)", left, left, rules.chip_unit)
        if self.raises == RAISES:
            return None
        return Choice(verb, "42.6(c)", rules.main_ante, min(left, self.most), rules.chip_unit)


def betting_round(table: Table, rules: Rules, standing: Standing, number: int, opener: int) -> Moves:
    """Each in turn from the opener until all who remain have called the last wager, folded or are all-in."""
    if not standing.two_have_chips():  # ruling U8
        return
    standing.betting = number
    yield _RAISE_BUTTON[number]
    betting = Betting(rules, standing, number)
    seat = betting.next_to_act(opener)
    while seat is not None:
        standing.faces_wager = seat
        options = betting.options(seat)
        default = _FOLDS if options[0].verb == "call" else _CHECKS  # ruling G6
        act = yield from table.ask("bet", CLAUSES[number], seat, options, default)
        standing.faces_wager = None
        if act is not None:
            if act.verb == "fold":
                yield from standing.leave(seat, "42.10(b)")
            else:
                yield from betting.take(seat, act)
        seat = betting.next_to_act(seat % POSITIONS + 1)
    if betting.last:
        yield from gather(table, standing)


def gather(table: Table, standing: Standing) -> Moves:
    """A bet that nobody called goes back; the others go into the main pot and the side pots (42.10(b), ruling U9)."""
    paid = standing.paid()
    seat, amount = uncalled(paid, standing.gone)
    if amount:
        yield ChipsMoved(amount, BETS[standing.betting][seat], CHIPS[seat], "42.10(k)")
        paid[seat] -= amount
        table.stakes[seat, None, MAIN] = paid[seat]
    wanted = {pot_area(place): pot.amount for place, pot in enumerate(pots(paid, standing.gone))}
    chips = table.felt.chips
    held = [area for area in chips if area.startswith("pot/") and chips[area] != wanted.get(area)]
    for source in [*(BETS[standing.betting][seat] for seat in table.seats), *held]:
        for target, amount in wanted.items():
            spare = chips.get(source, 0) - wanted.get(source, 0)
            room = amount - chips.get(target, 0)
            if spare > 0 and room > 0:
                yield ChipsMoved(min(spare, room), source, target, "42.10(b)")


def pot_area(place: int) -> str:
    """Where a pot lies: the main pot first, then the side pots."""
    return f"pot/side {place}" if place else MAIN_POT
