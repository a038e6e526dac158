"""The odds of the bonuses of Pack's Poker: the lines of every hand, all 46 tables, progressive ones by the meter."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from houseway.compiling import compiled
from houseway.games.packs import odds
from houseway.games.packs.hands import Top, lines_met
from houseway.games.packs.lines import hands_by_lines
from houseway.games.packs.paying import break_even, piece_at, pieces
from houseway.games.packs.rules import Rules, pay_tables
from houseway.games.packs.signatures import LINES, signature, signature_of
from houseway.poker_table import load_tables
from houseway.returns import Asked, WagerOdds
from naive import packs as naive

# The naive settlement's words for the lines, and ours.
NAIVE = {
    "7-Card Straight Flush": "seven",
    "6-Card Royal Flush": "six_royal",
    "Diamond Royal Flush": "diamond_royal",
    "Royal Flush": "royal",
    "Straight Flush": "straight_flush",
    "Four-of-a-Kind": "four",
    "Full House": "full_house",
    "Flush": "flush",
    "Straight": "straight",
    "Three-of-a-Kind": "three",
    "Two Pair": "two_pair",
    "One Pair (Jacks or better)": "jacks",
    "One Pair (2 through 10)": "low_pair",
}
COLUMNS: dict[str, tuple[str, Mapping[str, str]]] = {
    "five_card": (naive.FIVE_CARD_LINES, naive.FIVE_CARD),
    "seven_card": (naive.SEVEN_CARD_LINES, naive.SEVEN_CARD),
    "five_card_progressive": (naive.FIVE_CARD_PROGRESSIVE_LINES, naive.FIVE_CARD_PROGRESSIVE),
    "seven_card_progressive": (naive.SEVEN_CARD_LINES, naive.SEVEN_CARD_PROGRESSIVE),
}


def asked(stake: int = 100, meters: Mapping[str, int] = {}, all_tables: bool = False, **rules: object) -> Asked:
    return Asked(rules=Rules(**rules), stake=stake, meters=meters, all_tables=all_tables)  # type: ignore[arg-type]


# The lines of the bonuses.


@pytest.mark.parametrize("size", [5, 7])
def test_every_hand_is_counted_with_the_lines_that_it_satisfies(size: int) -> None:
    walked = np.zeros(1 << len(LINES), np.int64)
    (walk_five if size == 5 else walk_seven)(load_tables().suits, walked)
    found = {number: int(hands) for number, hands in enumerate(walked) if hands}
    assert found == {signature_of(met): hands for met, hands in hands_by_lines(size, "any").items()}
    if size == 7:
        royal, seven = 1 << LINES.index("Royal Flush"), 1 << LINES.index("7-Card Straight Flush")
        as_royal = Counter[int]()
        for number, hands in found.items():
            as_royal[number if number & royal else number & ~seven] += hands
        assert as_royal == {signature_of(met): hands for met, hands in hands_by_lines(7, "royal").items()}


def test_the_lines_of_five_cards_are_the_known_totals() -> None:
    hands = hands_by_lines(5, "royal")
    assert sum(hands.values()) == comb(52, 5)
    met = {line: sum(number for lines, number in hands.items() if line in lines) for line in LINES}
    assert met == {
        "One Pair (2 through 10)": met["One Pair (2 through 10)"],
        "One Pair (Jacks or better)": 1_098_240 + 123_552 + 54_912 + 3_744 + 624 - met["One Pair (2 through 10)"],
        "Two Pair": 123_552 + 3_744,
        "Three-of-a-Kind": 54_912 + 3_744 + 624,
        "Straight": 10_240,
        "Flush": 5_148,
        "Full House": 3_744,
        "Four-of-a-Kind": 624,
        "Straight Flush": 40,
        "Royal Flush": 4,
        "Diamond Royal Flush": 1,
        "6-Card Royal Flush": 0,
        "7-Card Straight Flush": 0,
    }
    pairs = {
        lines: number for lines, number in hands.items() if len(lines) == 1 and next(iter(lines)).startswith("One")
    }
    assert sorted(pairs.values()) == [1_098_240 * 4 // 13, 1_098_240 * 9 // 13]


def test_the_long_suited_runs_of_seven_cards() -> None:
    for top, runs in (("royal", 4), ("any", 32)):
        hands = hands_by_lines(7, top)
        assert sum(hands.values()) == comb(52, 7)
        assert sum(number for lines, number in hands.items() if "7-Card Straight Flush" in lines) == runs
        # Six of A to 9 and any card but the 8 of that suit.
        assert sum(number for lines, number in hands.items() if "6-Card Royal Flush" in lines) == 4 * 45


@pytest.mark.parametrize("top", ["royal", "any"])
def test_the_kernel_sees_the_lines_that_settlement_sees(top: Top) -> None:
    chance, suits = Random(7), load_tables().suits
    hands = [chance.sample(range(52), size) for size in (5, 7) for _ in range(3000)]
    hands += [chance.sample(range(suit, 52, 4), 7) for suit in range(4) for _ in range(500)]
    hands += [[4 * rank + suit for rank in range(low, low + 7)] for suit in range(4) for low in range(7)]
    hands += [[4 * (rank % 13) + 1 for rank in range(12, 12 + size)] for size in (5, 7)]
    for hand in hands:
        found = signature(np.bitwise_or.reduce(suits[hand]), top == "any")
        assert found == signature_of(frozenset(lines_met(hand, top)))


@compiled
def walk_five(suits: npt.NDArray[np.uint64], counts: npt.NDArray[np.int64]) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        counts[signature(suits[a] | suits[b] | suits[c] | suits[d] | suits[e], True)] += 1


@compiled
def walk_seven(suits: npt.NDArray[np.uint64], counts: npt.NDArray[np.int64]) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = suits[a] | suits[b] | suits[c] | suits[d]
                    for e in range(d):
                        for f in range(e):
                            six = four | suits[e] | suits[f]
                            for g in range(f):
                                counts[signature(six | suits[g], True)] += 1


# All 46 tables.


@pytest.mark.parametrize("stake", [100, 500, 2_500, 20_000])
@pytest.mark.parametrize(
    ("top", "multiples", "meters"),
    [
        ("royal", "for", {}),
        ("any", "to", {"five_card": 12_345_678, "seven_card": 1_234_567}),
        ("royal", "for", {"five_card": 99_999, "seven_card": 777}),
    ],
)
def test_every_table_is_worth_what_naive_settlement_pays(
    stake: int, top: Top, multiples: str, meters: dict[str, int]
) -> None:
    found = odds.wagers(asked(stake, meters, True, seven_card_top=top, multiples=multiples))
    assert [(wager.wager, wager.table) for wager in found] == [
        ("pack", None),
        *((wager, table) for wager in COLUMNS for table in COLUMNS[wager][1]),
    ]
    assert len(found) == 47
    for wager in found[1:]:
        kind = wager.wager.removesuffix("_progressive")
        hands = hands_by_lines(5 if kind == "five_card" else 7, top)
        meter = meters.get(kind, 500_000)
        nets = [(naive_net(wager, met, stake, multiples, meter), number) for met, number in hands.items()]
        total = sum(number for _, number in nets)
        mean = Fraction(sum(net * number for net, number in nets), stake * total)
        assert wager.ev.value == mean
        assert (
            wager.variance.value == Fraction(sum(net**2 * number for net, number in nets), stake**2 * total) - mean**2
        )
        assert wager.hit_frequency.value == Fraction(sum(number for net, number in nets if net > 0), total)
        assert sum(line.combinations or 0 for line in wager.lines) == total


def naive_net(wager: WagerOdds, met: frozenset[str], stake: int, multiples: str, meter: int) -> int:
    """What the naive settlement adds to the chips of a single player whose hand satisfies these lines."""
    names, columns = COLUMNS[wager.wager]
    assert wager.table is not None
    table = naive.table_lines(names, columns[wager.table])
    lines, bonus = {NAIVE[line] for line in met}, naive.Bonus("", stake, ())
    if wager.wager.endswith("_progressive"):
        paid, _ = naive.shared({1: bonus}, table, {1: lines}, meter, 0, multiples, "")
        return paid[1].net
    return naive.fixed_bonus(bonus, table, lines, "").net


def test_only_the_tables_in_force_are_told_unless_all_are_asked() -> None:
    def told(**rules: object) -> list[tuple[str, str | None]]:
        return [(wager.wager, wager.table) for wager in odds.wagers(asked(**rules))]  # type: ignore[arg-type]

    assert told() == [("pack", None), ("five_card", "A"), ("seven_card", "A")]
    assert told(five_card=None, seven_card="T") == [("pack", None), ("seven_card", "T")]
    assert told(five_card_progressive="B", seven_card_progressive="M") == [
        ("pack", None),
        ("five_card_progressive", "B"),
        ("seven_card_progressive", "M"),
    ]


# Progressive bonuses.


@pytest.mark.parametrize("multiples", ["for", "to"])
@pytest.mark.parametrize("stake", [100, 2_500])
def test_a_progressive_bonus_is_even_at_its_break_even_meter(stake: int, multiples: str) -> None:
    evens = []
    for wager in odds.wagers(asked(stake, all_tables=True, multiples=multiples)):
        if wager.break_even_meter is None:
            assert not wager.wager.endswith("_progressive")
            continue
        kind = wager.wager.removesuffix("_progressive")
        even = wager.break_even_meter.value
        evens.append(even)
        below, above = (
            of_table(asked(stake, {kind: amount}, True, multiples=multiples), wager)
            for amount in (max(int(even) - 1000, 0), int(even) + 1000)
        )
        assert above.ev.value > 0
        assert wager.ev_without_jackpot is not None
        assert wager.ev_without_jackpot == of_table(asked(stake, {kind: 0}, True, multiples=multiples), wager).ev
        if even:
            assert below.ev.value < 0
        else:
            assert wager.ev_without_jackpot.value >= 0
    assert len(evens) == 18
    assert (min(evens) == 0) == (multiples == "to")


def of_table(wanted: Asked, wager: WagerOdds) -> WagerOdds:
    table = pay_tables(wanted.rules.multiples)[wager.wager][wager.table or ""]
    return odds.bonus_odds(wager.wager, table, wanted)


@pytest.mark.parametrize("stake", [100, 1_000])
def test_the_straight_pieces_lead_through_the_worth_at_every_meter(stake: int) -> None:
    for wager, letters in (("five_card_progressive", "AE"), ("seven_card_progressive", "AEHM")):
        kind = wager.removesuffix("_progressive")
        for letter in letters:
            table = pay_tables("for")[wager][letter]
            worth = pieces(table, hands_by_lines(5 if kind == "five_card" else 7, "royal"), stake)
            assert [piece.meter for piece in worth] == sorted({piece.meter for piece in worth})
            even = break_even(worth)
            assert piece_at(worth, even).at(even) == 0
            for meter in (0, 100_000, 500_000, 900_000, 1_000_000, 5_000_000, 100_000_000):
                exactly = odds.bonus_odds(wager, table, asked(stake, {kind: meter}, True))
                assert piece_at(worth, Fraction(meter)).at(Fraction(meter)) == exactly.ev.value


def test_the_meter_is_what_it_is_reset_to_unless_it_is_asked() -> None:
    rules = {"seven_card_progressive": "L", "seven_card_reset": 7_000_000}
    at_reset = odds.wagers(asked(**rules))[-1]  # type: ignore[arg-type]
    assert at_reset.ev == odds.wagers(asked(meters={"seven_card": 7_000_000}, seven_card_progressive="L"))[-1].ev
    assert at_reset.ev.value > odds.wagers(asked(seven_card_progressive="L"))[-1].ev.value
    assert "7000" in at_reset.notes[0]
