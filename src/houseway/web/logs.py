"""The log: one line of JSON on the error output for each request and each command, without secrets.

A line says who asked for what, how it ended and how long it took: no token, no password, no seed, no card, nothing
of a sealed part, and of an error where it happened but not what it says, since that may hold any of these.
"""

import json
import logging
import os
import sys
import time
import traceback
from functools import lru_cache
from pathlib import Path
from typing import Any

from houseway.house.noticing import Noticed, of_database
from houseway.web.log_writing import Writing

LOG = logging.getLogger("houseway.web")

_ENCODER = json.JSONEncoder(ensure_ascii=True, default=str)
_SOURCE = Path(__file__).parent.parent
_LEAST = {"psycopg": logging.ERROR}  # it warns of what follows from an error that it raises as well
_NO_NEWS = (  # what the server says of clients whom the house has refused, or closed
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
)


def begin(level: str) -> None:
    """From now on the log is written; the server's own words below a warning are not."""
    lines = Lines()
    handler = Writing(_error_output(), lines.left_out)
    handler.setFormatter(lines)
    handler.addFilter(lambda record: record.msg not in _NO_NEWS)
    for name in ("houseway", "uvicorn", "websockets", "asyncio", "psycopg", "sqlalchemy"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "houseway" else max(_LEAST.get(name, logging.WARNING), _number(level)))
    for name in ("uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate, logger.level = [], True, logging.NOTSET


def end() -> None:
    """The last lines are written, if the output takes them: the process ends."""
    for handler in LOG.parent.handlers if LOG.parent is not None else ():
        handler.flush()


def say(level: int, event: str, **said: Any) -> None:
    """One line. Texts in it may come from anybody: they are escaped."""
    if LOG.isEnabledFor(level):
        record = logging.LogRecord(LOG.name, level, "", 0, event, None, None)  # a line says nothing of who logs it
        record.said = said
        LOG.handle(record)


def error(event: str, wrong: BaseException, **said: Any) -> None:
    """Something went wrong that should not: what kind of error, where, and what the database calls it if it is its."""
    name = of_database(wrong)
    if name is not None:
        said["database"] = name
    say(logging.ERROR, event, error=type(wrong).__qualname__, where=where(wrong), **said)


def noticed(what: Noticed) -> None:
    """What failed in the house and which rounds that voids: at which table, and where in the code."""
    why = {} if what.why is None else {"error": what.why.partition(":")[0]}  # never its words: they may name a card
    if what.what == "voided":
        say(logging.ERROR, "round voided", table=what.table, **why)
    elif what.what == "lost":
        say(logging.ERROR, "database failed", table=what.table, **why)
    elif what.what == "failed":
        say(logging.ERROR, "table failed" if what.table else "house failed", table=what.table, **why)


def where(wrong: BaseException) -> str:
    """The last line of the house's own source that an error passed."""
    places = traceback.extract_tb(wrong.__traceback__)
    own = [place for place in places if Path(place.filename).is_relative_to(_SOURCE)] or places
    if not own:
        return "?"
    return f"{os.path.basename(own[-1].filename)}:{own[-1].lineno} {own[-1].name}"


class Lines(logging.Formatter):
    """A record as a line of JSON, in ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        said = getattr(record, "said", None)
        line: dict[str, Any] = {
            "at": f"{_second(int(record.created))}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage() if said is not None else "server",
        }
        if said is not None:
            line |= said
        else:  # the server's own: its words are a template, what it fills in may be anything
            line["words"] = str(record.msg).strip().splitlines()[0] if str(record.msg).strip() else ""
            if record.exc_info and record.exc_info[1] is not None:
                line["error"] = type(record.exc_info[1]).__qualname__
                line["where"] = where(record.exc_info[1])
        return _ENCODER.encode(line)

    def left_out(self, many: int) -> str:
        """The line that tells how many the output has not taken in time."""
        record = logging.LogRecord(LOG.name, logging.WARNING, "", 0, "lines left out", None, None)
        record.said = {"lines": many}
        return self.format(record)


def _error_output() -> int:
    """Where the log goes: nowhere, if the process has no error output, since its number may be another file's."""
    return sys.stderr.fileno() if sys.stderr is not None else os.open(os.devnull, os.O_WRONLY)


@lru_cache(maxsize=1)
def _second(since_1970: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(since_1970))


def _number(level: str) -> int:
    return logging.getLevelNamesMapping()[level.upper()]
