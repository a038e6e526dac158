"""The round of Blackjack Lucky 8: who is asked what, what is refused, when the dealer draws, and the shoe."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealing import play_randomly, random_setup
from houseway.asks import Act
from houseway.cards import name
from houseway.felt import RACK, SHOE, Acted, Announced, CardsMoved, ChipsMoved, Move
from houseway.games.blackjack import GAME
from houseway.games.blackjack.rules import Rules
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.round_lines import RoundFileRefusal
from houseway.rounds import RoundFile
from houseway.settling import settle
from houseway.shoe import Shoe, stacked
from houseway.table import Placed
from naive import blackjack as naive

FEW = "8888TTKAAA6539"  # ranks that make pairs, blackjacks and busts frequent


def begun(cards: str, *answers: str, chips: int = 1_000_000, wager: int = 1000, rules: str = "") -> Round:
    """Seat 1 alone with these cards to come, after these answers."""
    text = f"game blackjack\nrules {rules}\nshoe {cards}\nseat 1 wagers main {wager // 100}\n"
    setup = RoundFile(text).setup()
    playing = Round(GAME, Setup(setup.rules, setup.shoe, setup.wagers, {1: chips}))
    for answer in answers:
        verb, _, amount = answer.partition(":")
        playing.answer(1, Act(verb, int(amount) if amount else None))
    return playing


@pytest.mark.parametrize(
    ("cards", "answers", "verb", "clause"),
    [
        ("As 9d Ac", [], "split", "3.9.1"),  # aces, and once only
        ("8s 9d 8c 8h 3c", ["split"], "split", "3.8"),
        ("5s 9d 6c", [], "double", "3.11.1"),
        ("8s 9d 8c 3c", ["split"], "double", "3.11.2"),
    ],
)
def test_a_choice_names_its_own_clause(cards: str, answers: list[str], verb: str, clause: str) -> None:
    playing = begun(cards, *answers)
    assert playing.ask is not None
    choice = playing.ask.choices[1].choice(verb)
    assert choice is not None
    assert choice.clause == clause


@pytest.mark.parametrize(
    ("cards", "answers", "act", "clause"),
    [
        ("Ts Ad 6c", ["decline"], Act("surrender"), "3.10"),  # 3.10: not against an ace
        ("Ts 9d 2c 3c", ["hit"], Act("surrender"), "3.10"),  # 3.10: before the subsequent deal
        ("8s 9d 8c 3c", ["split"], Act("surrender"), "3.10.1"),
        ("Ts 9d 2c 3c", ["hit"], Act("double"), "3.11"),  # 3.11.1: the first two cards
        ("5s 9d 6c", [], Act("double", 1001), "3.11.1"),
        ("5s 9d 6c", [], Act("double", 1100), "3.11.1"),
        ("5s 9d 6c", [], Act("double", 0), "3.11.1"),
        ("5s 9d 6c", [], Act("double", -100), "3.11.1"),
        ("5s 9d 6c", [], Act("double", 150), "3.11.1"),
        ("8s 9d 8c 3c", ["split"], Act("double", 2000), "3.11.2"),
        ("Ts 9d 9c", [], Act("split"), "3.8"),  # 3.8: the same value
        ("8s 9d 2c 6c", ["hit"], Act("split"), "3.8"),  # 3.8: the first two
        ("8s 9d 8c 8h 8d 8s", ["split", "split", "split"], Act("split"), "3.9"),  # four hands
        ("Ts 9d 9c", [], Act("insure", 100), "3.12"),  # 3.12: an ace only
        ("Ts Ad 9c", [], Act("insure", 600), "3.12"),
        ("Ts Ad 9c", [], Act("insure", 0), "3.12"),
        ("Ts Ad 9c", [], Act("insure"), "3.12"),
        ("Ts Ad 9c", [], Act("insure", 150), "3.12"),
        ("Ts Ad 9c", [], Act("even money"), "3.7.1"),  # 3.7.1: with blackjack only
        ("Ts Ad 9c", [], Act("hit"), "3.14"),
        ("Ts 9d 9c", [], Act("hit", 100), "3.14"),
        ("Ts 9d 9c", [], Act("stand", cards=(3,)), "3.13"),
    ],
)
def test_an_illegal_act_is_refused_with_its_clause_and_changes_nothing(
    cards: str, answers: list[str], act: Act, clause: str
) -> None:
    playing = begun(cards, *answers)
    ask, moves, chips = playing.ask, list(playing.moves), dict(playing.felt.chips)
    with pytest.raises(Refusal) as refusal:
        playing.answer(1, act)
    assert refusal.value.clause == clause
    assert (playing.ask, playing.moves, playing.felt.chips) == (ask, moves, chips)


@pytest.mark.parametrize(
    ("cards", "lines", "clause"),
    [
        ("As 9d Kc", "seat 1 hits", "3.15"),
        ("As Td Kc", "seat 1 doubles", "3.15"),
        ("As Td Kc", "seat 1 even money", "3.7.1"),
        ("5s 9d 6c Tc", "seat 1 hits\nseat 1 hits", "3.15"),
        ("5s 9d 6c 2c", "seat 1 doubles\nseat 1 hits", "3.11.3"),
        ("As 9d Ac 2c 3c", "seat 1 splits\nseat 1 hits", "3.9.1"),
        ("As 9d Ac Ah 3c", "seat 1 splits\nseat 1 splits", "3.9.1"),
        ("As 9d Ac 2c 3c", "seat 1 splits\nseat 1 doubles", "3.9.1"),
        ("Ts 9d 9c", "seat 1 stands\nseat 1 hits", "3.14"),
        ("Ts Td 6c", "seat 1 surrenders\nseat 1 stands", "3.13"),
        ("Ts Ad 6c Tc", "seat 1 hits\nseat 1 insures 5", "3.12"),
        ("Ts 9d 9c", "seat 2 hits", "3.14"),
    ],
)
def test_a_decision_that_nobody_is_asked_for_is_refused_with_its_clause(cards: str, lines: str, clause: str) -> None:
    with pytest.raises(RoundFileRefusal) as refusal:
        settle(RoundFile(f"game blackjack\nshoe {cards}\nseat 1 wagers main 10\n{lines}\n---\n"))
    assert (refusal.value.clause, refusal.value.line) == (clause, 4 + lines.count("\n"))


def verbs(playing: Round) -> set[str]:
    assert playing.ask is not None
    return {choice.verb for choice in playing.ask.choices[1].options}


def test_what_is_offered_on_the_first_two_cards() -> None:
    """3.4: stand, draw, split, surrender and double; insurance when there is an ace."""
    assert verbs(begun("8s 9d 8c")) == {"hit", "stand", "double", "split", "surrender"}
    offered = begun("8s 9d 8c", wager=2500).ask
    assert offered is not None
    assert {choice.verb: choice.costs for choice in offered.choices[1].options}["split"] == 2500  # a second wager
    assert verbs(begun("8s 9d 9c")) == {"hit", "stand", "double", "surrender"}
    assert verbs(begun("8s Ad 8c")) == {"decline", "insure"}
    assert verbs(begun("As Ad Kc")) == {"decline", "insure", "even money"}
    assert verbs(begun("8s Ad 8c", "decline")) == {"hit", "stand", "double", "split"}


def test_blackjack_and_21_are_not_asked() -> None:
    """3.15: with blackjack, and with 21 hard or soft, there is nothing to decide."""
    assert begun("As 9d Kc").done
    assert begun("5s 9d 6c Tc", "hit").done
    assert begun("As 9d 2c 8c", "hit").done
    assert begun("As 9d Ac Kc Qc", "split").done


def test_a_player_without_the_chips_neither_splits_nor_insures_nor_doubles() -> None:
    assert verbs(begun("8s 9d 8c", chips=1000)) == {"hit", "stand", "surrender"}
    assert verbs(begun("8s Ad 8c", chips=1000)) == {"decline"}
    short = begun("8s 9d 8c", chips=1999)
    assert verbs(short) == {"hit", "stand", "surrender", "double"}
    with pytest.raises(Refusal, match="needs an amount from 1 to 9"):
        short.answer(1, Act("double"))
    short.answer(1, Act("double", 900))
    assert [payoff.stake for payoff in short.payoffs] == [1900]


def test_the_least_double_is_the_table_minimum() -> None:
    """3.11, 1.1.2, ruling B6."""
    playing = begun("5s 9d 6c", rules="min=5")
    with pytest.raises(Refusal) as refusal:
        playing.answer(1, Act("double", 400))
    assert refusal.value.clause == "3.11.1"
    playing.answer(1, Act("double", 500))
    assert "double" not in verbs(begun("5s 9d 6c", rules="min=5", chips=1400))


def test_a_double_without_an_amount_is_for_the_whole_wager_and_shown_so() -> None:
    playing = begun("5s 9d 6c", "double")
    assert [move.amount for move in playing.moves if isinstance(move, Acted)] == [1000]
    assert [payoff.stake for payoff in playing.payoffs] == [2000]


def test_insurance_goes_to_half_the_wager_even_if_that_is_half_a_chip() -> None:
    """3.12."""
    playing = begun("Ts Ad 9c", wager=1500)
    assert playing.ask is not None
    offered = playing.ask.choices[1]
    assert {act.amount for act in offered if act.verb == "insure"} == {100, 200, 300, 400, 500, 600, 700, 750}
    assert all(act in offered for act in offered)


def test_who_does_not_decide_stands_without_insurance() -> None:
    """Ruling G6."""
    playing = begun("Ts Ad 9c")
    assert playing.time_out(1) == Act("decline", by_house=True)
    assert playing.time_out(1) == Act("stand", by_house=True)


def test_a_decision_of_somebody_else_is_refused() -> None:
    text = "game blackjack\nseat 1 wagers main 10\nseat 1 player Bea wagers pair 5\nseat 1 player Bea stands\n---\n"
    with pytest.raises(RoundFileRefusal, match="Bea does not decide"):
        settle(RoundFile(text))


def test_no_wager_is_taken_after_no_more_bets() -> None:
    """3.2, 5.3."""
    with pytest.raises(RoundFileRefusal) as refusal:
        RoundFile("game blackjack\nseat 1 wagers main 10\nseat 1 stands\nseat 2 wagers main 10\n")
    assert (refusal.value.clause, refusal.value.line) == ("5.3", 4)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_the_initial_deal_goes_around_twice_face_up_with_the_dealer_between(number: int) -> None:
    """3.1, 3.2, 3.6."""
    chance = Random(number)
    played = Round(GAME, random_setup(GAME, Rules(), chance))
    said = [move.text for move in played.moves if isinstance(move, Announced)]
    assert said[:2] == ["Place your bets, please", "No more bets"]
    dealt = [move for move in played.moves if isinstance(move, CardsMoved) and move.source == SHOE]
    boxes = [f"{seat}/hand" for seat in played.table.seats]
    deal = dealt[: 2 * len(boxes) + 1]
    assert [move.target for move in deal] == [*boxes, "dealer/hand", *boxes]
    assert all(move.up and len(move.cards) == 1 for move in deal)
    assert [move.cards[0] for move in deal] == list(played.setup.shoe.order[: len(deal)])
    assert played.moves.index(deal[0]) > [type(move) for move in played.moves].index(ChipsMoved)


class Seen(NamedTuple):
    """What a camera saw of one box."""

    hands: list[naive.Hand]
    wager: int
    insurance: int


def boxes_seen(played: Round) -> dict[int, Seen]:
    """Every box's hands and stakes, gathered from the moves."""
    cards: dict[str, list[str]] = {}
    stakes: dict[str, int] = {}
    acts = {(move.seat, move.verb) for move in played.moves if isinstance(move, Acted)}
    for move in played.moves:
        if isinstance(move, CardsMoved) and move.target != RACK:
            for card in move.cards:
                if move.source != SHOE:
                    cards[move.source].remove(name(card))
                cards.setdefault(move.target, []).append(name(card))
        if isinstance(move, ChipsMoved) and move.source.endswith("/chips"):
            stakes[move.target] = stakes.get(move.target, 0) + move.amount
        elif isinstance(move, ChipsMoved) and "main" in move.source and move.clause == "3.8":
            stakes[move.source] -= move.amount
            stakes[move.target] = stakes.get(move.target, 0) + move.amount
    seen = {}
    for seat in played.table.seats:
        places = [mark for mark in ("", " 2", " 3", " 4") if cards.get(f"{seat}/hand{mark}")]
        hands = [
            naive.Hand(
                tuple(cards[f"{seat}/hand{mark}"]),
                stakes[f"{seat}/main{mark}"] + stakes.get(f"{seat}/double{mark}", 0),
                bool(stakes.get(f"{seat}/double{mark}")),
                len(places) > 1,
                (seat, "surrender") in acts,
                (seat, "even money") in acts,
            )
            for mark in places
        ]
        seen[seat] = Seen(hands, stakes[f"{seat}/main"], stakes.get(f"{seat}/insurance", 0))
    return seen


