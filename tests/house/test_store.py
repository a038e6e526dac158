"""The store on both databases: what is appended is there, once, with its money; what is refused leaves no trace."""

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from house.conftest import empty
from house.deeds import assert_sound, at_once, digest, everything, moved, put
from houseway.house import appending_together
from houseway.house.appending import wanted
from houseway.house.record import NO_CHAIN, Done, Entry, link
from houseway.house.schema import MOST
from houseway.house.store import Conflict, Earlier, MeterSet, NotEnough, Stopped, Store
from houseway.refusal import Refusal

FUNDED = moved(1000, "issued", "wallet/Ann")


def test_an_entry_is_kept_as_it_was_made_and_chained_to_the_one_before(store: Store) -> None:
    first = put(store, "table/a", 1, FUNDED, command="one", words={"deal": [1, 2]})
    second = put(store, "table/a", 2)
    assert store.read("table/a") == [first, second]
    assert first.body == b'{"command":{"deal":[1,2]},"role":"player"}'
    assert (first.actor, first.command, first.at, second.command) == ("Ann", "one", 1_700_000_000_001, None)
    assert first.chain == link(NO_CHAIN, first)
    assert second.chain == link(first.chain, second)
    assert_sound(store)


def test_what_is_stored_is_found_again(store: Store) -> None:
    for version in range(1, 8):
        put(store, "table/a", version, command=f"c{version}")
    put(store, "house", 1, FUNDED, actor="Bea", command="c1")
    assert [entry.version for entry in store.read("table/a", after=2, limit=3)] == [3, 4, 5]
    assert store.read("table/b") == []
    assert (store.head("table/a"), store.head("table/b")) == (7, 0)
    assert store.streams() == {"house": 1, "table/a": 7}
    assert store.command("Ann", "c5") == store.read("table/a", after=4, limit=1)[0]
    assert store.command("Bea", "c1") == store.read("house")[0]
    assert store.command("Bea", "c5") is None


def test_balances_are_found_by_the_beginning_of_their_names_and_nothing_in_it_is_a_pattern(store: Store) -> None:
    put(store, "house", 1, (("issued", -60), ("chips/a_1/Ann", 10), ("chips/ab1/Ann", 20), ("CHIPS/a_1/Ann", 30)))
    assert store.balances("chips/a_1/") == {"chips/a_1/Ann": 10}
    assert store.balances() == {"issued": -60, "chips/a_1/Ann": 10, "chips/ab1/Ann": 20, "CHIPS/a_1/Ann": 30}
    assert (store.balance("chips/ab1/Ann"), store.balance("chips/%")) == (20, 0)


def test_of_those_who_want_a_version_exactly_one_has_it(url: str) -> None:
    """Two servers, where the database allows two: then the keys alone decide."""
    stores = [Store.open(url) for _ in range(2 if url.startswith("postgresql") else 1)]
    for version in range(1, 9):
        came = at_once([partial(put, stores[number % len(stores)], "table/a", version) for number in range(8)])
        assert sum(isinstance(one, Entry) for one in came) == 1
        assert sum(isinstance(one, Conflict) for one in came) == 7
    assert_sound(stores[0])
    for store in stores:
        store.close()


def test_money_is_spent_once(store: Store) -> None:
    put(store, "house", 1, FUNDED)
    spend = [
        partial(put, store, f"table/{number}", 1, moved(1000, "wallet/Ann", f"chips/{number}/Ann"))
        for number in range(50)
    ]
    came = at_once(spend)
    assert sum(isinstance(one, Entry) for one in came) == 1
    refused = [one for one in came if isinstance(one, NotEnough)]
    assert len(refused) == 49
    assert {one.account for one in refused} == {"wallet/Ann"}
    assert store.balance("wallet/Ann") == 0
    assert sum(store.balances("chips/").values()) == 1000
    assert_sound(store)


def test_a_command_takes_effect_once_however_often_it_comes_at_the_same_moment(url: str) -> None:
    stores = [Store.open(url) for _ in range(2 if url.startswith("postgresql") else 1)]
    put(stores[0], "house", 1, FUNDED)
    # Each server may believe that the stream stands elsewhere; who is not first sees the first one's entry.
    works = [
        partial(put, stores[number % len(stores)], "table/a", 1, moved(1, "wallet/Ann", "felt/a"), command="again")
        for number in range(16)
    ]
    came = at_once(works)
    assert {one.chain for one in came if isinstance(one, Entry)} == {stores[0].read("table/a")[0].chain}
    assert sum(isinstance(one, Earlier) for one in came) == 15
    assert stores[0].balance("felt/a") == 1
    late = put(stores[-1], "table/a", 9, command="again")
    assert isinstance(late, Earlier)
    assert late.version == 1
    for store in stores:
        store.close()


