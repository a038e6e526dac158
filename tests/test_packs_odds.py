"""The odds of a Pack's bet and of three packs, each counted a second way; what is stored and what is refused."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

from houseway.cards import name, read_cards
from houseway.compiling import compiled
from houseway.figures import Estimated, Exact, decimal
from houseway.games.packs import no_pair, odds, pack_bet, shared_five, three_packs, whole_count
from houseway.games.packs.hands import Top, lines_met
from houseway.games.packs.lines import hands_by_lines
from houseway.games.packs.rules import Rules, pay_tables
from houseway.games.packs.settle import compare
from houseway.games.packs.signatures import LINES, signature_of
from houseway.poker import Category, rank_of
from houseway.poker_table import evaluate, load_tables
from houseway.refusal import Refusal
from houseway.returns import Asked, Position
from houseway.stored import code_hash, recall
from naive.poker import rank_best

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


@pytest.mark.long
@pytest.mark.parametrize("pack", ["8c 8d", "Kc Ac", "7c Qd"])
def test_the_ties_of_a_pack_are_counted_by_looking_at_every_two_hands_of_a_rank(pack: str) -> None:
    beside = read_cards(pack)
    cards = np.array([card for card in range(52) if card not in beside], np.uint8)
    hands = cards[np.array(list(combinations(range(50), 5)), np.uint8)]
    ranks = evaluate(np.hstack([hands, np.broadcast_to(np.array(beside, np.uint8), (len(hands), 2))]))
    order = np.argsort(ranks, kind="stable")
    masks = np.bitwise_or.reduce(np.uint64(1) << hands[order].astype(np.uint64), axis=1)
    different, starts = np.unique(ranks[order], return_index=True)
    ties = np.zeros(len(Category), np.int64)
    categories = load_tables().categories[different]
    np.add.at(ties, categories, disjoint_pairs(masks, np.append(starts, len(masks))))
    assert whole_count.count_pack(beside).ties == ties.tolist()


@compiled
def disjoint_pairs(masks: npt.NDArray[np.uint64], starts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """By group of hands: how many ordered pairs of them have no card in common."""
    found = np.zeros(len(starts) - 1, np.int64)
    for group in range(len(found)):
        for one in range(starts[group], starts[group + 1]):
            for other in range(starts[group], starts[group + 1]):
                found[group] += masks[one] & masks[other] == 0
    return found


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
        assert bet.house_edge == Exact(edge)
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
    wins, ties, *lost = (line.probability.value for line in bet.lines)
    assert bet.variance.value == wins + sum(lost) - (wins - sum(lost)) ** 2
    assert ties == bet.lines[1].probability.value
    assert decimal(bet.deviation.value) == "0.998986890551517"


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
    assert [decimal(row[1].value) for row in elections.rows if not isinstance(row[1], str)] == [
        "0.0299509167958403",
        "0.0150857615645589",
    ]
    assert len(by_hand.rows) == 10
    assert [row[0] for row in three.rows] == ["pack"]
    assert meters.rows[0][:2] == ("seven_card_progressive", "E")
    of_three = odds.facts(asked())[2]
    assert [row[0] for row in of_three.rows] == ["pack", "five_card", "seven_card"]
    assert of_three.rows[1][3] == Exact(Fraction(1))
    assert isinstance(of_three.rows[0][3], Estimated), "how Pack's bets hang together is simulated"


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
