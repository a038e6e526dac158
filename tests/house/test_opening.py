"""Files that cannot be opened for a house are refused in one line that says what to do; one file has one server."""

import errno
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL, make_url
from sqlalchemy.exc import OperationalError

from house.deeds import put
from houseway.house.locking import server_of
from houseway.house.opening import GONE, Away, Recovering, address, pooled_engine, reached
from houseway.house.store import Lost, Store
from houseway.refusal import Refusal

READ_ONLY_FORMAT = 3  # of the file: a SQLite that does not know how to write it yet opens it for reading alone
WRITE_VERSION = 18  # the byte of the file that says so


of_linux = pytest.mark.skipif(sys.platform != "linux", reason="locks of open file descriptions are Linux's")
OPENING = (
    sys.executable,
    "-c",
    "import sys\nfrom houseway.house.store import Store\nfrom houseway.refusal import Refusal\n"
    "try:\n with Store.open(sys.argv[1]):\n  print('open', flush=True)\n  sys.argv[2:] and sys.stdin.read()\n"
    "except Refusal as told: sys.exit(told.message)",
)


def in_another_process(url: str) -> str:
    """Why a server of another process is refused; nothing if it is not."""
    return subprocess.run([*OPENING, url], capture_output=True, text=True, check=False).stderr


def refused(url: str) -> str:
    with pytest.raises(Refusal) as told, Store.open(url):
        pass
    assert "\n" not in told.value.message
    assert told.value.exit_code == 2
    return told.value.message


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def test_a_file_that_can_only_be_read_is_refused(sqlite_url: str) -> None:
    file = file_of(sqlite_url)
    with file.open("r+b") as opened:
        opened.seek(WRITE_VERSION)
        opened.write(bytes([READ_ONLY_FORMAT]))
    assert refused(sqlite_url).endswith("let who serves write the file and its folder")


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    file.write_bytes(b"no database" * 1000)
    assert refused(f"sqlite:///{file}").endswith("choose another file")
    assert file.read_bytes() == b"no database" * 1000


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert "cannot be used" in refused(f"sqlite:///{tmp_path}")


def test_a_folder_that_may_not_be_entered_is_told_in_one_line(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "exists", forbidden)
        assert "cannot be reached: let who asks enter its folder" in refused(sqlite_url)


def test_a_lock_that_cannot_be_written_is_refused(sqlite_url: str) -> None:
    file_of(sqlite_url).with_name("house.db.lock").mkdir()
    assert "let who serves write in its folder" in refused(sqlite_url)


