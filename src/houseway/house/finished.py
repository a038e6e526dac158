"""A finished round: what it began with, what was said in it, what it came to. And its text, as each may have it.

The text is a round file that `houseway settle --check` accepts. It says how its shuffle can be checked: by the seed
with `houseway verify-shuffle`, or by the cards that were sealed one by one where hands stay private; there a card that
the viewer may not know is `??`.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress
from fractions import Fraction

import msgspec

from houseway import games, meter
from houseway.asks import Act
from houseway.cards import UNKNOWN, Card, names
from houseway.felt import REFUSED, CardsMoved, Move, Payoff, Revealed, seen_by
from houseway.house import sealing
from houseway.irregularity import VOIDED, Foreseen, Irregularity, Kind, check_still, read_floor
from houseway.money import Cents, brief, dollars
from houseway.refusal import Refusal
from houseway.round_lines import ENDS
from houseway.rounds import RoundFile
from houseway.settling import lower_half, result_line, settle
from houseway.table import Placed

CARDS_A_LINE = 26
SUPERVISOR = "supervisor"
BY_HOUSE = "  # the house, for who was not there in time (ruling G6)"


class Said(msgspec.Struct, frozen=True):
    """A decision of a seat or of the supervisor, what the floor said, or what moved beside the round.

    That is the inventory, or a meter that another table has moved: its name, and what it shows now, in cents exactly.
    """

    who: int | str | None
    act: Act | None = None
    floor: str | None = None
    inventory: Cents | msgspec.UnsetType = msgspec.UNSET
    meter: tuple[str, str] | msgspec.UnsetType = msgspec.UNSET


class Finished(msgspec.Struct, frozen=True):
    """A round that is over. It holds what some may not know: nobody is given it but as `round_file` writes it."""

    table: str
    number: int
    game: str
    rules: tuple[str, ...]
    opened: tuple[int, int]  # version and time
    closed: tuple[int, int]
    commitment: str
    seed: str
    private: bool
    cuts: int
    offset: int  # how many cards of that shuffle had left the shoe before
    shoe: tuple[Card, ...]  # those that left it in this round, in order; where hands are private, all
    sealed: tuple[str, ...]
    deciders: dict[int, str]
    chips: dict[int, Cents]
    backers: dict[str, Cents]
    wagers: tuple[Placed, ...]
    inventory: Cents
    meters: dict[str, Cents | str]  # a text where there is a fraction of a cent: `10000009/10`
    button: int | None
    dealing: tuple[str, ...]
    said: tuple[Said, ...]
    payoffs: tuple[Payoff, ...]
    meters_after: dict[str, Cents]
    known: dict[int, tuple[Card, ...]]  # the cards that each seat has seen; 0: everybody
    failed: str | None = None
    again: int | msgspec.UnsetType = msgspec.UNSET  # how often its cards were sealed before, if they were


class _Kept(msgspec.Struct, frozen=True):
    """What of a sealed part is looked for here."""

    round: Finished | None = None


def kept_round(sealed: bytes) -> Finished | None:
    """The round that ended with an entry, as the entry's sealed part has it."""
    return msgspec.json.decode(sealed, type=_Kept).round


def round_file(finished: Finished, viewer: str | None, seed: str | None) -> str:
    """The round as a text for somebody. `seed` is that of its shuffle once it may be known."""
    upper = [
        f"# {finished.game} at {finished.table}, round {finished.number}",
        *_fairness(finished, viewer, seed),
        f"game {finished.game}",
        *(f"rules {pair}" for pair in finished.rules),
        *_shoe(finished, known_to(finished, viewer)),
        *_beginning(finished),
        *_events(finished),
    ]
    if finished.failed is not None:
        lower = lower_half(settle(RoundFile("\n".join(upper)))).splitlines()
    else:
        lower = [result_line(payoff) for payoff in finished.payoffs]
        lower += [f"meter {name} {dollars(amount)}" for name, amount in finished.meters_after.items()]
    return "\n".join([*upper, "---", *lower]) + "\n"


