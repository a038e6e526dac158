"""The store after a crash: what was acknowledged is there, what is there is whole, a retry gives the first answer."""

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from house.conftest import empty
from house.deeds import assert_sound, at_once, everything, moved, put
from houseway.house.doorbell import Listener
from houseway.house.faults import Point
from houseway.house.store import Crash, Earlier, Lost, NotEnough, Stopped, Store
from houseway.refusal import Refusal

FUNDED = moved(1000, "issued", "wallet/Ann")


class At:
    """A fault at a point of the next commit."""

    def __init__(self, point: Point, fault: Exception) -> None:
        self.point, self.fault = point, fault
        self.armed = False

    def __call__(self, point: Point) -> None:
        if self.armed and point == self.point:
            self.armed = False
            raise self.fault


@pytest.mark.parametrize("point", ["before commit", "after commit"])
def test_a_crash_at_a_commit(url: str, point: Point) -> None:
    """Before the commit nothing is stored, after it everything; whoever asks again cannot tell the difference."""
    _crash(url, point)


@pytest.mark.parametrize("point", ["before commit", "after commit"])
def test_a_crash_at_a_commit_in_memory(point: Point) -> None:
    _crash("sqlite://", point)


def _crash(url: str, point: Point) -> None:
    fault = At(point, Crash())
    store = Store.open(url, fault)
    put(store, "house", 1, FUNDED)
    fault.armed = True
    with pytest.raises(Stopped):
        put(store, "table/a", 1, moved(300, "wallet/Ann", "felt/a"), command="bet")
    with pytest.raises(Stopped):
        put(store, "table/a", 1)
    again = store.reopened()
    assert again.head("table/a") == (1 if point == "after commit" else 0)
    answer = put(again, "table/a", 1, moved(300, "wallet/Ann", "felt/a"), command="bet")
    assert isinstance(answer, Earlier) == (point == "after commit")
    assert (answer.version, again.balance("felt/a"), again.balance("wallet/Ann")) == (1, 300, 700)
    assert again.read("table/a")[0].chain == answer.chain
    assert_sound(again)
    again.close()


@pytest.mark.parametrize("point", ["before commit", "after commit"])
def test_a_database_that_fails_at_a_commit_loses_the_answer_and_the_store_lives_on(url: str, point: Point) -> None:
    fault = At(point, OSError("no space left"))
    with Store.open(url, fault) as store:
        put(store, "house", 1, FUNDED)
        fault.armed = True
        with pytest.raises(Lost):
            put(store, "table/a", 1, moved(300, "wallet/Ann", "felt/a"), command="bet")
        answer = put(store, "table/a", 1, moved(300, "wallet/Ann", "felt/a"), command="bet")
        assert isinstance(answer, Earlier) == (point == "after commit")
        assert store.balance("felt/a") == 300
        assert_sound(store)


def test_what_is_asked_while_the_writer_is_busy_is_committed_together_and_one_refusal_hurts_no_other(
    sqlite_url: str,
) -> None:
    commits = 0
    held = threading.Event()

    def slow(point: Point) -> None:
        nonlocal commits
        if point == "before commit":
            commits += 1
            held.wait(10)

    with Store.open(sqlite_url, slow) as store:
        first = threading.Thread(target=put, args=(store, "house", 1, FUNDED))
        first.start()
        threading.Timer(1 / 5, held.set).start()
        works = [
            lambda number=number: put(store, f"table/{number}", 1, moved(400, "wallet/Ann", f"felt/{number}"))
            for number in range(20)
        ]
        came = at_once(works)
        first.join()
        assert sum(isinstance(one, NotEnough) for one in came) == 18
        assert store.balance("wallet/Ann") == 200
        assert 2 <= commits <= 4
        assert_sound(store)