def test_that_it_can_be_written_is_tried_without_a_trace(sqlite_url: str) -> None:
    Store.open(sqlite_url).close()
    with sqlite3.connect(file_of(sqlite_url)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    connection.close()


def test_one_file_has_one_server_by_whatever_links_it_is_named(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    links = [tmp_path / "link.db", tmp_path / "elsewhere" / "link.db", tmp_path / "folder" / "house.db"]
    for link in links[:2]:
        link.symlink_to(file_of(sqlite_url))
    links[2].parent.symlink_to(tmp_path)
    with Store.open(sqlite_url):
        for link in links:
            assert "in use by another server" in refused(f"sqlite:///{link}")
    for link in links:
        with Store.open(f"sqlite:///{link}"):
            assert "in use by another server" in refused(sqlite_url)


@pytest.mark.skipif(os.name != "posix", reason="files have modes there")
def test_nobody_else_on_the_machine_reads_the_cards_of_a_round_in_play(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with Store.open(f"sqlite:///{tmp_path / 'house.db'}") as store:
            put(store, "table/x", 1)
            there = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.glob("house.db*")}
    finally:
        os.umask(before)
    del there["house.db.lock"]  # who serves, and no more
    assert there == dict.fromkeys(("house.db", "house.db-shm", "house.db-wal"), 0o600)


def test_a_file_keeps_the_mode_that_its_operator_gave_it(sqlite_url: str) -> None:
    file_of(sqlite_url).chmod(0o640)
    Store.open(sqlite_url).close()
    assert file_of(sqlite_url).stat().st_mode & 0o777 == 0o640


@of_linux
def test_a_lock_file_that_is_removed_lets_nobody_in(sqlite_url: str, tmp_path: Path) -> None:
    file = file_of(sqlite_url)
    with Store.open(sqlite_url) as store:
        file.with_name("house.db.lock").unlink()
        assert "in use by another server" in refused(sqlite_url)
        assert "in use by another server" in in_another_process(sqlite_url)
        put(store, "house", 1)
        file.rename(tmp_path / "moved.db")
        assert "in use by another server" in in_another_process(f"sqlite:///{tmp_path / 'moved.db'}")
        (tmp_path / "moved.db").rename(file)
        put(store, "house", 2)
    assert in_another_process(sqlite_url) == ""
    with Store.open(sqlite_url) as store:
        assert store.head("house") == 2


@of_linux
def test_who_is_refused_leaves_the_house_the_locks_that_sqlite_has(sqlite_url: str) -> None:
    """Else another program that looks at the file and closes it would take its log away."""
    file = file_of(sqlite_url)
    look = (
        f"import sqlite3; found = sqlite3.connect({str(file)!r}); found.execute('SELECT * FROM streams'); found.close()"
    )
    with Store.open(sqlite_url) as store:
        put(store, "house", 1)
        for _ in range(2):
            assert "in use by another server" in refused(sqlite_url)
            subprocess.run([sys.executable, "-c", look], check=True)
            assert file.with_name("house.db-wal").exists()
            file.with_name("house.db.lock").unlink()
        put(store, "house", 2)
    assert not file.with_name("house.db-wal").exists()


@contextmanager
def staying(url: str) -> Iterator[subprocess.Popen[str]]:
    """A process that serves, until it is killed."""
    command = [*OPENING, url, "stay"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "open\n"
        yield server


@of_linux
def test_after_a_kill_the_next_server_starts_with_the_lock_file_or_without(sqlite_url: str) -> None:
    lock = file_of(sqlite_url).with_name("house.db.lock")
    for removed in (False, True):
        with staying(sqlite_url) as server:
            if removed:
                lock.unlink()
            assert f"process {'unknown' if removed else server.pid}" in refused(sqlite_url)
            server.kill()
        assert lock.exists()
        Store.open(sqlite_url).close()


@pytest.mark.parametrize("by_file", [False, pytest.param(True, marks=of_linux)])
def test_who_serves_a_file_is_told_without_a_trace(
    sqlite_url: str, by_file: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the byte of the database, or where that cannot be asked by the lock file."""
    file = file_of(sqlite_url)
    lock = file.with_name("house.db.lock")
    assert server_of(file) is None
    assert not lock.exists()
    with staying(sqlite_url) as server:
        if by_file:
            monkeypatch.setattr("fcntl.fcntl", _unknown)
        assert server_of(file) == str(server.pid)
        server.kill()
    assert server_of(file) is None
    assert lock.read_text() == str(server.pid)
    assert server_of(file.with_name("nothing.db")) is None
    with Store.open(sqlite_url):
        assert server_of(file) == str(os.getpid())


@of_linux
def test_who_serves_a_file_is_told_though_its_lock_file_is_removed(sqlite_url: str) -> None:
    with staying(sqlite_url) as server:
        file_of(sqlite_url).with_name("house.db.lock").unlink()
        assert server_of(file_of(sqlite_url)) == "unknown"
        server.kill()


@of_linux
def test_where_a_byte_cannot_be_locked_the_lock_file_is_the_lock(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fcntl.fcntl", _unknown)
    with Store.open(sqlite_url):
        assert "in use by another server" in in_another_process(sqlite_url)


def _unknown(*_: object) -> None:
    raise OSError(errno.EINVAL, "Invalid argument")


def test_a_file_that_is_not_there_yet_may_be_named_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
    with Store.open(f"sqlite:///{tmp_path / 'link.db'}"):
        assert "in use by another server" in refused(f"sqlite:///{tmp_path / 'house.db'}")


def test_a_file_with_several_names_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.hardlink_to(file_of(sqlite_url))
    for each in (sqlite_url, f"sqlite:///{other}"):
        assert "2 names (hard links): copy it, or remove the others" in refused(each)
    shutil.copy(other, tmp_path / "copy.db")
    Store.open(f"sqlite:///{tmp_path / 'copy.db'}").close()
    other.unlink()
    Store.open(sqlite_url).close()


def test_a_name_that_sqlite_would_read_as_an_address_is_refused(sqlite_url: str) -> None:
    assert "is not the name of a file" in refused(f"sqlite:///file:{file_of(sqlite_url)}?uri=true")


def test_a_full_disk_is_told_in_one_line_with_what_to_do(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        pages = store.change(lambda connection: connection.exec_driver_sql("PRAGMA page_count").scalar_one())
        store.change(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
        with pytest.raises(Refusal) as told, reached(address(sqlite_url)):
            put(store, "house", 1, words="x" * 100_000)
    assert told.value.message.endswith("database or disk is full; make room on its disk")
    assert isinstance(told.value.__cause__, Lost)


def test_what_a_user_of_postgresql_lacks_is_told_in_one_line_with_what_to_do(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.house.pooled.learned", lambda name: ["SET ROLE pg_monitor", "CREATE ROLE somebody"])
    with Store.open(postgres_url) as store, pytest.raises(Refusal) as told, reached(address(postgres_url)):
        put(store, "house", 1)
    assert "permission denied" in told.value.message
    assert told.value.message.endswith("grant its user TEMPORARY on the database and CREATE on the schema")


@pytest.mark.parametrize("wrong", [{"username": "nobody_here"}, {"database": "nothing_here"}])
def test_a_postgresql_that_turns_us_away_is_not_told_to_be_started(server: str, wrong: dict[str, str]) -> None:
    there = make_url(server).set(**wrong)  # type: ignore[arg-type]
    told = refused(there.render_as_string(hide_password=False))
    assert "does not exist" in told
    assert told.endswith("it is there and turns us away: name a user, a password and a database that it knows")


@pytest.mark.parametrize(
    ("said", "kind", "advice"),
    [
        ('failed: FATAL:  password authentication failed for user "ann"', Refusal, "name a user, a password"),
        ("failed: fe_sendauth: no password supplied", Refusal, "name a user, a password"),
        ("failed: FATAL:  sorry, too many clients already", Away, "cannot just now: try again in a while"),
        ("failed: FATAL:  the database system is starting up", Recovering, "still recovers: try again in a while"),
        ("failed: Connection refused\n\tIs the server running?", Away, "start it, or name another"),
    ],
)
def test_what_to_do_about_a_postgresql_depends_on_what_it_says(said: str, kind: type[Refusal], advice: str) -> None:
    with pytest.raises(Refusal) as told, reached(address("postgresql://ann:secret@db/house")):
        raise OperationalError(None, None, psycopg.OperationalError(f"connection {said}"))
    assert type(told.value) is kind
    assert advice in told.value.message
    assert ("\n" in told.value.message, "secret" in told.value.message) == (False, False)


def test_a_server_that_is_there_and_gives_no_answer_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GONE, "connect_timeout", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://house@127.0.0.1:{silent.getsockname()[1]}/house"
        assert refused(url).endswith("start it, or name another")
        monkeypatch.setitem(GONE, "connect_timeout", 600)
        assert refused(f"{url}?connect_timeout=2").endswith("start it, or name another")


def test_a_server_whose_machine_is_gone_is_not_waited_for_longer_than_for_one_that_is_silent(server: str) -> None:
    """The system gives up who acknowledges nothing for ten seconds, while we write to him and while we wait."""
    told = _settings(make_url(server))
    idle, each, times = (int(told[f"keepalives_{name}"]) for name in ("idle", "interval", "count"))
    assert (int(told["tcp_user_timeout"]), idle + each * times) == (10_000, 10)
    assert _settings(make_url(server).update_query_dict({"tcp_user_timeout": "900"}))["tcp_user_timeout"] == "900"


def _settings(url: URL) -> dict[str, str]:
    engine = pooled_engine(address(url.render_as_string(hide_password=False)))
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        found = driver.info.get_parameters()
    engine.dispose()
    return found
