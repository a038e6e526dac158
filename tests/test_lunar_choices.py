"""Positions of Lunar Poker: what was counted cleverly is counted again by looking at every dealer and every card."""

from fractions import Fraction
from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest

from houseway.cards import DECK, name, names, read_card, read_cards
from houseway.figures import Exact
from houseway.games.lunar import classes, odds
from houseway.games.lunar.ends import worth
from houseway.games.lunar.forcing import force_all, stays
from houseway.games.lunar.paying import PAYS, five_pays, high_card, line_names, odds_of, pay_of, scale
from houseway.games.lunar.position import bet_ends, law
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.settle import bet_lines
from houseway.money import DOLLAR
from houseway.poker import rank_of
from houseway.poker_table import evaluate, load_tables
from houseway.refusal import Refusal
from houseway.returns import ChoiceOdds, Position
from lunar_enumeration import LOWEST, Dealers, after, bet, drawn, exchanges
from naive.lunar import bet_odds, qualifies, settle

RANKED, SIX_ONLY = Rules(), Rules(second_hand="six_only")
PARTS = scale(RANKED, DOLLAR)
LAW = law(PARTS, ranked=True)


def choices(
    hand: str, up: str = "", dealer: str = "", rules: Rules = RANKED, stake: int = DOLLAR
) -> dict[str, Fraction]:
    shown = read_card(up) if up else None
    position = Position(rules=rules, hand=read_cards(hand), up=shown, dealer=read_cards(dealer), stake=stake)
    return {choice.action: choice.ev.value for choice in odds.choices(position)}


@cache
def dealers(hand: str, up: str) -> Dealers:
    return Dealers(read_cards(hand), read_card(up))


# One position


def test_there_are_29_choices_in_the_order_of_the_hand() -> None:
    found = odds.choices(Position(rules=RANKED, hand=read_cards("9c 2d Ah 7s 5c"), up=read_card("7d")))
    wanted = [f"exchange {names(cards)}" for cards in exchanges(read_cards("9c 2d Ah 7s 5c"))]
    assert [choice.action for choice in found] == ["bet", "fold", "buy", *wanted]
    assert all(type(choice) is ChoiceOdds and isinstance(choice.ev, Exact) for choice in found)
    assert len(found) == 29


@pytest.mark.parametrize(
    ("hand", "up", "second"),
    [
        ("9c 9d Jh 6s 3h", "7d", "ranked"),
        ("Kh Th 8h 6h 3h", "9h", "ranked"),
        ("Kh Th 8h 6h 3c", "2s", "six_only"),
        ("9c 8d 7h 6s 5c", "Ah", "ranked"),
        ("Tc Td Th 6s 6h", "Qd", "ranked"),
        ("2c 3d 4h 5s 7c", "Ac", "six_only"),
    ],
)
def test_bet_and_buy_are_what_every_dealer_makes_of_them(hand: str, up: str, second: str) -> None:
    cards, against = read_cards(hand), dealers(hand, up)
    found = choices(hand, up, rules=Rules.read([f"second_hand={second}"]))
    assert found["bet"] == bet(against, cards, (), second)
    assert found["buy"] == drawn(against, cards, 1, second)


@pytest.mark.parametrize(
    ("hand", "up", "given"),
    [
        ("Ac 4d Qs Ks Jh", "Td", "Ac 4d"),
        pytest.param("9c 9d 9h 6s 3h", "7d", "6s 3h", marks=pytest.mark.long),
    ],
)
def test_an_exchange_of_two_is_what_every_dealer_makes_of_it(hand: str, up: str, given: str) -> None:
    assert choices(hand, up)[f"exchange {given}"] == drawn(dealers(hand, up), kept_of(hand, given), 2)


@pytest.mark.parametrize("given", ["Kd 9h 6s 3h", "Ac Kd 9h 6s 3h"])
def test_exchanges_of_more_are_within_four_errors_of_some_draws(given: str) -> None:
    hand, up, number = "Ac Kd 9h 6s 3h", "7d", 500
    chance, against, kept = Random(38), dealers(hand, up), kept_of(hand, given)
    size = 5 - len(kept)
    some = [float(after(against, kept, chance.sample(against.unseen.tolist(), size))) for _ in range(number)]
    error = np.std(some) / number**0.5
    assert abs(np.mean(some) - float(choices(hand, up)[f"exchange {given}"])) < 4 * error


@pytest.mark.long
@pytest.mark.parametrize(
    ("hand", "up", "given"), [("Ac Kd 9h 6s 3h", "7d", "9h 6s 3h"), ("8c 8d Kh 6s 3h", "8h", "Kh 6s 3h")]
)
def test_an_exchange_of_three_is_what_every_dealer_makes_of_it(hand: str, up: str, given: str) -> None:
    assert choices(hand, up)[f"exchange {given}"] == drawn(dealers(hand, up), kept_of(hand, given), 3)


