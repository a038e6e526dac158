"""Verifying: a byte that was changed anywhere, a row that is missing, money that is not there, are found and named."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from sqlalchemy import Connection, Engine, Table, create_engine, event, select, text
from sqlalchemy.exc import DBAPIError

from house.deeds import moved, put
from house.forging import rewrite
from houseway.cli import main
from houseway.house.definition import Definition
from houseway.house.office_deeds import SET_UP, STREAM
from houseway.house.opening import address, reading_engine
from houseway.house.record import Done, Entry, entry
from houseway.house.schema import balances, commands, entries, meters, postings, rounds, shuffles, snapshots, streams
from houseway.house.store import MeterSet, Store
from houseway.house.verifying import Problem, Verified, verify

Run = Callable[..., "Ran"]

OF_THE_RECORD = (entries, streams, commands, postings, balances, meters, snapshots, rounds, shuffles)


def furnish(store: Store) -> None:
    """A house with some of everything."""
    put(store, "house", 1, moved(1000, "issued", "wallet/Ann"), actor="floor", command="issue", words="for Ann")
    hung = (("cage", -7), ("meter/royal", 5), ("reserve/royal", 2))
    put(store, "house", 2, hung, meters=[MeterSet("royal", 0, Fraction(16, 3), 2)])
    for version, name in enumerate("ab", 3):
        set_up = Done(SET_UP, {"definition": msgspec.to_builtins(Definition(name, "lunar"))})
        store.append(STREAM, version, 1_700_000_000_000 + version, "house", None, b"", set_up)
    bought = (("wallet/Ann", -300), ("chips/a/Ann", 280), ("pot/a/left", 20))
    put(store, "table/a", 1, bought, command="buy", words="in")
    put(store, "table/a", 2, (), command="sit")
    put(store, "table/a", 3, (("chips/a/Ann", -80), ("pot/a/left", -20), ("felt/a", 100)), command="bet")
    put(store, "table/b", 1, moved(1, "cage", "meter/royal"), meters=[MeterSet("royal", 1, Fraction(19, 3), 2)])
    store.snapshot("table/a", 2, b"state")


@pytest.fixture
def furnished(store: Store, url: str) -> str:
    furnish(store)
    store.close()
    return url


def test_a_sound_record_is_said_to_be_sound(furnished: str) -> None:
    with Store.open(furnished) as store:
        assert store.look(verify) == Verified(3, 8)


def test_any_changed_byte_of_any_column_is_found_and_named(furnished: str) -> None:
    with tampering(furnished) as engine:
        assert flip_all(engine, lambda length: [Random(length).randrange(length)]) > 110


@pytest.mark.long
def test_every_changed_byte_of_every_column_is_found_and_named(furnished: str) -> None:
    with tampering(furnished) as engine:
        assert flip_all(engine, lambda length: range(length)) > 1500


LOSSES = {
    "DELETE FROM entries WHERE stream = 'table/a' AND version = 2": ("table/a", 2),
    "DELETE FROM entries WHERE stream = 'table/a' AND version = 3": ("table/a", 3),
    "DELETE FROM entries WHERE stream = 'table/b'": ("table/b", 1),
    "DELETE FROM postings WHERE stream = 'table/a' AND version = 1": ("table/a", 1),
    "DELETE FROM postings WHERE stream = 'table/a' AND version = 3 AND place = 2": ("table/a", 3),
    "INSERT INTO postings VALUES ('table/a', 2, 1, 'wallet/Ann', 5)": ("table/a", 2),
    "INSERT INTO postings VALUES ('table/z', 9, 1, 'wallet/Ann', 5)": ("table/z", 9),
    "DELETE FROM commands WHERE id = 'sit'": ("table/a", 2),
    "UPDATE commands SET version = 2 WHERE id = 'bet'": ("table/a", 2),
    "DELETE FROM streams WHERE stream = 'table/a'": ("table/a", 3),
    "DELETE FROM meters": (None, None),
    "DELETE FROM balances WHERE account = 'felt/a'": (None, None),
    "DELETE FROM balances WHERE account = 'pot/a/left'": (None, None),
    "INSERT INTO balances VALUES ('pot/a/right', 0)": (None, None),
    "UPDATE balances SET cents = cents + 5 WHERE account = 'wallet/Ann'": (None, None),
}


def test_what_is_missing_or_was_added_is_found_and_named(furnished: str) -> None:
    with tampering(furnished) as engine:
        for statement, place in LOSSES.items():
            problem = verified_after(engine, statement, {})
            assert problem is not None, statement
            assert (problem.stream, problem.version) == place, f"{statement}: {problem}"


def test_the_rounds_of_a_stream_are_run_again_by_whoever_knows_how(furnished: str) -> None:
    wrong = Problem("table/a", 2, "nobody could sit there")
    for replay, seen in (
        (Replaying("house", wrong), ["house"]),
        (Replaying("table/a", wrong), ["house", "table/a", "table/b"]),
        (Replaying(None, wrong), ["house", "table/a", "table/b", None]),
    ):
        with Store.open(furnished) as store:
            verified = store.look(lambda connection: verify(connection, replay))  # noqa: B023
        assert replay.seen == seen
        assert str(verified.problem) == "table/a version 2: nobody could sit there"


class Replaying:
    """Finds something wrong when it is asked for a stream, or (None) at last."""

    def __init__(self, where: str | None, wrong: Problem) -> None:
        self.seen: list[str | None] = []
        self._where = where
        self._wrong = wrong

    def __call__(self, stream: str, made: Iterable[Entry], kept: Mapping[int, bytes]) -> Problem | None:
        assert list(made)
        assert kept == ({2: b"state"} if stream == "table/a" else {})
        self.seen.append(stream)
        return self._wrong if stream == self._where else None

    def first_of(self, found: Sequence[Problem]) -> Problem:
        assert found == [self._wrong]
        return self._wrong

    def at_last(self, connection: Connection) -> Problem | None:
        self.seen.append(None)
        return self._wrong if self._where is None else None


def test_the_command_tells_that_all_is_well_while_the_house_is_open(store: Store, url: str, run: Run) -> None:
    furnish(store)
    done = run("--database", url, "--no-replay")
    assert done == (0, "8 entries in 3 streams: all is well\n", "")


def test_the_command_names_the_first_entry_that_is_wrong(furnished: str, run: Run) -> None:
    with tampering(furnished) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE entries SET actor = 'Eve' WHERE stream = 'table/a' AND version = 2"))
    done = run("--database", furnished, "--json", "--no-replay")
    found = json.loads(done.out)
    assert done.code == 3
    assert (found["problem"]["stream"], found["problem"]["version"]) == ("table/a", 2)
    assert done.err.startswith("table/a version 2: the chain is broken")


def test_the_help_says_what_of_accounts_is_looked_at_and_what_is_not(run: Run) -> None:
    told = " ".join(run("--help").out.split())
    assert "the name, the kind, the role, when each was made and whether the house has locked it" in told
    assert "passwords, failed log-ins and sessions are not" in told


@pytest.mark.parametrize("stream", ["zzz", "house2", "", "table/zzz", "table", "a"])
def test_money_from_a_stream_that_the_house_does_not_have_is_found(
    store: Store, url: str, run: Run, tmp_path: Path, stream: str
) -> None:
    """It is chained and posted as it must be: but nobody has set up a table of that name."""
    furnish(store)
    kept = tmp_path / "monday.json"
    kept.write_text(run("--database", url, "--no-replay", "--json").out)
    store.close()
    minted = Done("money.issued/1", {}, moved(1_000_000_00, "issued", "wallet/Ann"))
    with tampering(url) as engine, engine.begin() as connection:
        rewrite(connection, stream, [entry(stream, 1, 1_700_000_000_000, "house", None, minted)])
    for options in (["--no-replay"], ["--no-replay", "--since", str(kept)]):
        done = run("--database", url, *options)
        assert (done.code, done.err.count("\n")) == (3, 1)
        assert f"{stream} version 1: there is no such stream" in done.err


CUT_OFF = (
    "DELETE FROM entries WHERE stream = 'table/b' AND version >= 2",
    "UPDATE streams SET version = 1, chain = (SELECT chain FROM entries WHERE stream = 'table/b' AND version = 1)"
    " WHERE stream = 'table/b'",
)


def test_what_is_cut_off_at_the_end_shows_against_an_earlier_look(
    store: Store, url: str, run: Run, tmp_path: Path
) -> None:
    """By the record alone it cannot be told from one that never had it."""
    furnish(store)
    put(store, "table/b", 2, ())
    kept = tmp_path / "monday.json"
    kept.write_text(run("--database", url, "--no-replay", "--json").out)
    put(store, "table/b", 3, ())
    assert run("--database", url, "--no-replay", "--since", str(kept)).code == 0
    store.close()
    with tampering(url) as engine, engine.begin() as connection:
        for statement in CUT_OFF:
            connection.execute(text(statement))
    assert run("--database", url, "--no-replay").code == 0
    done = run("--database", url, "--no-replay", "--since", str(kept))
    assert (done.code, done.err) == (
        3,
        "table/b version 2: the entry was there at an earlier look, and is not there any more\n",
    )
    with Store.open(url) as again:
        put(again, "table/b", 2, (), actor="Eve")
    done = run("--database", url, "--no-replay", "--since", str(kept))
    assert (done.code, "was another at an earlier look" in done.err) == (3, True)


def test_what_an_earlier_look_did_not_print_is_refused(furnished: str, run: Run, tmp_path: Path) -> None:
    unprinted = ["{}", *(json.dumps({"heads": {STREAM: {"version": n, "chain": ""}}}) for n in (-1, 2**63, 10**400))]
    unprinted.append('{"heads":' + "[" * 5_000 + "]" * 5_000 + "}")
    for number, words in enumerate(unprinted):
        (tmp_path / f"{number}.json").write_text(words)
        done = run("--database", furnished, "--since", str(tmp_path / f"{number}.json"))
        assert (done.code, done.err.count("\n")) == (1, 1)
        assert "is not what `houseway verify --json` prints" in done.err
    done = run("--database", furnished, "--since", str(tmp_path / "none.json"))
    assert (done.code, "cannot be read" in done.err) == (1, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("options", [["--json"], []])
def test_a_record_that_is_wrong_is_told_though_nothing_can_be_printed(sqlite_url: str, options: list[str]) -> None:
    with Store.open(sqlite_url) as store:
        furnish(store)
    asked = [sys.executable, "-c", "from houseway.cli import main; main()", "verify", "--no-replay", *options]

    def told() -> tuple[int, str]:
        with Path("/dev/full").open("w") as full:
            done = subprocess.run([*asked, "--database", sqlite_url], stdout=full, stderr=subprocess.PIPE, check=False)
        return done.returncode, done.stderr.decode()

    assert told() == (1, "houseway: the result cannot be written: No space left on device\n")
    with tampering(sqlite_url) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE entries SET actor = 'Eve' WHERE stream = 'table/a' AND version = 2"))
    code, words = told()
    assert (code, words.count("\n")) == (3, 1)
    assert words.startswith("table/a version 2: the chain is broken")


def test_words_of_a_tamperer_do_nothing_to_a_terminal(sqlite_url: str, run: Run) -> None:
    with Store.open(sqlite_url) as store:
        furnish(store)
    with tampering(sqlite_url) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE postings SET account = 'a' || char(27) || '[2J' || CAST(x'ff' AS TEXT)"))
    done = run("--database", sqlite_url)
    assert done.code == 3
    assert "\\x1b[2J" in done.err
    assert "\x1b" not in done.err


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("sqlite:///{folder}/none.db", "there is no file"),
        ("sqlite:///{folder}/no/none.db", "there is no folder"),
        ("sqlite:///{folder}/empty.db", "holds no house"),
        ("sqlite:///{folder}/words.db", "file is not a database"),
        ("sqlite://", "a database in memory ends with its process"),
        ("mysql://here", "SQLite or PostgreSQL"),
        ("nonsense", "not the address of a database"),
        ("postgresql://houseway:hush@/postgres?host={folder}&password=hush", "cannot be used"),
    ],
)
def test_what_cannot_be_checked_is_told_in_one_line(given: str, words: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "empty.db").touch()
    (tmp_path / "words.db").write_text("these are no rows, and there are many of them" * 50)
    done = run("--database", given.format(folder=tmp_path))
    assert (done.code, done.out) == (1, "")
    assert words in done.err
    assert "hush" not in done.err
    assert done.err.count("\n") == 1


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """The command, as it is called from a shell."""

    def call(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["houseway", "verify", *arguments])
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        return Ran(code, *capsys.readouterr())

    return call


class tampering:  # noqa: N801  (used as a word)
    """Somebody who has the database in his hands: no key and no constraint that can be taken off stops him."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(address(url))

        @event.listens_for(self._engine, "connect")
        def unbind(connection: Any, _: Any) -> None:
            if isinstance(connection, sqlite3.Connection):
                connection.isolation_level = None
                connection.execute("PRAGMA foreign_keys = OFF")
                connection.execute("PRAGMA ignore_check_constraints = ON")
                connection.text_factory = lambda read: read.decode(errors="surrogateescape")
            else:
                connection.execute("SET session_replication_role = replica")
                connection.commit()

        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))

    def __enter__(self) -> Engine:
        return self._engine

    def __exit__(self, *_: object) -> None:
        self._engine.dispose()


