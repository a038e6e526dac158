"""Blackjack's recursion against fractions: the dealer, positions, split boxes of small shoes, whole games."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
import pytest

from houseway.cards import DECK, names, read_card, read_cards
from houseway.games.blackjack import odds
from houseway.games.blackjack.boxes import play, play_against
from houseway.games.blackjack.by_total import basic_strategy, fill_in, policy_of
from houseway.games.blackjack.compositions import BLACKJACK, VALUES, all_hands, dealer_tree
from houseway.games.blackjack.optimum import Terms, cards_of, manners_of, no_policy, solve
from houseway.games.blackjack.playing import played
from houseway.games.blackjack.recursion import DOUBLE, HIT, MOST_DRAWN, STAND, dealer_chances
from houseway.games.blackjack.rules import Rules
from houseway.games.blackjack.settle import DealerBlackjack
from houseway.games.blackjack.splitting import OTHER, PAIR, SplitActs, split_box, weigh_hands, with_together
from houseway.games.blackjack.strategy import Tables
from houseway.returns import Position
from naive import blackjack as naive
from naive import blackjack_shoe as by_card

DIGITS = Fraction(1, 10**13)
OPTIONS: tuple[DealerBlackjack, ...] = ("obo", "obbo", "bb1")


# One hand.


@pytest.mark.parametrize("up", range(1, 11))
def test_the_dealer_ends_as_in_fractions(up: int) -> None:
    for shoe in (by_card.without(by_card.decks(1), up), by_card.without(by_card.decks(1), up, 10, 10, 4, 1, 7)):
        ends = by_card.dealer((up,), shoe)
        found = np.zeros(7)
        dealer_chances(dealer_tree(), up - 1, np.array(shoe, np.float64), 1.0, np.empty(2 * MOST_DRAWN), found)
        wanted = [ends.get(end, Fraction(0)) for end in (17, 18, 19, 20, 21, by_card.BLACKJACK, by_card.BUST)]
        assert all(abs(Fraction(one) - other) < DIGITS for one, other in zip(found, wanted, strict=True))
    by_card.dealer.cache_clear()


def test_the_dealer_of_an_infinite_deck_ends_as_the_books_say() -> None:
    """Dealer standing on all 17s, no hole card: the figures that every book on the game has."""
    wanted = {6: 0.4232, 10: 0.2121, 1: 0.1153, 5: 0.4164, 2: 0.3536}
    for up, above in wanted.items():
        found = np.zeros(7)
        shoe = np.array([4.0] * 9 + [16.0])
        dealer_chances(dealer_tree(), up - 1, shoe, 0.0, np.empty(2 * MOST_DRAWN), found)
        assert round(found[BLACKJACK + 1], 4) == above
        assert found[BLACKJACK] == {1: 4 / 13, 10: 1 / 13}.get(up, 0)


@pytest.mark.parametrize(
    ("hand", "up", "decks"),
    [
        ("Ts 6d", "Th", 1),
        ("9s 7d", "Th", 8),
        ("4s 4d 8h", "Tc", 1),
        ("6s 5d", "Th", 2),
        ("Ts 5d", "Ah", 1),
        ("As 8d", "9c", 1),
        ("Ts Kd", "7c", 1),
        ("7s 7d 7c", "Ac", 8),
        pytest.param("6s 5d", "Ah", 1, marks=pytest.mark.long),
        pytest.param("As 7d", "Ac", 1, marks=pytest.mark.long),
        pytest.param("Ts 2d", "4h", 1, marks=pytest.mark.long),
        pytest.param("As Ad As 4c", "6c", 2, marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("option", OPTIONS)
def test_what_a_hand_is_worth_is_what_every_card_says(hand: str, up: str, decks: int, option: DealerBlackjack) -> None:
    cards, top = read_cards(hand), read_card(up)
    values = tuple(sorted(naive.points(text) for text in names(cards).split()))
    first = naive.points(names((top,)))
    shoe = by_card.without(by_card.decks(decks), *values, first)
    wanted = {"stand": by_card.stands(values, first, shoe)}
    if by_card.total(values) < 21:
        wanted["hit"] = by_card.hits(values, first, shoe)
        if len(values) == 2:
            wanted["double"] = by_card.doubles(values, first, shoe, option)
    if len(values) == 2 and first != 1:
        wanted["surrender"] = Fraction(-1, 2)
    rules = Rules(decks=decks, dealer_blackjack=option)
    found = {choice.action: choice.ev.value for choice in odds.choices(Position(rules=rules, hand=cards, up=top))}
    found.pop("split", None)
    assert found.keys() == wanted.keys()
    for act, worth in wanted.items():
        assert abs(found[act] - worth) < DIGITS, act


# Split boxes: all cards of small shoes, hand by hand in the order of play.

SMALL: Mapping[str, by_card.Shoe] = {
    "many eights": (1, 0, 3, 0, 2, 0, 0, 5, 0, 5),
    "no more eights": (2, 0, 3, 0, 2, 0, 0, 0, 0, 6),
}


def stiff(cards: by_card.Cards) -> str:
    """Any play will do that hits, stands and doubles, exceeds 21 now and then, and looks at the order of its cards."""
    points = by_card.total(cards) - 2 * (cards[1] == cards[0])
    if len(cards) == 2 and points in (11, 13):
        return "double"
    return "hit" if points < 17 else "stand"


@pytest.mark.parametrize("shoe", SMALL.values(), ids=SMALL.keys())
@pytest.mark.parametrize("up", [1, 10, 5])
@pytest.mark.parametrize("again", [True, False])
def test_a_split_box_is_worth_what_its_hands_bring_in_the_order_of_play(
    shoe: by_card.Shoe, up: int, again: bool
) -> None:
    acts = _acts(stiff, again)
    left = np.array(shoe, np.float64)
    for option in OPTIONS:
        wanted = by_card.splits(8, up, shoe, stiff, again, option)
        box = split_box(up - 1, 7, left, 1.0, acts)
        most = box.most(option)
        box = with_together(box, option, up - 1, 7, left, 1.0, acts)
        assert abs(Fraction(box.worth(option)) - wanted) < DIGITS
        assert box.worth(option) <= most + 1e-12
        assert abs(sum(box.numbers) - 1) < 1e-12
    by_card.dealer.cache_clear()


def test_split_aces_take_one_card_each() -> None:
    shoe = by_card.without(by_card.decks(1), 1, 1, 10)
    wanted = by_card.splits(1, 10, shoe, lambda cards: "stand", False, "obo")
    found = odds.choices(Position(rules=Rules(decks=1), hand=read_cards("As Ad"), up=read_card("Tc")))
    assert abs(next(choice.ev.value for choice in found if choice.action == "split") - wanted) < DIGITS
    by_card.dealer.cache_clear()


@pytest.mark.long
@pytest.mark.parametrize("option", OPTIONS)
def test_a_split_of_eights_from_one_deck(option: DealerBlackjack) -> None:
    """The best play's own acts, all of one deck; without splitting again, which would take a day in fractions."""
    terms = Terms(1, option)
    policy = solve(terms).policy
    hands = all_hands()
    split = SplitActs(policy.opening[manners_of(7), 9], policy.further[manners_of(7), 9], again=False)

    def acts(cards: by_card.Cards) -> str:
        hand, kind = 0, int(cards[0] == cards[1])
        for card in cards:
            hand = hands.after[hand, card - 1]
        act = split.opening[kind, hand] if len(cards) == 2 else split.further[kind, hand]
        return {HIT: "hit", STAND: "stand", DOUBLE: "double"}[int(act)]

    shoe = terms.without(9, 7, 7)
    wanted = by_card.splits(8, 10, tuple(int(count) for count in shoe), acts, False, option)
    box = with_together(split_box(9, 7, shoe, 1.0, split), option, 9, 7, shoe, 1.0, split)
    assert abs(Fraction(box.worth(option)) - wanted) < DIGITS