def random_few(number: int, words: str) -> Round:
    """A round of random acts from a shoe of few ranks."""
    chance = Random(number)
    setup = random_setup(GAME, Rules.read(words.split()), chance)
    deck = [card for card in setup.shoe.order if name(card)[0] in FEW]
    cards = [chance.choice([card for card in deck if name(card)[0] == chance.choice(FEW)] or deck) for _ in range(150)]
    few = Setup(setup.rules, Shoe(cards), setup.wagers, setup.chips, inventory=10**12)
    return play_randomly(Round(GAME, few), chance)


OPTIONS = ["dealer_blackjack=obo", "dealer_blackjack=obbo", "dealer_blackjack=bb1 pair=value", "side_bets=at_the_end"]


@pytest.mark.parametrize("words", OPTIONS)
@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 2**32))
def test_a_round_pays_what_the_oracle_makes_of_what_was_seen(words: str, number: int) -> None:
    played = random_few(number, words)
    if played.table.voided:
        return
    rules = played.setup.rules
    assert isinstance(rules, Rules)
    dealer = dealers_cards(played)
    wanted = []
    for seat, box in boxes_seen(played).items():
        wanted += [(seat, *line) for line in naive.settle_box(box.hands, box.wager, dealer, rules.dealer_blackjack)]
        if box.insurance:
            wanted.append((seat, *naive.insurance(dealer, box.insurance)))
        first = tuple(name(card) for card in initial_cards(played, seat))
        for placed in played.setup.wagers:
            if placed.seat == seat and placed.wager == "pair":
                wanted.append((seat, *naive.pair(first, placed.amount, rules.pair)))
            elif placed.seat == seat and placed.wager == "lucky8":
                wanted.append((seat, *naive.lucky8(first, dealer[0], placed.amount, rules.pair)))
    found = [(payoff.seat, payoff.wager, payoff.stake, payoff.net, payoff.clause) for payoff in played.payoffs]
    assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize("words", OPTIONS)
