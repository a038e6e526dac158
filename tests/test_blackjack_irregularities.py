"""Section 5 of Blackjack Lucky 8: what the floor finds, and what goes back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealing import play_randomly, random_setup
from houseway.asks import Act
from houseway.cards import read_cards
from houseway.felt import SHOE, Announced, ChipsMoved
from houseway.games.blackjack import GAME
from houseway.games.blackjack.irregularities import KINDS
from houseway.games.blackjack.rules import Rules
from houseway.irregularity import Irregularity, read_floor
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.shoe import stacked
from houseway.table import Placed

VOIDING = {"foreign": "5.1.1", "void": "G4"}
numbers, asks = st.integers(0, 2**32), st.integers(0, 15)


def random_round(number: int, asks: int) -> Round:
    """A round with backers and pauses that stands somewhere, or is over."""
    chance = Random(number)
    setup = random_setup(GAME, Rules.read(chance.choice(("", "side_bets=at_the_end")).split()), chance)
    seat = setup.wagers[0].seat
    wagers = (*setup.wagers, Placed(seat, "pair", 500, "Bea"), Placed(seat, "lucky8", 300, "Bea"))
    playing = Round(GAME, Setup(setup.rules, setup.shoe, wagers, setup.chips, {"Bea": 10_000}, pauses=True))
    return play_randomly(playing, chance, asks)


@pytest.mark.parametrize("kind", VOIDING)
@settings(max_examples=40, deadline=None)
@given(number=numbers, asks=asks)
def test_a_void_round_gives_everything_back(kind: str, number: int, asks: int) -> None:
    """5.1.1, ruling G4: side bets, insurance, doubles, split hands, and what was paid or collected before."""
    playing = random_round(number, asks)
    if playing.ask is None:
        with pytest.raises(Refusal, match="the round is over"):  # 5.1.2: what is settled stands
            playing.floor(Irregularity(kind))
        return
    staked = stakes_on(playing)
    playing.floor(Irregularity(kind))
    assert playing.waiting() == []
    assert playing.table.voided
    for seat, chips in playing.setup.chips.items():
        assert playing.felt.stake(f"{seat}/chips") == chips
    assert playing.felt.stake("Bea/chips") == 10_000
    assert playing.felt.stake("inventory") == playing.setup.inventory
    assert {(payoff.net, payoff.result, payoff.clause) for payoff in playing.payoffs} == {(0, "void", VOIDING[kind])}
    assert sum(payoff.stake for payoff in playing.payoffs) == staked
    assert {area for area in (*playing.felt.up, *playing.felt.down) if playing.felt.count(area)} == {
        SHOE,
        "discard rack",
    }


def stakes_on(playing: Round) -> int:
    """All that players have put on the layout, as the moves show it."""
    placed = [move for move in playing.moves if isinstance(move, ChipsMoved) and move.source.endswith("/chips")]
    return sum(move.amount for move in placed)


@settings(max_examples=60, deadline=None)
@given(number=numbers, asks=asks)
def test_an_incorrect_deal_voids_only_before_a_settlement_and_the_subsequent_deal(number: int, asks: int) -> None:
    """5.2."""
    playing = random_round(number, asks)
    if playing.done:
        return
    dealt = len(playing.setup.shoe.order) - len(playing.felt.down[SHOE])
    in_time = not playing.payoffs and dealt == 2 * len(playing.table.seats) + 1
    before = playing.ask
    playing.floor(Irregularity("misdealt"))
    assert playing.table.voided == in_time
    if in_time:
        assert {payoff.clause for payoff in playing.payoffs} == {"5.2"}
    else:
        assert playing.ask == before
        assert isinstance(playing.moves[-1], Announced)
        assert playing.moves[-1].clause == "5.2"


@pytest.mark.parametrize("kind", ["late", "increased", "withdrawn", "reconstructed"])
@settings(max_examples=15, deadline=None)
@given(number=numbers)
def test_late_increased_and_withdrawn_wagers_change_nothing(kind: str, number: int) -> None:
    """5.3, 5.4: announced, and the round comes to what it comes to without."""
    plain, chance = random_round(number, 0), Random(number)
    play_randomly(plain, chance)
    spoken, chance = random_round(number, 0), Random(number)
    spoken.floor(Irregularity(kind, spoken.table.seats[0]))
    assert isinstance(spoken.moves[-1], Announced)
    play_randomly(spoken, chance)
    assert spoken.payoffs == plain.payoffs
    assert spoken.felt.chips == plain.felt.chips


def test_results_of_earlier_rounds_stand() -> None:
    """5.1.2: a foreign card in the second round leaves the chips of the first where they are."""
    shoe = stacked(read_cards("Ts 9d Qc Th"), GAME.deck(Rules()))
    first = Round(GAME, Setup(Rules(), shoe, (Placed(1, "main", 1000),), {1: 50_00}))
    first.answer(1, Act("stand"))
    chips = first.felt.stake("1/chips")
    assert chips == 60_00
    shoe.position = 4
    second = Round(GAME, Setup(Rules(), shoe, (Placed(1, "main", 1000),), {1: chips}, pauses=True))
    second.floor(Irregularity("foreign"))
    assert second.felt.stake("1/chips") == chips


def test_the_floor_knows_its_words() -> None:
    said = {
        "finds a foreign card": ("foreign", None),
        "finds the cards dealt incorrectly": ("misdealt", None),
        "puts the cards right": ("reconstructed", None),
        "finds a late wager at seat 3": ("late", 3),
        "finds a late wager": ("late", None),
        "finds a wager increased at seat 2": ("increased", 2),
        "finds a wager withdrawn at seat 7": ("withdrawn", 7),
        "voids the round": ("void", None),
    }
    read = {words: read_floor(words, KINDS)[1] for words in said}
    assert {words: (found.kind, found.seat) for words, found in read.items()} == said
    assert {kind.kind for kind in KINDS} == {kind for kind, _ in said.values()}
    with pytest.raises(Refusal, match="does not know"):
        read_floor("finds a joker", KINDS)
