"""Round files of Ultimate 8 Poker that are refused: in which line, by which clause (ruling G6 for what is left out)."""

import pytest

from houseway.round_lines import RoundFileRefusal
from houseway.rounds import RoundFile
from houseway.settling import settle

HEAD = """game ultimate8
rules dealing=automated_shoe
shoe Kh Qh Jh Th 9h 8c 8d 8s
shoe 2c 4d 6h 7c 9s Jd Ks 3d
seat 1 chips 1000
seat 2 chips 1000
"""
CHECKED = "seat 1 checks\nseat 2 checks\n"
RAISED = "seat 1 bets 10\nseat 2 raises 10\nseat 1 raises 10\nseat 2 raises 10\n"

BAD = {
    "button before nobody": ("button 3\nseat 1 checks", 7, "42.7(d)"),
    "button where no seat is": ("seat 1 checks\nbutton 7", 8, "42.7(d)"),
    "no seventh seat": ("seat 7 chips 100\nseat 1 checks", 7, "69E-1.13BB(a)"),
    "too few chips for both antes": ("seat 3 chips 14\nseat 4 chips 100", 7, "42.1 ante"),
    "part of a chip": ("seat 3 chips 100.50\nseat 4 chips 14", 7, "G1"),
    "wagers before the deal": ("seat 1 wagers main 10", 7, "42.6(b)"),
    "antes that do not go together": ("rules main_ante=20", 7, "42.6(b)"),
    "eleven percent": ("rules commission=11", 7, "42.10(k)"),
    "no jackpot here": ("meter progressive 5", 7, None),
    "eight cards are right": ("floor deals 8 cards to seat 2", 7, "42.7(e)"),
    "cards to no seat": ("floor counts 4 cards\nfloor deals 9 cards to seat 9", 8, "69E-1.13BB(a)"),
    "a shuffler that does not count": ("floor shuffler counts 51 cards", 7, "42.9(h)"),
    "nobody there": ("seat 3 checks", 7, "42.1 check"),
    "fold without a wager": ("seat 1 folds", 7, "42.1 fold"),
    "call without a wager": ("seat 1 calls", 7, "42.1 call"),
    "raise without a wager": ("seat 1 raises 10", 7, "42.1 raise"),
    "check to a wager": ("seat 1 bets 10\nseat 2 checks", 8, "42.1 check"),
    "bet to a wager": ("seat 1 bets 10\nseat 2 bets 10", 8, "42.10(d)"),
    "fourth raise": (RAISED + "seat 1 raises 10", 11, "42.1 raise"),
    "less than an ante": ("seat 1 bets 9", 7, "42.6(c)"),
    "more than twenty antes": ("seat 1 bets 201", 7, "42.6(c)"),
    "more than the chips": ("seat 1 bets 200\nseat 2 raises 200\nseat 1 raises 200\nseat 2 raises 201", 10, "42.6(c)"),
    "another's card": (CHECKED + "seat 1 lays 2c", 9, "42.10(e)"),
    "unknown card": (CHECKED + "seat 1 lays ??", 9, "42.10(e)"),
    "no pattern": (CHECKED + "seat 1 lays Kh 8c", 9, "42.10(e)"),
    "lays nothing": (CHECKED + "seat 1 lays", 9, "42.10(e)"),
    "does not beat": (CHECKED + "seat 1 lays Kh\nseat 2 lays Jd", 10, "42.10(e)"),
    "opener must lead": (CHECKED + "seat 1 passes\nseat 2 passes\nseat 1 passes", 11, "42.10(e)"),
    "nobody leads to let him check": (CHECKED + "seat 1 checks", 9, "42.1 check"),
    "nobody folds to let him lay": ("seat 1 bets 10\nseat 2 lays Ks", 8, "42.10(d)"),
    "the round is over": ("seat 1 bets 10\nseat 2 folds\nseat 1 lays Kh", 9, None),
    "the floor comes late": ("seat 1 bets 10\nseat 2 folds\nfloor voids the round", 9, None),
    "more cards than the deck": ("shoe" + " ??" * 37, 7, None),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_is_refused_in_its_line(case: str) -> None:
    lines, number, clause = BAD[case]
    with pytest.raises(RoundFileRefusal) as refused:
        settle(RoundFile(f"{HEAD}{lines}\n"))
    assert (refused.value.line, refused.value.clause) == (number, clause)


@pytest.mark.parametrize(("players", "line"), [("", 1), ("seat 2 chips 100\n", 2)])
def test_a_round_needs_two_players(players: str, line: int) -> None:
    with pytest.raises(RoundFileRefusal) as refused:
        settle(RoundFile(f"game ultimate8\n{players}"))
    assert (refused.value.line, refused.value.clause) == (line, "U13")


def test_what_the_file_leaves_out_is_told_as_time_outs() -> None:
    settled = settle(
        RoundFile(HEAD + "seat 1 lays Kh Qh Jh Th 9h\nseat 2 bets 20\nseat 1 calls\nseat 1 lays 8c 8d 8s\n")
    )
    assert settled.timed_out == ["seat 1 checks", "seat 2 checks", "seat 2 passes", "seat 1 checks"]
    assert settled.net == {1: 22_00, 2: -35_00}
