"""A value that is not exactly of its type goes nowhere: at every entry, over HTTP and over the socket."""

import json
from typing import Annotated, Any
from urllib.parse import quote

import msgspec
import pytest
from websockets.sync.client import connect

from house.conftest import empty
from houseway.house import accounts, sessions
from houseway.house.commands import Actor, Command
from houseway.house.definition import Definition
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import OfficeCommand, SetUpTable
from houseway.refusal import Refusal
from houseway.web.faults import Fault
from houseway.web.strict import printable, read, read_text
from web.running import Served, served

NOBODY = Actor("nobody_here", "player")
AMOUNTS = [
    *(
        "-1",
        "0",
        "1.5",
        "1e2",
        "1e308",
        "1e999",
        "NaN",
        "Infinity",
        "-Infinity",
        "true",
        "false",
        "null",
        '"100"',
        "[]",
    ),
    *("{}", "9223372036854775808", "18446744073709551616", "1" * 5000, "0x10", "01", "+1", "1_000", "10000000000001"),
]
COMMANDS = [
    '{"do": "sit", "seat": 1, "chips": AMOUNT}',
    '{"do": "sit", "seat": AMOUNT, "chips": 10000}',
    '{"do": "buy chips", "chips": AMOUNT}',
]
BROKEN = [
    *("", "null", "[]", "7", '"sit"', "{", '{"do": "sit"', "\x00", "{}", '{"do": null}', '{"do": "fly"}', '{"do": 1}'),
    '{"do": "sit", "seat": 1, "chips": 10000, "payout": 1}',
    '{"do": "sit", "seat": 1, "chips": 10000, "by_house": true}',
    '{"do": "sit", "seat": 1, "chips": 10000, "chips": 100}',
    '{"do": "sit", "seat": 1, "seat": 1, "chips": 10000}',
    '{"do": "sit", "do": "leave"}',
    '{"do": "decide", "verb": "play", "cards": [54]}',
    '{"do": "decide", "verb": "play", "cards": [-1]}',
    '{"do": "decide", "verb": "play", "cards": ["As"]}',
    '{"do": "decide", "verb": "play", "cards": [' + "1," * 30 + "1]}",
    '{"do": "decide", "verb": "PLAY"}',
    '{"do": "decide", "verb": "play\\u0000"}',
    '{"do": "decide", "verb": "play\\ud800"}',
    '{"do": "wager", "seat": 1, "wager": "ante", "amount": ' + "[" * 5000 + "]" * 5000 + "}",
    '{"do": "consent", "player": "__proto__/x", "allowed": true}',
    '{"do": "clock"} {"do": "clock"}',
]
ALL = [command.replace("AMOUNT", amount) for command in COMMANDS for amount in AMOUNTS] + BROKEN
LINE_END = "leave the line end out of the path"
UNPLAIN = [
    *(" 5", "5 ", "\t5", "5\n", "\r5", "+5", "05", "5_0", "\u0663", "\uff15", "5.0", "5e0", "0x5", '"5"', "\u00a05"),
    *("5\v", "5,0", "5;", "--5", "null"),
]
IDS = ["", "x" * 65, "a b", "a\\n", "é", "a\\u0000b"]


def test_nothing_that_is_no_value_is_taken_over_http(house: Served) -> None:
    token = house.guest()
    before = house.house.view("lunar-1", NOBODY).version
    with house.client(token, **{"content-type": "application/json"}) as client:
        for command in ALL:
            body = '{"id": "1", "command": ' + command + "}"
            answer = client.post("/api/tables/lunar-1/commands", content=body.encode())
            assert (answer.status_code, answer.json()["code"]) == (400, "bad request"), command[:80]
        for name in IDS:
            body = '{"id": "' + name + '", "command": {"do": "leave"}}'
            assert client.post("/api/tables/lunar-1/commands", content=body.encode()).status_code == 400, name
        for raw in (b"\xff\xfe", b'{"id": "\xff", "command": {"do": "leave"}}', b'\xef\xbb\xbf{"id": "1"}'):
            assert client.post("/api/tables/lunar-1/commands", content=raw).status_code == 400
    assert house.house.view("lunar-1", NOBODY).version == before


