"""Every decision of random rounds of Ultimate 8 Poker: its player and his choices are those of the naive referee."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from dealing import random_act
from houseway.asks import Act
from houseway.cards import NAMES
from houseway.procedure import Round, Setup
from houseway.shoe import Shoe, one_deck
from naive.ultimate8_turns import Referee, Say, Turn
from ultimate8_rounds import GAME, offered

OPTIONS = (
    "limit=limit",
    "limit=no_limit",
    "limit=no_limit table_max=50 match_length=yes",
    "limit=no_limit pass_is_final=yes",
)
STACKS = (15, 16, 24, 25, 31, 60, 100, 400)


def begin_at_random(chance: Random, options: str) -> tuple[Round, Referee, int]:
    """A round with short stacks, and its referee, who has dealt two rounds of four by himself."""
    deck = list(one_deck())
    chance.shuffle(deck)
    seats = sorted(chance.sample(range(1, 7), chance.randint(2, 6)))
    chips = {seat: chance.choice(STACKS) * 100 for seat in seats}
    button = chance.choice(seats)
    rules = GAME.rules.read(options.split())
    positions = [(button - 1 + step) % 6 + 1 for step in range(6)]
    hands: dict[int, list[str]] = {seat: [] for seat in positions}
    for number, card in enumerate(deck[:48]):
        hands[positions[number // 4 % 6]].append(NAMES[card])
    most = 200_00 if "limit=limit" in options else 50_00 if "table_max" in options else max(chips.values())
    referee = Referee({seat: hands[seat] for seat in seats}, {seat: chips[seat] - 15_00 for seat in seats}, 10_00, most)
    referee.match_length = "match_length" in options
    referee.pass_is_final = "pass_is_final" in options
    return Round(GAME, Setup(rules, Shoe(deck), chips=chips, button=button)), referee, button


def turn_of(playing: Round) -> Turn:
    """What the engine asks, in the referee's words."""
    seat, choices = offered(playing)
    raising, laying = choices.choice("raise") or choices.choice("bet"), choices.choice("lay")
    amounts = (raising.low, raising.high) if raising else None
    plays = laying.plays if laying else None
    return Turn(
        seat,
        frozenset(choice.verb for choice in choices.options),
        amounts,  # type: ignore[arg-type]
        frozenset(frozenset(NAMES[card] for card in play) for play in plays or ()),
    )


def said(act: Act) -> Say:
    return Say(act.verb, act.amount or 0, frozenset(NAMES[card] for card in act.cards))


@settings(deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(OPTIONS))
def test_every_turn_is_the_referees(number: int, options: str) -> None:
    chance = Random(number)
    playing, referee, button = begin_at_random(chance, options)
    turns = referee.turns(button)
    wanted = next(turns, None)
    while wanted is not None:
        assert turn_of(playing) == wanted
        act = random_act(offered(playing)[1], chance)
        playing.answer(wanted.seat, act)
        try:
            wanted = turns.send(said(act))
        except StopIteration:
            wanted = None
    assert playing.done
    assert {payoff.seat: payoff.stake for payoff in playing.payoffs if payoff.wager == "main"} == referee.paid