def known_to(finished: Finished, viewer: str | None) -> frozenset[Card] | None:
    """The cards that somebody may know after the round; None: all, since the seed tells them."""
    if not finished.private:
        return None
    seats = [0, *(seat for seat, name in finished.deciders.items() if name == viewer)]
    return frozenset(card for seat in seats for card in finished.known.get(seat, ()))


def opened_to(finished: Finished, viewer: str | None) -> tuple[sealing.Opened, ...]:
    """The sealed cards that are opened to somebody after the round."""
    known = known_to(finished, viewer)
    if known is None:
        return ()
    return sealing.opened(finished.shoe, bytes.fromhex(finished.seed), known, finished.again or 0)


def seen_cards(moves: Sequence[Move], seat: int | None) -> tuple[Card, ...]:
    """The cards whose faces a seat has seen, each once; None: those that everybody saw."""
    seen: dict[Card, None] = {}
    for move in moves:
        shown = seen_by(move, seat)
        if isinstance(shown, CardsMoved | Revealed):
            seen |= dict.fromkeys(shown.cards)
    return tuple(card for card in seen if card != UNKNOWN)


def floor_words(irregularity: Irregularity, kinds: tuple[Kind, ...]) -> str:
    """An irregularity as the floor says it."""
    for kind in kinds:
        fits = ("{seat}" in kind.words) == (irregularity.seat is not None)
        if kind.kind == irregularity.kind and fits:
            return kind.said(irregularity)
    raise AssertionError(f"no words for {irregularity.kind}")


def _fairness(finished: Finished, viewer: str | None, seed: str | None) -> Iterator[str]:
    """How the cards of this round can be checked."""
    yield f"# commitment {finished.commitment}"
    if finished.private:
        yield from sealing.written(finished.sealed, opened_to(finished, viewer))
    elif seed is None:
        yield "# the seed is shown when the shoe is done"
    else:
        options = "".join(f" --rules {pair}" for pair in finished.rules)
        where = f" --cuts {finished.cuts} --commitment {finished.commitment}"
        yield f"# houseway verify-shuffle {seed} --game {finished.game}{options}{where}"
        last = finished.offset + len(finished.shoe)
        yield f"# the cards below are numbers {finished.offset + 1} to {last} of that order"


def _shoe(finished: Finished, known: frozenset[Card] | None) -> Iterator[str]:
    cards = [card if known is None or card in known else UNKNOWN for card in finished.shoe]
    for start in range(0, len(cards), CARDS_A_LINE):
        yield f"shoe {names(cards[start : start + CARDS_A_LINE])}"
    if _is_last_of_shoe(finished):
        yield f"shoe {ENDS}"


def _is_last_of_shoe(finished: Finished) -> bool:
    """Was the last card dealt of a shoe that rounds before had begun? A file would let others follow.

    Where the house failed nothing was dealt.
    """
    game = games.load(finished.game)
    whole = len(game.deck(game.rules.read(finished.rules)))
    return 0 < finished.offset == whole - len(finished.shoe) and finished.failed is None


def _beginning(finished: Finished) -> Iterator[str]:
    """Chips, meters, button, wagers, and what the floor foresaw.

    A meter shows nothing at least: another table may have won more than it would have shown without this round.
    """
    for name, amount in finished.meters.items():
        yield f"meter {name} {meter.written(max(Fraction(amount), Fraction(0)))}"
    if finished.button is not None:
        yield f"button {finished.button}"
    yield f"inventory {brief(finished.inventory)}"
    yield from (f"seat {seat} chips {brief(amount)}" for seat, amount in finished.chips.items())
    backers = {placed.player: placed for placed in finished.wagers if placed.player}
    for name, amount in finished.backers.items():
        seat, sits = backers[name].seat, backers[name].sits
        if sits is None:
            yield f"seat {seat} player {name} chips {brief(amount)}"
        else:
            yield from [f"seat {sits} chips {brief(amount)}"] if sits not in finished.chips else []
            yield f"seat {sits} player {name} sits"
    for placed in finished.wagers:
        player = f" player {placed.player}" if placed.player else ""
        coupon = f" + coupon {brief(placed.coupon)}" if placed.coupon else ""
        yield f"seat {placed.seat}{player} wagers {placed.wager} {brief(placed.amount)}{coupon}"
    yield from (f"floor {words}" for words in _foreseen(finished))


