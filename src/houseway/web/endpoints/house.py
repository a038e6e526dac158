"""Of the house as a program: is it well, its numbers, and what it can be asked."""

from importlib.metadata import version
from typing import Any

from msgspec import Struct

from houseway.house.lobby import lobby
from houseway.house.office_deeds import STREAM
from houseway.house.opening import ADVICE
from houseway.web.call import Call
from houseway.web.endpoint import get, promptly
from houseway.web.faults import Fault
from houseway.web.metrics import MEDIA


class Health(Struct, frozen=True):
    """The house is well: its record can be read and was written, its tables are loaded."""

    version: str
    entries: int  # of the house's own stream: the record answers
    tables: int
    out_of_order: tuple[str, ...]


def healthz(call: Call) -> Health:
    """Is the house well? It answers 503 where it is not, and while it is closing.

    It is not well while its database fails to store what it is given: `why` says what the database calls that.
    """
    house = call.front.house
    if house.stopping:
        raise Fault("failed", "the house is closing", status=503)
    try:
        entries, lines = house.store.head(STREAM), lobby(house)
    except Exception as wrong:
        raise Fault("failed", "the record cannot be read", status=503) from wrong
    if (failing := call.front.keeping.failing()) is not None:
        told = f"the database does not store what it is given ({failing})"
        raise Fault("failed", f"{told}{f': {ADVICE[failing]}' if failing in ADVICE else ''}", status=503)
    return Health(version("houseway"), entries, len(lines), tuple(line.table for line in lines if line.out_of_order))


def metrics(call: Call) -> str:
    """Numbers for Prometheus. Without a session they are told on the machine itself."""
    tables = call.front.house.all()
    stands = [(table.definition.game, table.standing.phase or "closed", table.standing.number) for table in tables]
    return call.front.metrics.text(lambda: stands).decode()


def openapi_document(call: Call) -> dict[str, Any]:
    """What can be asked over HTTP: this document."""
    return call.front.documents["openapi"]


def asyncapi_document(call: Call) -> dict[str, Any]:
    """What can be said over the WebSocket /api/socket."""
    return call.front.documents["asyncapi"]


ENDPOINTS = (
    promptly(get("/healthz", healthz, "anybody")),
    promptly(get("/metrics", metrics, "metrics", MEDIA)),
    get("/openapi.json", openapi_document, "anybody"),
    get("/asyncapi.json", asyncapi_document, "anybody"),
)
