"""A published seed gives one deal: who tells another number of cuts, or other cards of the order, is found."""

import json
import re
from pathlib import Path

import pytest

from house.evenings import ANN, BOB, FLO, SUE, Evening, definition
from house.kept import KeptEvening
from house.test_fairness import evening, files, on_file
from houseway.cards import names
from houseway.games import NAMES
from houseway.house.commands import Recut, Report, VoidRound
from houseway.house.definition import Clocks
from houseway.house.fairness import Checked, check
from houseway.house.store import Store
from houseway.house.views import now
from houseway.rounds import RoundFile
from houseway.shoe import read_seed, shuffled

BY_HAND = ("dealing=hand_shuffle",)
BY_DEVICE = ("shuffler=automated",)


def dealt(game: str, *rules: str) -> str:
    """The file of a round that was played by these rules."""
    played = Evening(definition(game, *rules)).open().seat(ANN, BOB)
    played.rounds(1, ANN, BOB)
    return played.table.round_file(1, "Ann")


def forged(text: str, cuts: int | None = None, first: int | None = None, last: int | None = None) -> str:
    """The file with another deal of the same seed, and everything in it that belongs to that."""
    file = RoundFile(text)
    seed = re.findall("verify-shuffle ([0-9a-f]{64})", text)[0]
    told = [int(number) for number in re.findall(r"(?<=--cuts )\d+|(?<=numbers )\d+|(?<=\d to )\d+", text)]
    cuts, first, last = told[0] if cuts is None else cuts, first or told[1], last or told[2]
    cards = shuffled(file.game.deck(file.rules), read_seed(seed), cuts)[first - 1 : last]
    text = re.sub(r"--cuts \d+", f"--cuts {cuts}", text)
    text = re.sub(r"numbers \d+ to \d+", f"numbers {first} to {last}", text)
    return re.sub(r"(?:^shoe .*\n)+", f"shoe {names(cards)}\n", text, count=1, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("game", "rules", "cuts", "words"),
    [
        ("packs", (), 1, "cut once; by the rules of this table they are not cut"),
        ("packs", (), 37, "cut 37 times; by the rules"),
        ("lucky8s", (), 1, "cut once; by the rules of this table they are not cut"),
        ("lucky8s", BY_HAND, 0, "not cut; by the rules of this table they are cut once"),
        ("lucky8s", BY_HAND, 2, "cut twice; by the rules of this table they are cut once"),
        ("lunar", (), 0, "not cut; by the rules of this table they are cut once"),
        ("lunar", BY_DEVICE, 1, "cut once; by the rules of this table they are not cut"),
    ],
)
def test_cuts_that_the_rules_do_not_have_are_found(
    game: str, rules: tuple[str, ...], cuts: int, words: str, tmp_path: Path
) -> None:
    text = dealt(game, *rules)
    assert check(forged(text)).wrong == ()  # the same deal: nothing else is wrong with what is forged here
    other = forged(text, cuts)
    (wrong,) = check(other).wrong
    assert words in wrong
    run = on_file(other, tmp_path / "a.round", "--commitment", check(text).commitment)
    assert run.exit_code == 3
    assert words in run.stderr


def test_a_shoe_that_is_dealt_on_is_not_cut_either() -> None:
    (wrong,) = check(forged(files("blackjack")[1], 1)).wrong
    assert "by the rules of this table they are not cut" in wrong


@pytest.mark.parametrize(("game", "size"), [("packs", 52), ("lucky8s", 66), ("lunar", 52)])
@pytest.mark.parametrize(("first", "less"), [(9, 0), (1, 1), (5, 3)])
def test_a_deal_that_does_not_begin_with_the_first_card_of_its_shuffle_is_found(
    game: str, size: int, first: int, less: int, tmp_path: Path
) -> None:
    text = dealt(game)
    other = forged(text, first=first, last=size - less)
    (wrong,) = check(other).wrong
    assert wrong.endswith(f"numbers 1 to {size}: the file has {first} to {size - less}")
    assert on_file(other, tmp_path / "a.round", "--commitment", check(text).commitment).exit_code == 3


def test_a_recut_is_told_and_compared_with_what_was_shown(tmp_path: Path) -> None:
    """A supervisor may have the cards cut again: whether he had is known to who was shown it before the deal."""
    path, played = tmp_path / "a.round", Evening(definition("lunar")).open().seat(ANN, BOB)
    played.do(Recut("a doubt"), SUE)
    played.rounds(2, ANN, BOB)
    for number, cuts, words in ((1, 2, "cut twice"), (2, 1, "cut once")):
        text = played.table.round_file(number, "Ann")
        assert check(text).wrong == ()
        run = on_file(text, path, "--cuts", f"{cuts}")
        assert run.exit_code == 0
        assert run.stdout.splitlines()[2:] == [f"{words}: compare with what you were shown"]
        other = on_file(forged(text, 3), path)
        assert other.exit_code == 0
        assert other.stdout.splitlines()[2:] == ["cut 3 times: compare with what you were shown"]
        run = on_file(forged(text, 3), path, "--cuts", f"{cuts}")
        assert run.exit_code == 3
        assert f"by the file the cards were cut 3 times, shown was: {words}" in run.stderr


