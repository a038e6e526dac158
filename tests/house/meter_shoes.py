"""Tables that share meters, and shoes by which a prize at them is as frequent as a loss; all of it by chance."""

from collections.abc import Sequence
from random import Random

from houseway.cards import Card, read_cards
from houseway.house.definition import Clocks, Definition
from houseway.money import Cents
from houseway.shoe import Seed, shuffled, stacked

RESETS: tuple[Cents, ...] = (10_000_00, 9_999_50, 12_000_00, 10_001_00, 20_000_00)
CLOCKS = (
    Clocks(betting=20_000, decision=30_000, validation=60_000, result=5_000),
    Clocks(betting=20_000, decision=30_000, validation=None, pause=1_000, result=5_000, prize=2_000),
)
KINDS = (("lunar",) * 3, ("packs",) * 3, ("lunar", "lunar", "lunar", "packs"), ("lunar", "packs") * 2)
RATES = ("rate=70", "rate=71.3", "rate=72.1")
PRIZES = ("straight_flush_progressive=amount", "fixed_prizes=inventory")
PROGRESSIVE = ("five_card_progressive=A", "seven_card_progressive=A")
PACKS = ("seven_card_top=any", "tenth_below_reset=topped_up", "five_card_rate=1.5", "seven_card_rate=7.3")
LUNAR_HANDS = (
    *("Ah Kh Qh Jh Th", "Ad Kd Qd Jd Td", "As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"),
    *("9h 8h 7h 6h 5h", "9d 8d 7d 6d 5d", "Kc Qc Jc Tc 9c", "6s 5s 4s 3s 2s"),
    *("7h 7d 7s 7c 2h", "8h 8d 8s 3c 3h", "4c 6c 8c Tc Qc", "2c 4d 6s 8h Th", "3d 5s 7c 9h Jd"),
)
PACKS_HANDS = ("Ad Kd Qd Jd Td", "Ah Kh Qh Jh Th", "9h Th Jh Qh Kh", "2h 3h 4h 5h 6h", "8c 8d 8s 3c 3d")
PAIRS = ("9d 8d", "9d 2s", "7h 8h", "9h 8h", "9h 2c", "4s 5s")


def frequent(cards: Sequence[Card], seed: Seed, cut: int = 0) -> tuple[Card, ...]:
    """Takes the place of the shuffle: by its seed, hands that win come first, for one seat, or two, or three."""
    chance, rest = Random(seed), list(shuffled(cards, seed, cut))
    if chance.random() < 0.1:
        return tuple(rest)
    packs = chance.random() < 0.5
    hands = [_taken(PACKS_HANDS if packs else LUNAR_HANDS, rest, chance) for _ in range(chance.choice((1, 1, 2, 2, 3)))]
    pairs = [_taken(PAIRS if packs else (), rest, chance) for _ in range(3)]
    order: list[Card] = []
    for turn in range(5):
        order += [hand[turn] if hand else rest.pop() for hand in hands]
        order.append(rest.pop())
    for pair in pairs:
        order += pair or [rest.pop(), rest.pop()]
    return stacked(order, cards).order


def _taken(several: Sequence[str], rest: list[Card], chance: Random) -> list[Card]:
    """One of several hands of which no card is gone; none, where there is no such hand."""
    fits = [hand for each in several if set(hand := list(read_cards(each))) <= set(rest)]
    if not fits:
        return []
    chosen = chance.choice(fits)
    for card in chosen:
        rest.remove(card)
    return chosen


def tables(chance: Random) -> tuple[list[Definition], dict[str, Cents]]:
    """Three or four tables, and the meters that they share with their reset amounts."""
    kinds, made = chance.choice(KINDS), []
    for place, game in enumerate(kinds, 1):
        linked = {"progressive": "big"} if game == "lunar" else {"five_card": "five", "seven_card": "seven"}
        if "lunar" in kinds and game == "packs":
            linked["five_card"] = "big"
        made.append(Definition(f"table-{place}", game, rules(game, chance), chance.choice(CLOCKS), linked))
    meters = sorted({name for definition in made for name in definition.meters.values()})
    return made, {name: chance.choice(RESETS) for name in meters}


def rules(game: str, chance: Random) -> tuple[str, ...]:
    if game == "packs":
        return (*PROGRESSIVE, *chance.sample(PACKS, chance.randint(0, 2)))
    return (chance.choice(RATES), *chance.sample(PRIZES, chance.choice((0, 0, 1))))
