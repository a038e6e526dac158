"""Every round file settles to its lower half."""

from pathlib import Path

import pytest

from houseway.rounds import read_file
from houseway.settling import differences, settle

ROUNDS = Path(__file__).parent / "rounds"
FILES = sorted(ROUNDS.rglob("*.round"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROUNDS)))
def test_round_file(path: Path) -> None:
    file = read_file(path)
    assert differences(file, settle(file)) == []
    assert path.parent.name == file.game.name
