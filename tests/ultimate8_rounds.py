"""Rounds of Ultimate 8 Poker for tests: hands laid out by stacks of eight, decisions as a round file says them."""

from collections.abc import Mapping

from houseway import games
from houseway.asks import Act, Choices, imperative
from houseway.cards import read_cards
from houseway.felt import CardsMoved, ChipsMoved, Move
from houseway.irregularity import Irregularity, read_floor
from houseway.money import Cents, read_amount
from houseway.procedure import Round, Setup
from houseway.shoe import one_deck, stacked

GAME = games.load("ultimate8")

STRONG = "Kh Qh Jh Th 9h 8c 8d 8s"
WEAK = "2c 4d 6h 7c 9s Jd Ks 3d"
OTHER = "3c 5d 7h 9c Ts Qd Ah 4s"


def begin(
    hands: Mapping[int, str] | None = None,
    chips: Mapping[int, int] | None = None,
    options: str = "dealing=automated_shoe",
    button: int | None = None,
    floor: str = "",
) -> Round:
    """A round up to its first decision. Hands go to seats 1, 2, ... in order; chips are in dollars."""
    hands = hands or {1: STRONG, 2: WEAK, 3: OTHER}
    chips = chips or dict.fromkeys(hands, 1000)
    rules = GAME.rules.read(options.split())
    shoe = stacked([card for seat in sorted(hands) for card in read_cards(hands[seat])], one_deck())
    dealing = tuple(floor_word(line) for line in floor.split("\n") if line)
    held = {seat: amount * 100 for seat, amount in chips.items()}
    return Round(GAME, Setup(rules, shoe, chips=held, button=button, dealing=dealing))


def floor_word(words: str) -> Irregularity:
    return read_floor(words, GAME.irregularities)[1]


def say(playing: Round, lines: str) -> Round:
    """Decisions like `1 bets 20; 2 folds; floor voids the round`, one after the other."""
    for line in lines.split(";"):
        who, _, rest = line.strip().partition(" ")
        if who == "floor":
            playing.floor(floor_word(rest))
        else:
            playing.answer(int(who), act(rest))
    return playing


def act(text: str) -> Act:
    word, _, rest = text.partition(" ")
    verb = imperative(word)
    if verb == "lay":
        return Act(verb, cards=read_cards(rest))
    return Act(verb, read_amount(rest)) if rest else Act(verb)


def offered(playing: Round) -> tuple[int, Choices]:
    """Whose turn it is, and what he may do."""
    assert playing.ask is not None
    [(seat, choices)] = playing.ask.choices.items()
    assert isinstance(seat, int)
    return seat, choices


def verbs(playing: Round) -> set[str]:
    return {choice.verb for choice in offered(playing)[1].options}


def amounts(playing: Round, verb: str) -> tuple[Cents | None, Cents | None]:
    choice = offered(playing)[1].choice(verb)
    assert choice is not None
    return choice.low, choice.high


def net(playing: Round, seat: int) -> Cents:
    return sum(payoff.net for payoff in playing.payoffs if payoff.seat == seat)


def is_deal(move: Move) -> bool:
    return isinstance(move, CardsMoved) and move.source == "shoe"


def is_ante(move: Move) -> bool:
    return isinstance(move, ChipsMoved) and move.target.endswith("_ante")