# The best play.


def test_eights_of_one_deck_against_a_two_bring_what_is_possible() -> None:
    """A figure that was counted independently, of all plays that see the same cards."""
    found = odds.choices(Position(rules=Rules(decks=1), hand=read_cards("8s 8d"), up=read_card("2c")))
    assert round(float(next(choice.ev.value for choice in found if choice.action == "split")), 6) == 0.122923


@pytest.mark.parametrize(
    ("up", "again"), [(6, True), (10, True), pytest.param(1, True, marks=pytest.mark.long), (10, False)]
)
def test_no_act_of_a_split_hand_can_be_changed_for_the_better(up: int, again: bool) -> None:
    """One act after another, in fractions and in the order of play, of a shoe with few small cards."""
    shoe = (1, 0, 1, 0, 1, 0, 0, 3, 0, 6)
    left = np.array(shoe, np.float64)
    _, worth = weigh_hands(up - 1, 7, left, 1.0, 0.0, 0.0, again)
    table = dict[tuple[bool, by_card.Cards], str]()

    def play(cards: by_card.Cards) -> str:
        return table.get((cards[0] == cards[1], tuple(sorted(cards))), "stand")

    for kind, hand, cards in _hands_of_eights():
        brings = {"stand": worth.stand[kind, hand], "hit": worth.hit[kind, hand]}
        if len(cards) == 2:
            brings["double"] = worth.double[kind, hand]
        if by_card.total(cards) < 21 and max(brings.values()) != min(brings.values()):
            table[cards[0] == cards[1], tuple(sorted(cards))] = max(brings, key=lambda act: float(brings[act]))
    best = by_card.splits(8, up, shoe, play, again, "obo")
    assert abs(Fraction(split_box(up - 1, 7, left, 1.0, _acts(play, again)).worth("obo")) - best) < DIGITS
    for place, act in list(table.items()):
        for other in {"stand", "hit", *(["double"] if len(place[1]) == 2 else [])} - {act}:
            table[place] = other
            assert by_card.splits(8, up, shoe, play, again, "obo") <= best, (place, other)
        table[place] = act
    by_card.dealer.cache_clear()


