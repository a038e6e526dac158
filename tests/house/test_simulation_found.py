"""What the simulation has found, each told again without it."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, SUE, Evening, definition
from house.houses import Client, Running, defined
from houseway.asks import Act
from houseway.house import rebuilding
from houseway.house.commands import CLOCK, Abandon, Ready, Sit, Wager
from houseway.house.live import LiveTable
from houseway.house.office_commands import RedeemMoney
from houseway.house.record import Done, Entry
from houseway.house.running import House
from houseway.house.store import Lost, Store
from houseway.house.tables import Table

TABLE = "lunar-1"


@pytest.fixture
def store(sqlite_url: str) -> Iterator[Store]:
    with Store.open(sqlite_url) as opened:
        yield opened


@pytest.mark.parametrize("since", ["before the round", "in the round", "after the round"])
def test_who_missed_a_round_that_was_given_up_is_told_the_whole_table(
    store: Store, monkeypatch: pytest.MonkeyPatch, since: str
) -> None:
    """The moves of such a round are not brought back: told by them, he was told of fewer versions than there were."""
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN, BOB)
    known = {"before the round": running.live(TABLE).version}
    running.deal(TABLE, ANN, BOB)
    running.step(TABLE)
    known["in the round"] = running.live(TABLE).version
    running.step(TABLE)
    _not_understood(monkeypatch, running.live(TABLE).version)
    next_one = running.again()
    known["after the round"] = next_one.live(TABLE).version - 1
    frames = Client(next_one, TABLE, SUE, known[since]).frames
    if since == "after the round":
        assert [(frame["type"], frame["version"]) for frame in frames] == [("moved", next_one.live(TABLE).version)]
    else:
        assert [frame["type"] for frame in frames] == ["table"]
        assert frames[0]["view"]["version"] == next_one.live(TABLE).version


def test_a_spectator_is_told_the_end_of_a_round_that_was_given_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is late cannot be shown between its beginning and its end; no clock ran for when it could be."""
    running = Running(store).open(defined("ultimate8")).seat("ultimate8-1", ANN, BOB)
    running.deal("ultimate8-1", ANN, BOB)
    running.step("ultimate8-1")
    _not_understood(monkeypatch, running.live("ultimate8-1").version)
    running.at += 25_000
    next_one = running.again(later=0)
    eve = Client(next_one, "ultimate8-1", EVE)
    next_one.at += 6_000  # now the decision may be shown to her, the end of its round not yet
    next_one.house.tick()
    known = eve.versions
    while (due := next_one.house.due(next_one.house.table("ultimate8-1"))) is not None and due < running.at + 60_000:
        next_one.at = max(next_one.at, due)
        next_one.house.tick()
    assert known < eve.versions
    assert eve.versions[-1] >= running.live("ultimate8-1").version


