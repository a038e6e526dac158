"""The ways in which a round of Lunar Poker ends for the Ante, and the count of a bet that is put among them (38.10).

Ends are columns of a count: the seven named here, then the wins by pay, then the wins by pay of a player who forced
the dealer. A payment for a card or for an exchange is not in them: it is the same whatever follows.
"""

from fractions import Fraction

from houseway.compiling import compiled
from houseway.games.lunar.forcing import Forced
from houseway.games.lunar.paying import PAYS, Ints, Scale

PLAIN, BOUGHT, EXCHANGED = range(3)  # what was paid for before
FOLDS, NO_HAND, LOSES, PUSHES, FORCED_NO_HAND, FORCED_LOSES, FORCED_PUSHES = range(7)
WINS = 7
FORCED_WINS = WINS + PAYS
ENDS = FORCED_WINS + PAYS
IN_ANTES = (-1, 1, -3, 0, -1, -4, -1)  # of the seven; a win comes from the table, a forced one less the payment


def nets(scale: Scale) -> list[Fraction]:
    """What each end brings, in Antes."""
    wins = [Fraction(int(win), scale.ante) for win in scale.wins]
    return [*map(Fraction, IN_ANTES), *wins, *(win - 1 for win in wins)]


def worth(row: Ints, scale: Scale) -> Fraction:
    """The mean of what a row of ends brings, in Antes."""
    counts = [int(count) for count in row]
    total = sum((count * net for count, net in zip(counts, nets(scale), strict=True) if count), Fraction(0))
    return total / sum(counts)


@compiled
def value_of(none: int, lower: int, losses: int, win: int, forced: Forced, ante: int, stub: int) -> int:
    """What a bet comes to over all dealers: none, lower and higher hands; in parts of an Ante, times the stub."""
    gain = win * forced.wins - 3 * ante * forced.losses - 2 * ante * stub * forced.dealers
    return stub * (win * lower - 3 * ante * losses + ante * none) + gain


@compiled
def put(
    row: Ints, times: int, none: int, lower: int, equal: int, losses: int, pay: int, forced: Forced, stub: int
) -> None:
    """Put a bet against all dealers among the ends of a row, so many times."""
    row[NO_HAND] += times * stub * (none - forced.dealers)
    row[LOSES] += times * stub * losses
    row[PUSHES] += times * stub * equal
    row[WINS + pay] += times * stub * lower
    if forced.dealers:
        row[FORCED_NO_HAND] += times * (stub * forced.dealers - forced.wins - forced.pushes - forced.losses)
        row[FORCED_LOSES] += times * forced.losses
        row[FORCED_PUSHES] += times * forced.pushes
        row[FORCED_WINS + pay] += times * forced.wins
