"""houseway rules: clauses, rulings and options as a reader sees them."""

from click.testing import CliRunner

from houseway import games
from houseway.cli import houseway
from houseway.rulebook import register


def shown(*words: str) -> str:
    done = CliRunner().invoke(houseway, ["rules", *words], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def test_every_clause_is_listed() -> None:
    for game in games.NAMES:
        listed = "".join(line[:18] for line in shown(game).splitlines()).replace(" ", "")
        assert [clause for clause in register(game) if clause.replace(" ", "") not in listed] == []


def test_what_honours_a_clause_stands_each_on_its_own_line() -> None:
    lines = shown("lucky8s", "50.6(m)3").splitlines()
    honoured = [line.removeprefix("  honoured by ") for line in lines if line.startswith("  honoured by ")]
    assert honoured == list(register("lucky8s")["50.6(m)3"].honoured)


def test_a_ruling_is_shown_with_the_clauses_that_take_it() -> None:
    lines = shown("lucky8s", "L4").splitlines()
    assert lines[0].startswith("L4 ")
    assert "50.6(m)3 (rule)" in lines


def test_options_are_listed_with_their_default_and_what_they_may_be() -> None:
    lines = {line.split("=")[0]: line.split(maxsplit=1) for line in shown("lunar", "--options").splitlines()}
    assert lines["dealing"] == ["dealing=manual_shoe", "manual_shoe, hand, automated_shoe"]
    assert lines["payout_limit"] == ["payout_limit=none", "an amount, none"]
    assert lines["rate"] == ["rate=70", "a percentage"]
    assert lines["two_decks"] == ["two_decks=no", "yes, no"]
    assert lines["positions"] == ["positions=5", "a number"]


def test_the_commands_are_listed_whole() -> None:
    output = CliRunner().invoke(houseway, ["--help"]).output
    assert "Open a table in the terminal.\n" in output
