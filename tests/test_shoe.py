"""The shuffle is verifiable and fair, and a test that a biased shuffle fails says so."""

import hashlib
from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import JOKER, read_cards
from houseway.refusal import Refusal
from houseway.shoe import (
    LEAST_CUT,
    below,
    commitment,
    cut_at,
    decks,
    eights_deck,
    fair_limit,
    new_seed,
    one_deck,
    read_seed,
    shuffled,
    stacked,
)

SEED = bytes(range(32))


def test_the_decks_are_what_the_rulebooks_say() -> None:
    assert Counter(one_deck()) == Counter(range(52))
    assert Counter(decks(8)) == Counter(list(range(52)) * 8)
    counted = Counter(eights_deck())
    assert sum(counted.values()) == 66
    assert counted[JOKER] == 2
    assert all(number == 2 for number in counted.values())
    assert {card >> 2 for card in counted if card != JOKER} == {0, 1, 2, 3, 4, 5, 6, 12}


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert read_seed(SEED.hex()) == SEED
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()


@pytest.mark.parametrize("text", ["", "12", "zz" * 32, "ab" * 33])
def test_what_is_not_a_seed_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="64 hexadecimal digits"):
        read_seed(text)


def test_a_shuffle_is_repeated_by_an_independent_program() -> None:
    """The published recipe, written out once more: SHAKE-256, big-endian 32-bit words, rejection, Fisher-Yates."""
    stream = hashlib.shake_256(SEED).digest(4096)
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 4096, 4)]
    order, used = list(range(52)), 0
    for last in range(51, 0, -1):
        while words[used] >= 2**32 - 2**32 % (last + 1):
            used += 1
        other = words[used] % (last + 1)
        used += 1
        order[last], order[other] = order[other], order[last]
    assert shuffled(one_deck(), SEED) == tuple(order)


def test_the_words_that_are_used_give_every_number_equally_often() -> None:
    """All words of an eight-bit model: after rejection each number below the bound comes equally often."""
    for bound in range(1, 257):
        counted = Counter(word % bound for word in range(fair_limit(bound, 256)))
        assert len(counted) == bound
        assert len(set(counted.values())) == 1
        assert 256 - fair_limit(bound, 256) < bound


def test_the_shuffle_is_fair_and_the_test_would_see_a_biased_one() -> None:
    """Chi-square over all orders of four cards; 23 degrees of freedom, 99.9 % below 49.7."""
    fair = Counter(shuffled(range(4), number.to_bytes(32, "big")) for number in range(24_000))
    chance = Random(1)
    biased: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        order = list(range(4))
        for at in range(4):
            other = chance.randrange(4)
            order[at], order[other] = order[other], order[at]
        biased[tuple(order)] += 1
    assert chi_square(fair) < 49.7
    assert chi_square(biased) > 200


@given(st.binary(min_size=32, max_size=32), st.integers(0, 3))
def test_a_shuffle_keeps_the_cards_and_a_cut_keeps_their_ring(seed: bytes, cuts: int) -> None:
    plain, cut = shuffled(one_deck(), seed), shuffled(one_deck(), seed, cuts)
    assert sorted(plain) == list(range(52))
    at = cut.index(plain[0])
    assert cut[at:] + cut[:at] == plain
    if cuts == 1:
        assert LEAST_CUT <= 52 - at <= 52 - LEAST_CUT


@pytest.mark.parametrize("depth", [0, 9, 52, 60])
def test_a_cut_takes_at_least_ten_cards_and_leaves_some(depth: int) -> None:
    with pytest.raises(Refusal, match="at least 10") as refusal:
        cut_at(one_deck(), depth)
    assert refusal.value.clause == "38.4(c)1ii"


def test_a_cut_puts_the_rest_upon_the_stack_that_was_taken() -> None:
    assert cut_at(one_deck(), 10) == (*range(10, 52), *range(10))


def test_numbers_go_on_past_the_first_block_of_the_stream() -> None:
    chance = below(SEED)
    drawn = [chance(10) for _ in range(3000)]
    assert set(drawn) == set(range(10))


def test_a_stacked_shoe_begins_with_the_named_cards() -> None:
    shoe = stacked(read_cards("As Kd"), one_deck())
    assert shoe.order[:2] == read_cards("As Kd")
    assert sorted(shoe.order) == list(range(52))
    with pytest.raises(Refusal, match="more often"):
        stacked(read_cards("As As"), one_deck())


def test_a_card_that_is_not_known_is_one_of_those_not_named() -> None:
    shoe = stacked(read_cards("?? As ?? 2c"), one_deck())
    assert sorted(shoe.rest()) == sorted(one_deck())
    assert (shoe.rest()[1], shoe.rest()[3]) == read_cards("As 2c")


def chi_square(counted: Counter[tuple[int, ...]]) -> float:
    expected = sum(counted.values()) / 24
    return sum((counted[order] - expected) ** 2 / expected for order in permutations(range(4)))