def flip_all(engine: Engine, places: Any, rows: int | None = None) -> int:
    """Flip a bit at places of every column of every row, each alone; every one is found, at its entry if it has one.

    `rows`: so many rows of each table, chosen at random.
    """
    with engine.connect() as connection, connection.begin():
        assert verify(connection).problem is None
        found = {table: sorted(connection.execute(select(table)), key=repr) for table in OF_THE_RECORD}
    chosen = {table: Random(8).sample(all_, min(rows or len(all_), len(all_))) for table, all_ in found.items()}
    flipped = 0
    for table, row in [(each, row) for each in chosen for row in chosen[each]]:
        for name, value in row._mapping.items():
            for changed in _flips(value, places):
                problem = verified_after(engine, *_update(table, row, name, changed))
                assert problem is not None, (table.name, row, name, changed)
                if problem.what != REFUSED and "stream" in row._mapping and name not in ("stream", "version"):
                    assert (problem.stream, problem.version) == (row.stream, row.version), (table.name, name, problem)
                flipped += 1
    return flipped


def _flips(value: Any, places: Any) -> Iterator[Any]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield from (value ^ (1 << 8 * place) for place in places(6))
    elif isinstance(value, bytes):
        for place in places(len(value)) if value else []:
            yield value[:place] + bytes([value[place] ^ 4]) + value[place + 1 :]
    else:
        for place in places(len(value)):
            yield value[:place] + chr(ord(value[place]) ^ 4) + value[place + 1 :]


