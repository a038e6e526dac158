"""Chance for simulations: a fast generator and a deal, as kernels. Live tables never use it; they have `shoe`.

The generator is xoshiro256++ (Blackman and Vigna), its state four numbers in an array that the caller owns. A stream
is named by a seed and a shard, so that the same work gives the same cards whoever does it. Bounded numbers come from
Lemire's multiplication with rejection: every card is equally likely, exactly.
"""

import hashlib

import numpy as np
import numpy.typing as npt

from houseway.compiling import compiled

State = npt.NDArray[np.uint64]
Cards = npt.NDArray[np.uint8]

_LOW = np.uint64((1 << 32) - 1)
_32, _17, _23, _45, _41, _19 = (np.uint64(bits) for bits in (32, 17, 23, 45, 41, 19))


def stream(seed: str, shard: int) -> State:
    """The generator's state at the start of a shard of the work that a seed names."""
    digest = hashlib.sha256(f"{seed}/{shard}".encode()).digest()
    return np.frombuffer(digest, np.uint64).copy()


@compiled
def draw(state: State) -> np.uint64:
    """The next 64 random bits."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    total = s0 + s3
    bits: np.uint64 = ((total << _23) | (total >> _41)) + s0
    shifted = s1 << _17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << _45) | (s3 >> _19)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return bits


@compiled
def below(state: State, bound: np.uint64) -> np.uint64:
    """A number from 0 to bound - 1, each equally likely; the bound is below 2^32."""
    product = (draw(state) >> _32) * bound
    if (product & _LOW) < bound:
        least = (_LOW + np.uint64(1) - bound) % bound
        while (product & _LOW) < least:
            product = (draw(state) >> _32) * bound
    return product >> _32


@compiled
def deal(state: State, deck: Cards, number: int) -> None:
    """The first `number` cards of the deck become a random deal of all its cards; the rest stays behind them."""
    size = np.uint64(len(deck))
    for place in range(np.uint64(number)):
        other = place + below(state, size - place)
        card = deck[place]
        deck[place] = deck[other]
        deck[other] = card