def kept_of(hand: str, given: str) -> list[int]:
    return [card for card in read_cards(hand) if card not in read_cards(given)]


def test_suits_and_the_order_of_cards_do_not_matter() -> None:
    one, other = choices("Kh Jh 8h 6h 3c", "7d"), choices("3s 6d Jd 8d Kd", "7h")
    assert one["buy"] == other["buy"]
    assert one["exchange 6h 3c"] == other["exchange 3s 6d"]


def test_the_payout_limit_cuts_what_a_bet_wins() -> None:
    hand, up = "9c 9d 9h 9s 3h", "7d"
    free, cut = (
        choices(hand, up, stake=1000 * DOLLAR),
        choices(hand, up, rules=Rules(payout_limit=5_000_00), stake=1000 * DOLLAR),
    )
    ends = bet_ends(read_cards(hand), read_card(up), law(scale(Rules(payout_limit=5_000_00), 1000 * DOLLAR), True))
    assert cut["bet"] == worth(ends, scale(Rules(payout_limit=5_000_00), 1000 * DOLLAR))
    assert cut["bet"] < 5 < free["bet"]
    assert choices(hand, up, rules=Rules(payout_limit=5_000_00)) == choices(hand, up)


@pytest.mark.parametrize(
    ("hand", "dealer"),
    [
        ("9c Td Jh Qs Kc", "Ah 9s 8d 4c 2h"),
        ("Kh Th 8h 6h 3h", "Qc Jc 9c 7c 2h"),
        ("9c 9d 9h Ks Ac 2c", "8h 7s 6d 5c 3h"),
        ("8c 8d Th 6s 3h", "Qc Jd 9h 7s 5c"),
    ],
)
@pytest.mark.parametrize("second", ["ranked", "six_only"])
def test_forcing_is_settled_card_by_card(hand: str, dealer: str, second: str) -> None:
    cards, theirs = tuple(hand.split()), tuple(dealer.split())
    unseen = [name(card) for card in DECK if name(card) not in (*cards, *theirs)]
    option = "buy" if len(cards) == 6 else None
    total = 0
    for card in unseen:
        lines = settle(cards[:5], 1, theirs, option=option, final_cards=cards, forced_card=card, second_hand=second)
        total += sum(line.net for line in lines if line.wager != "buy")
    found = choices(hand, dealer=dealer, rules=Rules.read([f"second_hand={second}"]))
    assert found == {"force": Fraction(total, len(unseen)), "take the ante": 1}


def test_nobody_forces_for_three_to_one() -> None:
    """Every dealer without a hand and every new card: at most twelve make a pair, and such a bet beats nothing more."""
    against = dealers("9c 9d 9h 6s 3h", "7d")
    pairs = ((against.forced >= LOWEST) & (against.forced < straight())).sum(axis=1)
    assert pairs.max() == 12
    assert 12 * 2 * 3 - 37 < 37 < 12 * 2 * 4 - 37
    for hand in ("9c 9d 9h 6s 3h", "Ac Ad 9h 9s Kh", "Kc Kd Ah 5s 3h"):
        assert choices(hand, dealer="Qc Jd 8h 7s 5c")["force"] < 1


def straight() -> int:
    return int(evaluate(np.array([read_cards("5c 4d 3h 2s Ac")], np.uint8))[0])


@pytest.mark.parametrize(
    ("hand", "up", "dealer", "told"),
    [
        ("9c 9d Jh 6s", "7d", "", "the hand before buying or exchanging has five cards, not 4"),
        ("9c 9d Jh 6s 3h 2c", "7d", "", "has five cards, not 6"),
        ("9c 9d Jh 6s 6s", "7d", "", "6s is given twice: the deck has it once"),
        ("9c 9d Jh 6s 7d", "7d", "", "7d is given twice"),
        ("9c 9d Jh 6s Jk", "7d", "", "Jk is not among the 52 cards"),
        ("9c 9d Jh 6s ??", "7d", "", r"\?\? is not among the 52 cards"),
        ("9c 9d Jh 6s 3h", "", "", "give the dealer's up card .* or his five cards after: one of them"),
        ("9c 9d Jh 6s 3h", "7d", "Qc Jd 9h 7s 5c", "one of them"),
        ("9c 8c 7c 6c 5c", "7d", "", "Straight Flush: instant cash is paid and the round is over"),
        ("9c 9d Jh 6s", "", "Qc Jd 9h 7s 5c", "the hand has five cards, or six with a bought one, not 4"),
        ("9c 9d Jh 6s 3h", "", "Qc Jd 9h 7s", "the dealer's hand has five cards, not 4"),
        ("9c 9d Jh 6s 3h", "", "Qc Qd 9h 7s 5c", "the dealer qualifies with One Pair, queens .*: he cannot be forced"),
        ("9c 9d Jh 6s 3h", "", "Ac Kd 9h 7s 5c", "he cannot be forced"),
        ("9c 9d Jh 6s 3h", "", "Qc 9d 8h 7s 5c", "9d is given twice"),
    ],
)
def test_bad_positions(hand: str, up: str, dealer: str, told: str) -> None:
    with pytest.raises(Refusal, match=told):
        choices(hand, up, dealer)


