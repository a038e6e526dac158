"""Results that take more than a few seconds are kept in the package: integers, what made them, and the code's hash.

`--recompute` makes them again and compares. The hash is of the code's meaning, without comments, docstrings and
layout: who rewords a comment need not count for an hour.
"""

import ast
import hashlib
import json
from collections.abc import Callable, Sequence
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from houseway.refusal import Refusal

FOLDER = "stored"


class Stored(msgspec.Struct, frozen=True):
    """A kept result. `result` holds integers, texts, and lists and mappings of them; no float, ever."""

    command: str
    modules: tuple[str, ...]
    code: str
    result: Any


class Changed(Refusal):
    """A result that comes out differently when it is made again."""

    exit_code = 3


def recall(package: str, name: str) -> Stored:
    """A result as it was kept."""
    text = resources.files(package).joinpath(FOLDER, f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=Stored)


def kept(package: str, name: str, make: Callable[[], Any], recompute: bool = False) -> Any:
    """The kept result; if it is to be recomputed, made again first and compared."""
    stored = recall(package, name)
    if recompute and (made := plain(make())) != stored.result:
        where = differs(stored.result, made)
        raise Changed(f"{package}: the stored result {name!r} is not what `{stored.command}` makes now: {where}")
    return stored.result


def keep(package: str, name: str, command: str, modules: Sequence[str], result: Any) -> Path:
    """Write a result into the package's folder, with the command that makes it and the hash of its modules."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0]) / FOLDER
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.json"
    stored = Stored(command, tuple(modules), code_hash(modules), plain(result))
    path.write_bytes(msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n")
    return path


def code_hash(modules: Sequence[str]) -> str:
    """The hash of what these modules do."""
    digest = hashlib.sha256()
    for module in sorted(modules):
        spec = find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        digest.update(f"{module} {_meaning(ast.parse(Path(spec.origin).read_bytes()))}\n".encode())
    return digest.hexdigest()


def plain(result: Any) -> Any:
    """A result as it reads after having been written: tuples are lists, keys are texts."""
    return json.loads(json.dumps(result))


def differs(one: Any, other: Any, where: str = "") -> str:
    """Where two results differ first."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if one.get(key) != other.get(key):
                return differs(one.get(key), other.get(key), f"{where}{key}: ")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        number = next((number for number, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]), None)
        if number is not None:
            return differs(one[number], other[number], f"{where}{number}: ")
    return f"{where}{one} was kept, {other} was made"


def _meaning(node: Any) -> str:
    """A syntax tree as text: no docstrings, no places, and nothing that a version of Python adds empty."""
    if isinstance(node, list):
        return f"[{','.join(map(_meaning, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = dict(ast.iter_fields(node))
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
        fields["body"] = node.body[1:]
    parts = (f"{name}={_meaning(field)}" for name, field in fields.items() if field not in (None, []))
    return f"{type(node).__name__}({','.join(parts)})"
