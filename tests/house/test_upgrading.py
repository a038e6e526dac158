"""A house with a past is brought up to date: its rounds are found as before, play goes on, verify finds it sound."""

from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, text

from house.deeds import everything
from house.houses import EACH, INVENTORY, PAUSING, REASON, Running
from house.people import FAST, SECRET
from house.test_verify import Run, run
from houseway.games import NAMES
from houseway.house import history, migrations, office
from houseway.house.answering import Answer
from houseway.house.belonging import revision
from houseway.house.commands import Actor, AddBot, CloseTable, Command, OpenTable
from houseway.house.definition import Definition
from houseway.house.finished import Finished
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import GiveCoupon, OpenAccount, SetUpTable
from houseway.house.opening import address, downgrade
from houseway.house.record import TABLES
from houseway.house.store import Store

__all__ = ["run"]

ROUNDS = 3
ANN, BOB, SUE = Actor("ann", "player"), Actor("bob", "player"), Actor("sue", "supervisor")
BOTS = Definition("bots", "packs", (), PAUSING, bots_alone=True)
Found = dict[tuple[str, int], tuple[Finished, str | None]]


class Numbering(Running):
    """A house in which everybody numbers what he says, as all clients do."""

    def do(self, table: str, command: Command, actor: Actor, id_: str | None = None) -> Answer:
        return super().do(table, command, actor, id_ or f"{actor.name}-{self.house.table(table).version}-{table}")


@pytest.fixture
def old_url(url: str) -> Iterator[str]:
    """The address of a database that may be left with an older schema."""
    yield url
    Store.open(url).close()


def test_the_rounds_of_a_first_house_are_found_when_it_is_brought_up_to_date(
    old_url: str, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(migrations, "PAGE", 7)  # several pages of each table
    with Store.open(old_url) as store:
        at = played(store)
        before, found, lines = everything(store), found_in(store), history.last_rounds(store, "ann", 100)
    assert {table for table, _ in found} == {"bots", *(f"{game}-1" for game in NAMES)}
    assert len([finished for finished, _ in found.values() if finished.private]) >= ROUNDS  # Ultimate 8
    assert len([seed for _, seed in found.values() if seed is not None]) >= ROUNDS
    assert len(lines) >= ROUNDS * len(NAMES)

    back_to_the_first(old_url)
    with Store.open(old_url) as store:
        assert everything(store) == {**before, "snapshots": []}
        assert (found_in(store), history.last_rounds(store, "ann", 100)) == (found, lines)
    assert run("--database", old_url)[::2] == (0, "")

    with Store.open(old_url) as store:
        house = Numbering(store, at=at + 1_000)
        house.house.start()
        house.house.office(GiveCoupon("ann", 5_00, REASON), SUE, "gives")
        assert store.balance("coupons issued") == -5_00
        for game in NAMES:
            house.play(f"{game}-1")
        assert len(found_in(store)) == len(found) + len(NAMES)
    assert run("--database", old_url)[::2] == (0, "")


def test_what_is_damaged_is_left_to_verify(sqlite_url: str, run: Run) -> None:
    with Store.open(sqlite_url) as store:
        played(store)
        last = history.find_round(store, "lunar-1", 2).closed[0]
    back_to_the_first(sqlite_url)
    damage(sqlite_url, "table/lunar-1", last)
    with Store.open(sqlite_url) as store:
        noted = {number for _, stream, number, _, _ in everything(store)["rounds"] if stream == "table/lunar-1"}
        assert noted >= {1, 3}
        assert 2 not in noted
    done = run("--database", sqlite_url)
    assert (done.code, f"table/lunar-1 version {last}" in done.err) == (3, True)


def played(store: Store) -> int:
    """A house in which some rounds of each game are over, and another is in play; what the clock says at last."""
    house = Numbering(store)
    for actor in (ANN, BOB):
        office.sign_up(store, actor.name, SECRET, house.at, passwords=FAST)
    opening = OpenAccount("sue", role="supervisor")
    office.carry_out(store, opening, office.HOUSE, house.at, password=SECRET, passwords=FAST)
    for definition in (*EACH, BOTS):
        house.house.office(SetUpTable(definition, REASON), FOUNDER, None)
        house.do(definition.name, OpenTable(INVENTORY, REASON), FOUNDER)
    house.do("bots", AddBot(1, reason="a quiet table"), SUE)
    while not history.last_rounds(store, history.NOBODY):
        house.clock("bots")
    house.do("bots", CloseTable("the night"), SUE)
    for game in NAMES:
        house.seat(f"{game}-1", ANN, BOB)
        for _ in range(ROUNDS):
            house.deal(f"{game}-1", ANN, BOB).play(f"{game}-1")
            house.clock(f"{game}-1")
    for game in NAMES:
        house.deal(f"{game}-1", ANN, BOB)
    return house.at


def back_to_the_first(url: str) -> None:
    """The database as the first schema has it: without notes of rounds and seeds."""
    engine = create_engine(address(url))
    with engine.begin() as connection:
        downgrade(connection, "0001")
        assert revision(connection) == "0001"
    engine.dispose()


def damage(url: str, stream: str, version: int) -> None:
    """What an entry seals is not there any more."""
    engine = create_engine(address(url))
    words = text("UPDATE entries SET sealed = :none WHERE stream = :stream AND version = :version")
    with engine.begin() as connection:
        connection.execute(words, {"none": b'{"round": {"number": 0}}', "stream": stream, "version": version})
    engine.dispose()


def found_in(store: Store) -> Found:
    """Every round that is noted, by its table and its number, and the seed of its shuffle where it may be known."""
    noted = {(stream.removeprefix(TABLES), number) for _, stream, number, _, _ in everything(store)["rounds"]}
    found = {of: history.find_round(store, *of) for of in noted}
    return {of: (finished, history.seed_of(store, finished)) for of, finished in found.items()}