@pytest.mark.parametrize("fails", ["reading", "resuming"])
def test_a_table_that_could_not_be_loaded_at_the_start_is_loaded_by_the_clock(
    store: Store, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """The database gave no answer for a moment: a round was in limbo until somebody touched its table."""
    running = Running(store).open(defined("lunar")).seat(TABLE, ANN, BOB)
    running.deal(TABLE, ANN, BOB)

    def gives_no_answer(*_: object, **__: object) -> None:
        raise Lost("the database gives no answer")

    with monkeypatch.context() as patch:
        patch.setattr(Table, "_entries" if fails == "reading" else "wanted", gives_no_answer)
        next_one = running.again()
    table = next_one.house.table(TABLE)
    assert next_one.house.due(table) == 0
    next_one.house.tick()
    assert next_one.live(TABLE).deadline == next_one.at + 30_000
    assert next_one.house.due(table) == next_one.at + 30_000
    next_one.clock(TABLE)
    assert next_one.live(TABLE).round is None


def test_a_snapshot_keeps_people_in_the_order_in_which_they_came() -> None:
    """Who leaves with the end of a round is paid in that order: the record of a table that went on from a snapshot
    was not what it comes to when it is carried out from its first entry."""
    table = Evening(definition("lunar")).open().seat(EVE, ANN).table
    kept = table.snapshot()
    assert kept is not None
    assert list(LiveTable.restore(table.definition, kept).state.people) == list(table.state.people) == ["Eve", "Ann"]


def test_a_round_can_be_given_up_though_chips_were_bought_from_what_it_brought_the_inventory() -> None:
    """The chips that Eve buys are those that Ann has bet: the inventory of the round's beginning did not have them."""
    evening = Evening(definition("lunar")).open(inventory=0).seat(ANN)
    evening.bet(ANN, 100_00)
    while evening.table.round is not None and not evening.table.inventory:
        evening.play(lambda choices, chance: Act("buy") if choices.choice("buy") else choices.default, most=1)
    assert evening.table.round is not None
    evening.do(Sit(2, CHIPS), EVE)
    evening.do(Abandon(), CLOCK)
    assert evening.table.chips("Eve") == CHIPS


def told(client: Client) -> list[int]:
    return [frame["cents"] for frame in client.take() if frame["type"] == "wallet"]


def test_who_watches_is_told_his_wallet_whoever_moved_it(store: Store) -> None:
    """It was told by the process that carried out a command at the table, and by nobody else."""
    one = Running(store, shared=True).open(defined("lunar"))
    other = Running(store, shared=True)
    other.house.start()
    ann, bob = Client(other, TABLE, ANN), Client(other, TABLE, BOB)
    one.do(TABLE, Sit(1, 400_00), ANN)
    other.house.hear({f"table/{TABLE}": 2})
    assert told(ann) == [9_600_00]
    one.house.office(RedeemMoney(600_00), ANN, "redeem")
    other.house.hear({"house": store.head("house")})
    assert told(ann) == [9_000_00]
    other.house.office(RedeemMoney(1_000_00), ANN, "redeem more")
    assert told(ann) == [8_000_00]
    assert told(bob) == []


@pytest.mark.parametrize("what", ["the answer", "the look at the wallet"])
def test_who_watches_is_told_his_wallet_though_something_was_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    running = Running(store).open(defined("lunar"))
    ann = Client(running, TABLE, ANN)
    lost = iter([True])
    of, name = (Store, "append_together") if what == "the answer" else (House, "wallet")
    whole = getattr(of, name)

    def loses_one(*args: Any) -> Any:
        """What was done is done, and the first answer does not come."""
        found = whole(*args)
        if name == "wallet" and running.live(TABLE).version < 2:
            return found  # the look before the command
        if not next(lost, False):
            return found
        if name == "wallet":
            raise Lost("the database gives no answer")
        return [Lost("the database gives no answer")]

    monkeypatch.setattr(of, name, loses_one)
    running.do(TABLE, Sit(1, 400_00), ANN, "sit")
    running.house.tick()
    assert told(ann) == [9_600_00]
    assert running.house.due(running.house.table(TABLE)) is None


def test_a_meter_is_read_again_where_the_answer_to_a_round_that_was_given_up_was_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The contribution went back with the wagers, and the table went on to show what there was with it."""
    linked = msgspec.structs.replace(defined("lunar"), meters={"progressive": "moon"})
    running = Running(store).open(linked, meters={"moon": 5_000_00}).seat(TABLE, ANN)
    for wager, cents in (("ante", 10_00), ("progressive", 1_00)):
        running.do(TABLE, Wager(1, wager, cents), ANN)
    running.do(TABLE, Ready(), ANN)
    table = running.house.table(TABLE)
    assert table.sealed()[1]["moon"].amount > 5_000_00
    whole = Store.append_together

    def loses(*args: Any) -> Any:
        whole(*args)
        return [Lost("the database gives no answer")]

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append_together", loses)
        with pytest.raises(Lost):
            table.give_up_round(running.at)
    assert store.meters()["moon"].amount == 5_000_00
    assert table.sealed()[1]["moon"].amount == 5_000_00


def _not_understood(monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    """The next process cannot carry out this entry again."""
    compare = rebuilding.compare

    def compares(entry: Entry, done: Done, to_the_word: bool) -> None:
        if entry.version == version:
            raise rebuilding.Differs(version, "another program")
        compare(entry, done, to_the_word)

    monkeypatch.setattr(rebuilding, "compare", compares)