def test_nothing_that_is_no_value_is_taken_over_the_socket(house: Served) -> None:
    token = house.guest()
    before = house.house.view("lunar-1", NOBODY).version
    with connect(house.socket_url, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        assert _frame(socket.recv())["type"] == "welcome"
        for command in ALL:
            frame = '{"type": "command", "id": "1", "table": "lunar-1", "command": ' + command + "}"
            socket.send(frame)
            answer = _frame(socket.recv())
            order = "1" if _is_json(frame) else None
            assert (answer["type"], answer["code"], answer["id"]) == ("refused", "bad request", order), command[:80]
        for frame in ("", "null", "[]", "{}", '{"type": "watch"}', '{"type": "welcome"}', '{"type": "ping", "x": 1}'):
            socket.send(frame)
            assert _frame(socket.recv())["code"] == "bad request"
        for since in ("-0", " -0", "-1", "1.0", '"1"', "true", "9007199254740993"):
            socket.send('{"type": "watch", "table": "lunar-1", "since": ' + since + "}")
            assert _frame(socket.recv())["code"] == "bad request"
        socket.send('{"type": "ping"}')
        assert _frame(socket.recv())["type"] == "pong", "the connection has borne it all"
    assert house.house.view("lunar-1", NOBODY).version == before


@pytest.mark.parametrize(
    "query", ["after=-1", "after=1.0", "after=true", "after=9007199254740993", "limit=0", "limit=201"]
)
@pytest.mark.parametrize("more", ["", "&x=1"])
def test_a_query_is_taken_exactly(house: Served, query: str, more: str) -> None:
    token = _auditor(house)
    assert house.ask("GET", f"/api/record/house?{query}{more}", token).status_code == 400
    assert house.ask("GET", "/api/record/house?x=1", token).status_code == 400
    assert house.ask("GET", "/api/record/house?after=1&after=2", token).status_code == 400
    assert len(house.ask("GET", "/api/record/house?after=1&limit=2", token).json()) == 2


@pytest.mark.parametrize("database", ["sqlite_url", "postgres_url"])
def test_a_text_with_a_zero_byte_is_a_bad_request_whatever_the_database(
    database: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue(database)
    if database == "postgres_url":
        empty(url)
    with served(url) as house:
        token = _auditor(house)
        for said in ("%00", "a%00", "%00a", "a%00b"):
            answer = house.ask("GET", f"/api/accounts?after={said}", token)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad request")
            for path in ("tables/{}", "record/table/{}", "games/{}", "tables/{}/rounds/1"):
                assert house.ask("GET", f"/api/{path.format(said)}", token).status_code == 404
        assert house.ask("GET", "/api/accounts?after=a%C3%A9%F0%9F%82%A1", token).status_code == 200


@pytest.mark.parametrize("number", ["0", "-1", "1.0", "x", "9007199254740993", "1%00"])
def test_a_place_that_cannot_be_is_not_found(house: Served, number: str) -> None:
    assert house.ask("GET", f"/api/tables/lunar-1/rounds/{number}", house.guest()).status_code == 404


@pytest.mark.parametrize("number", ["abc", "1.0", "0", "-1", "true", '"1"', "1e3", "9007199254740993", "01"])
@pytest.mark.parametrize("page", ["", "/file"])
def test_where_a_number_stands_in_a_path_it_is_told_that_one_is_wanted(house: Served, number: str, page: str) -> None:
    answer = house.ask("GET", f"/api/tables/lunar-1/rounds/{number}{page}", house.guest())
    told = f"a whole number from 1 to 9007199254740992 is wanted in plain digits, not '{number}'"
    assert (answer.status_code, answer.json()["why"]) == (404, told)


def test_of_a_query_it_is_told_too(house: Served) -> None:
    answer = house.ask("GET", "/api/record/house?limit=many", _auditor(house))
    assert answer.status_code == 400
    assert answer.json()["why"] == "a whole number from 1 to 200 is wanted in plain digits, not 'many'"


@pytest.mark.parametrize("said", UNPLAIN)
def test_a_number_outside_json_is_in_plain_digits(house: Served, said: str) -> None:
    token, printed = _auditor(house), printable(said)
    answer = house.ask("GET", f"/api/record/house?limit={quote(said)}", token)
    told = f"a whole number from 1 to 200 is wanted in plain digits, not '{printed}'"
    assert (answer.status_code, answer.json()["why"]) == (400, told)
    answer = house.ask("GET", f"/api/tables/lunar-1/rounds/{quote(said)}", token)
    told = f"a whole number from 1 to 9007199254740992 is wanted in plain digits, not '{printed}'"
    assert (answer.status_code, answer.json()["why"]) == (404, LINE_END if "\n" in said else told)


def test_a_blank_that_a_query_writes_as_a_plus_is_none_either(house: Served) -> None:
    token = _auditor(house)
    assert house.ask("GET", "/api/record/house?limit=+5", token).status_code == 400
    assert house.ask("GET", "/api/record/house?after=-0", token).status_code == 400
    assert house.ask("GET", "/api/record/house?after=null", token).status_code == 400
    assert house.ask("GET", "/api/record/house?after=0&limit=1", token).status_code == 200


def test_a_number_in_plain_digits_is_read_within_its_bounds() -> None:
    small = Annotated[int, msgspec.Meta(ge=-20, le=200)]
    assert [read_text(said, small) for said in ("0", "7", "200", "-20")] == [0, 7, 200, -20]
    for said in ("201", "-21", "-0", "00", "- 1", "1" * 5000):
        with pytest.raises(Fault, match="a whole number from -20 to 200 is wanted"):
            read_text(said, small)


@pytest.mark.parametrize("table", ["LUNAR-1", "lunar-9", "..", "lunar-1%0a", "lunar-1%00", "a" * 40, "%ff"])
def test_a_table_that_is_none_is_not_found(house: Served, table: str) -> None:
    assert house.ask("GET", f"/api/tables/{table}", house.guest()).status_code == 404


def test_what_is_told_of_a_body_is_short_and_harmless() -> None:
    class Two(msgspec.Struct, forbid_unknown_fields=True):
        number: int

    for body in (b'{"number": 1, "\\u001b[31m' + b"x" * 5000 + b'": 1}', b'{"number": "\\u001b"}'):
        with pytest.raises(Fault) as told:
            read(body, Two)
        assert len(told.value.problem.why) <= 200
        assert told.value.problem.why.isprintable()
    assert read(b'{"number": 1}', Two) == Two(1)
    with pytest.raises(Fault):
        read_text("1.0", int)
    assert read_text("1", int) == 1
    assert read_text("1", str) == "1"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ({"do": "void round", "reason": " "}, "give one line of 1 to 200 characters that can be read - at `$.reason`"),
        (
            {"do": "void round", "reason": "\u202eno"},
            "give one line of 1 to 200 characters that can be read - at `$.reason`",
        ),
        (
            {"do": "fill", "amount": 0, "reason": "x"},
            "give an amount in whole cents from $0.01 to $100,000,000,000 - at `$.amount`",
        ),
        (
            {"do": "credit", "amount": None, "reason": "x"},
            "give an amount in whole cents from $0.01 to $100,000,000,000 - at `$.amount`",
        ),
        (
            {"do": "choose rules", "rules": ["ante_min=5", "limits"], "reason": "x"},
            "give a rule as KEY=VALUE, like ante_min=5 - at `$.rules[1]`",
        ),
        (
            {"do": "make leave", "player": "\u202eann", "reason": "x"},
            "give a name of 2 to 32 letters, digits, _ or -, a letter first - at `$.player`",
        ),
        (
            {"do": "report", "words": "\u202e", "reason": "x"},
            "give one line of 1 to 120 letters, digits and signs of ASCII - at `$.words`",
        ),
        (
            {"do": "decide", "verb": "play", "groups": [[1], [99]]},
            "give a card as a number from 0 to 52 - at `$.groups[1][0]`",
        ),
        ({"do": "validate", "granted": 1, "reason": "x"}, "give true or false - at `$.granted`"),
        ({"do": "fill", "amount": 100}, "reason is missing: give one line of 1 to 200 characters that can be read"),
        ({"do": "fly"}, "Invalid value 'fly' - at `$.do`"),
    ],
)
def test_what_is_wanted_in_a_command_is_told_in_words(command: dict[str, Any], told: str) -> None:
    with pytest.raises(Fault) as fault:
        read(msgspec.json.encode(command), Command)
    assert fault.value.problem.why == told


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            {"do": "hang meter", "name": "Moon 2", "amount": 1, "reset": 1, "reason": "x"},
            "give a meter's name of 2 to 31 small letters, digits, _ or -, a letter first - at `$.name`",
        ),
        (
            {"do": "give role", "name": "zoe", "role": "king", "reason": "x"},
            "give one of administrator, auditor, dealer, floorperson, player, supervisor - at `$.role`",
        ),
        (
            {"do": "set up table", "definition": {"name": "a", "game": "b", "clocks": {"betting": 10**9}}},
            "give a time from 0 to 24 hours, in whole milliseconds - at `$.definition.clocks.betting`",
        ),
        (
            {"do": "set up table", "definition": {"name": "a", "game": "b", "clocks": {"validation": "never"}}},
            "give a time from 0 to 24 hours, in whole milliseconds - at `$.definition.clocks.validation`",
        ),
        (
            {"do": "set up table", "definition": {"name": "a", "game": "b", "meters": {"progressive": 1}}},
            "give a text - at `$.definition.meters[...]`",
        ),
    ],
)
def test_what_is_wanted_of_the_house_is_told_in_words(command: dict[str, Any], told: str) -> None:
    with pytest.raises(Fault) as fault:
        read(msgspec.json.encode(command), OfficeCommand)
    assert fault.value.problem.why == told