def test_two_jackpots_at_the_same_moment_are_ordered_and_the_second_is_paid_from_the_reset(store: Store) -> None:
    reset = 500
    hung = (("cage", -10_500), ("inventory/a", 0), ("meter/royal", 10_000), ("reserve/royal", 500))
    meters = [MeterSet("royal", 0, Fraction(20_001, 2), reset)]
    put(store, "house", 1, tuple(line for line in hung if line[1]), meters=meters)

    def hit(table: str) -> tuple[int, int]:
        """Read the meter, pay what it shows, set it to its reset amount; begin again if it has moved meanwhile."""
        for attempt in range(1, 100):
            meter = store.meters()["royal"]
            prize = int(meter.amount)
            paid = (("cage", prize - reset), ("meter/royal", reset - prize)) if prize != reset else ()
            after = MeterSet("royal", meter.changes, meter.amount - prize + reset, reset)
            try:
                put(store, f"table/{table}", 1, paid, meters=[after])
            except Conflict:
                continue
            return prize, attempt
        raise AssertionError("never came through")

    came = at_once([partial(hit, "a"), partial(hit, "b")])
    assert [one for one in came if isinstance(one, Exception)] == []
    assert sorted(one[0] for one in came if not isinstance(one, Exception)) == [500, 10_000]
    assert store.meters()["royal"].amount == reset + Fraction(1, 2)  # the fraction of a cent is still there
    assert store.meters()["royal"].changes == 3
    assert store.balance("meter/royal") == reset
    assert_sound(store)


def test_a_meter_carries_its_fraction_of_a_cent_exactly(store: Store) -> None:
    put(store, "house", 1, meters=[MeterSet("five", 0, Fraction(0), 0)])
    for number in range(1, 11):
        meter = store.meters()["five"]
        shown = meter.amount + Fraction(1, 3)
        more = int(shown) - int(meter.amount)
        transfer = moved(more, "cage", "meter/five") if more else ()
        put(store, "table/a", number, transfer, meters=[MeterSet("five", meter.changes, shown, 0)])
    assert store.meters()["five"].amount == Fraction(10, 3)
    assert store.balance("meter/five") == 3
    assert_sound(store)


def _wrong(connection: Connection) -> None:
    connection.execute(text("INSERT INTO balances VALUES ('wallet/Cy', 5)"))
    raise Refusal("not this one")


BAD: dict[str, tuple[type[Exception], Callable[[Store], Any]]] = {
    "the version is taken": (Conflict, lambda s: put(s, "table/a", 1, command="new")),
    "a version is left out": (Conflict, lambda s: put(s, "table/a", 3, command="new")),
    "more than there is": (NotEnough, lambda s: put(s, "table/a", 2, moved(1001, "wallet/Ann", "cage"), command="new")),
    "nothing there at all": (NotEnough, lambda s: put(s, "table/a", 2, moved(1, "wallet/Bea", "cage"), command="new")),
    "one has, another has not": (
        NotEnough,
        lambda s: put(s, "table/a", 2, (("wallet/Ann", -5), ("wallet/Zoe", -5), ("felt/a", 10)), command="new"),
    ),
    "another command by the same id": (Refusal, lambda s: put(s, "table/a", 2, command="old", words="other")),
    "the same command at another table": (Refusal, lambda s: put(s, "table/b", 1, command="old")),
    "a meter that has moved": (
        Conflict,
        lambda s: put(s, "table/a", 2, command="new", meters=[MeterSet("royal", 9, Fraction(7), 5)]),
    ),
    "a meter that hangs already": (
        Conflict,
        lambda s: put(s, "table/a", 2, command="new", meters=[MeterSet("royal", 0, Fraction(7), 5)]),
    ),
    "a meter without its money": (
        ValueError,
        lambda s: put(s, "table/a", 2, command="new", meters=[MeterSet("royal", 1, Fraction(9), 5)]),
    ),
    "money without its meter": (
        ValueError,
        lambda s: put(s, "table/a", 2, moved(1, "cage", "meter/royal"), command="new"),
    ),
    "a transfer that makes money": (ValueError, lambda s: put(s, "table/a", 2, (("cage", 5),), command="new")),
    "a posting of nothing": (ValueError, lambda s: put(s, "table/a", 2, (("cage", 0),), command="new")),
    "more money than there can be": (
        Refusal,
        lambda s: put(s, "table/a", 2, moved(MOST, "issued", "wallet/Ann"), command="new"),
    ),
    "a posting past all bounds": (
        Refusal,
        lambda s: put(s, "table/a", 2, moved(2**63, "issued", "wallet/Ann"), command="new"),
    ),
    "truth is no money": (ValueError, lambda s: put(s, "table/a", 2, moved(True, "issued", "cage"), command="new")),
    "a fraction past all bounds": (
        ValueError,
        lambda s: put(s, "table/a", 2, meters=[MeterSet("royal", 1, 7 + Fraction(1, 2**63), 5)]),
    ),
    "a meter below zero": (ValueError, lambda s: put(s, "table/a", 2, meters=[MeterSet("royal", 1, Fraction(-1), 5)])),
    "an account without end": (ValueError, lambda s: put(s, "table/a", 2, moved(1, "cage", "x" * 193))),
    "a digest that is none": (ValueError, lambda s: s.append("table/a", 2, 0, "Ann", "new", b"x", Done("e/1", {}))),
    "an id of nothing": (Refusal, lambda s: put(s, "table/a", 2, command="")),
    "an id without end": (Refusal, lambda s: put(s, "table/a", 2, command="x" * 65)),
    "an id that ends texts": (Refusal, lambda s: put(s, "table/a", 2, command="a\0b")),
    "an id that is no text": (Refusal, lambda s: put(s, "table/a", 2, command="\ud800")),
    "a version past all bounds": (ValueError, lambda s: put(s, "table/a", 2**63)),
    "other rows that are refused": (
        Refusal,
        lambda s: s.append("table/a", 2, 0, "Ann", "new", digest(""), Done("e/1", {}), also=_wrong),
    ),
}


