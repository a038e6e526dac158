"""At Ultimate 8 cards that are cut again are sealed again: what is opened then opens nothing that was sealed before."""

import msgspec
import pytest

from house.evenings import ANN, BOB, EVE, SUE, Evening, definition
from houseway.house import sealing
from houseway.house.commands import Recut
from houseway.house.finished import opened_to
from houseway.house.live import LiveTable
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed

CARDS = range(52)


def cut_again(times: int) -> tuple[Evening, list[tuple[str, ...]]]:
    """A round before which the cards were cut again, and all lists of hashes that were published."""
    evening = Evening(definition("ultimate8", "shuffler=none")).open().seat(ANN, BOB, EVE, chips=5_000_00)
    published = [evening.table.view(ANN).now.shuffle.sealed]
    for _ in range(times):
        evening.do(Recut("a doubt"), SUE)
        published.append(evening.table.view(ANN).now.shuffle.sealed)
    return evening, published


def opens(hashes: tuple[str, ...], salts: list[str]) -> list[tuple[int, int]]:
    """Places and cards that somebody finds who tries every salt that he was given."""
    return [
        (place, card)
        for place in range(len(hashes))
        for card in CARDS
        for salt in salts
        if not sealing.verify(hashes, [sealing.Opened(place, card, salt)])
    ]


@pytest.mark.parametrize("times", [1, 2])
def test_no_salt_opens_a_place_of_the_order_before_a_cut(times: int) -> None:
    evening, published = cut_again(times)
    evening.rounds(1, ANN, BOB, EVE)
    finished = evening.table.finished[-1]
    opened = opened_to(finished, "Ann")
    assert opened
    assert sealing.verify(published[-1], opened) == []
    salts = [one.salt for one in opened]
    assert opens(published[-1], salts) == [(one.place, one.card) for one in opened]
    for earlier in published[:-1]:
        assert opens(earlier, salts) == []
    assert len({hashed for hashes in published for hashed in hashes}) == 52 * len(published)


def test_a_table_that_is_made_again_has_sealed_its_cards_as_often() -> None:
    evening, published = cut_again(2)
    kept = evening.table.snapshot()
    assert kept is not None
    assert LiveTable.restore(evening.table.definition, kept).cards.sealed == published[-1]
    evening.rounds(1, ANN, BOB, EVE)
    again = rebuild(evening.table.definition, evening.entries)
    assert list(again.finished) == list(evening.table.finished)
    assert again.cards.again == 0, "another shuffle"


def test_a_record_of_before_is_carried_out_as_it_was() -> None:
    evening = Evening(definition("ultimate8", "shuffler=none")).open().seat(ANN, BOB)
    seed = evening.table.cards.day.seed
    assert seed is not None
    evening.table.execute(Recut("a doubt"), SUE, evening.at, Sealed(bytes(32), practice=but("sealed_anew")))
    shoe = evening.table.cards.shoe
    assert shoe is not None
    assert evening.table.cards.sealed == sealing.sealed(shoe.order, seed)
    assert b"again" not in msgspec.json.encode(evening.table.cards.keep())