def _update(table: Table, row: Any, name: str, changed: Any) -> tuple[str, dict[str, Any]]:
    key = [column.name for column in table.primary_key]
    where = " AND ".join(f"{column} = :key_{column}" for column in key)
    values = {f"key_{column}": row._mapping[column] for column in key}
    return f"UPDATE {table.name} SET {name} = :changed WHERE {where}", {**values, "changed": changed}


REFUSED = "the database refuses it"


def verified_after(engine: Engine, statement: str, values: dict[str, Any]) -> Problem | None:
    """What verifying finds after a change, which is then taken back."""
    with engine.connect() as connection:
        try:
            assert connection.execute(text(statement), values).rowcount > 0
            return _verify(connection)
        except DBAPIError:
            return Problem(None, None, REFUSED)
        finally:
            connection.rollback()


def _verify(connection: Connection) -> Problem | None:
    return verify(connection).problem


def test_a_copy_on_a_medium_that_cannot_be_written_is_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "house.db"
    with Store.open(f"sqlite:///{file}") as store:
        put(store, "table/a", 1)
    assert not Path(f"{file}-wal").exists(), "who closes it writes the log back"
    monkeypatch.setattr("houseway.house.opening.os.access", lambda path, mode: False)
    with reading_engine(address(f"sqlite:///{file}")).connect() as connection:
        assert connection.exec_driver_sql("SELECT COUNT(*) FROM entries").scalar() == 1
    assert [path.name for path in tmp_path.glob("house.db-*")] == []
    Path(f"{file}-wal").touch()
    with reading_engine(address(f"sqlite:///{file}")).connect() as connection:
        assert connection.exec_driver_sql("SELECT COUNT(*) FROM entries").scalar() == 1
