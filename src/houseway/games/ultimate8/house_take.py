"""What the house takes at a table of Ultimate 8 Poker, and how its ace pot grows: from the tallies of a simulation.

Nobody plays otherwise because the ace pot is great, so it is won in each round with the same chance, and the rounds
from one win to the next have a geometric distribution. From that chance follows what the pot holds when it is won and
what commission it bears, in the long run. What players win of one another comes to nothing: on average a player loses
his share of the commissions, and that is the house edge, for each unit of the main ante.
"""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import gcd

import msgspec

from houseway.figures import root
from houseway.games.ultimate8.rules import Rules
from houseway.games.ultimate8.settle import MAIN
from houseway.money import Cents
from houseway.returns import LineOdds, WagerOdds
from houseway.tallies import Tallies

LINES = (
    "wins both pots",
    "wins the main pot, out of cards",
    "wins the main pot, nobody else remains",
    "wins the main pot, no more than the ace ante",
    "another is out of cards first",
    "folds",
)
AHEAD = LINES[:3]
WINS_BOTH = LINES[0]

# Where the figures of a round stand: from the last on a net for each seat, then what is kept.
COMMISSION, ACE_COMMISSION, WAGERED, NETS = range(4)

PRECISION = 50  # digits of what is counted in decimals
NEGLIGIBLE = Decimal(10) ** -PRECISION


class AcePot(msgspec.Struct, frozen=True):
    """An ace pot that grows by `growth` in each round and is won with a chance of `won`, in the long run."""

    won: Fraction
    growth: Cents
    mean_prize: Fraction  # when it is won, less commission
    square_prize: Fraction  # the mean square

    @property
    def mean_size(self) -> Fraction:
        return self.growth / self.won

    @property
    def fee(self) -> Fraction:
        """The commission that it bears, on average in each round."""
        return self.growth - self.won * self.mean_prize if self.won else Fraction(0)


class Take(msgspec.Struct, frozen=True):
    """What was seen at a table: figures of a round on average, and their standard errors."""

    rounds: int
    players: int
    main_pot: Fraction
    main_fee: Fraction
    main_fee_error: Fraction
    ace_pot: AcePot
    ace_fee_error: Fraction
    ace_with_winner: Fraction
    seats: tuple[tuple[Fraction, Fraction], ...]  # what each seat's main wager brings, and the standard error

    @property
    def fee(self) -> Fraction:
        return self.main_fee + self.ace_pot.fee

    @property
    def fee_error(self) -> Fraction:
        return self.main_fee_error + self.ace_fee_error


