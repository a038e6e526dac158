"""The documents say what the house does: they are valid, whole, and what is sent is what they say."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, get_args

import msgspec
import pytest
import schemathesis
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from houseway import games
from houseway.client import Client, Table, connecting, play
from houseway.client.asking import Refused
from houseway.house import frames
from houseway.web.endpoints import ENDPOINTS
from web.running import Served

# As the map of the running house has it.
PATHS = {
    *("GET /healthz", "GET /metrics", "GET /openapi.json", "GET /asyncapi.json"),
    *("POST /api/guests", "POST /api/accounts", "GET /api/accounts", "POST /api/session", "DELETE /api/session"),
    *("GET /api/me", "POST /api/me/password", "POST /api/me/money", "GET /api/me/rounds"),
    *("GET /api/tables", "GET /api/tables/{table}", "POST /api/tables/{table}/commands"),
    *("GET /api/tables/{table}/rounds/{number}", "GET /api/tables/{table}/rounds/{number}/file"),
    *("GET /api/games", "GET /api/games/{game}", "GET /api/games/{game}/clauses"),
    *("GET /api/tables/{table}/odds", "GET /api/tables/{table}/coach"),
    *("GET /api/pit", "POST /api/house/commands", "GET /api/record/{stream}"),
}


def test_the_openapi_document_is_valid_and_whole(house: Served) -> None:
    document = house.ask("GET", "/openapi.json").json()
    schemathesis.openapi.from_dict(document).validate()
    listed = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    assert listed >= PATHS
    assert len(ENDPOINTS) == len(listed)


def test_whatever_may_become_of_a_body_is_in_the_document(house: Served) -> None:
    document = house.ask("GET", "/openapi.json").json()
    for methods in document["paths"].values():
        for operation in methods.values():
            told = {"408", "413", "415"} & set(operation["responses"])
            assert told == ({"408", "413", "415"} if "requestBody" in operation else set()), operation["operationId"]


def test_what_is_answered_to_a_query_that_nobody_knows_is_in_the_document(house: Served) -> None:
    document = house.ask("GET", "/openapi.json").json()
    auditor = house.somebody("query_auditor", "auditor")
    filled = {"{table}": "lunar-1", "{game}": "lunar", "{number}": "1", "{stream}": "house"}
    asked = 0
    for path, methods in document["paths"].items():
        if "get" in methods:
            there = re.sub(r"\{\w+\}", lambda place: filled[place[0]], path)
            answer = house.ask("GET", f"{there}?nobody=knows", auditor)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad request"), path
            asked += 1
        assert all("400" in operation["responses"] for operation in methods.values()), path
    assert asked == sum(endpoint.method == "GET" for endpoint in ENDPOINTS)


def test_what_a_client_sends_is_closed_and_bounded(house: Served) -> None:
    """Nothing can be added to what is sent, and every number and text has an end."""
    document = house.ask("GET", "/openapi.json").json()
    parts = document["components"]["schemas"]
    sent = [
        operation["requestBody"]["content"]["application/json"]["schema"]
        for methods in document["paths"].values()
        for operation in methods.values()
        if "requestBody" in operation
    ]
    looked: set[str] = set()

    def look(schema: dict[str, Any]) -> None:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name not in looked:
                looked.add(name)
                assert parts[name].get("additionalProperties") is False, name
                if name != "Definition":  # its texts are looked at by the office, and end with the body
                    look(parts[name])
        if schema.get("type") == "integer":
            assert {"minimum", "maximum"} <= set(schema), schema
        if schema.get("type") == "string":
            assert {"pattern", "maxLength"} & set(schema), schema
        for part in [*schema.get("anyOf", ()), *schema.get("properties", {}).values()]:
            look(part)
        if "items" in schema:
            look(schema["items"])

    for schema in sent:
        look(schema)
    assert {"Sit", "Decide", "SignUp", "SetUpTable"} <= looked


def test_the_asyncapi_document_names_every_frame(house: Served) -> None:
    document = house.ask("GET", "/asyncapi.json").json()
    assert document["asyncapi"].startswith("3.")
    messages = document["components"]["messages"]
    said = {kind.__struct_config__.tag for kind in (*get_args(frames.FromClient), *get_args(frames.FromHouse))}
    assert set(messages) == set(document["channels"]["socket"]["messages"]) == said
    by_action = {each["action"]: each["messages"] for each in document["operations"].values()}
    assert len(by_action["receive"]) == len(get_args(frames.FromClient))
    assert len(by_action["send"]) == len(get_args(frames.FromHouse))
    for reference in re.findall(r'"\$ref":"#/([^"]+)"', msgspec.json.encode(document).decode()):
        found: Any = document
        for step in reference.split("/"):
            found = found[step]
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("game", games.NAMES)
def test_what_is_said_over_the_socket_is_what_the_document_says(
    house: Served, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every frame of an evening, in both directions, against the schema of its message."""
    document = house.ask("GET", "/asyncapi.json").json()
    seen: set[str] = set()

    def check(frame: bytes | str) -> None:
        said = msgspec.json.decode(frame)
        schema = {"$ref": document["components"]["messages"][said["type"]]["payload"]["$ref"], **document}
        Draft202012Validator(schema).validate(said)
        seen.add(said["type"])

    hear, send = connecting.Client._hear, connecting.Client._send_bytes

    async def checked_hear(self: Client, text: str | bytes) -> bool:
        check(text)
        return await hear(self, text)

    async def checked_send(self: Client, frame: bytes) -> None:
        check(frame)
        await send(self, frame)

    monkeypatch.setattr(connecting.Client, "_hear", checked_hear)
    monkeypatch.setattr(connecting.Client, "_send_bytes", checked_send)
    _at(house, lambda client: _evening(client, game))
    assert seen >= {"watch", "command", "welcome", "table", "moved", "done", "refused", "wallet"}


