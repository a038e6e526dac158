"""Commands: what is not exactly of its type is not understood; every role has its own and no other."""

import re
from typing import Any, get_args

import msgspec
import pytest

from house.evenings import Evening, definition
from houseway import games
from houseway.house.commands import MAY, Actor, Command, Fill, Role, Sit
from houseway.house.live import HANDLERS
from houseway.house.playing import PAST
from houseway.house.turn import Sealed
from houseway.refusal import Refusal

DECODER = msgspec.json.Decoder(Command)
KINDS = get_args(Command)
ROLES: tuple[Role, ...] = get_args(Role)
SAMPLE: dict[str, Any] = {
    "seat": 1,
    "chips": 100,
    "amount": 100,
    "inventory": 0,
    "wager": "ante",
    "player": "Ann",
    "allowed": True,
    "verb": "fold",
    "strategy": "simple",
    "rules": [],
    "granted": True,
    "words": "voids the round",
    "reason": "why",
}
NUMBERS = ("seat", "chips", "amount", "inventory")
BAD_NUMBERS = ("true", '"100"', "1.0", "1.5", "1e2", "-1", "9223372036854775808", "NaN", "null", "[]", "1e999")
BAD_TEXTS = ('""', '"\\u0000"', '"a\\nb"', '"a\\u001b[31m"', "1", "null", "{}", f'"{"x" * 300}"', '"\\u2028"')


def fields(kind: type[Any]) -> dict[str, Any]:
    needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
    return {"do": kind.__struct_config__.tag, **{name: SAMPLE[name] for name in needed}}


def test_every_command_is_carried_out_by_somebody() -> None:
    assert set(HANDLERS) == set(KINDS) == set(MAY)
    assert {role for roles in MAY.values() for role in roles} == set(ROLES) - {"auditor"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_command_is_read_and_written(kind: type[Any]) -> None:
    said = fields(kind)
    command = DECODER.decode(msgspec.json.encode(said))
    assert type(command) is kind
    assert DECODER.decode(msgspec.json.encode(command)) == command
    with pytest.raises(msgspec.ValidationError):
        DECODER.decode(msgspec.json.encode({**said, "by_house": True}))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_value_that_is_not_of_its_type_is_not_understood(kind: type[Any]) -> None:
    said = fields(kind)
    for name in said:
        bad = BAD_NUMBERS if name in NUMBERS else ("1", '"yes"', "null") if said[name] is True else BAD_TEXTS
        for text in bad if name not in ("rules", "do") else ('["x"]', '"a=b"', "1", '["a=b\\n"]'):
            parts = [f'"{key}":{text if key == name else msgspec.json.encode(said[key]).decode()}' for key in said]
            with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)):
                DECODER.decode("{" + ",".join(parts) + "}")


@pytest.mark.parametrize(
    "blank",
    [" ", "\u00a0\u3000", "\u200b", "\ufeff ", "a\u202eb", "\u2066a", "a\u200f", "\U000e0041\U000e0042", "\U0001d173"],
    ids=ascii,
)
def test_a_reason_says_something_that_can_be_read(blank: str) -> None:
    filled = {"do": "fill", "amount": 100, "reason": f" {blank}"}
    with pytest.raises(msgspec.ValidationError, match="reason"):
        DECODER.decode(msgspec.json.encode(filled))


@pytest.mark.parametrize(
    "said",
    ["x", " two decks, by the floor ", "na\u00efve \u2013 \u65b0\u3057\u3044", "\u0645\u06cc\u200c\u062e\u0648"],
    ids=ascii,
)
def test_a_reason_is_in_any_language(said: str) -> None:
    filled = DECODER.decode(msgspec.json.encode({"do": "fill", "amount": 100, "reason": said}))
    assert isinstance(filled, Fill)
    assert filled.reason == said


def test_a_value_beyond_its_bounds_is_refused_by_the_table_too() -> None:
    evening = Evening(definition("lunar")).open()
    for command in (Sit(1, -100), Sit(1, 10**14), Sit(0, 100), Sit(True, 100), Sit("1", 100)):  # type: ignore[arg-type]
        evening.refused(command, Actor("Ann", "player"))


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_role_has_its_commands_and_no_other(kind: type[Any], role: Role) -> None:
    evening = Evening(definition("lunar")).open()
    command = DECODER.decode(msgspec.json.encode(fields(kind)))
    told = ""
    try:
        evening.table.execute(command, Actor("Zoe", role), evening.at, Sealed(bytes(32)))
    except Refusal as refusal:
        told = refusal.message
    assert (f"is not for the role {role}" in told) == (role not in MAY[kind])


def test_every_decision_has_an_event_of_its_own() -> None:
    verbs = {verb for name in games.NAMES for verb in games.load(name).verbs}
    assert verbs == set(PAST)
    assert len(set(PAST.values())) == len(PAST)
    assert [past for past in PAST.values() if not re.fullmatch("[a-z_]+", past)] == []