def figures_of_table(players: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The figures of a round that are shown, and those that are only kept."""
    seats = range(1, players + 1)
    figures = ("commission of the main pot", "commission of the ace pot as metered", "all main wagers")
    kept = ("the winner was dealt the ace of spades", *(f"seat {seat} {line}" for seat in seats for line in LINES))
    return (*figures, *(f"main wager of seat {seat}" for seat in seats)), kept


def take_of(tallies: Tallies, rules: Rules, players: int) -> Take:
    """What the tallies of a table say of the house and of the ace pot."""
    rounds = tallies.rounds
    pot = ace_pot(Fraction(ace_pots_won(tallies), rounds), rules, players)
    return Take(
        rounds,
        players,
        _mean(tallies, WAGERED)[0],
        *_mean(tallies, COMMISSION),
        pot,
        _ace_fee_error(pot, rules, players, rounds),
        _mean(tallies, NETS + players)[0],
        tuple(_mean(tallies, NETS + seat) for seat in range(players)),
    )


def ace_pots_won(tallies: Tallies, seat: int | None = None) -> int:
    """In how many rounds the ace pot was won, by this seat (from 0) or by any."""
    by_seat = tallies.counts[LINES.index(WINS_BOTH) :: len(LINES)]
    return sum(by_seat) if seat is None else by_seat[seat]


def main_odds(tallies: Tallies, rules: Rules, players: int, strategy: str, table: str | None = None) -> WagerOdds:
    """The main wager of a player at such a table, whose seat changes from round to round, both antes counted."""
    take = take_of(tallies, rules, players)
    lines = [line for place in range(len(LINES)) if (line := _line(tallies, place, rules, players, take.ace_pot))]
    ev = sum((line.contribution for line in lines), Fraction(0))
    square = sum((line.probability * line.mean_square for line in lines), Fraction(0))
    error = take.fee_error / (players * rules.main_ante)
    return WagerOdds(
        wager=MAIN,
        table=table,
        lines=tuple(lines),
        ev=ev,
        variance=square - ev**2,
        hit_frequency=sum((line.probability for line in lines if line.line in AHEAD), Fraction(0)),
        wagered=(take.main_pot / players + rules.ace_ante) / rules.main_ante,
        method="simulated",
        rational=False,
        rounds=tallies.rounds,
        ev_variance=error**2 * tallies.rounds,
        notes=_notes(rules, players, strategy, bool(take.ace_pot.won)),
    )


def ace_pot(won: Fraction, rules: Rules, players: int) -> AcePot:
    """The ace pot that so many players feed, won in a round with this chance."""
    growth = players * rules.ace_ante
    if not won:
        return AcePot(won, growth, Fraction(0), Fraction(0))
    net = growth * (1 - rules.commission / 100)
    remainder, by_rounds, square = _rounded_off(won, growth, rules)
    mean = net / won + remainder
    squares = net**2 * (2 - won) / won**2 + 2 * net * by_rounds + square
    return AcePot(won, growth, mean, squares)


def _rounded_off(won: Fraction, growth: Cents, rules: Rules) -> tuple[Fraction, Fraction, Fraction]:
    """What rounding down takes off the commission of a pot of k rounds' antes: its mean, its mean times k, its mean
    square. It comes again after a period of k, and k has a geometric distribution."""
    percent = rules.commission
    parts = 100 * percent.denominator * rules.chip_unit
    period = parts // gcd(parts, growth * percent.numerator)
    with localcontext() as context:
        context.prec = PRECISION
        chance = Decimal(won.numerator) / Decimal(won.denominator)
        mean = by_rounds = square = Decimal(0)
        left = Decimal(1)  # the chance that nobody has won before
        whole = (1 - chance) ** period
        again = 1 / (1 - whole)
        for k in range(1, period + 1):
            off = Decimal(growth * k * percent.numerator % parts) / (100 * percent.denominator)
            weight = left * chance * again
            mean += weight * off
            by_rounds += weight * off * (k + period * whole * again)
            square += weight * off * off
            left *= 1 - chance
            if left < NEGLIGIBLE:
                break
        return Fraction(mean), Fraction(by_rounds), Fraction(square)


def _ace_fee_error(pot: AcePot, rules: Rules, players: int, rounds: int) -> Fraction:
    """By how much the ace pot's commission would differ if the chance of a win were a standard error away."""
    error = Fraction(root(pot.won * (1 - pot.won) / rounds))
    others = [won for won in (pot.won - error, pot.won + error) if 0 < won < 1]
    return max((abs(ace_pot(won, rules, players).fee - pot.fee) for won in others), default=Fraction(0))


def _line(tallies: Tallies, place: int, rules: Rules, players: int, pot: AcePot) -> LineOdds | None:
    """A line of a player's main wager with both antes: how often, and what it brings on average."""
    lines, first = len(LINES), NETS + players + 1
    count = sum(tallies.counts[place::lines])
    if not count:
        return None
    total = Fraction(sum(tallies.sums[first + place :: lines]), count)
    square = Fraction(sum(tallies.squares[first + place :: lines]), count)
    ante = Fraction(rules.ace_ante)
    square += ante**2 - 2 * ante * total
    total -= ante
    if LINES[place] == WINS_BOTH:
        square += 2 * total * pot.mean_prize + pot.square_prize
        total += pot.mean_prize
    unit = rules.main_ante
    return LineOdds(LINES[place], Fraction(count, players * tallies.rounds), total / unit, "", count, square / unit**2)


def _mean(tallies: Tallies, place: int) -> tuple[Fraction, Fraction]:
    """A figure's mean and its standard error."""
    mean = Fraction(tallies.sums[place], tallies.rounds)
    variance = Fraction(tallies.squares[place], tallies.rounds) - mean**2
    return mean, Fraction(root(variance / tallies.rounds))


def _notes(rules: Rules, players: int, strategy: str, won: bool) -> tuple[str, ...]:
    where = "a limit table" if rules.limit == "limit" else "a no-limit table"
    notes = [
        f"{players} players at {where}, all of whom play {strategy!r}; the button goes round, nobody runs out of chips",
        "the house edge is the commission of main pot and ace pot, for each player and main ante, in the long run; the "
        "ace ante is counted, what players win of one another comes to nothing, and lines count every seat",
    ]
    if not won:
        notes.append("nobody won the ace pot in so few rounds: its antes are counted as lost")
    return tuple(notes)
