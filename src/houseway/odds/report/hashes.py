"""Hashes of the code, tables and stored results behind the figures, so that anybody can check theirs."""

import ast
import hashlib
import sys
from collections.abc import Iterator, Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import msgspec

from houseway import stored

PACKAGES = ("houseway", "numpy", "numba")


class Hashed(msgspec.Struct, frozen=True):
    """A file and the SHA-256 of its bytes."""

    name: str
    sha256: str


class Kept(msgspec.Struct, frozen=True):
    """A stored result: its file, what made it, and whether the code that made it is still the same."""

    name: str
    sha256: str
    command: str
    current: bool


class Hashes(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that counts for a sheet; `total` is the SHA-256 of the lines `hash  name` of all code and data."""

    code: tuple[Hashed, ...]
    data: tuple[Hashed, ...]
    total: str
    kept: tuple[Kept, ...]
    versions: tuple[tuple[str, str], ...]


def hashes(game: str) -> Hashes:
    """The hashes of a game's odds."""
    folder = _file(f"houseway.games.{game}").parent
    package = _file("houseway").parent
    roots = [f"houseway.games.{game}.{name}" for name in ("odds", "kernel")]
    code = [Hashed(module, _sha256(_file(module))) for module in reached([*roots, "houseway.odds.report.sheet"])]
    data = [*sorted(folder.glob("*.toml")), package / "rulings.toml"]
    listed = [Hashed(path.relative_to(package).as_posix(), _sha256(path)) for path in data]
    lines = "".join(f"{each.sha256}  {each.name}\n" for each in (*code, *listed))
    return Hashes(
        code=tuple(code),
        data=tuple(listed),
        total=hashlib.sha256(lines.encode()).hexdigest(),
        kept=tuple(_kept(game, path) for path in sorted((folder / stored.FOLDER).glob("*.json"))),
        versions=(("python", ".".join(map(str, sys.version_info[:3]))), *_versions()),
    )


def reached(roots: Sequence[str]) -> list[str]:
    """The modules of houseway that these import, directly or through others, sorted by name."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        module = waiting.pop()
        if module not in found and find_spec(module) is not None:
            found.add(module)
            waiting += _imported(module)
    return sorted(found)


def _imported(module: str) -> Iterator[str]:
    """What a module imports of houseway; a module's packages are imported with it."""
    yield from (module[:place] for place, letter in enumerate(module) if letter == ".")
    for node in ast.walk(ast.parse(_file(module).read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("houseway"))
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("houseway"):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if _is_module(node.module, alias.name))


def _is_module(package: str, name: str) -> bool:
    folder = _file(package).parent
    return _file(package).name == "__init__.py" and ((folder / f"{name}.py").exists() or (folder / name).is_dir())


def _kept(game: str, path: Path) -> Kept:
    result = stored.recall(f"houseway.games.{game}", path.stem)
    return Kept(path.name, _sha256(path), result.command, stored.code_hash(result.modules) == result.code)


def _versions() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        yield package, metadata.version(package)


def _file(module: str) -> Path:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