def test_what_is_refused_changes_nothing(store: Store) -> None:
    hung = moved(7, "cage", "meter/royal")
    put(store, "table/a", 1, (*FUNDED, *hung), command="old", meters=[MeterSet("royal", 0, Fraction(7), 5)])
    before = everything(store)
    for name, (kind, work) in BAD.items():
        with pytest.raises(kind):
            work(store)
        assert everything(store) == before, name
    assert put(store, "table/a", 2, command="new").version == 2  # and nothing is in the way of the next


def test_other_rows_are_stored_with_the_entry(store: Store) -> None:
    def come(connection: Connection) -> None:
        values = "('Bea', 'player', 'guest', NULL, 5, 0)"
        connection.execute(text(f"INSERT INTO accounts VALUES {values}"))

    store.append("house", 1, 0, "floor", None, b"", Done("account.made/1", {}), also=come)
    assert everything(store)["accounts"] == [("Bea", "player", "guest", None, 5, 0)]


IMPOSSIBLE = [
    "UPDATE balances SET cents = -1 WHERE account = 'wallet/Ann'",
    "UPDATE balances SET cents = 9000000000000001 WHERE account = 'wallet/Ann'",
    "INSERT INTO balances VALUES ('felt/a', -5)",
    "UPDATE entries SET version = 0",
    "UPDATE entries SET at = -1",
    "UPDATE postings SET cents = 0",
    "UPDATE postings SET stream = 'nowhere'",
    "UPDATE meters SET numerator = 2, denominator = 2",
    "UPDATE meters SET cents = -1",
    "INSERT INTO accounts VALUES ('Bea', 'emperor', 'guest', NULL, 5, 0)",
    "INSERT INTO sessions VALUES ('x', 'nobody', 1, 2, 'here')",
]


def test_the_database_itself_refuses_what_cannot_be(store: Store) -> None:
    hung = moved(7, "cage", "meter/royal")
    put(store, "table/a", 1, (*FUNDED, *hung), meters=[MeterSet("royal", 0, Fraction(7), 5)])
    before = everything(store)
    for statement in IMPOSSIBLE:
        with pytest.raises(IntegrityError):
            store.change(lambda connection, statement=statement: connection.execute(text(statement)))  # type: ignore[misc]
        assert everything(store) == before, statement


def test_the_last_snapshot_and_the_last_until_a_time_are_kept_and_a_damaged_one_is_not_used(store: Store) -> None:
    one, two, three, four = (put(store, "table/a", version).at for version in range(1, 5))
    assert store.last_snapshot("table/a") is None
    store.snapshot("table/a", 1, b"one", one - 1)
    store.snapshot("table/a", 2, b"two", one)
    store.snapshot("table/a", 2, b"another", one)
    assert store.last_snapshot("table/a") == (2, b"two")
    assert store.last_snapshot("table/a", two - 1) == (1, b"one")
    assert store.last_snapshot("table/a", one - 1) is None
    with pytest.raises(ValueError, match="no version 5"):
        store.snapshot("table/a", 5, b"five")
    store.snapshot("table/a", 4, b"four", three)
    assert store.last_snapshot("table/a", four) == (4, b"four")
    assert store.last_snapshot("table/a", three) == (2, b"two")
    assert store.last_snapshot("table/a", two - 1) is None
    store.change(lambda connection: connection.execute(text("UPDATE snapshots SET version = 3 WHERE version = 4")))
    assert store.last_snapshot("table/a") == (2, b"two")
    store.change(lambda connection: connection.execute(text("UPDATE snapshots SET version = 1 WHERE version = 2")))
    assert store.last_snapshot("table/a") is None


