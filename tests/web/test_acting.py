"""Nobody acts for another: not for his seat, not in his role, not as the house itself."""

import asyncio
from typing import Any

import pytest

from houseway.client import Client
from houseway.client.asking import Refused
from houseway.house.commands import Decide, Role, Wager
from web.running import Served

WHY = {"reason": "a test"}
PLAYERS, FLOOR, SUPERVISOR = {"player"}, {"floorperson", "supervisor"}, {"supervisor"}
HEADS: set[str] = {"supervisor", "administrator"}
NOBODY: set[str] = set()
# Every command to a table, and who may ask for it: written out by hand.
COMMANDS: list[tuple[dict[str, Any], set[str]]] = [
    ({"do": "sit", "seat": 1, "chips": 100_00}, PLAYERS),
    ({"do": "back", "seat": 1, "chips": 100_00}, PLAYERS),
    ({"do": "buy chips", "chips": 100_00}, PLAYERS),
    ({"do": "wager", "seat": 1, "wager": "ante", "amount": 5_00}, PLAYERS),
    ({"do": "consent", "player": "somebody_else", "allowed": True}, PLAYERS),
    ({"do": "ready"}, PLAYERS),
    ({"do": "decide", "verb": "play"}, PLAYERS),
    ({"do": "leave"}, PLAYERS),
    ({"do": "add bot", "seat": 2, "reason": "a quiet table"}, PLAYERS | FLOOR),
    ({"do": "dismiss bot", "seat": 2}, PLAYERS | FLOOR),
    ({"do": "open table", "inventory": 100_00, **WHY}, HEADS),
    ({"do": "close table", **WHY}, HEADS),
    ({"do": "choose rules", "rules": [], **WHY}, SUPERVISOR),
    ({"do": "fill", "amount": 1_00, **WHY}, SUPERVISOR),
    ({"do": "credit", "amount": 1_00, **WHY}, SUPERVISOR),
    ({"do": "validate", "granted": True, **WHY}, SUPERVISOR),
    ({"do": "report", "words": "x", **WHY}, FLOOR),
    ({"do": "recut", **WHY}, SUPERVISOR),
    ({"do": "void round", **WHY}, SUPERVISOR),
    ({"do": "make leave", "player": "nobody_here", **WHY}, FLOOR),
    ({"do": "allow back", "player": "nobody_here", **WHY}, FLOOR),
    ({"do": "change cards", **WHY}, FLOOR),
    ({"do": "clock"}, NOBODY),
    ({"do": "resume"}, NOBODY),
    ({"do": "abandon"}, NOBODY),
]
OFFICE: list[tuple[dict[str, Any], set[str]]] = [
    ({"do": "give role", "name": "nobody_here", "role": "administrator", **WHY}, {"administrator"}),
    ({"do": "lock account", "name": "nobody_here", **WHY}, HEADS),
    ({"do": "unlock account", "name": "nobody_here", **WHY}, HEADS),
    ({"do": "take money"}, PLAYERS),
    ({"do": "redeem money", "amount": 10**12}, PLAYERS),
    ({"do": "give coupon", "name": "nobody_here", "amount": 5_00, **WHY}, HEADS),
    ({"do": "set up table", "definition": {"name": "lunar-1", "game": "lunar"}, **WHY}, HEADS),
    ({"do": "hang meter", "name": "lunar", "amount": 1, "reset": 1, **WHY}, HEADS),
    ({"do": "change reset", "name": "none-such", "reset": 1, **WHY}, HEADS),
]


@pytest.mark.parametrize("role", ["player", "floorperson", "supervisor", "auditor", "administrator"])
def test_a_role_asks_for_what_is_its_own(house: Served, role: Role) -> None:
    token = house.somebody(f"act_{role}", role)
    for number, (command, roles) in enumerate(COMMANDS):
        order = {"id": f"c{number}", "command": command}
        answer = house.ask("POST", "/api/tables/packs-1/commands", token, order)
        assert (answer.status_code == 403) == (role not in roles), command
        assert answer.status_code in (200, 403, 409), answer.text
    for number, (command, roles) in enumerate(OFFICE):
        answer = house.ask("POST", "/api/house/commands", token, {"id": f"o{number}", "command": command})
        assert (answer.status_code == 403) == (role not in roles), command
        assert answer.status_code in (403, 409), answer.text


def test_nobody_is_a_dealer(house: Served) -> None:
    token = house.somebody("rolf", "administrator")
    house.somebody("rita", "player")
    order = {"id": "1", "command": {"do": "give role", "name": "rita", "role": "dealer", **WHY}}
    assert house.ask("POST", "/api/house/commands", token, order).status_code == 409


def test_nobody_acts_for_anothers_seat(house: Served) -> None:
    asyncio.run(_two_at_a_table(house))


async def _two_at_a_table(house: Served) -> None:
    async with Client(house.url, house.guest()) as first, Client(house.url, house.guest()) as second:
        mine, yours = await first.watch("lunar-1"), await second.watch("lunar-1")
        await mine.sit(1, 100_00)
        await yours.sit(2, 100_00)
        with pytest.raises(Refused):
            await mine.do(Wager(2, "ante", 5_00))
        with pytest.raises(Refused):
            await mine.sit(2, 100_00)
        for table in (mine, yours):
            await table.wager("ante", 5_00)
        for table in (mine, yours):
            await table.ready()
        await mine.until(lambda there: there.now.phase == "playing" and there.ask is not None)
        await yours.until(lambda there: there.version == mine.version)
        for table, other in ((mine, 2), (yours, 1)):
            before = table.version
            choices = (mine if other == 1 else yours).choices.get(other, ())
            for choice in choices:
                with pytest.raises(Refused):
                    await table.do(Decide(choice.verb, seat=other))
            assert table.version == before
        assert mine.choices.keys() <= {1}
        assert yours.choices.keys() <= {2}
        assert mine.choices