def test_the_place_in_a_shoe_that_is_dealt_on_is_told(tmp_path: Path) -> None:
    for text in files("blackjack"):
        first, last = re.findall(r"numbers (\d+) to (\d+)", text)[0]
        run = on_file(text, tmp_path / "a.round")
        assert run.exit_code == 0
        words = f"numbers {first} to {last} of its shuffle: compare with what you were shown"
        assert run.stdout.splitlines()[2:] == [words]
        told = json.loads(on_file(text, tmp_path / "a.round", "--json").stdout)
        assert (told["cuts"], told["first"], told["last"]) == (0, int(first), int(last))


def test_where_the_rules_fix_the_deal_nothing_is_left_to_compare(tmp_path: Path) -> None:
    for game, rules in (("packs", ()), ("lucky8s", ()), ("lucky8s", BY_HAND), ("lunar", BY_DEVICE)):
        run = on_file(dealt(game, *rules), tmp_path / "a.round")
        assert (run.exit_code, len(run.stdout.splitlines())) == (0, 2)


def test_cards_that_were_sealed_have_neither_cuts_nor_numbers(tmp_path: Path) -> None:
    text = dealt("ultimate8")
    told = json.loads(on_file(text, tmp_path / "a.round", "--json").stdout)
    assert (told["cuts"], told["first"], told["last"]) == (None, None, None)
    run = on_file(text, tmp_path / "a.round", "--cuts", "0")
    assert "leave --cuts out" in str(run.exception)


def test_what_players_are_shown_before_the_deal_is_what_the_file_has_afterwards() -> None:
    """The commitment, the cuts, and how many cards are left in the shoe: with these there is one deal."""
    for game, rules in (("lunar", ()), ("blackjack", ("decks=1", "cut_card=40")), ("packs", ())):
        played = Evening(definition(game, *rules)).open().seat(ANN, BOB)
        shown = []
        for number in range(5):
            if game == "lunar" and number % 2:
                played.do(Recut("a doubt"), SUE)
            shown.append(now(played.table).shuffle)
            played.rounds(1, ANN, BOB)
        for finished, each in zip(played.table.finished, shown, strict=True):
            if finished.commitment in played.table.seeds:
                told = check(played.table.round_file(finished.number, "Ann"))
                size = len(played.table.game.deck(played.table.rules))
                assert (told.commitment, told.cuts, told.first) == (each.commitment, each.cuts, size - each.cards + 1)


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("packs", ("dealing=hand",)),
        ("packs", ("dealing=automated_shoe", "counting_shuffler=yes")),
        ("lucky8s", ("dealing=groups_of_eight",)),
        ("lucky8s", BY_HAND),
        ("lunar", ("shuffler=automated", "two_decks=yes")),
        ("lunar", ("shuffler=counting", "dealing=hand")),
        ("blackjack", ("decks=1", "cut_card=52")),
        ("blackjack", ("decks=1", "cut_card=0")),
    ],
)
def test_honest_files_of_other_tables_are_right(game: str, rules: tuple[str, ...]) -> None:
    played = Evening(definition(game, *rules)).open().seat(ANN, BOB, bots=2)
    played.rounds(4, ANN, BOB)
    all_right(played)


@pytest.mark.parametrize("words", ["counts 7 cards", "removes the shuffler", "shuffler jams"])
@pytest.mark.parametrize("game", ["packs", "lunar"])
def test_files_of_rounds_in_which_cards_or_devices_left_the_table_are_right(game: str, words: str) -> None:
    played = Evening(definition(game, *(BY_DEVICE if game == "lunar" else ()))).open().seat(ANN, BOB)
    played.do(Report(words, "seen by the floor"), FLO)
    played.rounds(3, ANN, BOB)
    all_right(played)


@pytest.mark.parametrize("game", [name for name in NAMES if name != "ultimate8"])
def test_files_of_rounds_that_were_void_or_given_up_are_right(game: str, sqlite_store: Store) -> None:
    rules = ("decks=1", "cut_card=51") if game == "blackjack" else ()
    played = KeptEvening(sqlite_store, definition(game, *rules, clocks=Clocks(pause=1_000)))
    played.open().seat(ANN, BOB)
    played.bet(ANN)
    played.do(VoidRound("a fire"), SUE)
    played.clock()
    played.bet(ANN)
    played.give_up()
    played.clock()
    assert len(all_right(played)) == 2


@pytest.mark.parametrize(("game", "rules"), [("lunar", BY_DEVICE), ("lucky8s", ())])
def test_cards_are_cut_once_no_device_shuffles_them_and_the_files_are_right(game: str, rules: tuple[str, ...]) -> None:
    """What a device shuffles is not cut: the file of each round says whether one was there."""
    played = Evening(definition(game, *rules)).open().seat(ANN, BOB)
    played.do(Report("removes the shuffler", "it is loud"), FLO)
    played.rounds(2, ANN, BOB)
    if game == "lunar":
        played.do(Recut("to be sure"), SUE)
    played.rounds(1, ANN, BOB)
    assert [each.cuts for each in played.table.finished] == [0, 1, 2 if game == "lunar" else 1]
    assert len(all_right(played)) == 3


def all_right(played: Evening) -> list[Checked]:
    """What was found in the files of the rounds whose seed is shown, and nothing is wrong with any."""
    seeds = played.table.seeds
    rounds = [each.number for each in played.table.finished if each.commitment in seeds]
    found = [check(played.table.round_file(number, "Ann")) for number in rounds]
    assert found
    assert [each.wrong for each in found] == [()] * len(found)
    return found


def test_an_evening_has_rounds_from_the_middle_of_a_shoe() -> None:
    assert any(told.first and told.first > 1 for told in all_right(evening("blackjack")))