@settings(max_examples=60, deadline=None)
@given(number=st.integers(0, 2**32))
def test_the_dealer_draws_as_far_as_a_wager_depends_on_it(words: str, number: int) -> None:
    """3.19, rulings B3 and B8."""
    played = random_few(number, words)
    if played.table.voided:
        return
    boxes, dealer = boxes_seen(played).values(), dealers_cards(played)
    maybe = naive.points(dealer[0]) in (1, 10)
    hands = [hand for box in boxes for hand in box.hands if not hand.surrendered and not hand.even_money]
    standing = [hand for hand in hands if naive.total(hand.cards) <= 21]
    compared = [hand for hand in standing if not naive.is_blackjack(hand.cards, hand.was_split)]
    saved = [box for box in boxes if any(hand.doubled or hand.was_split for hand in box.hands)]
    suspense = "obbo" not in words and "bb1" not in words
    second = any(box.insurance for box in boxes) or bool(compared) or (maybe and bool(standing or (suspense and saved)))
    assert (len(dealer) > 1) == second
    if compared:
        assert naive.total(dealer) >= 17
        assert len(dealer) == 2 or naive.total(dealer[:-1]) < 17
    else:
        assert len(dealer) <= 2


def dealers_cards(played: Round) -> tuple[str, ...]:
    dealt = (move for move in played.moves if isinstance(move, CardsMoved) and move.target == "dealer/hand")
    return tuple(name(move.cards[0]) for move in dealt)


