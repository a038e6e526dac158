"""Shoes for tests: the next shuffles of a live table come out as wanted."""

from collections.abc import Sequence

import pytest

from houseway.cards import Card, read_cards
from houseway.shoe import Seed, shuffled, stacked


class Shuffler:
    """Takes the place of the shuffle: cards in the order that was laid ready, or shuffled as ever where none was."""

    def __init__(self) -> None:
        self.ready: list[str] = []
        self.laid: dict[Seed, str] = {}  # the same seed gives the same order again
        self.swapped: dict[Card, Card] = {}

    def __call__(self, cards: Sequence[Card], seed: Seed, cut: int = 0) -> tuple[Card, ...]:
        if self.ready and seed not in self.laid:
            self.laid[seed] = self.ready.pop(0)
        laid = self.laid.get(seed)
        order = shuffled(cards, seed, cut) if laid is None else stacked(read_cards(laid), cards).order
        return tuple(self.swapped.get(card, card) for card in order)


@pytest.fixture
def shuffler(monkeypatch: pytest.MonkeyPatch) -> Shuffler:
    """The shuffler of all tables in this test."""
    made = Shuffler()
    monkeypatch.setattr("houseway.day.shuffled", made)
    return made


@pytest.fixture
def audited_as_laid(shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks through the record shuffles as the tables did."""
    monkeypatch.setattr("houseway.house.auditing.shuffled", shuffler)
