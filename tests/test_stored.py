"""Kept results know what made them; a change of the code's meaning is noticed, a change of words is not."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from houseway import stored
from houseway.games import NAMES
from houseway.stored import Changed, Stored, code_hash, keep, kept, recall

CODE = '''"""A docstring."""


def answer(number: int) -> int:
    """What is true."""
    return number * 2  # a comment
'''
KEPT = sorted(Path(stored.__file__).parent.rglob("stored/*.json"))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "counting_house"
    folder.mkdir()
    (folder / "__init__.py").write_text(CODE)
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    sys.modules.pop("counting_house", None)


def test_a_result_comes_back_as_it_was_kept(package: Path) -> None:
    path = keep("counting_house", "sums", "count sums", ["counting_house"], {"total": 10**30, "pairs": [(1, 2)]})
    assert path == package / "stored" / "sums.json"
    assert kept("counting_house", "sums", dict) == {"total": 10**30, "pairs": [[1, 2]]}
    assert recall("counting_house", "sums").command == "count sums"


def test_a_result_that_comes_out_otherwise_is_refused_with_the_place(package: Path) -> None:
    keep("counting_house", "sums", "count sums", ["counting_house"], {"a": {"b": 1, "c": 2}})
    assert kept("counting_house", "sums", lambda: {"a": {"b": 1, "c": 2}}, recompute=True)
    with pytest.raises(Changed, match="a: c: 2 was kept, 3 was made"):
        kept("counting_house", "sums", lambda: {"a": {"b": 1, "c": 3}}, recompute=True)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("# a comment", "# other words", True),
        ("What is true.", "What is also true.", True),
        ("number * 2", "(number * 2)", True),
        ("number * 2", "number * 3", False),
        ("number * 2", "number + 2", False),
    ],
)
def test_the_hash_is_of_what_the_code_does(package: Path, old: str, new: str, same: bool) -> None:
    before = code_hash(["counting_house"])
    (package / "__init__.py").write_text(CODE.replace(old, new))
    assert (code_hash(["counting_house"]) == before) == same


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_the_code_that_made_a_kept_result_is_the_code_that_is_here(path: Path) -> None:
    result = msgspec.json.decode(path.read_bytes(), type=Stored)
    assert result.code == code_hash(result.modules), f"make it again: {result.command}"
    assert result.command.startswith(("houseway ", "python -m houseway."))
    assert path.parent.parent.name in NAMES
    assert not any(isinstance(leaf, float) for leaf in leaves(result.result))


def leaves(result: object) -> Iterator[object]:
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, list):
        for item in result:
            yield from leaves(item)
    else:
        yield result
