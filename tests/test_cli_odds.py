"""The commands of the odds: the shape programs rely on, and one clear line for what cannot be answered."""

import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from io import StringIO
from typing import Any, NamedTuple
from unittest import mock

import msgspec
import pytest

from houseway.cli import main

WAGERS = {
    "lucky8s": ["ante", "bonus"],
    "ultimate8": ["main"],
    "blackjack": ["main", "pair", "lucky8", "insurance"],
    "lunar": ["ante", "super", "progressive"],
    "packs": ["pack", "five_card", "seven_card"],
}
TABLES = {
    ("lucky8s", "bonus"): list("12345"),
    ("packs", "five_card"): list("ABCDE"),
    ("packs", "seven_card"): list("ABCDEFGHIJKLMNOPQRSTUVW"),
    ("packs", "five_card_progressive"): list("ABCDE"),
    ("packs", "seven_card_progressive"): list("ABCDEFGHIJKLM"),
}
LUCKY8S = "8c 8d 4c 4d 2c 6c 7c Ac"
BAD = {
    "no game": (["odds"], "name one game"),
    "two games": (["odds", "lucky8s", "packs"], "name one game"),
    "not a game": (["odds", "bridge"], "no game 'bridge'"),
    "an option that is not there": (["odds", "lucky8s", "--rules", "decks=6"], "no option 'decks'"),
    "a table that is not listed": (["odds", "lucky8s", "--rules", "bonus_table=6"], "[50.6(n)]"),
    "a table of letters": (["odds", "packs", "--rules", "seven_card=Z"], "[43.11(c)1]"),
    "nine decks": (["odds", "blackjack", "--decks", "9"], "one to eight decks"),
    "no decks": (["odds", "blackjack", "--decks", "0"], "one to eight decks"),
    "decks in words": (["ev", "blackjack", "--hand", "Ts 6d", "--up", "Th", "--decks", "many"], "whole number"),
    "an infinite deck of Lucky 8's": (["odds", "lucky8s", "--decks", "infinite"], "leave out --decks"),
    "no stake": (["odds", "packs", "--stake", "0"], "more than nothing"),
    "a negative stake": (["odds", "packs", "--stake", "-5"], "not an amount"),
    "a stake in words": (["odds", "packs", "--stake", "five"], "not an amount"),
    "no meter there": (["odds", "packs", "--meter", "five_card=100"], "no meter 'five_card'"),
    "a meter without an amount": (["odds", "lunar", "--meter", "progressive"], "NAME=AMOUNT"),
    "a meter in words": (["odds", "lunar", "--meter", "progressive=much"], "not an amount"),
    "no such strategy": (["odds", "lucky8s", "--strategy", "reckless"], "no strategy 'reckless'"),
    "no such strategy in a simulation": (
        ["simulate", "lucky8s", "--rounds", "5", "--strategy", "reckless"],
        "no strategy 'reckless'",
    ),
    "no rounds": (["simulate", "lucky8s", "--rounds", "0"], "at least 1"),
    "negative rounds": (["simulate", "lucky8s", "--rounds", "-8"], "at least 1"),
    "rounds in words": (["simulate", "lucky8s", "--rounds", "many"], "not a valid integer"),
    "no precision": (["simulate", "lucky8s", "--rounds", "5", "--precision", "0"], "above zero"),
    "not a precision": (["simulate", "lucky8s", "--rounds", "5", "--precision", "nan"], "above zero"),
    "workers and a cluster": (
        ["simulate", "lucky8s", "--rounds", "5", "--workers", "2", "--executor", "tcp://127.0.0.1:9"],
        "not both",
    ),
    "players against the house": (["simulate", "lucky8s", "--rounds", "5", "--players", "3"], "against the house"),
    "seven players": (["simulate", "ultimate8", "--rounds", "5", "--players", "7"], "from 2 to 6"),
    "no hand": (["ev", "lucky8s"], "eight cards, not 0"),
    "seven cards": (["ev", "lucky8s", "--hand", "8c 8d 4c 4d 2c 6c 7c"], "eight cards, not 7"),
    "a card three times": (["ev", "lucky8s", "--hand", "8c 8c 8c 4d 2c 6c 7c Ac"], "8c"),
    "a card that is not in the deck": (["ev", "lucky8s", "--hand", "Kc 8d 4c 4d 2c 6c 7c Ac"], "Kc"),
    "no card at all": (["ev", "lucky8s", "--hand", "Xx 8d 4c 4d 2c 6c 7c Ac"], "unknown card 'Xx'"),
    "an unknown card": (["ev", "lucky8s", "--hand", "?? 8d 4c 4d 2c 6c 7c Ac"], "??"),
    "an up card in Lucky 8's": (["ev", "lucky8s", "--hand", LUCKY8S, "--up", "8h"], "the hand alone"),
    "no up card": (["ev", "blackjack", "--hand", "Ts 6d"], "up"),
    "two up cards": (["ev", "blackjack", "--hand", "Ts 6d", "--up", "Th 9c"], "one card"),
    "one card": (["ev", "blackjack", "--hand", "Ts", "--up", "Th"], "two"),
    "more than 21": (["ev", "blackjack", "--hand", "Ts 6d 8h", "--up", "Th"], "21"),
    "more of a card than the shoe has": (["ev", "blackjack", "--hand", "Ts Ts", "--up", "Th", "--decks", "1"], "Ts"),
    "a joker": (["ev", "blackjack", "--hand", "Ts Jk", "--up", "Th"], "Jk"),
    "four cards": (["ev", "lunar", "--hand", "9c 9d 5h 3s", "--up", "7d"], "five"),
    "the same card twice": (["ev", "lunar", "--hand", "9c 9c 5h 3s 2c", "--up", "7d"], "9c"),
    "the up card in the hand": (["ev", "lunar", "--hand", "9c 9d 5h 3s 2c", "--up", "2c"], "2c"),
    "nothing of the dealer": (["ev", "lunar", "--hand", "9c 9d 5h 3s 2c"], "up card"),
    "a joker at Lunar": (["ev", "lunar", "--hand", "9c 9d 5h 3s Jk", "--up", "7d"], "Jk"),
    "four cards of the dealer": (["ev", "lunar", "--hand", "9c 9d 5h 3s 2c", "--dealer", "Ah 8s 7d 4c"], "five"),
    "a dealer who qualifies": (["ev", "lunar", "--hand", "9c 9d 5h 3s 2c", "--dealer", "8h 8s 7d 4c 3h"], "qualif"),
    "a decision at Pack's": (["ev", "packs", "--hand", "9c 9d 5h 3s 2c"], "decision"),
    "a decision at Ultimate 8": (["ev", "ultimate8", "--hand", LUCKY8S], "Ultimate 8"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_answered_gets_one_clear_line(name: str) -> None:
    words, told = BAD[name]
    done = run(words)
    assert done.code == 2, done.out + done.err
    assert done.out == ""
    assert told in done.err
    assert len(done.err.splitlines()) == 1 or done.err.startswith("Usage:")


@pytest.mark.parametrize("game", WAGERS)
def test_the_odds_of_every_game_have_the_shape_that_programs_rely_on(game: str) -> None:
    odds = answer(["odds", game, "--json"])
    assert odds["game"] == game
    assert odds["rules"]["chip_unit"] == "1"
    assert [wager["wager"] for wager in odds["wagers"]] == WAGERS[game]
    for wager in odds["wagers"]:
        check_wager(wager)


@pytest.mark.parametrize(("game", "wager"), TABLES)
def test_every_pay_table_has_its_odds(game: str, wager: str) -> None:
    odds = answer(["odds", game, "--all-tables", "--json"])
    found = [made for made in odds["wagers"] if made["wager"] == wager]
    assert [made["table"] for made in found] == TABLES[game, wager]
    for made in found:
        check_wager(made)
        assert made["ev"]["basis"] == "exact"
        if wager.endswith("progressive"):
            assert Fraction(made["break_even_meter"]["value"]) > 0
            assert Fraction(made["ev"]["fraction"]) >= Fraction(made["ev_without_jackpot"]["fraction"])


def check_wager(wager: dict[str, Any]) -> None:
    for name in ("ev", "house_edge", "element_of_risk", "average_total_wager", "sd", "hit_frequency"):
        check_figure(wager[name])
    for line in wager["lines"]:
        for name in ("probability", "net", "contribution"):
            check_figure(line[name])
    ev = Fraction(wager["ev"]["value"])
    assert Fraction(wager["house_edge"]["value"]) == -ev
    assert Fraction(wager["sd"]["value"]) > 0
    total = sum((Fraction(line["probability"]["value"]) for line in wager["lines"]), Fraction(0))
    assert not wager["lines"] or abs(total - 1) < Fraction(1, 10**3)
    returned = sum((Fraction(line["contribution"]["value"]) for line in wager["lines"]), Fraction(0))
    assert not wager["lines"] or abs(returned - ev) < Fraction(1, 10**2)
    assert not {"method", "rational", "stderr", "ev_exact"} & set(wager)
    assert ("reason" in wager) == (wager["strategy"] == "best_known")


def check_figure(figure: dict[str, Any]) -> None:
    """A figure has what its basis needs, and nothing else."""
    value = Fraction(figure["value"])
    if figure["basis"] == "exact":
        assert set(figure) == {"value", "basis", "fraction"}
        assert abs(Fraction(figure["fraction"]) - value) <= abs(value) / 10**14
    elif figure["basis"] == "computed":
        assert set(figure) == {"value", "basis", "digits"}
        assert len(figure["value"].lstrip("-0.").replace(".", "")) <= figure["digits"] <= 15
    else:
        assert set(figure) == {"value", "basis", "low", "high", "sampled", "n"}
        assert figure["basis"] == "estimated"
        assert Fraction(figure["low"]) < Fraction(figure["high"])
        assert Fraction(figure["low"]) <= value <= Fraction(figure["high"])
        assert figure["sampled"] in ("rounds", "positions", "split boxes")
        assert figure["n"] > 1


def test_choices_come_best_first() -> None:
    found = answer(["ev", "lucky8s", "--hand", LUCKY8S, "--json"])
    assert [option["action"] for option in found["options"]] == ["play", "fold"]
    assert found["best"] == "play"
    assert found["options"][1]["ev"] == {"value": "-1", "basis": "exact", "fraction": "-1/1"}
    assert set(found["options"][0]) == {"action", "ev"}


def test_rounds_are_compared_with_the_odds_where_that_is_asked() -> None:
    words = ["simulate", "lucky8s", "--rounds", "200000", "--seed", "8"]
    ante, bonus = answer([*words, "--compare", "--json"])["wagers"]
    assert ante["check"]["check"] == "confirmed in part"
    assert ante["check"]["rounds"] == 200_000
    assert any("precision" in left for left in ante["check"]["left_out"]), "four standard errors are 1.5% of the Ante"
    assert len(ante["check"]["compared"]) == 2
    assert bonus["check"]["left_out"]
    assert answer([*words, "--json"])["wagers"][0]["check"] == {
        "check": "not compared",
        "compared": [],
        "left_out": [],
        "rounds": 0,
    }


def test_rounds_that_contradict_the_odds_exit_with_3() -> None:
    from houseway.games.lucky8s import odds

    words = ["simulate", "lucky8s", "--rounds", "200000", "--seed", "8", "--compare"]
    with mock.patch.object(odds, "wagers", lambda asked, wagers=odds.wagers: wagers(other(asked))):
        done = run(words)
    assert done.code == 3, done.out
    assert "contradicted" in done.out


def other(asked: Any) -> Any:
    """The same question about players who never fold."""
    return msgspec.structs.replace(asked, strategy="never_fold")


def test_the_result_alone_is_on_the_standard_output() -> None:
    done = run(["simulate", "lucky8s", "--rounds", "1000", "--seed", "8", "--json"])
    assert done.code == 0
    assert done.err == ""
    assert json.loads(done.out)["rounds"] == 1000


def answer(words: list[str]) -> Any:
    done = run(words)
    assert done.code == 0, done.err
    assert done.err == ""
    return json.loads(done.out)


class Done(NamedTuple):
    code: int
    out: str
    err: str


def run(words: list[str]) -> Done:
    """A command as from the shell, in this process: what it prints, and its exit code."""
    out, err = StringIO(), StringIO()
    with mock.patch.object(sys, "argv", ["houseway", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
            code = 0
        except SystemExit as leave:
            code = int(leave.code or 0)
    return Done(code, out.getvalue(), err.getvalue())
