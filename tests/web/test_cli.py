"""houseway doctor and houseway account: for who has the house's machine."""

import errno
import os
import re
import socket
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import make_url

from house.conftest import empty
from houseway.cli import houseway
from houseway.house.store import Store
from houseway.refusal import Refusal
from web.running import Served, served


def run(*words: str, said: str = "") -> tuple[int, str]:
    """The exit code and what is printed, as the program would have it."""
    came = CliRunner().invoke(houseway, words, input=said)
    if isinstance(came.exception, Refusal):
        return came.exception.exit_code, str(came.exception)
    assert came.exception is None or isinstance(came.exception, SystemExit)
    return came.exit_code, came.output


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'house.db'}"


def test_accounts_are_opened_given_roles_and_unlocked(database: str) -> None:
    opened = run("account", "new", "Nora", "--role", "supervisor", "--database", database, said="correct horse\n")
    assert opened == (0, "nora: supervisor\n")
    again = run("account", "new", "NORA", "--database", database, said="correct horse\n")
    assert again == (2, "the name nora is taken: choose another")
    assert run("account", "new", "Olaf", "--database", database, said="short\n")[0] == 2
    assert run("account", "role", "nora", "auditor", "--database", database) == (0, "nora: auditor\n")
    assert run("account", "unlock", "nora", "--database", database)[0] == 0
    assert run("account", "role", "pia", "auditor", "--database", database)[0] == 2
    assert run("account", "role", "nora", "dealer", "--database", database)[0] == 2
    with served(database) as house:
        assert _role(house) == "auditor"
        code, words = run("account", "unlock", "nora", "--database", database)
        assert code == 2
        assert "in use by another server" in words


def test_one_time_passwords_are_printed_and_for_one_time(database: str) -> None:
    code, told = run("account", "new", "Rosa", "--role", "auditor", "--one-time", "--database", database)
    assert code == 0
    assert told.startswith("rosa: auditor, one-time password: ")
    first = told.rpartition(" ")[2].strip()
    assert run("account", "new", "Sven", "--one-time", "--database", database)[0] == 2
    code, told = run("account", "reset", "ROSA", "--database", database)
    assert (code, told.startswith("rosa: one-time password: ")) == (0, True)
    second = told.rpartition(" ")[2].strip()
    assert run("account", "reset", "sven", "--database", database) == (
        2,
        "there is no account sven: write the name as it was opened",
    )
    with served(database) as house:
        bodies = [
            {"name": "rosa", "password": password, "new": "correct horse"} for password in (first, second, second)
        ]
        codes = [house.ask("POST", "/api/session", body=body).status_code for body in bodies]
        assert codes == [401, 200, 401]


def _role(house: Served) -> str:
    role: str = house.ask("POST", "/api/session", body={"name": "nora", "password": "correct horse"}).json()["role"]
    return role


