"""A PostgreSQL may be set in many ways, by its server, a database or a role: the house does not notice."""

import msgspec
import pytest
from sqlalchemy import make_url
from websockets.sync.client import ClientConnection, connect

from house.conftest import empty
from web.running import PASSWORD, served
from web.test_cli import run

TEXT = "für 5 € 麻雀"
SETTINGS = [
    "bytea_output=escape",
    "datestyle=German",
    "timezone=Asia/Tokyo",
    "extra_float_digits=-15",
    "array_nulls=off",
    "synchronous_commit=off",
]


@pytest.fixture(params=SETTINGS)
def set_otherwise(request: pytest.FixtureRequest, postgres_url: str) -> str:
    """A database that is opened with another setting."""
    setting: str = request.param
    empty(postgres_url)
    url = make_url(postgres_url)
    options = f"{url.query['options']} -c{setting}"
    return url.update_query_dict({"options": options}).render_as_string(hide_password=False)


def test_the_house_plays_however_the_database_is_set(set_otherwise: str) -> None:
    _play(set_otherwise)


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
        assert fill["reason"] in house.ask("GET", "/api/record/table/lunar-1?limit=200", auditor).text
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
