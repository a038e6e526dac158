"""Of tables: the lobby, each table as the asker may see it, and commands."""

from msgspec import Struct

from houseway.house.answering import Answer
from houseway.house.commands import Command
from houseway.house.frames import CommandId, TableName
from houseway.house.lobby import TableLine, lobby
from houseway.house.views import TableView
from houseway.web.call import Call
from houseway.web.endpoint import get, post


class TableOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a table. The id is the client's choice: by the same id it is carried out once."""

    id: CommandId
    command: Command


def list_tables(call: Call) -> tuple[TableLine, ...]:
    """The lobby: every table, who sits there, its limits, rules, pay tables and meters."""
    return lobby(call.front.house)


def show_table(call: Call, table: TableName) -> TableView:
    """A whole table as the asker may see it now."""
    return call.front.house.view(table, call.actor)


def command_table(call: Call, table: TableName, body: TableOrder) -> Answer:
    """Carry out a command at a table."""
    return call.front.execute(table, body.command, call.actor, body.id, None if call.is_local else call.network)


ENDPOINTS = (
    get("/api/tables", list_tables, "anybody"),
    get("/api/tables/{table}", show_table, "tables", "application/json", "not found", "refused"),
    post("/api/tables/{table}/commands", command_table, "somebody", 200, "commands", "not found", "refused"),
)
