"""What the house takes at a table of Ultimate 8 Poker, and how its ace pot grows: from the tallies of a simulation.

Nobody plays otherwise because the ace pot is great, so it is won in each round with the same chance, and the rounds
from one win to the next have a geometric distribution. From that chance follows what the pot holds when it is won and
what commission it bears, in the long run. What players win of one another comes to nothing: on average a player loses
an equal share of the commissions, and that is the house edge, for each unit of the main ante.
"""

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from math import gcd

import msgspec

from houseway.figures import (
    ZERO,
    Computed,
    Estimated,
    Exact,
    Figure,
    Z,
    add,
    estimate_mean,
    estimate_share,
    limit_share,
    scale,
    stderr_of,
    to_root,
)
from houseway.games.ultimate8.rules import Rules
from houseway.games.ultimate8.settle import MAIN
from houseway.games.ultimate8.strategy import TEMPERS
from houseway.money import Cents
from houseway.returns import LineOdds, WagerOdds
from houseway.tallies import Tallies, mean_figure

LINES = (
    "wins both pots",
    "wins the main pot, out of cards",
    "wins the main pot, nobody else remains",
    "wins the main pot, no more than the ace ante",
    "another is out of cards first",
    "folds",
)
AHEAD = LINES[:3]
WINNERS = range(4)  # places of the lines that one player of a round has
WINS_BOTH = LINES[0]

# Where the figures of a round stand: from the last on a net for each seat, then what is kept.
COMMISSION, ACE_COMMISSION, WAGERED, NETS = range(4)

WAGERS = 12  # bets and raises in a round of play at most: four in each of three betting rounds

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
        """The mean commission of the pot in a round; for a pot that is never won, the commission before rounding."""
        return self.growth - self.won * self.mean_prize if self.won else self.growth - self.mean_prize


class Take(msgspec.Struct, frozen=True):
    """The observed means of a round at a table, in cents."""

    rounds: int
    players: int
    main_pot: Figure
    main_fee: Figure
    ace_pot: AcePot
    ace_pot_won: Estimated  # how often
    ace_fee: Figure
    ace_prize: Figure  # when it is won, less commission
    ace_with_winner: Estimated  # how often the winner was dealt the ace of spades
    seats: tuple[Estimated, ...]  # what each seat's main wager brings

    @property
    def fee(self) -> Figure:
        return add(self.main_fee, self.ace_fee, independent=False)

    def of_ace_pot(self, value: Callable[[AcePot], Fraction], rules: Rules) -> Figure:
        """Something of the ace pot: its error is that of the chance of a win."""
        return _of_ace_pot(self.ace_pot_won, value, rules, self.players)


