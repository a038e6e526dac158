"""A database that comes back without its last entries beneath a running house: nothing is written with a gap."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, select

from house.evenings import ANN, BOB
from house.houses import CHIPS, CLOCKS, Running, two_stores
from house.kept import audited
from houseway.house.answering import Answer
from houseway.house.appending import wanted
from houseway.house.commands import Command, Sit, Wager
from houseway.house.definition import Definition
from houseway.house.opening import address
from houseway.house.outings import Errand
from houseway.house.record import Done
from houseway.house.schema import metadata
from houseway.house.store import Conflict, Store

__all__ = ["two_stores"]

SAT = Done("table.sat/1", {}, ())
TABLE = Definition("packs-1", "packs", (), CLOCKS)


def backup(url: str) -> Callable[[], None]:
    """The database as it is now; tells how to set it back to that."""
    engine = create_engine(address(url))
    with engine.connect() as connection:
        rows = {table: [dict(row) for row in connection.execute(select(table)).mappings()] for table in _tables()}

    def set_back() -> None:
        with engine.begin() as connection:
            for table in reversed(_tables()):
                connection.execute(table.delete())
            for table in _tables():
                if rows[table]:
                    connection.execute(table.insert(), rows[table])
        engine.dispose()

    return set_back


def _tables() -> list[Any]:
    return list(metadata.sorted_tables)


class Viewer:
    """Somebody at the table, and what he was told last."""

    def __init__(self, running: Running) -> None:
        self.frames: list[dict[str, Any]] = []
        running.house.watch(TABLE.name, ANN, None, lambda frame: self.frames.append(msgspec.json.decode(frame)))

    @property
    def last(self) -> tuple[str, int]:
        frame = next(each for each in reversed(self.frames) if each["type"] in ("table", "moved"))
        return frame["type"], frame["view"]["version"] if frame["type"] == "table" else frame["version"]


@pytest.fixture
def houses(two_stores: tuple[Store, Store]) -> tuple[Running, Running]:
    """The house as two processes run it, with two people at a table."""
    one = Running(two_stores[0], shared=True).open(TABLE)
    other = Running(two_stores[1], shared=True, seed=2)
    for seat, actor in enumerate((ANN, BOB), 1):
        one.do(TABLE.name, Sit(seat, CHIPS), actor)
    other.house.start(recover=False)
    return one, other


def wagered(running: Running, *amounts: int, first: str = "w") -> list[int]:
    """Versions at which Ann's wagers were stored, one after another, as sockets have it: on trust."""
    versions = []
    for number, amount in enumerate(amounts):
        command: Command = Wager(1, "pack_1", amount)
        (came,) = running.house.carry_out([Errand(TABLE.name, command, ANN, f"{first}{number}")])
        assert isinstance(came, Answer), came
        versions.append(came.version)
    return versions


@pytest.mark.parametrize("many", [3, 12], ids=["few", "many"])
def test_what_is_asked_then_follows_what_is_there(
    houses: tuple[Running, Running], postgres_url: str, many: int
) -> None:
    """Also where so much was gone that the table is not what the process remembers of it."""
    one, other = houses
    viewers = [Viewer(one), Viewer(other)]
    set_back = backup(postgres_url)
    assert wagered(one, *(10_00 + 100 * number for number in range(many))) == list(range(4, 4 + many))
    other.house.look_at_all()
    assert [viewer.last[1] for viewer in viewers] == [3 + many] * 2
    set_back()
    assert wagered(one, 50_00, 60_00, first="again") == [4, 5]
    assert viewers[0].last == ("moved", 5)
    assert [frame["type"] for frame in viewers[0].frames if frame["type"] == "table"] == ["table", "table"]
    other.house.look_at_all()
    assert viewers[1].last == ("table", 5)
    assert wagered(other, 70_00, first="there") == [6]
    assert [entry.version for entry in one.store.whole("table/packs-1")] == [1, 2, 3, 4, 5, 6]
    assert other.live(TABLE.name).state.wagers[0].amount == 70_00
    assert audited(one.store)[0].problem is None


def test_who_only_looks_is_shown_what_is_there(houses: tuple[Running, Running], postgres_url: str) -> None:
    one, _ = houses
    viewer = Viewer(one)
    set_back = backup(postgres_url)
    wagered(one, 10_00, 20_00)
    set_back()
    assert viewer.last == ("moved", 5)
    one.house.look_at_all()
    assert viewer.last == ("table", 3)
    assert one.live(TABLE.name).state.wagers == []


def test_an_answer_that_is_not_on_the_record_any_more_is_not_given_again(
    houses: tuple[Running, Running], postgres_url: str
) -> None:
    one, _ = houses
    set_back = backup(postgres_url)
    wagered(one, 10_00)
    set_back()
    one.house.look_at_all()
    assert wagered(one, 10_00) == [4], "it is carried out now"
    assert one.store.head("table/packs-1") == 4


def test_a_record_that_grew_as_long_again_is_another(houses: tuple[Running, Running], postgres_url: str) -> None:
    """The second process has not looked since: by its versions alone nothing would be missing."""
    one, other = houses
    viewer = Viewer(other)
    set_back = backup(postgres_url)
    wagered(one, 10_00, 20_00)
    other.house.look_at_all()
    set_back()
    wagered(one, 30_00, 40_00, 50_00, first="again")
    other.house.look_at_all()
    assert viewer.last == ("table", 6)
    assert other.live(TABLE.name).state.wagers[0].amount == 50_00
    assert wagered(other, 60_00, first="there") == [7]
    assert audited(one.store)[0].problem is None


@pytest.mark.parametrize("version", [9, 3], ids=["version", "chain"])
@pytest.mark.parametrize("at_once", [True, False])
def test_the_store_takes_no_entry_that_follows_another_head(store: Store, version: int, at_once: bool) -> None:
    for number in (1, 2, 3):
        store.append("table/a", number, 1, "Ann", None, b"", SAT)
    made = wanted("table/a", version + 1, 1, "Ann", None, b"", SAT, head=(version, bytes(32)))
    (came,) = store.append_together([made], store.at_once([made]) if at_once else None)
    assert isinstance(came, Conflict)
    assert [entry.version for entry in store.whole("table/a")] == [1, 2, 3]