def test_what_cannot_be_served_is_told_in_one_line(database: str, tmp_path: Path) -> None:
    with served(database) as house:
        port, other = house.url.rpartition(":")[2], f"sqlite:///{tmp_path / 'other.db'}"
        (tmp_path / "words.db").write_bytes(b"no database" * 1000)
        (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
        (tmp_path / "one.db").symlink_to(tmp_path / "another.db")
        (tmp_path / "another.db").symlink_to(tmp_path / "one.db")
        refused = {
            "in use by another server": ("--database", database),
            "in use by another server (process": ("--database", f"sqlite:///{tmp_path / 'link.db'}"),
            "choose another file": ("--database", f"sqlite:///{tmp_path / 'words.db'}"),
            "choose another with --port": ("--database", other, "--port", port),
            "there is no folder": ("--database", "sqlite:////no/where/house.db"),
            "SQLite or PostgreSQL": ("--database", "mysql://x"),
            "there is no address": ("--database", database, "--host", "nowhere.invalid"),
            "'' is not the address of a database": ("--database", ""),
            "what stands there is not the address": ("--database", "postgresql:/house:secret@db/house"),
            "what stands there is not": ("--database", "postgresql://house:secret@db:port/house"),
            "what stands there is": ("--database", "postgresql://house:secret"),
            "there is no port 99999": ("--database", "postgresql://house:secret@db:99999/house"),
            "its links lead to each other": ("--database", f"sqlite:///{tmp_path / 'one.db'}"),
            "File name too long; choose another": ("--database", f"sqlite:///{tmp_path / ('x' * 300)}"),
            "there is no address 'a..b'": ("--database", database, "--host", "a..b"),
            "there is no address 'lll": ("--database", database, "--host", "l" * 70),
            "choose an address of this machine": ("--database", database, "--host", "192.0.2.1"),
            "in memory ends with its process": ("--database", "sqlite://"),
            "in memory ends with": ("--database", "sqlite:///:memory:"),
            "leave out ?mode": ("--database", f"{other}?mode=ro"),
            "write %3F in": ("--database", f"{other}?b.db"),
        }
        for words, options in refused.items():
            code, told = run("serve", "--port", "0", *options)
            assert (code, told.count("\n"), words in told, "secret" in told) == (2, 0, True, False), told
        assert not (tmp_path / "other.db").exists(), "the port is looked at first"
        for name in ("one.db", "x" * 300):
            code, told = run("verify", "--database", f"sqlite:///{tmp_path / name}")
            assert (code, told.count("\n"), "cannot be a file" in told) == (1, 0, True), told
        code, told = run("doctor", "--database", "postgresql://house:secret@db:port/house")
        assert (code, "secret" in told) == (1, False), told


def test_doctor_looks_at_the_database_whatever_it_is(database: str, tmp_path: Path, postgres_url: str) -> None:
    code, words = run("doctor", "--database", database, "--port", str(_free()))
    assert code == 0
    assert "is not there yet" in words
    run("account", "new", "nora", "--database", database, said="correct horse\n")
    code, words = run("doctor", "--database", database, "--port", str(_free()))
    assert code == 0
    assert "is whole" in words
    (tmp_path / "house.db").write_bytes(b"no database" * 1000)
    code, words = run("doctor", "--database", database)
    assert (code, bool(re.search("^bad", words, re.MULTILINE))) == (1, True)
    code, words = run("doctor", "--database", postgres_url)
    assert code == 0, words
    assert re.search("^ok +fsync +on", words, re.MULTILINE)
    assert run("doctor", "--database", "postgresql://nobody@127.0.0.1:1/none")[0] == 1
    assert run("doctor", "--database", "sqlite://")[0] == 1
    assert run("doctor", "--database", f"sqlite:///{tmp_path / 'none' / 'house.db'}")[0] == 1


def test_doctor_tells_what_a_user_of_postgresql_lacks(postgres_url: str) -> None:
    """Somebody who may look, and nothing else."""
    assert re.search("^ok +rights +the user has TEMPORARY$", run("doctor", "--database", postgres_url)[1], re.MULTILINE)
    poor = make_url(postgres_url).update_query_dict({"options": "-csearch_path=nowhere"})
    code, words = run("doctor", "--database", poor.render_as_string(hide_password=False))
    assert code == 1
    told = "the user lacks CREATE: grant its user TEMPORARY on the database and CREATE on the schema"
    assert re.search(f"^bad +rights +{told}$", words, re.MULTILINE), words


@pytest.mark.parametrize(("schema", "how", "code"), [("0099", "bad ", 1), ("zz", "bad ", 1), ("0002", "warn", 0)])
def test_doctor_tells_schemas_of_others_and_newer_and_older_ones(
    database: str, schema: str, how: str, code: int
) -> None:
    run("account", "new", "nora", "--database", database, said="correct horse\n")
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (schema,))
    connection.close()
    found, words = run("doctor", "--database", database, "--port", str(_free()))
    advice = "choose another database" if code else "houseway serve brings it up to date"
    assert found == code
    assert re.search(f"^{how} schema +{schema}.*{advice}$", words, re.MULTILINE), words


def test_doctor_tells_where_everybody_may_read_the_cards(database: str) -> None:
    Store.open(database).close()
    assert re.search("^ok +reading +", run("doctor", "--database", database)[1], re.MULTILINE)
    file = Path(database.removeprefix("sqlite:///"))
    file.chmod(0o644)
    code, words = run("doctor", "--database", database, "--port", str(_free()))
    assert code == 0
    assert re.search(f"^warn +reading +everybody on this machine may read the cards in {file}", words, re.MULTILINE)


def test_doctor_tells_who_serves_the_file_and_leaves_him_alone(database: str, tmp_path: Path) -> None:
    """Beside the house that somebody serves there is nothing to be done, and the next may have the file at once."""
    with served(database) as house:
        code, words = run("doctor", "--database", database)
        told = f"{tmp_path / 'house.db'} is in use by another server (process {os.getpid()}): stop it before"
        assert code == 0
        assert re.search(f"^warn server +{re.escape(told)}", words, re.MULTILINE), words
        assert house.ask("GET", "/healthz").status_code == 200
    code, words = run("doctor", "--database", database)
    assert (code, bool(re.search("^ok +server +no other has the file$", words, re.MULTILINE))) == (0, True), words
    with served(database) as house:
        assert house.ask("GET", "/healthz").status_code == 200


def test_doctor_finds_what_serve_refuses_of_a_file(database: str, tmp_path: Path) -> None:
    run("account", "new", "nora", "--database", database, said="correct horse\n")
    (tmp_path / "other.db").hardlink_to(tmp_path / "house.db")
    refusal = f"{tmp_path / 'house.db'} has 2 names (hard links): copy it, or remove the others"
    code, words = run("doctor", "--database", database)
    assert code == 1
    assert re.search(f"^bad +server +{re.escape(refusal)}$", words, re.MULTILINE), words
    assert run("serve", "--port", "0", "--database", database) == (2, refusal)