def figures_of_table(players: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The figures of a round that are shown, and those that are only kept."""
    seats = range(1, players + 1)
    figures = ("commission of the main pot", "commission of the ace pot as metered", "all main wagers")
    kept = ("the winner was dealt the ace of spades", *(f"seat {seat} {line}" for seat in seats for line in LINES))
    return (*figures, *(f"main wager of seat {seat}" for seat in seats)), kept


def take_of(tallies: Tallies, rules: Rules, players: int) -> Take:
    """What the tallies of a table say of the house and of the ace pot."""
    rounds = tallies.rounds
    won = estimate_share(ace_pots_won(tallies), rounds)
    free = not rules.commission  # then there is nothing to estimate
    return Take(
        rounds,
        players,
        mean_figure(tallies, WAGERED),
        ZERO if free else mean_figure(tallies, COMMISSION),
        ace_pot(won.value, rules, players),
        won,
        ZERO if free else _of_ace_pot(won, lambda pot: pot.fee, rules, players),
        prize_of(won, rules, players),
        estimate_share(tallies.sums[NETS + players], rounds),
        tuple(mean_figure(tallies, NETS + seat) for seat in range(players)),
    )


def most_paid(rules: Rules, strategy: str) -> Cents:
    """An upper bound of a player's payments to the main pot in a round in which all play by a strategy."""
    return rules.main_ante + WAGERS * min(rules.most_raised, TEMPERS[strategy].most * rules.main_ante)


def ace_pots_won(tallies: Tallies, seat: int | None = None) -> int:
    """In how many rounds the ace pot was won, by this seat (from 0) or by any."""
    by_seat = tallies.counts[LINES.index(WINS_BOTH) :: len(LINES)]
    return sum(by_seat) if seat is None else by_seat[seat]


def main_odds(tallies: Tallies, rules: Rules, players: int, strategy: str, table: str | None = None) -> WagerOdds:
    """The main wager of a player at such a table, whose seat changes from round to round, both antes counted."""
    take = take_of(tallies, rules, players)
    lines = [line for place in range(len(LINES)) if (line := _line(tallies, place, rules, take))]
    ahead = sum(sum(tallies.counts[LINES.index(line) :: len(LINES)]) for line in AHEAD)
    each = Fraction(1, players * rules.main_ante)  # of the players, per unit of the main ante
    ev = scale(take.fee, -each)
    return WagerOdds(
        wager=MAIN,
        table=table,
        lines=tuple(lines),
        ev=ev,
        variance=_variance(tallies, rules, take, strategy, ev.value),
        hit_frequency=scale(estimate_share(ahead, tallies.rounds), Fraction(1, players)),
        wagered=scale(add(take.main_pot, Exact(Fraction(players * rules.ace_ante))), each),
        strategy=strategy,
        notes=_notes(rules, players, strategy, bool(take.ace_pot.won)),
    )


def ace_pot(won: Fraction, rules: Rules, players: int) -> AcePot:
    """The ace pot that so many players feed, won in a round with this chance."""
    growth = players * rules.ace_ante
    net = growth * (1 - rules.commission / 100)
    if not won:
        return AcePot(won, growth, net, Fraction(0))
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


def prize_of(won: Estimated, rules: Rules, players: int) -> Figure:
    """The mean prize of the ace pot, less commission."""
    return _of_ace_pot(won, lambda pot: pot.mean_prize, rules, players)


def _of_ace_pot(won: Estimated, value: Callable[[AcePot], Fraction], rules: Rules, players: int) -> Figure:
    """A figure of an ace pot. Its error is its change at the ends of the interval of the chance to win."""
    found = value(ace_pot(won.value, rules, players))
    ends = [value(ace_pot(end, rules, players)) for end in (won.low, won.high) if 0 < end < 1]
    farthest = max((abs(end - found) for end in ends), default=Fraction(0))
    return Estimated(found, farthest / Z, won.sampled, won.n) if farthest else Exact(found)


def _line(tallies: Tallies, place: int, rules: Rules, take: Take) -> LineOdds | None:
    """A line of a player's main wager with both antes: its share of rounds, and its mean net.

    One player wins in each round; of the other lines a round may have one for every player, and then only so many
    rounds are a sample.
    """
    players, unit = take.players, Fraction(rules.main_ante)
    count = sum(tallies.counts[place :: len(LINES)])
    if not count:
        return None
    first = NETS + players + 1 + place
    total = Fraction(sum(tallies.sums[first :: len(LINES)]), count)
    square = Fraction(sum(tallies.squares[first :: len(LINES)]), count)
    rounds = count if place in WINNERS else max(count // players, 1)
    net = estimate_mean(total, square - total**2, rounds, spread=max(abs(total), unit))
    prize = take.ace_prize if LINES[place] == WINS_BOTH else ZERO
    return LineOdds(
        LINES[place],
        _share_of_players(count, place, players, tallies.rounds),
        scale(add(net, prize, Exact(Fraction(-rules.ace_ante)), independent=False), 1 / unit),
        "",
        count,
        Computed(_with_ace_pot(square, total, place, rules, take.ace_pot) / unit**2),
    )


def _with_ace_pot(square: Fraction, total: Fraction, place: int, rules: Rules, pot: AcePot) -> Fraction:
    """The mean square of a line's net with the ace ante, and with the ace pot where it is won."""
    ante = Fraction(rules.ace_ante)
    square += ante**2 - 2 * ante * total
    if LINES[place] == WINS_BOTH:
        square += 2 * (total - ante) * pot.mean_prize + pot.square_prize
    return square


def _share_of_players(count: int, place: int, players: int, rounds: int) -> Figure:
    if place in WINNERS:
        return scale(estimate_share(count, rounds), Fraction(1, players))
    share = Fraction(count, players * rounds)
    return limit_share(estimate_mean(share, share * (1 - share), rounds, spread=Fraction(1)))


def _variance(tallies: Tallies, rules: Rules, take: Take, strategy: str, ev: Fraction) -> Estimated:
    """The mean squared deviation of the result of a player's round.

    The squares alone do not give the error of their mean, but two bounds of it are known. The smaller one is the error.
    The first bound comes from the differences between the seats, since each seat is a sample of its own. It also
    contains the advantage of some seats. The second bound comes from the most chips that a round can move.
    """
    squares = [_mean_square(tallies, rules, take, seat) / rules.main_ante**2 for seat in range(take.players)]
    mean = sum(squares, Fraction(0)) / take.players
    spread = sum(((square - mean) ** 2 for square in squares), Fraction(0)) / (take.players - 1)
    by_seats = to_root(max(spread, 2 * mean**2 / tallies.rounds))
    error = min(by_seats, _farthest_off(tallies, rules, take, strategy) / rules.main_ante**2)
    return Estimated(mean - ev**2, error, "rounds", tallies.rounds)


def _mean_square(tallies: Tallies, rules: Rules, take: Take, seat: int) -> Fraction:
    """Of what a seat's round brings, with its ace ante, and with the ace pot where it is won."""
    together = Fraction(0)
    for place in range(len(LINES)):
        number = len(LINES) * seat + place
        if count := tallies.counts[number]:
            at = NETS + take.players + 1 + number
            total, square = Fraction(tallies.sums[at], count), Fraction(tallies.squares[at], count)
            together += count * _with_ace_pot(square, total, place, rules, take.ace_pot)
    return together / tallies.rounds


def _farthest_off(tallies: Tallies, rules: Rules, take: Take, strategy: str) -> Fraction:
    """A standard error that a player's mean square has at most.

    Squares of the main pot's nets: a mean of values from 0 to `most` has a variance of `most` times the mean at most.
    Then the squares of the ace pot, and twice the products of both.
    """
    players, rounds, paid = take.players, tallies.rounds, take.ace_prize
    first = NETS + players + 1
    nets = Fraction(sum(tallies.squares[NETS : NETS + players]), players * rounds)
    most = (players - 1) * most_paid(rules, strategy) ** 2
    both = slice(first + LINES.index(WINS_BOTH), None, len(LINES))
    with_ace, its_squares = (Fraction(sum(sums[both]), rounds) for sums in (tallies.sums, tallies.squares))
    of_ace_pot = stderr_of(take.of_ace_pot(lambda pot: pot.won * pot.square_prize, rules))
    products = paid.value * to_root(its_squares / rounds) + abs(with_ace) * stderr_of(paid)
    antes = rules.ace_ante * stderr_of(take.main_fee)
    return to_root(most * nets / rounds) + (of_ace_pot + 2 * products + 2 * antes) / players


def _notes(rules: Rules, players: int, strategy: str, won: bool) -> tuple[str, ...]:
    where = "a limit table" if rules.limit == "limit" else "a no-limit table"
    notes = [
        f"{players} players at {where}, all of whom play {strategy!r}; the button goes round, nobody runs out of chips",
        "the house edge is the commission of main pot and ace pot, for each player and main ante, in the long run; the "
        "ace ante is counted, what players win of one another comes to nothing, and lines count every seat",
    ]
    if not won:
        notes.append("nobody won the ace pot in so few rounds: the lines leave out what it pays, the edge does not")
    return tuple(notes)
