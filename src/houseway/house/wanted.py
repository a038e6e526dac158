"""What is wanted where a value is not exactly of its type: the words that the type itself carries, and the place.

A type's `description` says what it is (`a seat from 1 to 9`): it stands in the documents, and here in what is told.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

_PLACE = re.compile(r" - at (`key` in )?`(\$[^`]*)`\Z")
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_WANTED = ("Expected `", "Invalid enum value ")


def in_words(wrong: msgspec.ValidationError, kind: Any, value: Any) -> str:
    """What msgspec says of a value that should be of a kind, in words for people, with its place as msgspec says it."""
    said = str(wrong)
    found = _PLACE.search(said)
    place = found[0] if found else ""
    said = said.removesuffix(place)
    steps = [name or index for name, index in _STEP.findall(found[2])] if found else []
    missing = _MISSING.fullmatch(said)
    words = _words(_at(_info(kind), [*steps, missing[1]] if missing else steps, value, bool(found and found[1])))
    if missing:
        said = f"{missing[1]} is missing" + (f": give {words}" if words else "")
    elif words and said.startswith(_WANTED):
        said = f"give {words}"
    return said + place


def whole_number(kind: Any) -> inspect.IntType | None:
    """The whole number that a kind is, or may be."""
    return next((each for each in _kinds(_info(kind)) if isinstance(each, inspect.IntType)), None)


def within(whole: inspect.IntType) -> str:
    """A whole number within its bounds, in words."""
    least = f" from {whole.ge}" if whole.ge is not None else ""
    most = f" to {whole.le}" if whole.le is not None else ""
    return f"a whole number{least}{most}"


@lru_cache(maxsize=128)
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _at(kind: inspect.Type | None, steps: Sequence[str], value: Any, is_key: bool) -> inspect.Type | None:
    """The type of what stands at a place; None where nothing of the kind does."""
    for step in steps:
        kind = next((part for each in _kinds(kind) if (part := _part(each, step, value)) is not None), None)
        value = _inside(value, step)
    if not is_key:
        return kind
    return next((each.key_type for each in _kinds(kind) if isinstance(each, inspect.DictType)), None)


def _part(kind: inspect.Type, step: str, value: Any) -> inspect.Type | None:
    """The type of a part: of an object that may be one of several, by what it says it is."""
    if isinstance(kind, inspect.StructType):
        if kind.tag is not None and not (isinstance(value, dict) and value.get(kind.tag_field) == kind.tag):
            return None
        return next((field.type for field in kind.fields if field.encode_name == step), None)
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return kind.item_type
    if isinstance(kind, inspect.TupleType) and step.isdigit():
        return kind.item_types[int(step)]
    return None


def _inside(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and step.isdigit():
        return value[int(step)]
    return None


def _kinds(kind: inspect.Type | None) -> Sequence[inspect.Type]:
    """What a value may be, without the words for it."""
    if isinstance(kind, inspect.Metadata):
        return _kinds(kind.type)
    if isinstance(kind, inspect.UnionType):
        return [part for each in kind.types for part in _kinds(each)]
    return [] if kind is None else [kind]


def _words(kind: inspect.Type | None) -> str:
    """What a type wants, in words; nothing where there are none."""
    match kind:
        case inspect.Metadata():
            return (kind.extra_json_schema or {}).get("description") or _words(kind.type)
        case inspect.UnionType():  # nothing at all may do, too; who sent something is told of the rest
            return " or ".join(dict.fromkeys(filter(None, map(_words, kind.types))))
        case inspect.IntType():
            return within(kind)
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType():
            return f"one of {', '.join(map(str, kind.values))}"
        case inspect.StrType():
            return f"a text{_length(kind.min_length, kind.max_length, 'characters')}"
        case inspect.ListType() | inspect.VarTupleType():
            return f"a list{_length(kind.min_length, kind.max_length, 'parts')}"
        case inspect.DictType():
            return f"an object{_length(kind.min_length, kind.max_length, 'parts')}"
        case inspect.StructType():
            return "an object"
    return ""


def _length(least: int | None, most: int | None, what: str) -> str:
    if most is None:
        return ""
    return f" of {least} to {most} {what}" if least else f" of at most {most} {what}"
