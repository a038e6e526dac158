"""The odds of a table over the web: counted beside the house, under the table's own rules, and told in time."""

import sys
import time

import pytest

from houseway import games
from houseway.figures import figure_json
from houseway.odds import loading
from houseway.odds.counting import Counted, OddsOf, answer
from houseway.returns import Asked
from houseway.web.counting import Counting
from web.running import LONG, Served


def counted(house: Served, path: str, token: str | None = None) -> dict[str, object]:
    """The answer, once it is there."""
    until = time.monotonic() + LONG
    while (told := house.ask("GET", path, token)).status_code == 202:
        assert told.json()["wait"]
        assert time.monotonic() < until
        time.sleep(0.05)
    assert told.status_code == 200, told.text
    return dict(told.json())


@pytest.mark.parametrize("game", games.NAMES)
def test_the_edges_of_a_table_are_those_of_its_own_rules(house: Served, game: str) -> None:
    told = counted(house, f"/api/tables/{game}-1/odds")
    assert told["why"] is None
    assert isinstance(told["rules"], list)
    assert isinstance(told["meters"], dict)
    wagers = told["wagers"]
    assert isinstance(wagers, list)
    rules = games.load(game).rules.read(told["rules"])
    wanted = loading.load(game).wagers(Asked(rules=rules, meters=told["meters"]))
    assert [each["wager"] for each in wagers] == [each.wager for each in wanted]
    for shown, exact in zip(wagers, wanted, strict=True):
        assert shown["house_edge"] == figure_json(exact.house_edge)
        assert (shown["strategy"], shown["reason"]) == (exact.strategy, exact.reason)
        assert [line["probability"] for line in shown["lines"]] == [
            figure_json(line.probability) for line in exact.lines
        ]


def test_other_rules_have_other_odds() -> None:
    edges = [answer(OddsOf("lucky8s", (f"bonus_table={table}",))).wagers[1].house_edge for table in (1, 5)]
    assert edges[0] != edges[1]


def test_a_table_that_is_not_there_has_no_odds(house: Served) -> None:
    assert house.ask("GET", "/api/tables/nowhere/odds").status_code == 404


def test_who_asks_is_not_kept_waiting_and_what_was_counted_is_kept() -> None:
    slow = (sys.executable, "-c", "import sys, time\nfor line in sys.stdin: time.sleep(1); print('{}', flush=True)")
    counting = Counting(slow)
    try:
        assert counting.ask(OddsOf("lucky8s", ())) is None, "it is asked, and not waited for"
        assert counting.ask(OddsOf("lucky8s", ()), 20_000) == Counted()
        assert counting.ask(OddsOf("lucky8s", ())) == Counted(), "nothing is asked that takes a while"
    finally:
        counting.end()


def test_a_process_that_dies_is_replaced_and_ends_with_the_house() -> None:
    """It dies at its first question; the next process answers."""
    dying = (sys.executable, "-c", "input(); raise SystemExit(1)")
    counting = Counting(dying)
    try:
        told = counting.ask(OddsOf("lucky8s", ()), 20_000)
        assert told is not None
        assert told.why == "the odds could not be counted"
        counting._command = (sys.executable, "-c", "input(); print('{}', flush=True); input()")
        assert counting.ask(OddsOf("lucky8s", ("bonus_table=2",)), 20_000) == Counted()
        process = counting._process
    finally:
        counting.end()
    assert process is not None
    assert process.poll() is not None
    assert counting.ask(OddsOf("lucky8s", ("bonus_table=3",))) is None


def test_without_the_extra_it_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert answer(OddsOf("packs", ())).why == "this needs numba: pip install 'houseway[sim]'"