def test_whoever_declares_for_himself_may_play_a_straight_flush() -> None:
    found = choices("9c 8c 7c 6c 5c", "7d", rules=Rules(declare="player"))
    assert 25 < found["bet"] < found["buy"] < 200


# What kernels look up


@pytest.mark.parametrize("rules", [RANKED, SIX_ONLY])
def test_pays_are_those_of_the_settlement(rules: Rules) -> None:
    chance, tables = Random(1), load_tables()
    pools = (
        [*DECK],
        [*range(32, 52)],
        [card for card in DECK if card & 3 < 2],
        [card for card in DECK if card >> 2 in (3, 4, 11, 12)],
    )
    by_rank = five_pays(rules.second_hand == "ranked")
    seen = set()
    for _ in range(2500):
        cards = chance.sample(chance.choice(pools), chance.choice((5, 6)))
        rank = rank_of(cards)
        if not qualifies(tuple(map(name, cards))):
            continue
        place = int(np.searchsorted(tables.values, rank))
        pay = pay_of(np.array(cards, np.uint8), len(cards), place, rules.second_hand == "ranked", tables)
        assert line_names(pay) == tuple(line.name for line in bet_lines(cards, rank, rules))
        assert odds_of(pay, rules) == sum(bet_odds(tuple(map(name, cards)), rules.second_hand))
        if len(cards) == 5:
            both = {high_card(card) for card in cards} >= {1, 2}
            assert by_rank[place, int(both)] == pay
        seen.add(pay)
    assert len(seen) > 15
    assert all(pay < PAYS for pay in seen)


@pytest.mark.parametrize(
    ("hand", "up", "dead", "win"),
    [
        ("Kh Th 8h 6h 3h", "2c", "", 10),
        ("Kh Th 8h 6h 3h", "Ah", "2d 3d", 10),
        ("9c 8d 7h 6h 5s", "4h", "Ac Ad Ah As Kd", 8),
        ("Tc Td Th 6s 6h", "Kd", "", 14),
        ("9c 8c 7c 6c 5c Kc", "Td", "", 110),
        ("9c 9d 6h 6s 3c 3d", "Qd", "", 8),
        ("9c 9d 9h As Kd", "5d", "", 8),
    ],
)
def test_all_forced_dealers_at_once(hand: str, up: str, dead: str, win: int) -> None:
    cards, shown, gone = read_cards(hand), read_card(up), read_cards(dead)
    against = Dealers([*cards, *gone], shown)
    rank = int(evaluate(np.array([cards], np.uint8))[0])
    unseen = sum(1 << 16 * (int(card) & 3) + (int(card) >> 2) for card in against.unseen)
    stub = len(against.unseen) - 4
    found = force_all(np.uint64(unseen), shown, rank, win, 1, stub, stays())
    dealable = ~against.has[against.none] & (against.forced >= LOWEST)
    counts = [
        (dealable & side).sum(axis=1).astype(int)
        for side in (against.forced < rank, against.forced == rank, against.forced > rank)
    ]
    better = win * counts[0] - 3 * counts[2] > 2 * stub
    assert tuple(found) == (better.sum(), *(int(count[better].sum()) for count in counts))


def test_classes_stand_for_all_hands() -> None:
    for size in (5, 6):
        listed = classes.list_hands(size, classes.classes_of(size))
        assert len(listed) == classes.classes_of(size).total
        assert all(
            classes.number_of(listed[each], classes.classes_of(size)) == each for each in range(0, len(listed), 997)
        )
        x, y, z = (listed >> np.uint64(16 * suit) & np.uint64(0xFFFF) for suit in (1, 2, 3))
        alike = (x == y).astype(int) + (y == z) + (x == z)
        assert np.array([6, 3, 0, 1])[alike].sum() == comb(51, size)
        assert [classes.stands_for(hand) for hand in listed[:1000]] == np.array([6, 3, 0, 1])[alike[:1000]].tolist()
    cards = np.array(read_cards("Ad 9c 9h 4s 2d"), np.uint8)
    turned = np.array(read_cards("Ah 9c 9s 4d 2h"), np.uint8)
    numbers = {classes.number_of(classes.hand_of(hand, 5, 3), classes.classes_of(5)) for hand in (cards, turned)}
    assert len(numbers) == 1
    found = np.empty(5, np.uint8)
    classes.cards_of(classes.hand_of(cards, 5, 3), 3, found)
    assert sorted(found) == sorted(cards)
