"""Every round file settles to its lower half."""

import re
from pathlib import Path

import pytest

from houseway.felt import INVENTORY, Announced, ChipsMoved
from houseway.money import read_amount
from houseway.rounds import read_file
from houseway.settling import differences, settle

ROUNDS = Path(__file__).parent / "rounds"
FILES = sorted(ROUNDS.rglob("*.round"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROUNDS)))
def test_round_file(path: Path) -> None:
    file = read_file(path)
    assert differences(file, settle(file)) == []
    assert path.parent.name == file.game.name


def test_what_is_validated_is_what_leaves_the_inventory() -> None:
    games = set()
    for path in FILES:
        file = read_file(path)
        moves = settle(file).played.moves
        for place, said in enumerate(moves):
            validated = re.match(r"validates (\S+) to seat", said.text) if isinstance(said, Announced) else None
            if validated is None:
                continue
            games.add(file.game.name)
            after = [move for move in moves[place:] if isinstance(move, ChipsMoved) and move.source == INVENTORY]
            assert after[0].amount == read_amount(validated[1]), path
            assert after[0].target.endswith("/chips"), path
    assert games == {"blackjack", "lucky8s", "lunar", "packs"}