def _foreseen(finished: Finished) -> Iterator[str]:
    """What went wrong in the deal. Where the house failed there was none.

    In older records there is what was foreseen of seats where nobody played, and never happened; and what cannot happen
    after something else, but before it: where it stands there changes nothing of the round.
    """
    kinds, seats = games.load(finished.game).irregularities, {placed.seat for placed in finished.wagers}
    told: list[Foreseen] = []
    for words in finished.dealing if finished.failed is None else ():
        foreseen = read_floor(words, kinds)
        seat = foreseen[1].seat
        if seat is None or seat in seats or not finished.wagers:  # without wagers every position is dealt to
            told = _in_order(told, foreseen, {payoff.clause for payoff in finished.payoffs})
    yield from (kind.said(irregularity) for kind, irregularity in told)


def _in_order(told: list[Foreseen], foreseen: Foreseen, decided: Set[str]) -> list[Foreseen]:
    """With one more, first where it cannot be the last; what happens once is told once, as it was entered first.

    Of what cannot happen in one deal, in whatever order, the one is told by whose clause the round was decided.
    """
    alone = [[foreseen]] if foreseen[0].clause in decided else []
    for order in ([*told, foreseen], [foreseen, *told], *alone):
        with suppress(Refusal):
            for place, each in enumerate(order):
                check_still(each, order[:place])
            return order
    return told


def _events(finished: Finished) -> Iterator[str]:
    """What was decided and what the floor said, in order. A round that the house failed is void from its beginning."""
    if finished.failed is not None:
        yield f"# {finished.failed}"
        yield f"floor {VOIDED.words}"
        return
    payouts = _Payouts(finished.payoffs)
    for said in finished.said:
        if said.floor is not None:
            yield from (f"floor {words}" for words in payouts.until(said))
            yield f"floor {said.floor}"
        elif said.act is not None and isinstance(said.who, int):
            caller = _caller(finished, said.who)
            who = f"seat {said.who}{f' player {caller}' if caller else ''}"
            yield f"{who} {said.act}{BY_HOUSE if said.act.by_house else ''}"
        elif said.inventory is not msgspec.UNSET:
            yield f"inventory {'-' if said.inventory < 0 else '+'}{brief(abs(said.inventory))}"
        elif said.meter is not msgspec.UNSET:
            yield f"meter {said.meter[0]} now {meter.written(Fraction(said.meter[1]))}"


class _Payouts:
    """The payouts of a round as a supervisor comes to them.

    A file names one by seat and wager. Where there are several of these, as split hands and those behind a spot have
    them, each that was paid before one that he refused is named, too, though he need not look at it.
    """

    def __init__(self, payoffs: Iterable[Payoff]) -> None:
        self._left: dict[str, deque[Payoff]] = {}
        for payoff in payoffs:
            if payoff.net > 0 or payoff.words == REFUSED:
                self._left.setdefault(f"seat {payoff.seat} {payoff.wager}", deque()).append(payoff)

    def until(self, said: Said) -> Iterator[str]:
        """What is to be said of the payouts before the one of which this is said."""
        verb, _, payout = (said.floor or "").partition(" ")
        left = self._left.get(payout, deque()) if said.who == SUPERVISOR else deque[Payoff]()
        while left and left.popleft().words != REFUSED and verb == "refuses":
            yield f"validates {payout}"


def _caller(finished: Finished, seat: int) -> str | None:
    """Who decides for a seat where nobody is seated who wagers."""
    return None if seat in finished.chips else finished.deciders.get(seat)
