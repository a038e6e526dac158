"""A PostgreSQL may be set in many ways, by its server, a database or a role: the house does not notice."""

import os
import re
from collections.abc import Iterator

import msgspec
import psycopg
import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import ProgrammingError
from websockets.sync.client import ClientConnection, connect

from house.conftest import empty
from houseway.house.opening import address, reading_engine
from houseway.house.store import Store
from web.running import PASSWORD, served
from web.test_cli import run

TEXT = "für 5 € 麻雀"
SETTINGS = [
    "bytea_output=escape",
    "standard_conforming_strings=off",
    "client_encoding=LATIN1",
    "client_encoding=SQL_ASCII",
    "default_transaction_isolation=serializable",
    "statement_timeout=200",
    "transaction_timeout=200",
    "idle_session_timeout=200",
    "idle_in_transaction_session_timeout=1",
    "datestyle=German",
    "timezone=Asia/Tokyo",
    "extra_float_digits=-15",
    "array_nulls=off",
    "lock_timeout=1",
    "synchronous_commit=off",
]
NEEDED = {
    "client_encoding": "UTF8",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "0",
    "idle_session_timeout": "0",
    "lock_timeout": "10000",
    "standard_conforming_strings": "on",
    "statement_timeout": "0",
    "synchronous_commit": "on",
    "transaction_timeout": "0",
}
NEWER = {"transaction_timeout": 17_00_00, "idle_session_timeout": 14_00_00}  # the first version that knows them


@pytest.fixture(params=SETTINGS)
def set_otherwise(request: pytest.FixtureRequest, server: str, postgres_url: str) -> str:
    """A database that is opened with another setting."""
    setting: str = request.param
    with psycopg.connect(server) as connection:
        if connection.info.server_version < NEWER.get(setting.partition("=")[0], 0):
            pytest.skip("this PostgreSQL has no such setting")
    empty(postgres_url)
    url = make_url(postgres_url)
    options = f"{url.query['options']} -c{setting}"
    return url.update_query_dict({"options": options}).render_as_string(hide_password=False)


@pytest.fixture(params=["SQL_ASCII", "LATIN1", "EUC_JP"])
def encoded(request: pytest.FixtureRequest, server: str) -> Iterator[str]:
    """A database of another encoding than UTF-8."""
    name = f"houseway_test_{request.param.lower()}_{os.getpid()}"
    made = f"CREATE DATABASE {name} ENCODING '{request.param}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
    engine = create_engine(address(server), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        try:
            connection.execute(text(made))
        except ProgrammingError as wrong:
            pytest.skip(f"no other database: {wrong.orig}")
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name}"))
    engine.dispose()


def test_the_house_plays_however_the_database_is_set(set_otherwise: str) -> None:
    _play(set_otherwise)


def test_a_connection_has_what_the_house_needs(set_otherwise: str) -> None:
    engine = reading_engine(address(set_otherwise))
    with engine.connect() as connection:
        found = connection.execute(text("SELECT CAST(:said AS text)"), {"said": TEXT}).scalar()
        listed = connection.execute(text("SELECT name, setting FROM pg_settings")).all()
    engine.dispose()
    kept = {name: setting for name, setting in listed if name in NEEDED}
    assert found == TEXT
    assert kept == {name: needed for name, needed in NEEDED.items() if name in kept}
    assert kept.keys() >= NEEDED.keys() - NEWER.keys()


def test_who_hangs_while_he_writes_is_cut_off_before_those_who_wait_for_him_give_up(postgres_url: str) -> None:
    asked = text("SELECT name, setting FROM pg_settings WHERE name LIKE '%timeout'")
    with Store.open(postgres_url) as store:
        found = {name: int(value) for name, value in store.change(lambda connection: connection.execute(asked).all())}
    assert 0 < found["idle_in_transaction_session_timeout"] <= found["lock_timeout"] / 2


def test_the_house_plays_whatever_the_database_is_encoded_in(encoded: str) -> None:
    assert run("account", "new", "Nora", "--database", encoded, said="correct horse\n") == (0, "nora: player\n")
    _play(encoded)
    _look_for_strange_letters(encoded)
    assert re.search("^ok +encoding ", run("doctor", "--database", encoded)[1], re.MULTILINE)


def _look_for_strange_letters(url: str) -> None:
    """The database has no such letter, and nobody has it in his name: what is looked for is not there."""
    with served(url, shared=True) as house:
        auditor = house.somebody("ada", "auditor")
        for said, first in (("a%E2%82%AC", "nora"), ("NOR%F0%9F%82%A1", "sue"), ("Nor", "nora")):
            found = house.ask("GET", f"/api/accounts?after={said}", auditor).json()
            assert next(each["name"] for each in found if not each["name"].startswith("guest")) == first
        for path in ("tables/€", "record/table/€", "games/€", "tables/€/rounds/1", "accounts?begin=€", "wallets/€"):
            assert house.ask("GET", f"/api/{path}", auditor).status_code in (200, 404)
        answer = house.ask("POST", "/api/session", body={"name": "€", "password": "correct horse"})
        assert answer.status_code in (400, 401)


def _play(url: str) -> None:
    """Somebody is let in, carried out, and refused, and what he did is on the record as it was said."""
    with served(url, shared=True) as house:
        supervisor, player = house.somebody("sue", "supervisor"), house.guest()
        with connect(house.socket_url, additional_headers={"Authorization": f"Bearer {player}"}) as socket:
            assert _next(socket, "welcome")
            sit = {"do": "sit", "seat": 1, "chips": 100_00}
            assert _asked(socket, "1", sit)["type"] == "done"
            assert _asked(socket, "2", sit)["code"] == "refused"
            assert _asked(socket, "3", {"do": "leave"})["type"] == "done"
        fill = {"do": "fill", "amount": 100_00, "reason": TEXT}
        asked = house.ask("POST", "/api/tables/lunar-1/commands", supervisor, {"id": "4", "command": fill})
        assert asked.status_code == 200, asked.text
        auditor = house.somebody("audrey", "auditor")
        assert TEXT in house.ask("GET", "/api/record/table/lunar-1?limit=200", auditor).text
        login = house.ask("POST", "/api/session", body={"name": "sue", "password": PASSWORD})
        assert login.status_code == 200
    assert run("verify", "--database", url)[0] == 0
    code, words = run("doctor", "--database", url)
    assert code == 0, words


def _asked(socket: ClientConnection, id_: str, command: dict[str, object]) -> dict[str, str]:
    frame = {"type": "command", "id": id_, "table": "lunar-1", "command": command}
    socket.send(msgspec.json.encode(frame).decode())
    return _next(socket, "done", "refused")


def _next(socket: ClientConnection, *kinds: str) -> dict[str, str]:
    """The next frame of such a kind."""
    while True:
        frame: dict[str, str] = msgspec.json.decode(socket.recv(10))
        if frame["type"] in kinds:
            return frame