@pytest.mark.parametrize(
    "command",
    [
        '{"do": "wager", "seat": 1, "wager": "ante", "amount": 500, "coupon":-0}',
        '{"do": "wager", "seat": 1, "wager": "ante", "amount": 500, "coupon": -0}',
        '{"do": "decide", "verb": "discard", "cards": [-0]}',
        '{"do": "decide", "verb": "discard", "cards": [1,-0]}',
        '{"do": "decide", "verb": "discard", "cards": [1,\n-0\n]}',
    ],
)
def test_zero_has_no_sign(command: str) -> None:
    with pytest.raises(Fault) as fault:
        read(command.encode(), Command)
    assert fault.value.problem.why == "a whole number is wanted in plain digits, not '-0'"
    assert read(command.replace("-0", "0").encode(), Command)


@pytest.mark.parametrize("text", ["-0", "from 5,-0", ":-0", "a -0 b", '\\"-0', "\\u003a-0", "10e-0"])
def test_in_a_text_anything_may_stand_that_looks_like_it(text: str) -> None:
    assert read(b'{"do": "fill", "amount": 100, "reason": "' + text.encode() + b'"}', Command).reason


@pytest.mark.parametrize("half", ["\\ud800", "\\udc00", "\\ud800abcdefgh", "\\ud800\\u0041", "x\\uDFFF"])
def test_half_of_a_character_is_told_as_that(half: str) -> None:
    for body in ('{"do": "fill", "amount": 100, "reason": "HALF"}', '{"HALF": 1, "do": "leave"}'):
        with pytest.raises(Fault) as fault:
            read(body.replace("HALF", half).encode(), Command)
        assert fault.value.problem.why == "half of a character (a surrogate without its other half) is no text"


