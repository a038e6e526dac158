"""Betting that comes to nothing lets other rules take effect; at Ultimate 8 nobody waits for who never says a word."""

import pytest

from house.evenings import ANN, BOB, EVE, SUE, Evening, definition
from houseway.house.commands import ChooseRules, Leave, Ready, Wager
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild
from houseway.house.turn import Sealed


def test_rules_chosen_while_a_wager_lay_take_effect_when_it_is_taken_back() -> None:
    """Betting came to nothing: who wagers next does so by the rules that were chosen, and is shown them before."""
    evening = Evening(definition("lucky8s")).open().seat(ANN, bots=1)
    evening.bet(ANN, ready=False)
    assert not evening.do(ChooseRules(("bonus_table=5",), "for tonight"), SUE).body["answer"]["at_once"]
    taken_back = Wager(1, "ante", 0)
    before = rebuild(evening.defined, evening.entries)
    sealed = Sealed(bytes(32), practice=but("rules_when_idle"))
    assert "rules" not in before.execute(taken_back, ANN, evening.at, sealed).body
    assert evening.do(taken_back, ANN).body["rules"] == ["bonus_table=5"]
    evening.bet(ANN)
    evening.play()
    assert evening.table.finished[-1].rules == ("bonus_table=5",)
    assert rebuild(evening.defined, evening.entries).view(ANN) == evening.table.view(ANN)


@pytest.mark.parametrize(("game", "rule"), [("packs", "pack_min=5"), ("ultimate8", "main_ante=5")])
def test_rules_chosen_while_somebody_was_there_take_effect_when_all_have_left(game: str, rule: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN)
    if game == "ultimate8":
        evening.do(Ready(), ANN)
    else:
        evening.bet(ANN, ready=False)
    assert not evening.do(ChooseRules((rule,), "for tonight"), SUE).body["answer"]["at_once"]
    assert evening.table.state.rules != (rule,)
    evening.do(Leave(), ANN)
    assert evening.table.state.rules == (rule,)


def test_at_ultimate_8_who_lets_two_rounds_go_without_a_word_is_not_waited_for() -> None:
    evening = Evening(definition("ultimate8")).open().seat(ANN, BOB, EVE, chips=5_000_00)
    waited = []
    for _ in range(4):
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
        waited.append(evening.table.state.phase == "betting")
        assert waited[-1] == evening.table.view(EVE).now.people[2].awaited
        if waited[-1]:
            evening.clock()
        evening.play(lambda choices, chance: choices.default)
        evening.clock()
    assert waited == [True, True, False, False]
    for actor in (EVE, ANN, BOB):
        assert evening.table.state.phase == "betting"
        evening.do(Ready(), actor)
    assert set(evening.table.playing.deciders if evening.table.playing else ()) == {1, 2, 3}
    assert rebuild(evening.defined, evening.entries).view(ANN) == evening.table.view(ANN)
