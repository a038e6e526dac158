"""The stub at a live Lunar table: counted face down in every round, and the round file has the count."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from house.evenings import ANN, BOB, FLO, Evening, definition
from house.kept import KeptEvening, audited
from houseway.cli import houseway
from houseway.house.commands import Ready, Report
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.store import Store
from houseway.house.turn import Sealed

WAYS = (
    (),
    ("shuffler=automated",),
    ("shuffler=counting",),  # with a manual shoe: 38.9(f) is of automated ones
    ("dealing=hand", "shuffler=automated"),
    ("dealing=automated_shoe", "shuffler=automated"),
    ("shuffler=automated", "two_decks=yes"),
)


def counts(evening: Evening) -> list[list[tuple[str, str]]]:
    """What was announced of a count in each round, with the clauses."""
    rounds: list[list[tuple[str, str]]] = []
    for done in evening.dones:
        if "opened" in done.body:
            rounds.append([])
        for move in done.body["moves"]:
            if move["move"] == "announced" and move["clause"].startswith("38.7(f)"):
                rounds[-1].append((move["text"], move["clause"]))
    return rounds


def right(stub: int) -> list[tuple[str, str]]:
    return [(f"{stub} cards in the stub: 52 in the deck", "38.7(f)"), ("The count is right", "38.7(f)1")]


def lunar(*rules: str) -> Evening:
    return Evening(definition("lunar", *rules)).open().seat(ANN, BOB)


@pytest.mark.parametrize("rules", WAYS, ids=" ".join)
def test_the_stub_is_counted_in_every_round_of_a_live_table(rules: tuple[str, ...], tmp_path: Path) -> None:
    evening = lunar(*rules)
    evening.rounds(5, ANN, BOB)
    evening.rounds(1, ANN)
    assert counts(evening) == [right(37)] * 5 + [right(42)]
    written = tmp_path / "last.round"
    for number, stub in ((5, 37), (6, 42)):
        written.write_text(evening.table.round_file(number, "Ann"))
        assert f"\nfloor counts {stub} cards\n" in written.read_text()
        checked = CliRunner().invoke(houseway, ["settle", str(written), "--check"])
        assert checked.exit_code == 0, checked.output
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


def test_no_stub_is_counted_where_the_shuffler_counts() -> None:
    evening = lunar("dealing=automated_shoe", "shuffler=counting")
    evening.rounds(6, ANN, BOB)
    assert counts(evening) == [[]] * 6
    assert "floor" not in evening.table.round_file(6, "Ann")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("deals 6 cards to seat 1", []),
        ("deals 4 cards to the dealer", []),
        ("finds card 3 face up", []),
        ("counts 37 cards", right(37)),
        ("deals 2 new cards to seat 1", right(37)),
    ],
)
def test_what_the_floor_entered_for_the_deal_is_not_voided_by_a_count(words: str, told: list[tuple[str, str]]) -> None:
    evening = lunar()
    evening.do(Report(words, "seen"), FLO)
    evening.rounds(2, ANN, BOB)
    assert counts(evening) == [told, right(37)]
    assert not any(payoff.clause == "38.7(f)2" for finished in evening.table.finished for payoff in finished.payoffs)
    assert evening.table.round_file(1, None).count("floor counts") == bool(told)


@pytest.mark.parametrize("game", ["lucky8s", "ultimate8", "blackjack", "packs"])
def test_other_games_rounds_count_by_themselves_or_not_at_all(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB)
    evening.rounds(1, ANN, BOB)
    assert "floor counts" not in evening.table.round_file(1, "Ann")
    assert not any("counts_stub" in done.sealed for done in evening.dones)


def test_a_record_of_rounds_without_a_count_is_sound(store: Store) -> None:
    """As it was written before the dealer counted: the entry says nothing of that."""
    evening = KeptEvening(store, definition("lunar"))
    evening.open().seat(ANN, BOB)
    evening.bet(ANN, ready=False)
    evening.bet(BOB)
    sealed = Sealed(bytes(32), practice=but("counts_stub"))
    evening.keep(evening.table.execute(Ready(), ANN, evening.at, sealed), ANN)
    assert evening.table.round is not None
    assert "counts_stub" not in evening.dones[-1].sealed
    evening.play()
    evening.clock()
    evening.rounds(1, ANN, BOB)
    assert counts(evening) == [[], right(37)]
    assert audited(store)[0].problem is None
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()
