"""Every round file settles to its lower half."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from houseway.asks import Act, Who
from houseway.felt import CAGE, COUPON_BOX, INVENTORY, Announced, CardsMoved, ChipsMoved, MeterMoved, Move, Revealed
from houseway.games import NAMES
from houseway.money import read_amount
from houseway.procedure import Round
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


OFF_THE_LAYOUT = {CAGE, COUPON_BOX}  # the cage is elsewhere, and a box for coupons may be
CHOICES = {  # read in the rulebooks: where each act is spoken of
    "lucky8s": {"50.6(e)": "set, house way", "50.6(h)": "play, fold", "50.6(n)": "validate, refuse"},
    "ultimate8": {
        "42.6(c)": "bet, raise",
        "42.10(b)": "fold",
        **dict.fromkeys(("42.10(d)", "42.10(f)", "42.10(h)"), "check, call"),
        **dict.fromkeys(("42.10(e)", "42.10(g)", "42.10(i)"), "lay, pass"),
    },
    "blackjack": {
        "3.7.1": "even money",
        "3.8": "split",
        "3.9.1": "split",
        "3.10": "surrender",
        "3.11.1": "double",
        "3.11.2": "double",
        "3.12": "insure, decline",
        "3.13": "stand",
        "3.14": "hit",
        "4.2": "validate, refuse",
    },
    "lunar": {
        "38.10(a)": "declare, pass",
        "38.10(b)1": "buy",
        "38.10(b)2": "exchange",
        "38.10(b)3": "bet",
        "38.10(b)4": "fold",
        "38.10(c)": "bet, fold",
        "38.10(d)": "bet, fold",
        "38.10(j)1": "decline",
        "38.10(k)": "force",
        **dict.fromkeys(("38.11(b)3", "38.12(c)"), "validate, refuse"),
    },
    "packs": dict.fromkeys(("43.11(c)1", "43.12(c)3"), "validate, refuse"),
}
ASKS = {  # what each decision is called, and the clauses by which it is due
    "lucky8s": {"set": "50.6(e)", "call": "50.6(h)", "validate": "50.6(n)"},
    "ultimate8": {"bet": "42.10(d) 42.10(f) 42.10(h)", "discard": "42.10(e) 42.10(g) 42.10(i)"},
    "blackjack": {
        **dict.fromkeys(("hand", "hand 2", "hand 3", "hand 4"), "3.4"),
        "insurance": "3.12",
        "validate": "4.2",
    },
    "lunar": {
        "declare": "38.10(a)",
        "elect": "38.10(b)",
        "bet or fold": "38.10(c) 38.10(d)",
        "force": "38.10(k)",
        "validate": "38.11(b)3 38.12(c)",
    },
    "packs": {"validate": "43.11(c)1 43.12(c)3"},
}
METERS = {  # why a meter moves: what is put on it, what it pays, what a void round or hand takes back
    "lunar": {"38.12(h)", "38.12(g)", "38.13(d)", "38.7(f)2", "38.13(b)", "38.13(f)", "G4"},
    "packs": {"43.12(b)", "43.12(d)", "43.12(e)", "43.13(e)"},
}


@cache
def moves_of(game: str) -> tuple[Move, ...]:
    """The moves of all its round files."""
    return tuple(move for path in FILES if path.parent.name == game for move in settle(read_file(path)).played.moves)


@pytest.mark.parametrize("game", NAMES)
def test_every_area_of_a_move_is_on_the_layout_and_holds_what_is_moved(game: str) -> None:
    layout = (ROUNDS.parent.parent / "src" / "houseway" / "games" / game / "layout.toml").read_text()
    holds = {(area["name"], area["per"]): area["holds"] for area in tomllib.loads(layout)["area"]}
    kinds: dict[type[Move], str] = {ChipsMoved: "chips", CardsMoved: "cards", Revealed: "cards"}
    lying = {
        (area, kinds[type(move)])
        for move in moves_of(game)
        for part in ("source", "target", "area")
        if (area := getattr(move, part, None)) is not None and type(move) in kinds
    }
    assert {area for area, kind in lying if not is_purse(area) and holds.get(place(area, holds)) != kind} == set()
    assert {kind for _, kind in lying} == {"cards", "chips"}


@pytest.mark.parametrize("game", NAMES)
def test_every_choice_names_the_clause_that_speaks_of_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: set[tuple[str, str]] = set()
    asked: set[tuple[str, str]] = set()
    answer = Round.answer

    def noting(self: Round, who: Who, act: Act) -> None:
        assert self.ask is not None
        offered.update((each.clause, each.verb) for choices in self.ask.choices.values() for each in choices.options)
        asked.add((self.ask.kind.partition(" seat ")[0], self.ask.clause))
        answer(self, who, act)

    monkeypatch.setattr(Round, "answer", noting)
    for path in FILES:
        if path.parent.name == game:
            settle(read_file(path))
    assert offered == {(clause, verb) for clause, verbs in CHOICES[game].items() for verb in verbs.split(", ")}
    assert asked == {(kind, clause) for kind, clauses in ASKS[game].items() for clause in clauses.split()}


@pytest.mark.parametrize("game", NAMES)
def test_every_move_of_a_meter_names_the_clause_that_moves_it(game: str) -> None:
    moved = [move for move in moves_of(game) if isinstance(move, MeterMoved)]
    assert {move.clause for move in moved} == METERS.get(game, set())


def is_purse(area: str) -> bool:
    """Is it off the felt: before a player, or where chips come from and coupons go to?"""
    return area.endswith(("/chips", "/coupons")) or area in OFF_THE_LAYOUT


def place(area: str, holds: dict[tuple[str, str], str]) -> tuple[str, str]:
    """Its name on the layout: that of a coupon or of a wager at another's spot is that of the wager's area."""
    owner, _, rest = area.partition("/")
    name, per = (rest, "position") if owner.isdigit() else (area, "table")
    name = name.removesuffix("/coupon")
    without_backer, without_number = name.rpartition("/")[0], re.sub(r" \d+$", "", name)
    return next(((each, per) for each in (name, without_backer, without_number) if (each, per) in holds), (name, per))
