"""JSON from outside, taken exactly: a value is of its type and within its bounds, and a key is said once.

msgspec takes neither NaN nor `true` nor `"100"` nor a number beyond its bounds for a whole number; of keys that are
said twice it would take the last, as others take the first, and it would take -0, which is written back as 0: so they
are refused here.
"""

import json
import re
from functools import lru_cache
from typing import Any

import msgspec

from houseway.house.wanted import in_words, whole_number, within
from houseway.web.faults import Fault

LONGEST = 200  # characters of what is told about a body
PLAIN = re.compile("0|-?[1-9][0-9]*")  # a whole number as it is written back: JSON would bear blanks around it, and -0
MINUS_ZERO = re.compile(rb"-0(?<=[:\[,\s]-0)")  # where a number may begin, be it in a text
HALF = "half of a character (a surrogate without its other half) is no text"


def read(body: bytes, kind: Any) -> Any:
    """A value of a type; whatever is not exactly one is a bad request."""
    try:
        value = _decoder(kind).decode(body)
        if _may_say_twice(body) or _may_say_minus_zero(body):
            json.loads(body, object_pairs_hook=_said_once, parse_int=_plain)
    except RecursionError:
        raise Fault("bad request", "nest the JSON less deep") from None
    except UnicodeDecodeError:
        raise Fault("bad request", "send the JSON in UTF-8") from None
    except msgspec.ValidationError as wrong:
        raise Fault("bad request", printable(_in_words(wrong, body, kind))) from None
    except ValueError as wrong:  # msgspec's errors are such, too
        raise Fault("bad request", HALF if _has_half(body) else printable(str(wrong))) from None
    return value


def read_text(text: str, kind: Any) -> Any:
    """A value of a path or a query: a whole number is in plain digits, anything else is a text."""
    if "\0" in text:  # PostgreSQL keeps no such text, and cannot even be asked for one
        raise Fault("bad request", "a text holds no zero byte")
    if (whole := whole_number(kind)) is not None:
        return _read_whole(text, kind, within(whole))
    try:
        return msgspec.convert(text, kind)
    except msgspec.ValidationError as wrong:
        raise Fault("bad request", printable(in_words(wrong, kind, text))) from None


def _read_whole(text: str, kind: Any, wanted: str) -> Any:
    try:
        if PLAIN.fullmatch(text):
            return _decoder(kind).decode(text)
    except msgspec.ValidationError:
        pass  # beyond its bounds
    raise Fault("bad request", printable(f"{wanted} is wanted in plain digits, not '{text}'"))


def _in_words(wrong: msgspec.ValidationError, body: bytes, kind: Any) -> str:
    """What is wanted there. What follows in the body was not looked at yet: it may be anything."""
    try:
        value = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        value = None
    return in_words(wrong, kind, value)


def printable(words: str) -> str:
    """Words that may hold what somebody sent, harmless to terminals and logs, and not too many."""
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in words[:LONGEST])
    return shown[:LONGEST]


@lru_cache(maxsize=128)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _may_say_twice(body: bytes) -> bool:
    """Is a key missing once what was read is written again? Escapes hide colons, so they are looked into too."""
    return b"\\" in body or body.count(b":") != msgspec.json.encode(msgspec.json.decode(body)).count(b":")


def _may_say_minus_zero(body: bytes) -> bool:
    return b"-0" in body and MINUS_ZERO.search(body) is not None


def _has_half(body: bytes) -> bool:
    """Is it JSON but for half of a character? Python reads that; msgspec takes the text for one that breaks off."""
    if b"\\u" not in body:
        return False
    try:
        value = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return False
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def _no_number(name: str) -> None:
    raise ValueError(name)


def _plain(digits: str) -> None:
    if digits == "-0":
        raise ValueError("a whole number is wanted in plain digits, not '-0'")


def _said_once(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key is said twice")
