"""Rules are asked for without blanks around their values, wherever; records that have them are read."""

import pytest

from house.evenings import ANN, SUE
from house.houses import CHIPS, REASON, Running, defined
from house.kept import audited
from houseway.house.commands import ChooseRules, Sit
from houseway.house.founding import FOUNDER
from houseway.house.office_commands import SetUpTable
from houseway.house.store import Store
from houseway.refusal import Refusal

BLANKS = ["min= 10", "min=10 ", "decks= 6", "decks=6 ", "pair= none", "min= "]
TABLE = "blackjack-1"


@pytest.mark.parametrize("rule", BLANKS)
def test_a_blank_around_a_value_is_refused_wherever_rules_are_asked_for(sqlite_store: Store, rule: str) -> None:
    told = f"{rule!r} has a blank before or behind its value: leave it out"
    running = Running(sqlite_store).open(defined("blackjack"))
    with pytest.raises(Refusal) as refusal:
        running.house.office(SetUpTable(defined("blackjack", rule, name="other"), REASON), FOUNDER, "blank")
    assert refusal.value.message == told
    assert running.refused(TABLE, ChooseRules((rule,), REASON), SUE).message == told
    running.do(TABLE, ChooseRules(("min=10", "decks=6"), REASON), SUE)


def test_a_record_of_before_that_has_one_goes_on_and_is_sound(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        for place in ("carrying", "setup_checks"):
            before.setattr(f"houseway.house.{place}.check_plain", lambda rules: None)
        running = Running(store).open(defined("blackjack", "min= 10"))
        running.do(TABLE, ChooseRules(("min=15 ", "max= 500"), REASON), SUE, "once")
    again = running.again()
    assert again.live(TABLE).rules.differing() == ["min=15", "max=500"]
    assert again.do(TABLE, ChooseRules(("min=15 ", "max= 500"), REASON), SUE, "once").repeated
    again.do(TABLE, Sit(1, CHIPS), ANN)
    verified, _ = audited(store)
    assert verified.problem is None
