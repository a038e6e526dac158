"""The odds of Pack's Poker, each counted a second way."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards import name, read_cards
from houseway.compiling import compiled
from houseway.games.packs import no_pair, odds, pack_bet, shared_five, three_packs, whole_count
from houseway.games.packs.hands import Top, lines_met
from houseway.games.packs.lines import hands_by_lines
from houseway.games.packs.paying import break_even, piece_at, pieces
from houseway.games.packs.rules import Rules, pay_tables
from houseway.games.packs.settle import compare
from houseway.games.packs.signatures import LINES, signature, signature_of
from houseway.poker import Category, rank_of
from houseway.poker_table import load_tables
from houseway.refusal import Refusal
from houseway.returns import Asked, Position, WagerOdds, decimal, root
from houseway.stored import code_hash, recall
from naive import packs as naive
from naive.poker import rank_best

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
ALL_SEVENS = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324]


def asked(stake: int = 100, meters: Mapping[str, int] = {}, all_tables: bool = False, **rules: object) -> Asked:
    return Asked(rules=Rules(**rules), stake=stake, meters=meters, all_tables=all_tables)  # type: ignore[arg-type]


# The Pack's bet.


@pytest.mark.parametrize(
    ("pack", "deck"),
    [
        ("Ac Ad", "Ac Ad Ah As Kc Kd Kh Ks Qc Qd Js Jd"),
        ("Ac Kc", "Ac Kc Qc Jc Tc 9c 8c Ad Qd Jd Td 9d 8d"),
        ("Ac Kd", "Ac Kd Qc Jc 9c 7c 5d 3c Qd Jd 9d 7d 5c"),
        ("2c 7c", "2c 7c Ac Kd Qh 9s 8c 5d Qs Ks 9h 5c 8d"),
    ],
)
def test_small_decks_are_counted_by_looking_at_every_deal(pack: str, deck: str) -> None:
    beside, cards = read_cards(pack), read_cards(deck)
    hands = list(combinations(sorted(set(cards) - set(beside)), 5))
    ranks = [rank_best(tuple(name(card) for card in (*hand, *beside))) for hand in hands]
    both, ties = Counter[tuple[int, int]](), Counter[int]()
    for hand, rank in zip(hands, ranks, strict=True):
        for other, other_rank in zip(hands, ranks, strict=True):
            if not set(hand) & set(other):
                both[rank[0], other_rank[0]] += 1
                ties[rank[0]] += rank == other_rank
    counted = whole_count.count_pack(beside, cards)
    assert sum(ties.values()) > 0
    assert counted.ties == [ties[kind] for kind in Category]
    assert counted.both == [[both[one, other] for other in Category] for one in Category]


def test_the_packs_of_each_kind_are_all_packs() -> None:
    kinds = list(whole_count.packs())
    assert len(kinds) == 169
    assert sum(alike for _, alike in kinds) == comb(52, 2)


def test_the_whole_count_has_every_deal() -> None:
    counted = pack_bet.counted()
    # Seven cards are a pack and a hand in 21 ways, and the dealer has five of the other 45.
    assert [sum(row) for row in counted.both] == [21 * hands * comb(45, 5) for hands in ALL_SEVENS]
    assert counted.both == [list(column) for column in zip(*counted.both, strict=True)]
    assert all(tied <= row[kind] for kind, (tied, row) in enumerate(zip(counted.ties, counted.both, strict=True)))
    assert sum(counted.ends()) == comb(52, 2) * comb(50, 5) * comb(45, 5)


@pytest.mark.parametrize("pack", ["3c 9c", "7c Qd"])
def test_hands_without_a_pair_are_counted_by_ranks_and_suits_as_by_cards(pack: str) -> None:
    low, high = read_cards(pack)
    beside = no_pair.count_pack((low >> 2, high >> 2))[low & 3 == high & 3]
    counted = whole_count.count_pack((low, high))
    assert beside == (counted.both[0][0], counted.ties[0])


def test_the_edges_need_hands_without_a_pair_alone() -> None:
    counted = pack_bet.counted()
    assert no_pair.count() == (counted.both[0][0], counted.ties[0])
    edges = pack_bet.edges()
    for election, edge in edges.items():
        bet = odds.wagers(asked(no_pair_higher=election))[0]
        assert bet.house_edge == edge
    assert edges["lose"] == Fraction(102_806_590_640_928, pack_bet.DEALS)
    assert decimal(edges["lose"]) == "0.0299509167958403"
    assert decimal(edges["push"]) == "0.0150857615645589"


@pytest.mark.parametrize("election", ["lose", "push"])
def test_every_end_brings_what_the_rules_say(election: str) -> None:
    rules = Rules(no_pair_higher=election)  # type: ignore[arg-type]
    high, ace, pair = (rank_of(read_cards(hand)) for hand in ("Kc Qd 9h 7s 2c", "Ac Qd 9h 7s 2c", "2c 2d 9h 7s 3c"))
    ended = ((pair, ace), (pair, pair), (ace, high), (ace, ace), (high, ace))
    for net, (player, dealer) in zip(pack_bet.nets(rules), ended, strict=True):
        assert compare(player, dealer, rules)[0] == {1: "win", 0: "push", -1: "lose"}[net]


def test_the_deviation_is_that_of_the_ends() -> None:
    bet = odds.wagers(asked())[0]
    wins, ties, *lost = (line.probability for line in bet.lines)
    assert bet.variance == wins + sum(lost) - (wins - sum(lost)) ** 2
    assert ties == bet.lines[1].probability
    assert decimal(root(bet.variance)) == "0.998986890551517"


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
        assert wager.ev == mean
        assert wager.variance == Fraction(sum(net**2 * number for net, number in nets), stake**2 * total) - mean**2
        assert wager.hit_frequency == Fraction(sum(number for net, number in nets if net > 0), total)
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
        even = Fraction(wager.break_even_meter)
        evens.append(even)
        below, above = (
            of_table(asked(stake, {kind: amount}, True, multiples=multiples), wager)
            for amount in (max(int(even) - 1000, 0), int(even) + 1000)
        )
        assert above.ev > 0
        assert wager.ev_without_jackpot == of_table(asked(stake, {kind: 0}, True, multiples=multiples), wager).ev
        if even:
            assert below.ev < 0
        else:
            assert wager.ev_without_jackpot >= 0
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
                assert piece_at(worth, Fraction(meter)).at(Fraction(meter)) == exactly.ev


def test_the_meter_is_what_it_is_reset_to_unless_it_is_asked() -> None:
    rules = {"seven_card_progressive": "L", "seven_card_reset": 7_000_000}
    at_reset = odds.wagers(asked(**rules))[-1]  # type: ignore[arg-type]
    assert at_reset.ev == odds.wagers(asked(meters={"seven_card": 7_000_000}, seven_card_progressive="L"))[-1].ev
    assert at_reset.ev > odds.wagers(asked(seven_card_progressive="L"))[-1].ev
    assert "7000" in at_reset.notes[0]


# Three packs.


@pytest.mark.parametrize("text", ["Ts Js Qs Kd 2c", "9h 9d 8h 7h 6c"])
def test_two_packs_beside_the_same_five_cards_are_counted_by_looking_at_all_of_them(text: str) -> None:
    five, suits = read_cards(text), load_tables().suits
    others = [card for card in range(52) if card not in five]
    packs = list(combinations(others, 2))
    made = [signature_of(frozenset(lines_met((*five, *pack), "any"))) for pack in packs]
    kinds = sorted(set(made))
    masks = np.array([1 << one | 1 << other for one, other in packs], np.int64)
    is_kind = np.array([[number == kind for kind in kinds] for number in made], np.int64)
    by_looking = is_kind.T @ (masks[:, None] & masks == 0) @ is_kind

    places = np.zeros(1 << len(LINES), np.int64)
    places[kinds] = range(len(kinds))
    by_kind, by_card = np.zeros(len(kinds), np.int64), np.zeros((47, len(kinds)), np.int64)
    deals = np.zeros((len(kinds), len(kinds)), np.int64)
    shared_five._sort_packs(np.bitwise_or.reduce(suits[list(five)]), suits[others], places, by_kind, by_card)
    shared_five._add_pairs(1, by_kind, by_card, deals)
    assert len(kinds) > 5
    assert np.array_equal(deals, by_looking)


@pytest.mark.parametrize("top", ["royal", "any"])
def test_all_fives_with_two_packs_hold_every_seven_cards_as_often(top: Top) -> None:
    pairs = shared_five.recalled()
    assert pairs.deals == [list(column) for column in zip(*pairs.deals, strict=True)]
    first = Counter[frozenset[str]]()
    for number, row in zip(pairs.signatures, pairs.deals, strict=True):
        first[shared_five.met_of(number, top)] += sum(row)
    sevens = Counter[frozenset[str]]()
    for met, hands in hands_by_lines(7, top).items():
        sevens[met - {"Diamond Royal Flush"}] += 21 * comb(45, 2) * hands
    assert first == sevens


def test_the_covariance_of_two_bonuses_that_pay_the_same_is_the_variance_of_what_they_share() -> None:
    pairs = shared_five.recalled()
    assert shared_five.covariance(pairs, lambda met: Fraction(3), "royal") == 0
    # A line that needs all seven cards cannot be made twice: both packs would hold the same cards.
    chance = Fraction(4, comb(52, 7))
    top = shared_five.covariance(pairs, lambda met: Fraction("7-Card Straight Flush" in met), "royal")
    assert top == -(chance**2)


def test_the_stored_rounds_of_three_packs_agree_with_the_exact_ends() -> None:
    counts = np.array(three_packs.recalled(), object).reshape(5, 5, 5)
    rounds = int(counts.sum())
    assert rounds == three_packs.SHARDS * three_packs.SHARD > 2 * 10**9
    for axes in ((1, 2), (0, 2), (0, 1)):
        for seen, deals in zip(counts.sum(axis=axes), pack_bet.counted().ends(), strict=True):
            chance = Fraction(deals, pack_bet.DEALS)
            assert (seen - rounds * chance) ** 2 < 16 * rounds * chance * (1 - chance)


def test_three_bets_hang_together_as_their_products_say() -> None:
    # Two rounds: all three bets win; the first wins and the others lose.
    counts = [0] * 125
    counts[0] += 1
    counts[0 * 25 + 4 * 5 + 4] += 1
    found = three_packs.together(counts, (1, 0, -1, -1, -1), Fraction(0))
    assert found.covariance == Fraction(1 + Fraction(-1, 3), 2)
    assert found.rounds == 2
    assert found.square_error == (Fraction(1 + Fraction(1, 9), 2) - found.covariance**2) / 2


def test_the_facts_tell_what_was_counted() -> None:
    elections, by_hand, three, meters = odds.facts(asked(five_card=None, seven_card_progressive="E"))
    assert [row[:2] for row in elections.rows] == [("lose", "0.0299509167958403"), ("push", "0.0150857615645589")]
    assert len(by_hand.rows) == 10
    assert [row[0] for row in three.rows] == ["pack"]
    assert meters.rows[0][:2] == ("seven_card_progressive", "E")
    of_three = odds.facts(asked())[2]
    assert [row[0] for row in of_three.rows] == ["pack", "five_card", "seven_card"]
    assert of_three.rows[1][3] == "1"


# What is stored, and what is refused.


@pytest.mark.parametrize("stored", ["pack", "three_packs", "shared_five"])
def test_what_is_stored_was_made_by_this_code(stored: str) -> None:
    kept = recall("houseway.games.packs", stored)
    assert kept.code == code_hash(kept.modules)


@pytest.mark.long
def test_what_is_stored_comes_out_the_same_again() -> None:
    again = msgspec.structs.replace(asked(), recompute=True)
    assert odds.wagers(again)
    assert odds.facts(again)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (
            msgspec.structs.replace(asked(), strategy="bold"),
            "packs has no strategy 'bold'; strategies: optimal, simple",
        ),
        (asked(0), "a wager is more than nothing: ask for a stake above 0"),
        (asked(meters={"five_card": 5}), "this table has no meter 'five_card'; it has: none"),
        (asked(meters={"ace": 5}, all_tables=True), "this table has no meter 'ace'; it has: five_card, seven_card"),
        (asked(meters={"five_card": -1}, all_tables=True), "the meter five_card shows no less than 0"),
    ],
)
def test_what_cannot_be_asked_is_refused(wanted: Asked, words: str) -> None:
    for ask in (odds.wagers, odds.facts):
        with pytest.raises(Refusal) as refused:
            ask(wanted)
        assert str(refused.value).startswith(words)


def test_there_is_nothing_to_decide() -> None:
    with pytest.raises(Refusal, match="no decisions"):
        odds.choices(Position(rules=Rules(), hand=read_cards("As Ks Qs Js Ts")))
    assert odds.charts(asked()) == []
    assert odds.rules_of_thumb(asked()) == []


def test_every_option_that_is_to_be_tried_is_one() -> None:
    for option, values in odds.OPTIONS.items():
        for value in values:
            Rules.read([f"{option}={value}"])
    assert set(odds.OPTIONS["seven_card"]) == set(pay_tables("for")["seven_card"])
