"""The generator is the published one, and its deals are fair."""

from itertools import permutations
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.chance import below, deal, draw, stream
from houseway.compiling import compiled

MASK = (1 << 64) - 1
# The first numbers of xoshiro256++ from the state 1, 2, 3, 4, as other implementations publish them.
PUBLISHED = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162]


def xoshiro(state: list[int]) -> int:
    """The generator once more, in Python's integers."""

    def turned(number: int, bits: int) -> int:
        return (number << bits | number >> 64 - bits) & MASK

    bits = (turned((state[0] + state[3]) & MASK, 23) + state[0]) & MASK
    shifted = state[1] << 17 & MASK
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = turned(state[3], 45)
    return bits


def test_the_generator_gives_the_published_numbers() -> None:
    state = np.array([1, 2, 3, 4], np.uint64)
    assert [int(draw(state)) for _ in PUBLISHED] == PUBLISHED


def test_the_generator_in_two_forms() -> None:
    state = stream("eight", 3)
    plain = [int(number) for number in state]
    assert [int(draw(state)) for _ in range(1000)] == [xoshiro(plain) for _ in range(1000)]


def test_streams_of_other_shards_and_seeds_differ() -> None:
    states = {bytes(stream(seed, shard).tobytes()) for seed in ("a", "b", "a/1") for shard in range(50)}
    assert len(states) == 150


def test_a_number_whose_low_half_is_too_small_is_drawn_again() -> None:
    """So that 2^32 numbers fall evenly on three; the first draw from this state is one of those that may not count."""
    state = np.array([0, 0, 0, 1], np.uint64)
    plain = [0, 0, 0, 1]
    wanted: list[int] = []
    while len(wanted) < 200:
        product = (xoshiro(plain) >> 32) * 3
        if product & 0xFFFFFFFF >= (1 << 32) % 3:
            wanted.append(product >> 32)
    assert [int(below(state, np.uint64(3))) for _ in range(200)] == wanted


def test_every_order_of_a_small_deck_is_equally_likely() -> None:
    orders = {order: place for place, order in enumerate(permutations(range(5)))}
    counts = np.zeros(len(orders))
    state, deck = stream("orders", 0), np.arange(5, dtype=np.uint8)
    deals = 24_000
    for _ in range(deals):
        deal(state, deck, 5)
        counts[orders[tuple(int(card) for card in deck)]] += 1
    assert chi_square(counts) < 119 + 4 * np.sqrt(2 * 119)


def test_every_card_comes_to_every_place_equally_often() -> None:
    counts = places(stream("places", 0), 2_000_000)
    for row in counts:
        assert chi_square(row) < 51 + 4.5 * np.sqrt(2 * 51)
    assert counts.sum() == 17 * 2_000_000


def test_pairs_of_cards_come_equally_often_together() -> None:
    counts = pairs(stream("pairs", 0), 3_000_000)
    together = counts[np.triu_indices(52, 1)]
    assert together.size == comb(52, 2)
    assert chi_square(together) < 1325 + 4.5 * np.sqrt(2 * 1325)


def chi_square(counts: npt.NDArray[np.float64]) -> float:
    wanted = counts.sum() / counts.size
    return float(((counts - wanted) ** 2 / wanted).sum())


@compiled
def places(state: npt.NDArray[np.uint64], deals: int) -> npt.NDArray[np.float64]:
    counts = np.zeros((17, 52))
    deck = np.arange(52).astype(np.uint8)
    for _ in range(deals):
        deal(state, deck, 17)
        for place in range(17):
            counts[place, deck[place]] += 1
    return counts


@compiled
def pairs(state: npt.NDArray[np.uint64], deals: int) -> npt.NDArray[np.float64]:
    counts = np.zeros((52, 52))
    deck = np.arange(52).astype(np.uint8)
    for _ in range(deals):
        deal(state, deck, 2)
        counts[min(deck[0], deck[1]), max(deck[0], deck[1])] += 1
    return counts