# Whole games.


@pytest.mark.parametrize(("terms", "ups"), [(Terms(1), (0, 5, 9)), (Terms(1, "obbo"), (9,)), (Terms(None), (6,))])
def test_the_best_play_brings_what_its_best_choices_bring(terms: Terms, ups: tuple[int, ...]) -> None:
    """Forwards, by how every hand ends, and backwards, by the best choice of every first two cards."""
    solution = solve(terms)
    rules = Rules(decks=terms.decks or 8, dealer_blackjack=terms.dealer_blackjack)
    by_value = {value: DECK[48 if value == 0 else 4 * (value - 1)] for value in range(VALUES)}
    for up in ups:
        ev = Fraction(0)
        for first, second, chance in _first_two(terms, up):
            cards = by_value[first], by_value[second] + (1 if first == second else 0)
            top = by_value[up] + 3
            position = Position(rules=rules, hand=cards, up=top, infinite_deck=terms.decks is None)
            found = {choice.action: choice.ev.value for choice in odds.choices(position)}
            found.pop("even money", None)
            ev += chance * max(found.values())
        assert abs(Fraction(play_against(terms, up, solution.policy, solution.splits).ev) - ev) < DIGITS


def test_with_an_infinite_deck_nothing_is_lost_by_looking_at_totals_alone() -> None:
    terms = Terms(None)
    assert play(terms, policy_of(basic_strategy(terms))).ev == pytest.approx(
        play(terms, solve(terms).policy).ev, abs=1e-15
    )


def test_basic_strategy_can_be_improved_in_no_entry() -> None:
    """One entry after another is changed against a ten of one deck."""
    terms, up = Terms(1), 9
    tables = basic_strategy(terms)

    def ev(played: Tables) -> float:
        policy = no_policy()
        fill_in(policy, up, played)
        return play_against(terms, up, policy).ev

    best, column = ev(tables), up - 1
    for kind, rows in tables._asdict().items():
        for row, letters in rows.items():
            for letter in "P-" if kind == "pairs" else "HSDR":
                changed = letters[:column] + letter + letters[column + 1 :]
                assert ev(tables._replace(**{kind: {**rows, row: changed}})) <= best + 1e-15, (kind, row, letter)


def test_edges_are_where_the_literature_has_them() -> None:
    """Eight decks, all 17s stand, doubling after splitting: about 0.43%; a quarter of a percent less by surrender."""
    without = played("optimal", Terms(8, surrender_takes=Fraction(1))).ev
    assert round(-without, 4) == 0.0043
    assert 0.0023 < played("optimal", Terms(8)).ev - without < 0.0026


def _acts(plays: by_card.Acts, again: bool) -> SplitActs:
    """A play of split eights as the arrays that the recursion reads."""
    codes = {"hit": HIT, "stand": STAND, "double": DOUBLE}
    opening, further = np.zeros((2, 2, len(all_hands().size)), np.int8)
    for kind, hand, cards in _hands_of_eights():
        (opening if len(cards) == 2 else further)[kind, hand] = codes[plays(cards)]
    return SplitActs(opening, further, again)


def _hands_of_eights() -> Iterator[tuple[int, int, by_card.Cards]]:
    """Every hand that begins with an eight, by class: its second card is another one, or none; in such an order."""
    for hand in map(int, np.flatnonzero((all_hands().size >= 2) & (all_hands().counts[:, 7] > 0))):
        cards = [value + 1 for value in cards_of(hand)]
        cards.remove(8)
        for kind in (OTHER, PAIR):
            second = next((card for card in cards if (card == 8) == (kind == PAIR)), None)
            if second is not None:
                rest = list(cards)
                rest.remove(second)
                yield kind, hand, (8, second, *rest)


def _first_two(terms: Terms, up: int) -> Iterator[tuple[int, int, Fraction]]:
    shoe = [int(count) for count in terms.without(up)]
    step = int(terms.step)
    cards = sum(shoe)
    for first in range(VALUES):
        for second in range(first, VALUES):
            left = shoe[second] - (step if first == second else 0)
            orders = 1 if first == second else 2
            yield first, second, Fraction(orders * shoe[first] * left, cards * (cards - step))
