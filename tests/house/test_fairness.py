"""A player's own round file, checked offline: whatever in it speaks of its shuffle cannot be changed unseen."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from house.evenings import ANN, BOB, Evening, definition
from house.kept import PLAYED
from houseway.cards import UNKNOWN, names, read_cards
from houseway.cli import houseway
from houseway.games import NAMES
from houseway.house.fairness import NotYet, check
from houseway.house.finished import round_file
from houseway.refusal import Refusal

SEEDED = [name for name in NAMES if name != "ultimate8"]


def evening(game: str, rounds: int = 6) -> Evening:
    played = Evening(definition(game, *PLAYED.get(game, ()))).open().seat(ANN, BOB, bots=1)
    played.rounds(rounds, ANN, BOB)
    return played


def files(game: str, viewer: str | None = "Ann") -> list[str]:
    """Files of rounds whose shuffle is done with."""
    table = evening(game).table
    rounds = [each for each in table.finished if each.private or each.commitment in table.seeds]
    assert len(rounds) >= 3
    return [round_file(each, viewer, table.seeds.get(each.commitment)) for each in rounds]


def on_file(text: str, path: Path, *options: str) -> Result:
    path.write_text(text)
    run = CliRunner().invoke(houseway, ["verify-shuffle", str(path), *options])
    assert run.exception is None or isinstance(run.exception, SystemExit | Refusal)
    return run


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("viewer", ["Ann", "Bob", None])
def test_files_that_the_house_wrote_are_right(game: str, viewer: str | None, tmp_path: Path) -> None:
    for text in files(game, viewer):
        assert check(text).wrong == ()
        run = on_file(text, tmp_path / "a.round", "--json")
        assert run.exit_code == 0
        found = json.loads(run.stdout)
        assert found["mismatches"] == []
        shown = [card for line in re.findall(r"^shoe (.*)$", text, re.MULTILINE) for card in read_cards(line)]
        assert found["cards"] == len([card for card in shown if card != UNKNOWN])
        assert found["cards"] > 0 or viewer is None  # where all fold, who was not in the round knows nothing


def test_a_shoe_of_several_rounds_is_checked_from_where_each_began() -> None:
    texts = files("blackjack")
    firsts = [int(re.findall(r"numbers (\d+) to", text)[0]) for text in texts]
    assert len(set(firsts)) > 1  # later rounds do not begin at the first card
    moved = texts[firsts.index(max(firsts))]
    other = re.sub(r"numbers (\d+) to (\d+)", lambda m: f"numbers {int(m[1]) - 1} to {int(m[2]) - 1}", moved)
    assert check(other).wrong


def test_a_shoe_that_is_dealt_on_cannot_be_checked_yet(tmp_path: Path) -> None:
    table = evening("blackjack", 1).table
    text = round_file(table.finished[-1], "Ann", None)
    with pytest.raises(NotYet, match="its seed is shown when it is done"):
        check(text)
    assert on_file(text, tmp_path / "a.round").exception.exit_code == 1  # type: ignore[union-attr]


@pytest.mark.parametrize("game", NAMES)
def test_every_changed_character_of_what_speaks_of_the_shuffle_is_found(game: str) -> None:
    """Each digit of hashes, seeds and salts, each number and each card, one at a time."""
    text = files(game)[0]
    upper = text.partition("---")[0]
    open_ = re.findall(r"^# opened (\d+) ", text, re.MULTILINE)
    chance, changed = Random(8), 0
    for found in re.finditer(r"^(?:# (?:commitment|sealed|opened|houseway|the cards)|shoe) .*$", upper, re.MULTILINE):
        for word in re.finditer(r"\b(?:[0-9a-f]{64}|\d+|[2-9TJQKA][cdhs]|Jk)\b|\?\?", found[0]):
            if len(word[0]) == 64 and game == "ultimate8" and not is_opened(found[0], open_):
                continue  # the hash of what stays hidden: only who saw it before the round knows it
            at = found.start() + word.start()
            other = _another(word[0], chance)
            forged = text[:at] + other + text[at + len(word[0]) :]
            assert is_found(forged), (found[0], word[0], other)
            changed += 1
    assert changed > 10


def is_opened(line: str, places: list[str]) -> bool:
    return line.startswith("# opened") or (line.startswith("# sealed") and line.split()[2] in places)


def _another(word: str, chance: Random) -> str:
    """Something of the same kind."""
    if len(word) == 64:
        place = chance.randrange(64)
        return (
            word[:place]
            + chance.choice([digit for digit in "0123456789abcdef" if digit != word[place]])
            + word[place + 1 :]
        )
    if word.isdigit():
        return str(int(word) + 1)
    return chance.choice([card for card in names(range(52)).split() if card != word])


def is_found(text: str) -> bool:
    try:
        return bool(check(text).wrong)
    except Refusal:
        return True


@pytest.mark.parametrize("game", NAMES)
def test_what_is_left_out_is_found(game: str) -> None:
    text = files(game)[0]
    for start in ("# commitment", "# sealed", "# opened", "# houseway", "# the cards", "shoe"):
        lines = text.splitlines()
        if any(line.startswith(start) for line in lines):
            lines.remove(next(line for line in lines if line.startswith(start)))
            assert is_found("\n".join(lines)), start


def test_a_card_that_is_named_and_was_not_opened_is_found() -> None:
    for text in files("ultimate8"):
        laid = re.search(r"^seat \d lays (\w\w)", text, re.MULTILINE)
        if laid:
            break
    assert laid
    hidden = next(card for card in names(range(52)).split() if f" {card} " not in text.partition("---")[0])
    forged = text[: laid.start(1)] + hidden + text[laid.end(1) :]
    assert [line for line in check(forged).wrong if f"names {hidden}, which was not opened" in line]


@pytest.mark.parametrize("game", SEEDED)
def test_a_seed_for_another_deck_is_found(game: str) -> None:
    text = files(game)[0]
    assert is_found(text.replace(f"--game {game}", "--game lunar" if game != "lunar" else "--game packs"))
    assert is_found(re.sub(r"--cuts (\d+)", lambda m: f"--cuts {int(m[1]) + 1}", text))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["game lunar"], "says nothing of its shuffle"),
        (["game lunar", "# commitment " + "0" * 64], "neither a seed nor sealed cards"),
    ],
)
def test_a_file_that_says_too_little_cannot_be_checked(lines: list[str], words: str) -> None:
    with pytest.raises(NotYet, match=words):
        check("\n".join(lines))


def test_the_command_names_the_place(tmp_path: Path) -> None:
    text = files("packs")[0]
    first = re.findall(r"^shoe (\w\w) (\w\w)", text, re.MULTILINE)[0]
    forged = text.replace(f"shoe {first[0]} {first[1]}", f"shoe {first[1]} {first[0]}", 1)
    run = on_file(forged, tmp_path / "a.round")
    assert run.exit_code == 3
    assert f"number 1 of the order is {first[0]}, the file has {first[1]}" in run.stderr
    assert "not every one has its place" in run.stdout


def test_what_was_published_may_be_given_beside_the_file(tmp_path: Path) -> None:
    text = files("packs")[0]
    published = re.findall("# commitment (.*)", text)[0]
    assert on_file(text, tmp_path / "a.round", "--commitment", published.upper()).exit_code == 0
    run = on_file(text, tmp_path / "a.round", "--commitment", "0" * 64)
    assert run.exit_code == 3
    assert "published was 000" in run.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "name the SEED"),
        (("--file", "none.round"), "cannot be read"),
        (("none.round",), "cannot be read"),
        (("none",), "64 hexadecimal digits"),
        (("00" * 32, "--file", "none.round"), "with it go --commitment and --cuts alone"),
        (("--file", "none.round", "--shoe", "2c"), "with it go --commitment and --cuts alone"),
    ],
)
def test_bad_calls_are_refused_in_one_line(options: tuple[str, ...], words: str) -> None:
    run = CliRunner().invoke(houseway, ["verify-shuffle", *options])
    assert isinstance(run.exception, Refusal)
    assert words in str(run.exception)
