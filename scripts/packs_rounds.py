"""Records the round files of Pack's Poker that show every line of every pay table.

The deals below are designed by hand; what follows from them is worked out by the naive settlement in tests/naive, never
by the engine that the files check. Run it with PYTHONPATH=tests; a test holds that the files are what it would write.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from naive import Line, packs
from naive.packs import Bonus
from naive.poker import Cards, cards_of

ROUNDS = Path(__file__).parent.parent / "tests" / "rounds" / "packs"


class Deal(NamedTuple):
    """What seats 1 to 6, the dealer and the three packs get."""

    players: tuple[str, str, str, str, str, str]
    dealer: str
    packs: tuple[str, str, str]


# From the highest five-card line down to the flush, one at each seat.
FIVE_HIGH = Deal(
    (
        "Ad Kd Qd Jd Td",
        "As Ks Qs Js Ts",
        "9c 8c 7c 6c 5c",
        "2c 2d 2h 2s 3c",
        "7d 7h 7s 6d 6h",
        "Kh Jh 9h 5h 3h",
    ),
    "Ac Kc Qh Th 4s",
    ("9d 8d", "5s 4c", "3s 8h"),
)
# From the straight down to nothing.
FIVE_LOW = Deal(
    (
        "9c 8d 7h 6s 5c",
        "Qc Qd Qh 7s 2c",
        "Tc Td 4h 4s Kd",
        "Jc Jd 9h 6h 3s",
        "Ts Th 8c 5d 2d",
        "Ac Ks 8h 6c 3d",
    ),
    "2h 2s 3c 9d Jh",
    ("Ah Kh", "7c 7d", "4c 4d"),
)
# With pack 1: royal, six-card royal, straight flush, two pair, three of a kind, a pair. With pack 2: seven-card royal,
# royal, straight, full house, a pair, a pair. With pack 3: royal, royal, flush, four of a kind, two pair, a pair.
SEVEN = Deal(
    (
        "Ah Kh Qh Jh Th",
        "As Ks Qs Js Ts",
        "7c 6c 5c 3c Kd",
        "2h 2s 8d 8s 9d",
        "4d 4h Qd Tc 6s",
        "Jc 9c 5d 3d 7s",
    ),
    "Ad Kc Qc 6d 5h",
    ("9s 4c", "9h 8h", "2c 2d"),
)
FIVE_METER, SEVEN_METER, RESET = 2_500_000, 4_000_000, 500_000
FIXED_STAKE, PROGRESSIVE_STAKE = 500, 100


def main() -> None:
    for name, text in files():
        (ROUNDS / name).write_text(text, encoding="utf-8")


def files() -> Iterator[tuple[str, str]]:
    """Every file, by name."""
    for table in packs.FIVE_CARD:
        for part, deal in (("high", FIVE_HIGH), ("low", FIVE_LOW)):
            yield f"five_card_{table}_{part}.round", fixed("five_card", table, deal, (1,))
    for table in packs.FIVE_CARD_PROGRESSIVE:
        for part, deal in (("high", FIVE_HIGH), ("low", FIVE_LOW)):
            name = f"five_card_progressive_{table}_{part}.round"
            yield name, progressive("five_card", table, deal, (1,), FIVE_METER, 1)
    for table in packs.SEVEN_CARD:
        yield f"seven_card_{table}.round", fixed("seven_card", table, SEVEN, (1, 2, 3))
    for table in packs.SEVEN_CARD_PROGRESSIVE:
        name = f"seven_card_progressive_{table}.round"
        yield name, progressive("seven_card", table, SEVEN, (1, 2, 3), SEVEN_METER, 5)


def fixed(bonus: str, table: str, deal: Deal, numbers: tuple[int, ...]) -> str:
    """A file of a table that is not progressive."""
    settle = packs.five_card if bonus == "five_card" else packs.seven_card
    lower = []
    for number in numbers:
        for seat, made in wagers(bonus, deal, number, FIXED_STAKE).items():
            lower.append(result(seat, made, settle(made, table)))
    head = f"# 43.11({'b' if bonus == 'five_card' else 'c'})1, table {table}: every line that this deal shows."
    upper = ["game packs", f"rules {bonus}={table}", *at_the_table(deal, bonus, numbers, FIXED_STAKE)]
    return "\n".join([head, *upper, "---", *lower]) + "\n"


def progressive(bonus: str, table: str, deal: Deal, numbers: tuple[int, ...], meter: int, rate: int) -> str:
    """A file of a progressive table: the meter goes from pack to pack."""
    settle = packs.five_card_progressive if bonus == "five_card" else packs.seven_card_progressive
    stake = PROGRESSIVE_STAKE
    now = packs.credited(Fraction(meter), [stake] * (6 * len(numbers)), Fraction(rate))
    lower = []
    for number in numbers:
        made = wagers(bonus, deal, number, stake)
        lines, now = settle(made, table, now, reset=RESET)
        lower += [result(seat, made[seat], lines[seat]) for seat in made]
    head = f"# 43.11({'b' if bonus == 'five_card' else 'c'})2, table {table}: every line that this deal shows."
    upper = [
        "game packs",
        f"rules {bonus}_progressive={table} {bonus}_reset={RESET // 100} {bonus}_rate={rate}",
        f"meter {bonus} {meter // 100}",
        *at_the_table(deal, bonus, numbers, stake),
    ]
    return "\n".join([head, *upper, "---", *lower, f"meter {bonus} {money(int(now))}"]) + "\n"


def wagers(bonus: str, deal: Deal, number: int, stake: int) -> dict[int, Bonus]:
    """The bonus wagers on one pack, from the highest seat down."""
    pack: Cards = cards_of(deal.packs[number - 1]) if bonus == "seven_card" else ()
    hands = {seat: (*cards_of(deal.players[seat - 1]), *pack) for seat in range(6, 0, -1)}
    return {seat: Bonus(f"{bonus}_{number}", stake, hand) for seat, hand in hands.items()}


def at_the_table(deal: Deal, bonus: str, numbers: tuple[int, ...], stake: int) -> list[str]:
    """The shoe, dealt one card at a time to six players and the dealer and then to the packs, and the wagers."""
    hands = [cards_of(text) for text in (*deal.players, deal.dealer)]
    turns = [" ".join(hand[turn] for hand in hands) for turn in range(5)]
    used = [card for hand in (*hands, *map(cards_of, deal.packs)) for card in hand]
    assert len(set(used)) == len(used) == 41
    made = ", ".join(f"{bonus}_{number} {stake // 100}" for number in numbers)
    return [f"shoe {' / '.join((*turns, *deal.packs))}", *(f"seat {seat} wagers {made}" for seat in range(1, 7))]


def result(seat: int, made: Bonus, line: Line) -> str:
    return f"seat {seat} {line.wager} {money(line.stake)} {money(line.net)} {line.clause} {' '.join(made.cards)}"


def money(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}{whole}.{part:02d}" if part else f"{sign}{whole}"


if __name__ == "__main__":
    main()