def initial_cards(played: Round, seat: int) -> tuple[int, ...]:
    seats = played.table.seats
    place = seats.index(seat)
    return played.setup.shoe.order[place], played.setup.shoe.order[place + len(seats) + 1]


def test_added_stakes_stay_in_suspense_until_the_second_card_is_known() -> None:
    """4.5 over 3.16, ruling B3: the cards go at once, the chips when the dealer has drawn."""
    moves = begun("9s Td 7c Th 5d", "double").moves
    cards = index(moves, lambda move: isinstance(move, CardsMoved) and (move.source, move.target) == ("1/hand", RACK))
    second = index(moves, lambda move: isinstance(move, CardsMoved) and move.clause == "3.19")
    chips = index(moves, lambda move: isinstance(move, ChipsMoved) and move.target == "inventory")
    assert cards < second < chips


def test_without_added_stakes_a_busted_hand_is_collected_before_the_next_box_plays() -> None:
    """3.16."""
    text = (
        "game blackjack\nshoe Ts 9s Td 6c 8c Th 2c 7c\nseat 1 wagers main 10\nseat 2 wagers main 10\nseat 1 hits\n---"
    )
    playing = Round(GAME, RoundFile(text).setup())
    playing.go_on()
    playing.answer(1, Act("hit"))
    assert [(payoff.seat, payoff.clause) for payoff in playing.payoffs] == [(1, "4.4.2")]
    assert playing.felt.count("1/hand") == 0
    assert playing.waiting() == [2]


