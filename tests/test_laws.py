"""The laws that hold for every game and preset."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dealing import CASES, again, play_randomly, random_act, random_round
from houseway.asks import Act, Choices
from houseway.cards import UNKNOWN, Card
from houseway.felt import CardsMoved, Felt, Move, Resolved, Revealed, fold, seen_by
from houseway.procedure import Round, Setup, opening_felt
from houseway.refusal import Refusal
from houseway.rulebook import register, rulings
from houseway.shoe import Shoe

law = pytest.mark.parametrize(("game", "preset"), CASES)
numbers = st.integers(min_value=0, max_value=2**32)


@law
@settings(max_examples=30, deadline=None)
@given(number=numbers)
def test_same_rules_shoe_and_answers_give_the_same_moves(game: str, preset: str, number: int) -> None:
    played = play_randomly(random_round(game, preset, Random(number)), Random(number))
    rerun = again(played)
    assert rerun.moves == played.moves
    assert rerun.payoffs == played.payoffs
    folded = fold(opening_felt(played.game, played.setup), played.moves)
    assert contents(folded) == contents(played.felt)


@law
@settings(max_examples=30, deadline=None)
@given(number=numbers)
def test_cards_and_chips_are_conserved_after_every_move(game: str, preset: str, number: int) -> None:
    played = play_randomly(random_round(game, preset, Random(number)), Random(number))
    felt = opening_felt(played.game, played.setup)
    cards, chips = all_cards(felt), sum(felt.chips.values())
    for move in played.moves:
        felt.apply(move)
        assert sum(felt.chips.values()) == chips
        assert all(amount >= 0 for area, amount in felt.chips.items() if area != "cage")
    assert all_cards(felt) == cards


@law
@settings(max_examples=30, deadline=None)
@given(number=numbers)
def test_the_round_ends_and_the_layout_is_clear(game: str, preset: str, number: int) -> None:
    played = play_randomly(random_round(game, preset, Random(number)), Random(number))
    assert played.done
    assert len(played.answers) <= played.game.longest
    assert played.waiting() == []
    with pytest.raises(Refusal):
        played.answer(played.table.seats[0], Act("fold"))
    left = {area for area in (*played.felt.up, *played.felt.down) if played.felt.count(area)}
    assert left <= {"discard rack", "shoe"}
    pots = set(played.game.pots.values())
    chips = {area for area, amount in played.felt.chips.items() if amount and "/" in area}
    assert {area for area in chips if not area.endswith(("/chips", "/coupons"))} <= pots


@law
@settings(max_examples=30, deadline=None)
@given(number=numbers)
def test_the_payoffs_are_the_chips(game: str, preset: str, number: int) -> None:
    played = play_randomly(random_round(game, preset, Random(number)), Random(number))
    before = opening_felt(played.game, played.setup)
    for seat in played.table.seats:
        gained = played.felt.stake(f"{seat}/chips") - before.stake(f"{seat}/chips")
        assert gained == sum(payoff.net for payoff in played.payoffs if payoff.seat == seat)
    assert [move.payoff for move in played.moves if isinstance(move, Resolved)] == played.payoffs
    for payoff in played.payoffs:
        assert (payoff.net > 0) <= (payoff.result == "win")
        assert (payoff.net < 0) <= (payoff.result == "lose")
    # A box's loss to a dealer's blackjack may stand on the first of its hands (ruling B3): nobody loses more in all.
    for wager in {(payoff.seat, payoff.player, payoff.wager) for payoff in played.payoffs}:
        lines = [payoff for payoff in played.payoffs if (payoff.seat, payoff.player, payoff.wager) == wager]
        assert sum(payoff.net for payoff in lines) >= -sum(payoff.stake for payoff in lines)


@law
@settings(max_examples=30, deadline=None)
@given(number=numbers)
def test_every_payoff_and_move_names_a_clause_of_the_register(game: str, preset: str, number: int) -> None:
    played = play_randomly(random_round(game, preset, Random(number)), Random(number))
    clauses = set(register(game))
    assert [payoff.clause for payoff in played.payoffs if payoff.clause not in clauses] == []
    named = {clause_of(move) for move in played.moves}
    assert named - clauses - set(rulings()) == set()


@law
@settings(max_examples=30, deadline=None)
@given(number=numbers, stop=st.integers(0, 12))
def test_an_act_that_is_not_offered_is_refused_and_changes_nothing(
    game: str, preset: str, number: int, stop: int
) -> None:
    chance = Random(number)
    playing = play_randomly(random_round(game, preset, chance), chance, stop)
    if playing.ask is None:
        return
    ask, moves, answers, felt = playing.ask, list(playing.moves), list(playing.answers), contents(playing.felt)
    foreign = [(seat, Act("fold")) for seat in range(9) if seat not in ask.choices]
    wrong = [Act("dance"), Act("fold", 100), Act("bet", -1), Act("bet", 2**70), Act("lay", cards=(UNKNOWN,))]
    illegal = [(who, act) for who, offered in ask.choices.items() for act in wrong if act not in offered]
    offers = [(who, offered, random_act(offered, chance)) for who, offered in ask.choices.items() for _ in range(3)]
    overfull = [(who, act) for who, offered, legal in offers for act in with_what_does_not_belong(offered, legal)]
    for who, act in [*foreign, *illegal, *overfull]:
        with pytest.raises(Refusal):
            playing.answer(who, act)
        assert (playing.ask, playing.moves, playing.answers) == (ask, moves, answers)
        assert contents(playing.felt) == felt


@law
@settings(max_examples=30, deadline=None)
@given(number=numbers, stop=st.integers(0, 12))
def test_every_act_that_is_offered_is_accepted(game: str, preset: str, number: int, stop: int) -> None:
    chance = Random(number)
    playing = play_randomly(random_round(game, preset, chance), chance, stop)
    if playing.ask is None:
        return
    for who, offered in playing.ask.choices.items():
        for act in {random_act(offered, chance) for _ in range(6)} | {offered.default}:
            assert act in offered
            other = again(playing)
            other.answer(who, act)
            assert other.answers[-1] == (who, act)


@law
@settings(max_examples=30, deadline=None)
@given(number=numbers, stop=st.integers(0, 10))
def test_two_rounds_that_differ_in_unseen_cards_look_the_same(game: str, preset: str, number: int, stop: int) -> None:
    """Cards that a viewer has not seen change places; what he is shown and what he may do stays as it is."""
    chance = Random(number)
    first = play_randomly(random_round(game, preset, chance), chance, stop)
    viewer = chance.choice([None, *first.table.seats])
    seen = {card for move in first.moves for card in shown_cards(seen_by(move, viewer))}
    second = in_another_world(first, seen, chance)
    if second is None:
        return
    assert [seen_by(move, viewer) for move in second.moves] == [seen_by(move, viewer) for move in first.moves]
    if viewer is not None and first.ask is not None and viewer in first.ask.choices:
        assert second.ask is not None
        assert second.ask.choices[viewer] == first.ask.choices[viewer]
        assert second.view(viewer).ask == first.view(viewer).ask
    assert contents(second.felt.view(viewer)) == contents(first.felt.view(viewer))


def with_what_does_not_belong(offered: Choices, legal: Act) -> list[Act]:
    """A legal act with what its verb does not take beside it: others would be shown it."""
    choice = offered.choice(legal.verb)
    assert choice is not None
    beside: list[Act] = []
    if choice.low is None:
        beside.append(replace(legal, amount=100))
    if not choice.most and choice.plays is None:
        beside.append(replace(legal, cards=(8, 9)))
    if not getattr(choice, "takes_groups", False):
        beside.append(replace(legal, groups=((8,),)))
    return beside


def in_another_world(first: Round, seen: set[Card], chance: Random) -> Round | None:
    """The round with its unseen cards exchanged, and the answers with the cards that took their places.

    None where the other cards would have to be shown: somebody there holds what must be turned over, or may not do
    what he did here. The worlds would then differ in something that everybody is allowed to know.
    """
    order = first.setup.shoe.order
    free = [card for card in dict.fromkeys(order) if card not in seen]
    swapped = dict(zip(free, chance.sample(free, len(free)), strict=True))
    other = Round(first.game, with_shoe(first, [swapped.get(card, card) for card in order]))
    for who, act in first.answers:
        assert isinstance(act, Act)
        assert who is not None
        cards = tuple(swapped.get(card, card) for card in act.cards)
        groups = tuple(tuple(swapped.get(card, card) for card in group) for group in act.groups)
        try:
            other.answer(who, Act(act.verb, act.amount, cards, groups, act.by_house))
        except Refusal:
            return None
    return other if public_facts(other) == public_facts(first) else None


def public_facts(playing: Round) -> list[tuple[type[Move], int]]:
    """What happened and with how many cards: everybody at a table sees how many cards lie where."""
    return [(type(move), len(shown_cards(move))) for move in playing.moves]


def with_shoe(playing: Round, order: list[Card]) -> Setup:
    return replace(playing.setup, shoe=Shoe(order))


def shown_cards(move: Move) -> tuple[Card, ...]:
    return move.cards if isinstance(move, CardsMoved | Revealed) else getattr(move, "cards", ())


def clause_of(move: Move) -> str:
    return move.payoff.clause if isinstance(move, Resolved) else move.clause


def contents(felt: Felt) -> tuple[dict[str, list[Card]], dict[str, list[Card]], dict[str, int], dict[str, object]]:
    up = {area: sorted(cards) for area, cards in felt.up.items() if cards}
    down = {area: sorted(cards) for area, cards in felt.down.items() if cards}
    return up, down, {area: amount for area, amount in felt.chips.items() if amount}, dict(felt.meters)


def all_cards(felt: Felt) -> Counter[Card]:
    return Counter(card for lying in (felt.up, felt.down) for cards in lying.values() for card in cards)
