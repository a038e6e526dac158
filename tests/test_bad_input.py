"""Bad input gets one clear line with file and line number, exit code 2, and no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAD = "game lucky8s\n"
WAGER = "seat 1 wagers ante 10\n"
LUNAR = "game lunar\n" + WAGER
BLACKJACK = "game blackjack\nseat 1 wagers main 10\n"

BAD = {
    "empty": ("", 1, "game"),
    "not a game": ("game bridge\n", 1, "no game"),
    "no game first": ("shoe 8c\n", 1, "game NAME"),
    "unknown card": (HEAD + "shoe 8c 9x\n" + WAGER, 2, "unknown card"),
    "card the deck has not": (HEAD + "shoe Kc\n" + WAGER, 2, "none"),
    "duplicate card": (HEAD + "shoe 8c 8c 8c\n" + WAGER, 2, "one too many"),
    "thirteen eights": (HEAD + "shoe" + " 8c 8d 8h 8s" * 2 + " 8c 8d 8h 8s 8c\n" + WAGER, 2, "one too many"),
    "negative amount": (HEAD + "seat 1 wagers ante -10\n", 2, "not an amount"),
    "nan": (HEAD + "seat 1 wagers ante NaN\n", 2, "not an amount"),
    "huge": (HEAD + "seat 1 wagers ante 99999999999999999999\n", 2, "more than"),
    "huge in thousands": (HEAD + "seat 1 chips 1" + ",000" * 2000 + "\n" + WAGER, 2, "more than"),
    "half a cent": (HEAD + "seat 1 wagers ante 1.005\n", 2, "not an amount"),
    "part of a chip": (HEAD + "seat 1 wagers ante 1.50\n", 2, "whole multiple"),
    "nothing": (HEAD + "seat 1 wagers ante 0\n", 2, "whole multiple"),
    "below the minimum": (HEAD + "rules ante_min=15\n" + WAGER, 3, "from 15"),
    "more than the chips": (HEAD + "seat 1 chips 5\n" + WAGER, 3, "has 5.00"),
    "more than the chips of one": (HEAD + "seat 1 chips 5\n" + WAGER + "seat 2 wagers ante 5\n", 3, "has 5.00"),
    "no such seat before others": (HEAD + "seat 9 wagers ante 5\n" + WAGER, 2, "no seat 9"),
    "unknown wager": (HEAD + "seat 1 wagers lucky 10\n", 2, "no wager"),
    "no ante": (HEAD + "seat 1 wagers bonus 10\n", 2, "one Ante"),
    "seven seats": (HEAD + "seat 7 wagers ante 10\n", 2, "no seat 7"),
    "unknown option": (HEAD + "rules colour=red\n" + WAGER, 2, "no option"),
    "unknown option before others": (HEAD + "rules colour=red\n" + WAGER + "rules bonus_table=2\n", 2, "no option"),
    "forbidden option before others": (HEAD + "rules bonus_table=6\n" + WAGER + "rules bettors=2\n", 2, "50.6(n)"),
    "unlisted table": (HEAD + "rules bonus_table=6\n" + WAGER, 2, "50.6(n)"),
    "unknown word": (HEAD + WAGER + "player 1 plays\n", 3, "unknown word"),
    "unknown decision": (
        HEAD + WAGER + "seat 1 dances\n",
        3,
        "no decision 'dances'; it has: sets, house way, plays, folds",
    ),
    "nobody there": (HEAD + WAGER + "seat 2 plays\n", 3, "nobody plays at seat 2"),
    "twice": (HEAD + WAGER + "seat 1 plays\nseat 1 plays\n", 4, "no decision to take"),
    "late wager": (HEAD + WAGER + "seat 1 plays\nseat 1 wagers bonus 5\n", 4, "50.6(c)"),
    "bad set": (HEAD + "shoe 2c 3c\n" + WAGER + "seat 1 sets 2c 3c\n", 4, "does not add up to 8"),
    "cut off": (HEAD + "seat 1 wag", 2, "no decision"),
    "cut off in a seat": (HEAD + "seat", 2, "not a seat number"),
    "floor": (HEAD + WAGER + "floor sings\n", 3, "does not know"),
    "no such meter": (HEAD + "meter progressive 10\n" + WAGER, 2, "no meter"),
    "no player button": (HEAD + "button 1\n" + WAGER, 2, "no player button"),
    "nobody wagers": (HEAD + "seat 1 chips 5\n", 2, "nobody wagers"),
    "cards to an empty seat": (HEAD + WAGER + "floor deals 9 cards to seat 2\n", 3, "nobody plays at seat 2"),
    "payout of an empty seat": (HEAD + WAGER + "floor refuses seat 2 ante\n", 3, "nobody plays at seat 2"),
    "payout upon no wager": (
        "game lunar\nseat 1 wagers ante 10, progressive 1\nseat 1 folds\nfloor refuses seat 1 progresive\n",
        4,
        "seat 1 has no wager 'progresive'",
    ),
    "payout of no seat": (HEAD + WAGER + f"floor refuses seat {'9' * 5000} ante\n", 3, "does not know"),
    "a device that is not there": (LUNAR + "floor shoe jams\nseat 1 bets\n", 3, "[38.13(f)]"),
    "a bet after the fold": (LUNAR + "seat 1 folds\nseat 1 bets\n", 4, "[38.10(b)3]"),
    "no dealer to force": (LUNAR + "seat 1 folds\nseat 1 forces\n", 4, "[38.10(k)]"),
    "a shoe that ends twice": (BLACKJACK + "shoe 8c\nshoe ends\nshoe ends\n", 5, "the shoe ends in line 4"),
    "a card after the shoe's end": (BLACKJACK + "shoe 8c\nshoe ends\nshoe 8d\n", 5, "name its cards before that"),
    "a shoe that ends before its first card": (BLACKJACK + "shoe ends\nshoe 8d\n", 3, "no card is named before"),
    "a shoe that ends with more": (BLACKJACK + "shoe 8c\nshoe ends here\n", 4, "unknown card"),
    "a whole deck that ends": (LUNAR + "shoe 8c\nshoe ends\n", 4, "whole deck in every round: leave 'shoe ends' out"),
    "bad result": (HEAD + WAGER + "---\nseat 1 ante\n", 4, "a result is"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_file_is_told_in_one_line(case: str, tmp_path: Path) -> None:
    text, line, words = BAD[case]
    path = tmp_path / "bad.round"
    path.write_text(text)
    done = houseway("settle", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"{path}:{line}: ")
    assert words in done.stderr


@pytest.mark.parametrize(
    "content", [b"\x00\x01\x02", b"\xff\xfe\x00g", b"game lucky8s\n\x00\x07\n", b"\x89PNG\r\n" * 50]
)
def test_a_binary_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "binary.round"
    path.write_bytes(content)
    done = houseway("settle", str(path))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.round", tmp_path):
        done = houseway("settle", str(path))
        assert done.returncode == 2
        assert "cannot be read" in done.stderr


def test_a_file_that_is_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.round"
    path.write_text("#" * (1 << 20) + "\n")
    assert houseway("settle", str(path)).returncode == 2


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "bridge"),
        ("rules", "lucky8s", "99.9"),
        ("rules", "--options"),
        ("verify-shuffle", "xyz"),
        ("verify-shuffle", "00" * 32, "--rules", "decks=2"),
        ("play", "bridge"),
        ("sing",),
        ("settle",),
    ],
)
def test_a_bad_command_is_told_without_a_traceback(words: tuple[str, ...]) -> None:
    done = houseway(*words)
    assert done.returncode == 2
    assert done.stderr
    assert "Traceback" not in done.stderr


def houseway(*words: str) -> subprocess.CompletedProcess[str]:
    program = "from houseway.cli import main; main()"
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
