"""Rounds of Lunar Poker for tests: hands laid into a shoe, and what a round came to in short."""

from collections.abc import Mapping, Sequence

from houseway.asks import Act
from houseway.cards import read_cards
from houseway.felt import CardsMoved
from houseway.games import load
from houseway.games.lunar.rules import Rules
from houseway.irregularity import Irregularity
from houseway.procedure import Round, Setup
from houseway.rounds import read_wagers
from houseway.shoe import stacked

GAME = load("lunar")
LOW = "2c 2d 9h 7s 5c"  # a dealer who qualifies with a pair of twos
NO_HAND = "Qc Jd 9h 7s 5c"


def dealt(
    hands: Mapping[int, str],
    dealer: str = LOW,
    stub: str = "",
    wagers: str = "ante 10",
    rules: str = "",
    dealing: Sequence[Irregularity] = (),
    chips: Mapping[int, int] | None = None,
) -> Round:
    """A round whose players hold these cards, paused wherever the floor may speak."""
    cards = [read_cards(text) for text in (*hands.values(), dealer)]
    order = [hand[place] for place in range(5) for hand in cards]
    chosen = Rules.read(rules.split())
    if chosen.dealing == "automated_shoe":
        order = [card for hand in cards for card in hand]
    placed = tuple(wager for seat in hands for wager in read_wagers(seat, None, wagers))
    shoe = stacked([*order, *read_cards(stub)], GAME.deck(chosen))
    return Round(GAME, Setup(chosen, shoe, placed, dict(chips or {}), dealing=tuple(dealing), pauses=True))


def to_ask(playing: Round) -> Round:
    """Go on through pauses to the next decision."""
    while playing.ask is not None and not playing.ask.choices:
        playing.go_on()
    return playing


def act(playing: Round, seat: int, verb: str, cards: str = "") -> None:
    to_ask(playing).answer(seat, Act(verb, cards=read_cards(cards)))


def results(playing: Round) -> dict[tuple[int, str], tuple[int, str]]:
    """Net in dollars and clause of each wager, after the rest of the round is timed out."""
    while to_ask(playing).ask is not None:
        for who in playing.waiting():
            playing.time_out(who)
    return {(paid.seat, paid.wager): (paid.net // 100, paid.clause) for paid in playing.payoffs}


def cards_to(playing: Round, area: str) -> list[CardsMoved]:
    return [move for move in playing.moves if isinstance(move, CardsMoved) and move.target == area]