def test_a_database_that_can_only_be_read_is_told_by_doctor_and_refused_by_serve(postgres_url: str) -> None:
    empty(postgres_url)
    url = make_url(postgres_url)
    options = f"{url.query['options']} -cdefault_transaction_read_only=on"
    only_read = url.update_query_dict({"options": options}).render_as_string(hide_password=False)
    code, words = run("doctor", "--database", only_read)
    assert code == 1
    assert re.search("^bad +writing +can only be read: set default_transaction_read_only off", words, re.MULTILINE)
    code, words = run("serve", "--port", "0", "--database", only_read)
    assert (code, words.count("\n"), "can only be read: set default_transaction_read_only" in words) == (2, 0, True)
    assert run("verify", "--database", only_read)[0] == 0, "who only reads may"


def test_doctor_looks_at_the_port_and_the_machine(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, words = run("doctor", "--database", database, "--port", str(taken.getsockname()[1]))
    assert code == 0
    assert re.search("^warn port +127.0.0.1 port [0-9]+ cannot be used: .*; stop what uses it", words, re.MULTILINE)
    for host, advice in (("nowhere.invalid", "with --host"), ("a..b", "with --host"), ("192.0.2.1", "with --host")):
        code, words = run("doctor", "--database", database, "--host", host)
        assert (code, bool(re.search(f"^bad +port .*{host}.*{advice}$", words, re.MULTILINE))) == (1, True), words
    with monkeypatch.context() as patched:
        patched.setattr("socket.socket.bind", _forbidden)
        code, words = run("doctor", "--database", database, "--port", "80")
    assert (code, bool(re.search("^bad +port .*choose another with --port, from 1024", words, re.MULTILINE))) == (
        1,
        True,
    )
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 51, 2))
    assert re.search("^warn SQLite", run("doctor", "--database", database)[1], re.MULTILINE)
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 51, 3))
    assert re.search("^ok +SQLite", run("doctor", "--database", database)[1], re.MULTILINE)
    monkeypatch.setattr("time.time", lambda: 0)
    code, words = run("doctor", "--database", database)
    assert code == 1
    assert "set the machine's clock" in words


@pytest.mark.parametrize("name", ["house.db", "house.db.lock"])
def test_doctor_finds_what_cannot_be_written(
    database: str, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("account", "new", "nora", "--database", database, said="correct horse\n")
    assert re.search("^ok +writing +is allowed$", run("doctor", "--database", database)[1], re.MULTILINE)
    access = os.access  # who runs the tests may write whatever he likes
    monkeypatch.setattr("os.access", lambda path, mode: access(path, mode) and Path(path).name != name)
    code, words = run("doctor", "--database", database)
    told = f"^bad +writing +{re.escape(str(tmp_path / name))} cannot be written: let who serves write the file"
    assert (code, bool(re.search(told, words, re.MULTILINE))) == (1, True), words


def test_doctor_finds_a_database_of_another_program(database: str, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "house.db") as connection:
        connection.execute("CREATE TABLE accounts (x)")
    connection.close()
    code, words = run("doctor", "--database", database)
    told = "^bad +schema +is another program's, with tables accounts: choose another database$"
    assert (code, bool(re.search(told, words, re.MULTILINE))) == (1, True), words
    refused = f"{database}: the schema is another program's, with tables accounts: choose another database"
    assert run("serve", "--port", "0", "--database", database) == (2, refused)
    assert run("verify", "--database", database) == (
        1,
        f"{database} holds no house: name the database that houseway serve uses",
    )


def test_doctor_finds_a_folder_for_data_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    code, words = run("doctor")
    told = f"^bad +disk +{re.escape(str(tmp_path / 'data'))} is no folder: choose another file with --database$"
    assert (code, bool(re.search(told, words, re.MULTILINE))) == (1, True), words
    assert run("serve", "--port", "0")[0] == 2
    monkeypatch.setattr(Path, "exists", _forbidden)
    code, words = run("doctor")
    assert (code, "cannot be reached: let who serves enter its folder" in words) == (1, True), words


def _forbidden(place: object, *_: object) -> bool:
    raise PermissionError(errno.EACCES, "Permission denied", str(place))


def test_who_names_no_database_has_his_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert run("account", "new", "quinn", said="correct horse\n")[0] == 0
    assert (tmp_path / "data" / "houseway" / "house.db").is_file()
    assert (tmp_path / "data" / "houseway").stat().st_mode & 0o077 == 0
    assert f"{tmp_path}" in run("doctor")[1]


def test_a_folder_for_data_may_be_called_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("h%41x", "h?x=y", "h x", "h#x"):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / name))
        code, words = run("account", "new", "quinn", said="correct horse\n")
        assert (code, (tmp_path / name / "houseway" / "house.db").is_file()) == (0, True), words
        assert "is not there yet" not in run("doctor")[1]


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def test_nothing_is_made_for_who_looks_for_an_account_where_no_house_is(tmp_path: Path) -> None:
    for words in (("reset", "administrator"), ("unlock", "nora"), ("role", "nora", "auditor")):
        code, told = run("account", *words, "--database", f"sqlite:///{tmp_path}/typo.db")
        assert (code, told) == (2, f"there is no file {tmp_path}/typo.db: name that of a house")
    assert not list(tmp_path.iterdir())
