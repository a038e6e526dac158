"""Typical hands of Lunar Poker: what is best with each of them, by the up card, as charts show it."""

from collections.abc import Sequence

from houseway.cards import Card, read_cards
from houseway.games.lunar.paying import scale
from houseway.games.lunar.position import BET, BUY, law
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.solving import FOLD, solve_position
from houseway.games.lunar.strategy import elect
from houseway.money import DOLLAR
from houseway.returns import Progress, silent

LEGEND = {"F": "fold", "B": "bet", "C": "buy a card", "2": "exchange two", "3": "exchange three", "4": "exchange four"}
VERBS = {"fold": "F", "bet": "B", "buy": "C"}

HANDS = {
    "full house": read_cards("9c 9d 9h 5s 5c"),
    "flush": read_cards("Kc Jc 8c 6c 3c"),
    "straight": read_cards("9c 8d 7h 6s 5c"),
    "three of a kind": read_cards("9c 9d 9h Js 4c"),
    "two pair": read_cards("9c 9d 5h 5s Jc"),
    "pair, four of a flush": read_cards("8c 8d Jc 5c 2c"),
    "pair, four of a straight": read_cards("8c 8d 7h 6s 5c"),
    "pair with ace and king": read_cards("5c 5d Ah Ks 9c"),
    **{
        f"pair {rank} {rank}": read_cards(f"{rank}c {rank}d {beside}")
        for rank, beside in (
            ("A", "Jh 8s 4c"),
            ("K", "Th 7s 4c"),
            ("Q", "8h 5s 3c"),
            ("J", "8h 5s 2c"),
            ("T", "Kh 5s 3c"),
            ("9", "Qh 5s 3c"),
            ("8", "Qh 4s 2c"),
            ("7", "Qh Ts 2c"),
            ("6", "Kh Js 8c"),
            ("5", "Kh Js 8c"),
            ("4", "Kh Ts 8c"),
            ("3", "Qh Ts 8c"),
            ("2", "Qh Ts 8c"),
        )
    },
    "four of a flush": read_cards("Qc 9c 6c 3c 8d"),
    "open straight": read_cards("9c 8d 7h 6s 2c"),
    "inside straight": read_cards("9c 8d 7h 5s 2c"),
    "three of a royal flush": read_cards("Qc Jc Tc 5d 2h"),
    "ace, king": read_cards("Ac Kd 8h 5s 3c"),
    "ace high": read_cards("Ac Td 8h 5s 3c"),
    "king high": read_cards("Kc Td 7h 5s 2c"),
    "queen high": read_cards("Qc 9d 7h 4s 2c"),
    "jack high": read_cards("Jc 9d 6h 4s 2c"),
}


def solve_typical(rules: Rules, progress: Progress = silent) -> dict[str, list[str]]:
    """By hand the letters of the best choice, from a two to an ace as up card."""
    parts = scale(rules, DOLLAR)
    ruling = law(parts, rules.second_hand == "ranked")
    found = {}
    for done, (name, hand) in enumerate(HANDS.items(), start=1):
        solved = [solve_position(hand, up, parts, ruling) for up in ups_against(hand)]
        found[name] = [_letter(each.choice, each.draws) for each in solved]
        progress(done, len(HANDS))
    return found


def ups_against(hand: Sequence[Card]) -> list[Card]:
    """An up card of each rank: the last suit that the hand leaves."""
    return [max(card for card in range(4 * rank, 4 * rank + 4) if card not in hand) for rank in range(13)]


def learnt_choice(hand: Sequence[Card], up: Card) -> str:
    """The letter of what the learnable strategy does."""
    act = elect(hand, up)
    return VERBS.get(act.verb) or str(len(act.cards))


def _letter(choice: int, draws: int) -> str:
    return {FOLD: "F", BET + 1: "B", BUY + 1: "C"}.get(choice) or str(draws)
