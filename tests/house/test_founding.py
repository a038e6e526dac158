"""The founding of a house on both databases: interrupted at any step, repeated by others, it comes to one house."""

import time
from functools import partial

import msgspec
import pytest

from house.deeds import assert_sound, at_once
from house.evenings import START
from house.houses import two_stores
from houseway.house import accounts, founding
from houseway.house.definition import Clocks
from houseway.house.faults import Crash, Point, Stopped
from houseway.house.founding import TABLES, found, is_founded
from houseway.house.lobby import lobby
from houseway.house.office_deeds import definitions
from houseway.house.running import House
from houseway.house.store import Store
from houseway.web import serving

__all__ = ["two_stores"]

PASSWORD = "the first of them"
STEPS = 1 + len(founding.METERS) + 2 * len(TABLES)


def house_of(store: Store, shared: bool = False) -> House:
    return House(store, now=lambda: START, entropy=bytes, shared=shared)


def assert_founded(store: Store) -> None:
    house = house_of(store)
    house.start()
    assert is_founded(house)
    assert [line.phase for line in lobby(house)] == ["betting"] * len(TABLES)
    assert sum(store.streams().values()) == STEPS, "each step was carried out once"
    assert_sound(store)


class Dies:
    """At the commit after so many."""

    def __init__(self, commits: int) -> None:
        self._left = commits

    def __call__(self, point: Point) -> None:
        if point == "before commit":
            self._left -= 1
            if self._left < 0:
                raise Crash


@pytest.mark.parametrize("step", range(1, STEPS))
def test_a_founding_that_was_interrupted_anywhere_is_finished_with_other_clocks(step: int) -> None:
    dying = Store.open("sqlite://", Dies(step))
    with pytest.raises(Stopped):
        found(house_of(dying), PASSWORD, Clocks(betting=5_000))
    with dying.reopened() as store:
        house = house_of(store)
        house.start()
        found(house, "another password", Clocks(betting=9_000))
        assert_founded(store)
        assert {definition.clocks.betting for definition in definitions(store)} <= {5_000, 9_000}


def test_a_founded_house_is_not_founded_again(store: Store) -> None:
    found(house_of(store), PASSWORD, Clocks(betting=5_000))
    before = msgspec.json.encode(store.streams())
    found(house_of(store), "another password", Clocks(betting=9_000))
    assert msgspec.json.encode(store.streams()) == before
    assert_founded(store)


def test_two_who_found_it_at_once_found_one_house(two_stores: tuple[Store, Store]) -> None:
    works = [
        partial(found, house_of(store, shared=True), PASSWORD, Clocks(betting=betting))
        for store, betting in zip(two_stores, (5_000, 9_000), strict=True)
    ]
    assert at_once(works) == [None, None]
    assert_founded(two_stores[0])


def test_of_two_servers_that_begin_at_once_one_tells_a_password_and_it_is_right(
    two_stores: tuple[Store, Store],
) -> None:
    told: list[str] = []

    def tells(words: str) -> None:
        told.append(words)
        time.sleep(1 / 2)  # for the other to look meanwhile

    assert at_once([partial(serving.found, house_of(store, shared=True), tells) for store in two_stores]) == [None] * 2
    (password,) = [words.rpartition("password: ")[2] for words in told if "password: " in words]
    for store in two_stores:
        assert accounts.log_in(store, accounts.ADMINISTRATOR, password, START).role == "administrator"
    assert_founded(two_stores[0])