def index(moves: list[Move], wanted: Callable[[Move], bool]) -> int:
    return next(place for place, move in enumerate(moves) if wanted(move))


# The shoe


def cut_said(played: Round) -> list[str]:
    return [move.text for move in played.moves if isinstance(move, Announced) and move.clause == "B9"]


@pytest.mark.parametrize(("behind", "said"), [(411, 0), (412, 2), (413, 2), (415, 2), (416, 2)])
def test_the_round_in_which_the_cut_card_appears_is_played_out(behind: int, said: int) -> None:
    """Ruling B9: four cards of 416 are dealt; the cut card appears when all before it are out."""
    played = begun("Ts 9d 9c Tc", "stand", rules=f"cut_card={behind}")
    assert [payoff.clause for payoff in played.payoffs] == ["4.6.1"]
    assert len(cut_said(played)) == said


def test_the_cards_left_stay_in_the_shoe_for_the_next_round() -> None:
    """Ruling B9."""
    shoe = stacked((), GAME.deck(Rules()))
    dealt = []
    for _ in range(3):
        played = Round(GAME, Setup(Rules(), shoe, (Placed(1, "main", 1000),)))
        while not played.done:
            played.time_out(1)
        dealt += [
            card for move in played.moves if isinstance(move, CardsMoved) for card in move.cards if move.source == SHOE
        ]
        left = played.felt.down[SHOE]
        assert list(shoe.order) == [*dealt, *left]
        assert len(played.felt.down[RACK]) == len(shoe) - len(left)
        shoe.position = len(shoe.order) - len(left)
    assert GAME.cut_card is not None
    assert GAME.cut_card(Rules()) == 52


def test_a_shoe_that_runs_out_voids_the_round() -> None:
    """Own ruling HB6."""
    rules = Rules(decks=1)
    played = Round(
        GAME, Setup(rules, Shoe(stacked((), GAME.deck(rules)).order[:4]), (Placed(1, "main", 1000),), {1: 5000})
    )
    while not played.done:
        played.answer(1, Act("hit"))
    assert [(payoff.net, payoff.result) for payoff in played.payoffs] == [(0, "void")]
    assert played.felt.stake("1/chips") == 5000