async def _evening(client: Client, game: str) -> None:
    table: Table = await client.watch(f"{game}-1")
    with pytest.raises(Refused):
        await table.decide("fold")
    await table.sit(1, 500_00)
    await table.add_bot(2)
    await play(table, Random(1), 3)


@pytest.mark.parametrize("game", games.NAMES)
def test_what_is_answered_over_http_is_what_the_document_says(house: Served, game: str) -> None:
    _at(house, lambda client: _evening_elsewhere(client, game))
    token, auditor = house.guest(), house.somebody(f"audit_{game}", "auditor")
    document = house.ask("GET", "/openapi.json").json()
    paths = {
        "/api/tables": "/api/tables",
        "/api/tables/{table}": f"/api/tables/{game}-1",
        "/api/tables/{table}/rounds/{number}": f"/api/tables/{game}-1/rounds/1",
        "/api/games": "/api/games",
        "/api/games/{game}": f"/api/games/{game}",
        "/api/games/{game}/clauses": f"/api/games/{game}/clauses",
        "/api/record/{stream}": f"/api/record/table/{game}-1",
        "/api/pit": "/api/pit",
        "/api/accounts": "/api/accounts",
        "/api/me": "/api/me",
        "/healthz": "/healthz",
    }
    for path, there in paths.items():
        answer = house.ask("GET", there, auditor if "rounds" in there or path not in ("/api/me",) else token)
        assert answer.status_code == 200, there
        schema = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        Draft202012Validator({**schema, "components": document["components"]}).validate(answer.json())


async def _evening_elsewhere(client: Client, game: str) -> None:
    table = await client.watch(f"{game}-1")
    taken = {person.seat for person in table.now.people}
    seat = next(seat for seat in range(1, table.view.sign.positions + 1) if seat not in taken)
    await table.sit(seat, 500_00)
    if 5 not in taken | {seat}:
        await table.add_bot(5)
    await play(table, Random(2), 2)


def _at(house: Served, work: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(house.url, house.guest(bot=True)) as client:
            await asyncio.wait_for(work(client), 60)

    asyncio.run(run())
