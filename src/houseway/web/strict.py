"""JSON from outside, taken exactly: a value is of its type and within its bounds, and a key is said once.

msgspec takes neither NaN nor `true` nor `"100"` nor a number beyond its bounds for a whole number; of keys that are
said twice it would take the last, as others take the first, so they are refused here.
"""

import json
import re
from functools import lru_cache
from typing import Any

import msgspec

from houseway.web.faults import Fault

LONGEST = 200  # characters of what is told about a body
READ = 60  # characters of a pattern that somebody may make sense of

_PATTERN = re.compile(r"Expected `str` matching regex '(.*?)'( - at `.*`)?", re.DOTALL)


def read(body: bytes, kind: Any) -> Any:
    """A value of a type; whatever is not exactly one is a bad request."""
    try:
        value = _decoder(kind).decode(body)
        if _may_say_twice(body):
            json.loads(body, object_pairs_hook=_said_once)
    except RecursionError:
        raise Fault("bad request", "the JSON is nested too deep") from None
    except UnicodeDecodeError:
        raise Fault("bad request", "the JSON is not UTF-8") from None
    except ValueError as wrong:  # msgspec's errors are such, too
        raise Fault("bad request", printable(_in_words(str(wrong)))) from None
    return value


def read_text(text: str, kind: Any) -> Any:
    """A value of a path or a query: a whole number is written as JSON writes it, anything else is a text."""
    if "\0" in text:  # PostgreSQL keeps no such text, and cannot even be asked for one
        raise Fault("bad request", "a text holds no zero byte")
    whole = _whole(kind)
    try:
        return _decoder(kind).decode(text) if whole else msgspec.convert(text, kind)
    except (ValueError, RecursionError) as wrong:
        why = f"{_wanted(whole)} is wanted, not {text}" if whole else str(wrong)
        raise Fault("bad request", printable(why)) from None


def _in_words(told: str) -> str:
    """What msgspec says; of a pattern that is longer than anybody reads, what it wants."""
    found = _PATTERN.fullmatch(told)
    return f"Expected words that can be read{found[2] or ''}" if found and len(found[1]) > READ else told


def printable(words: str) -> str:
    """Words that may hold what somebody sent, harmless to terminals and logs, and not too many."""
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in words[:LONGEST])
    return shown[:LONGEST]


@lru_cache(maxsize=128)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


@lru_cache(maxsize=128)
def _whole(kind: Any) -> msgspec.inspect.IntType | None:
    """The whole number that a kind is, or may be."""
    found = msgspec.inspect.type_info(kind)
    kinds = found.types if isinstance(found, msgspec.inspect.UnionType) else (found,)
    return next((each for each in kinds if isinstance(each, msgspec.inspect.IntType)), None)


def _wanted(whole: msgspec.inspect.IntType) -> str:
    """A whole number within its bounds, in words."""
    least = f" from {whole.ge}" if whole.ge is not None else ""
    most = f" to {whole.le}" if whole.le is not None else ""
    return f"a whole number{least}{most}"


def _may_say_twice(body: bytes) -> bool:
    """Is a key missing once what was read is written again? Escapes hide colons, so they are looked into too."""
    return b"\\" in body or body.count(b":") != msgspec.json.encode(msgspec.json.decode(body)).count(b":")


def _said_once(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key is said twice")