def test_a_full_disk_loses_the_answer_and_nothing_else(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        put(store, "house", 1, FUNDED)
        pages = store.change(lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar_one())
        store.change(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 3}"))
        with pytest.raises(Lost):
            put(store, "table/a", 1, moved(5, "wallet/Ann", "felt/a"), command="big", words="x" * 100_000)
        assert_sound(store)
        store.change(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 1000000"))
        put(store, "table/a", 1, moved(5, "wallet/Ann", "felt/a"), command="big", words="x" * 100_000)
        assert store.balance("felt/a") == 5
        assert_sound(store)


def test_a_second_server_on_the_same_file_is_refused_until_the_first_is_gone(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        with pytest.raises(Refusal, match=rf"in use by another server \(process {os.getpid()}\): stop it first"):
            Store.open(sqlite_url)
        assert put(store, "house", 1).version == 1
    Store.open(sqlite_url).close()


def test_every_commit_is_synchronous_and_foreign_keys_are_on(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        found = store.change(lambda c: [c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked])
        assert found == ["wal", 2, 1]
        with pytest.raises(Exception, match="readonly"):
            store.look(lambda connection: connection.execute(text("DELETE FROM entries")))


def test_a_connection_that_is_cut_is_no_matter(postgres_url: str) -> None:
    empty(postgres_url)
    cut = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'to be cut'")
    with (
        Store.open(f"{postgres_url}&application_name=to be cut") as store,
        Store.open(postgres_url) as other,
        store.listen() as listener,
    ):
        put(store, "house", 1, FUNDED, command="one")
        other.change(lambda connection: connection.execute(cut))
        with pytest.raises(Lost):
            _listen_for_long(listener)
        assert put(store, "house", 2, command="two").version == 2
        assert store.head("house") == 2
        assert_sound(store)


@pytest.mark.parametrize("last", ["a statement", "the commit"])
def test_who_hangs_in_a_transaction_is_cut_off_and_begins_anew(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    """Others have what he held before they give up; he finds his connection gone, and does his work again."""
    empty(postgres_url)
    monkeypatch.setattr("houseway.house.pooled.HUNG", 1)
    hung, free, begun = threading.Event(), threading.Event(), []
    more = text("UPDATE balances SET cents = cents + 1 WHERE account = 'wallet/Ann'")

    def hang_once(connection: Connection) -> None:
        begun.append(connection.execute(more))
        hung.set()
        free.wait(60)
        if last == "a statement":
            connection.execute(more)

    with Store.open(postgres_url) as store, Store.open(postgres_url) as other:
        put(store, "house", 1, FUNDED)
        hanging = threading.Thread(target=store.change, args=(hang_once,))
        hanging.start()
        assert hung.wait(60)
        other.change(lambda connection: connection.execute(more))
        assert not free.is_set()
        free.set()
        hanging.join()
        assert len(begun) == 2
        assert other.balance("wallet/Ann") == 1000 + 1 + (2 if last == "a statement" else 1)


def test_a_log_that_ends_anywhere_opens_to_a_consistent_beginning(sqlite_url: str, tmp_path: Path) -> None:
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    with Store.open(sqlite_url) as store:
        put(store, "house", 1, FUNDED)
        for version in range(1, 13):
            put(store, "table/a", version, moved(5, "wallet/Ann", "felt/a"), command=f"c{version}")
        copy, log = tmp_path / "copy.db", tmp_path / "copy.db-wal"
        whole = Path(f"{file}-wal").read_bytes()
        chance = random.Random(8)
        lengths = sorted({0, 32, len(whole), *(chance.randrange(len(whole)) for _ in range(14))})
        heads = []
        for length in lengths:
            shutil.copy(file, copy)
            log.write_bytes(whole[:length])
            heads.append(_head_of(copy))
        assert heads[0] == 0
        assert heads[-1] == 12
        assert heads == sorted(heads)
        assert len(set(heads)) > 3


def test_acknowledged_entries_survive_kills_of_the_process(sqlite_url: str) -> None:
    assert _kill_often(sqlite_url, 10) > 100


@pytest.mark.long
def test_acknowledged_entries_survive_hundreds_of_kills(url: str) -> None:
    assert _kill_often(url, 300) > 3000


def _listen_for_long(listener: Listener) -> None:
    for _ in range(10):
        listener.wait(1000)


def _head_of(file: Path) -> int:
    with Store.open(f"sqlite:///{file}") as opened:
        assert_sound(opened)
        head = opened.head("table/a")
        assert opened.balance("felt/a") == 5 * head
        assert len(everything(opened)["commands"]) == head
    for left in file.parent.glob(f"{file.name}*"):
        left.unlink()
    return head


def _kill_often(url: str, times: int) -> int:
    """Kill a writing process that often; after each the store is sound and has all that was acknowledged."""
    chance = random.Random(times)
    known: dict[str, dict[int, str]] = {}
    with _nursery(url) as nursery:
        for _ in range(times):
            _write_and_kill(nursery, chance, known)
            with Store.open(url) as store:
                assert_sound(store)
                for stream, chains in known.items():
                    kept = {entry.version: entry.chain.hex() for entry in store.read(stream, min(chains) - 1, 10**6)}
                    assert {version: kept.get(version) for version in chains} == chains
                    newest = max(chains)
                    known[stream] = {newest: chains[newest]}
                heads = store.streams()
    return sum(heads.values())


def _write_and_kill(nursery: "subprocess.Popen[str]", chance: random.Random, known: dict[str, dict[int, str]]) -> None:
    """Killed a moment after it has answered some commands, however fast the machine is."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write("go\n")
    nursery.stdin.flush()
    pid = int(nursery.stdout.readline().removeprefix("pid "))
    killer = threading.Timer(chance.random() / 50, os.kill, (pid, signal.SIGKILL))
    left = chance.randrange(5, 40)
    while (line := nursery.stdout.readline()) != "dead\n":
        stream, version, chain = line.split()
        known.setdefault(stream, {})[int(version)] = chain
        left -= 1
        if left == 0:
            killer.start()
    killer.join()


@contextmanager
def _nursery(url: str) -> Iterator["subprocess.Popen[str]"]:
    program = Path(__file__).parent / "crashing.py"
    command = [sys.executable, str(program), url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as nursery:
        try:
            yield nursery
        finally:
            assert nursery.stdin is not None
            with suppress(BrokenPipeError):
                nursery.stdin.close()