@pytest.mark.parametrize("body", ['{"do": "fill", "reason": "\\ud800', '{"do": NaN, "reason": "\\u0041"}', '{"\\u00'])
def test_what_is_broken_otherwise_is_told_otherwise(body: str) -> None:
    with pytest.raises(Fault) as fault:
        read(body.encode(), Command)
    assert "half" not in fault.value.problem.why


def test_of_a_body_that_breaks_off_after_what_is_wrong_the_place_is_told() -> None:
    with pytest.raises(Fault) as fault:
        read(b'{"do": "fill", "amount": 0, "reas', Command)
    assert "at `$.amount`" in fault.value.problem.why


@pytest.mark.parametrize(
    ("definition", "told"),
    [
        (
            Definition("Moon Table", "lunar"),
            "give a table's name of 2 to 31 small letters, digits or -, a letter first - at `$.name`",
        ),
        (Definition("moon", "lunar", ("limits",)), "give a rule as KEY=VALUE, like ante_min=5 - at `$.rules[0]`"),
        (
            Definition("moon", "lunar", meters={"progressive": "Big One"}),
            "give a meter's name of 2 to 31 small letters, digits, _ or -, a letter first - at `$.meters[...]`",
        ),
        (
            Definition("moon", "lunar", meters={"The Big": "big"}),
            "give a meter of the game, like progressive - at `key` in `$.meters`",
        ),
    ],
)
def test_what_is_wanted_in_a_definition_is_told_in_words(house: Served, definition: Definition, told: str) -> None:
    with pytest.raises(Refusal) as refusal:
        house.house.office(SetUpTable(definition, "more come"), FOUNDER, "words")
    assert refusal.value.message == f"the table's definition: {told}"


def _auditor(house: Served) -> str:
    if accounts.find(house.house.store, "audrey") is None:
        return house.somebody("audrey", "auditor")
    return sessions.open_session(house.house.store, "audrey", house.house.now(), house.front.entropy)


def _frame(text: str | bytes) -> Any:
    return msgspec.json.decode(text)


def _is_json(text: str) -> bool:
    def no_number(name: str) -> None:
        raise ValueError(name)

    try:
        read_by_python = json.loads(text, parse_constant=no_number, parse_int=str)
        json.dumps(read_by_python, ensure_ascii=False).encode()  # half a character is none
    except (ValueError, RecursionError):
        return False
    return True