def test_who_listens_hears_of_every_stream_that_has_grown_by_others(url: str, store: Store) -> None:
    """Between processes; on SQLite, where there is one, within it."""
    with ExitStack() as stack:
        alone = store.database == "sqlite"
        other = store if alone else stack.enter_context(Store.open(url))
        listener = stack.enter_context(other.listen())
        own = stack.enter_context(store.listen()) if not alone else None
        assert listener.wait(0) == []
        put(store, "table/a", 1)
        put(store, "table/a", 2)
        put(store, "house", 1)
        heard: dict[str, int] = {}
        while heard != {"table/a": 2, "house": 1}:
            rings = listener.wait(5000)
            assert rings, "nothing rang"
            heard |= {ring.stream: ring.version for ring in rings}
        with pytest.raises(Conflict):
            put(store, "table/a", 2)
        assert listener.wait(50) == []
        assert own is None or own.wait(50) == []


def test_however_many_streams_grow_at_once_and_however_long_they_are_called_all_ring(url: str, store: Store) -> None:
    called = [f"{number:02}" + "\U0001f0a1" * 126 for number in range(60)]
    with ExitStack() as stack:
        other = store if store.database == "sqlite" else stack.enter_context(Store.open(url))
        listener = stack.enter_context(other.listen())
        happened = Done("test.happened/1", {})
        store.append_together([wanted(name, 1, 0, "floor", None, b"", happened) for name in called])
        heard: set[str] = set()
        while heard != set(called):
            rings = listener.wait(5000)
            assert rings, f"{len(heard)} rang"
            heard |= {ring.stream for ring in rings}


def test_a_closed_store_has_stored_what_was_asked_and_takes_no_more(url: str) -> None:
    store = Store.open(url)
    came: list[Any] = []

    def write() -> None:
        try:
            for version in range(1, 100_000):
                came.append(put(store, "table/a", version))
        except Stopped as stopped:
            came.append(stopped)

    thread = threading.Thread(target=write)
    thread.start()
    while len(came) < 5:
        thread.join(1 / 1000)
    store.close()
    thread.join()
    assert isinstance(came[-1], Stopped)
    with Store.open(url) as again:
        assert again.head("table/a") == len(came) - 1
        assert_sound(again)


ABORTED = """
import sys
from houseway.house.record import Done
from houseway.house.schema import MOST
from houseway.house.store import Store
from houseway.refusal import Refusal

players = tuple((f"wallet/p{number:03}", 1) for number in range(150))
with Store.open(sys.argv[1]) as store:
    full = (("issued", -MOST), ("wallet/p000", MOST))
    store.append("table/a", 1, 1, "Ann", None, b"", Done("table.sat/1", {}, full))
    try:
        store.append("table/a", 2, 1, "Ann", None, b"", Done("table.sat/1", {}, (*players, ("issued", -150))))
    except Refusal as refusal:
        print(refusal)
"""


def test_statements_that_are_aborted_after_an_error_are_not_told_beside_it(postgres_url: str) -> None:
    """The first of many statements of a group fails while the others are still being sent."""
    empty(postgres_url)
    told = subprocess.run([sys.executable, "-c", ABORTED, postgres_url], capture_output=True, text=True, check=True)
    assert "cannot hold more" in told.stdout
    assert told.stderr == ""


def test_who_finds_the_money_gone_with_which_a_meter_was_paid_out_comes_too_late(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process pays it out between two looks: he is not short of money, he begins again."""
    empty(postgres_url)
    first, second = Store.open(postgres_url), Store.open(postgres_url)
    hung = (("cage", -10_500), ("meter/royal", 10_000), ("reserve/royal", 500))
    put(first, "house", 1, hung, meters=[MeterSet("royal", 0, Fraction(10_000), 500)])
    hit = (("cage", 9_500), ("meter/royal", -9_500))
    paid = [MeterSet("royal", 1, Fraction(500), 500, was=10_000)]
    money = appending_together._Left

    def meanwhile(*looking: Any) -> Any:
        monkeypatch.setattr(appending_together, "_Left", money)
        put(second, "table/b", 1, hit, meters=paid)
        return money(*looking)

    monkeypatch.setattr(appending_together, "_Left", meanwhile)
    done = Done("table.sat/1", {"command": "", "role": "player"}, hit)
    asked = wanted("table/a", 1, 1_700_000_000_001, "Ann", None, digest(""), done, paid)
    (came,) = first._database.write(partial(appending_together.append_together, several=[asked], warily=True))
    assert isinstance(came, Conflict)
    for store in (first, second):
        store.close()
