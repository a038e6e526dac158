"""The reset amount of a meter that tables share is the house's: on signs, in rounds and in the ledger it is one."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from house.deeds import assert_sound
from house.evenings import ANN, BOB, SUE, Evening
from house.houses import ADM, CHIPS, CLOCKS, Client, Running, two_stores
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_live_fuzz import everything
from house.test_live_meters import NOTHING, ROYAL
from houseway import games
from houseway.asks import Act
from houseway.house import pit
from houseway.house.appending import Wanted
from houseway.house.commands import CLOCK, ChooseRules, CloseTable, OpenTable, Ready, Sit, Validate, VoidRound, Wager
from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.lobby import lobby
from houseway.house.office_commands import ChangeReset
from houseway.house.rebuilding import rebuild, salvage, since_last_round
from houseway.house.store import Store
from houseway.house.turn import Sealed
from houseway.rounds import RoundFile
from houseway.settling import differences, settle

__all__ = ["audited_as_laid", "shuffler", "two_stores"]

pytestmark = pytest.mark.usefixtures("audited_as_laid")

FIRST, NEXT = 10_000_00, 25_000_00
WHY = "a better jackpot"
OWN = (("usual", ()), ("higher", ("reset=20000",)), ("none", ("reset=0",)))  # what tables were set up with
TABLES = tuple(Definition(name, "lunar", rules, CLOCKS, {"progressive": "big"}) for name, rules in OWN)


def change(running: Running, reset: int) -> None:
    running.house.office(ChangeReset("big", reset, WHY), ADM, None)


def hit(running: Running, table: str) -> None:
    """Ann has a royal flush at a table, and all of the meter is hers."""
    begin(running, table)
    running.do(table, Validate(True, "looked at it"), SUE)


def begin(running: Running, table: str) -> None:
    if "Ann" not in running.live(table).state.people:
        running.do(table, Sit(1, CHIPS), ANN)
    running.do(table, Wager(1, "ante", 10_00), ANN)
    running.do(table, Wager(1, "progressive", 1_00), ANN)
    running.do(table, Ready(), ANN)


def reset_on_sign(running: Running, table: str) -> str:
    return running.house.view(table, ANN).sign.rules["reset"]


def assert_file(live: LiveTable, reset: str | None, number: int = 1) -> None:
    """The round file names the reset amount that the round was played with, and comes to what the round came to."""
    text = live.round_file(number, "Ann")
    file = RoundFile(text)
    assert [line for line in text.splitlines() if line.startswith("rules reset")] == (
        [f"rules reset={reset}"] if reset is not None else []
    )
    assert differences(file, settle(file)) == []


@pytest.mark.parametrize("table", [name for name, _ in OWN])
def test_a_meter_is_reset_to_what_the_house_has_chosen(store: Store, shuffler: Shuffler, table: str) -> None:
    shuffler.ready = [ROYAL]
    running = Running(store).open(*TABLES, meters={"big": FIRST})
    assert reset_on_sign(running, table) == "10000"
    change(running, NEXT)
    hit(running, table)
    (line,) = pit.board(running.house).meters
    assert (line.cents, line.part, line.reset) == (NEXT, "0", NEXT)
    assert (store.balance("meter/big"), store.balance("reserve/big")) == (NEXT, NEXT)
    assert reset_on_sign(running, table) == "25000"
    shown = {each.table: each.rules for each in lobby(running.house)}
    assert "reset=25000" in shown[table]
    assert_file(running.live(table), "25000")
    assert_sound(store)
    assert audited(store)[0].problem is None


def test_by_the_houses_usual_amount_a_tables_option_is_not_on_its_sign(store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL]
    running = Running(store).open(*TABLES, meters={"big": FIRST})
    hit(running, "none")
    assert store.meters()["big"].amount == FIRST
    assert_file(running.live("none"), None)


def test_a_change_in_one_process_is_played_by_in_another(two_stores: tuple[Store, Store], shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL]
    one = Running(two_stores[0], shared=True).open(*TABLES, meters={"big": FIRST})
    other = Running(two_stores[1], shared=True, seed=2)
    other.do("usual", Sit(1, CHIPS), ANN)
    change(one, NEXT)
    hit(other, "usual")
    assert two_stores[0].meters()["big"].amount == NEXT
    assert audited(two_stores[0])[0].problem is None


def test_a_change_while_a_round_begins_is_in_force_for_that_round(
    store: Store, shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The meter was set since it was read for the command: the command is carried out once more, with what is new."""
    shuffler.ready = [ROYAL, ROYAL]
    running = Running(store).open(*TABLES, meters={"big": FIRST})
    append, changed = store.append_together, list[str]()

    def overtaken(several: Sequence[Wanted], *ready: Any) -> Any:
        (entry,) = (wanted.entry for wanted in several)
        if entry.stream == "table/usual" and entry.event == "round.opened/1" and not changed:
            changed.append(entry.stream)
            change(running, NEXT)
        return append(several, *ready)

    monkeypatch.setattr(store, "append_together", overtaken)
    hit(running, "usual")
    assert changed
    assert store.meters()["big"].amount == NEXT
    assert_file(running.live("usual"), "25000")
    assert audited(store)[0].problem is None


def test_a_round_in_play_ends_with_the_amount_that_it_began_with(sqlite_store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL, ROYAL]
    running = Running(sqlite_store).open(*TABLES, meters={"big": FIRST})
    begin(running, "usual")
    client = Client(running, "usual", ANN)
    change(running, NEXT)
    running.do("usual", Validate(True, "looked at it"), SUE)
    assert sqlite_store.meters()["big"].amount == FIRST
    assert reset_on_sign(running, "usual") == "10000"
    assert_file(running.live("usual"), None)
    client.take()
    running.clock("usual")
    (whole,) = [frame for frame in client.take() if frame["type"] == "table"]
    assert whole["view"]["sign"]["rules"]["reset"] == "25000"
    hit(running, "usual")
    assert sqlite_store.meters()["big"].amount == NEXT
    assert_file(running.live("usual"), "25000", 2)
    assert audited(sqlite_store)[0].problem is None


@pytest.mark.parametrize("changed", ["in the round", "with its result", "never"])
def test_what_a_round_leaves_has_the_amount_that_it_was_played_with(
    sqlite_store: Store, shuffler: Shuffler, changed: str
) -> None:
    """A changed program goes on from that: the next betting is where another amount is posted, and nowhere else."""
    shuffler.ready = [ROYAL]
    running = Running(sqlite_store).open(*TABLES, meters={"big": FIRST})
    begin(running, "usual")
    if changed == "in the round":
        change(running, NEXT)
    running.do("usual", Validate(True, "looked at it"), SUE)
    (left,) = since_last_round(sqlite_store.whole("table/usual"))
    if changed == "with its result":
        change(running, NEXT)
        running.do("usual", Sit(2, CHIPS), BOB)
    for phase in ("result", "betting"):
        if phase == "betting":
            running.clock("usual")
        again = rebuild(TABLES[0], sqlite_store.whole("table/usual", left.version), left.kept)
        assert again.view(ANN).sign == running.live("usual").view(ANN).sign
        assert again.state == running.live("usual").state
        assert again.state.phase == phase
    assert (running.live("usual").state.posted > left.version) is (changed != "never")
    assert audited(sqlite_store)[0].problem is None


def test_the_house_finds_the_amounts_again_when_it_starts(sqlite_store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL]
    running = Running(sqlite_store).open(*TABLES, meters={"big": FIRST})
    begin(running, "higher")
    change(running, NEXT)
    again = running.again()
    assert again.live("higher").state.resets == {"progressive": NEXT}
    again.do("higher", Validate(True, "looked at it"), SUE)
    again.clock("higher")
    assert reset_on_sign(again, "higher") == "25000"
    assert everything(rebuild(TABLES[1], sqlite_store.read("table/higher"))) == everything(again.live("higher"))


def test_a_table_cannot_choose_another_amount_for_a_shared_meter(sqlite_store: Store) -> None:
    running = Running(sqlite_store).open(*TABLES, meters={"big": FIRST})
    change(running, NEXT)
    for reset in ("0", "20000"):
        refusal = running.refused("usual", ChooseRules((f"reset={reset}",), WHY), SUE)
        assert "reset to 25000.00: leave reset out" in refusal.message
        assert refusal.clause == "HG2"
    running.do("usual", ChooseRules(("reset=25000", "rate=80"), WHY), SUE)
    assert reset_on_sign(running, "usual") == "25000"
    change(running, 2 * NEXT)
    running.do("usual", ChooseRules(("rate=75",), WHY), SUE)
    assert reset_on_sign(running, "usual") == "50000"
    assert audited(sqlite_store)[0].problem is None


def test_a_table_chooses_the_amount_of_its_own_meter() -> None:
    evening = Evening(Definition("own", "lunar")).open()
    evening.do(ChooseRules(("reset=20000",), WHY), SUE)
    assert evening.table.view(ANN).sign.rules["reset"] == "20000"


def linked(game: str, meter: str, *rules: str) -> Evening:
    evening = Evening(Definition("one", game, rules, meters={meter: "big"}))
    evening.shared[meter], evening.resets[meter] = Fraction(6_000_00), 9_000_00
    evening.balances["meter/big"], evening.balances["cage"] = 6_000_00, -6_000_00
    return evening


@pytest.mark.parametrize(("below", "shows"), [("topped_up", 9_000_00), ("stays", 5_400_05)])
def test_at_packs_a_tenth_is_topped_up_to_the_houses_amount(shuffler: Shuffler, below: str, shows: int) -> None:
    """With the first pack Ann has six spades from the nine up: a tenth of the meter, with five cents of her wager."""
    shuffler.ready = ["As 2c Ks 3d Qs 4h Js 5c Ts Kc 9s 4c"]
    rules = ("seven_card_progressive=A", f"tenth_below_reset={below}")
    evening = linked("packs", "seven_card", *rules).open().seat(ANN)
    evening.do(Wager(1, "seven_card_1", 1_00), ANN)
    evening.do(Ready(), ANN)
    evening.play()
    assert evening.table.finished[-1].payoffs[0].net == 600_00 - 1_00
    assert evening.table.meters["seven_card"] == shows
    assert "seven_card_reset=9000" in evening.table.finished[-1].rules
    assert rebuild(evening.defined, evening.entries).meters == evening.table.meters


def test_a_meter_that_is_hung_later_has_the_houses_amount(shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING, ROYAL]
    evening = linked("lunar", "progressive", "progressive=no").open().seat(ANN)
    evening.do(ChooseRules((), "another sign"), SUE)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(1, "progressive", 1_00), ANN)
    evening.do(Ready(), ANN)
    evening.do(Validate(True, "first"), SUE)
    assert evening.table.meters == {"progressive": Fraction(9_000_00)}


def test_a_void_round_takes_back_what_it_moved_whatever_the_reset_is(shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING]
    evening = linked("lunar", "progressive").open().seat(ANN)
    evening.do(Wager(1, "ante", 10_00), ANN)
    evening.do(Wager(1, "progressive", 1_00), ANN)
    evening.do(Ready(), ANN)
    evening.resets["progressive"] = 7_000_00
    evening.do(VoidRound("a fire"), SUE)
    assert evening.table.meters == {"progressive": Fraction(6_000_00)}
    assert_file(evening.table, "9000")
    evening.clock()
    assert evening.table.view(ANN).sign.rules["reset"] == "7000"


def test_what_was_read_in_a_round_that_is_lost_is_not_forgotten(shuffler: Shuffler) -> None:
    shuffler.ready = [NOTHING]
    evening = linked("lunar", "progressive").open().seat(ANN, BOB)
    for actor in (ANN, BOB):
        evening.bet(actor, ready=False)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    evening.resets["progressive"] = 7_000_00
    evening.decide(1, Act("fold"))
    assert evening.dones[-1].sealed["resets"] == {"progressive": 7_000_00}
    table, done = salvage(evening.defined, evening.entries, evening.at, Sealed(bytes(32)))
    evening.table = table
    evening.keep(done, CLOCK)
    assert table.finished[-1].rules == ("reset=9000",)
    evening.clock()
    assert evening.table.view(ANN).sign.rules["reset"] == "7000"
    assert rebuild(evening.defined, evening.entries).snapshot() == evening.table.snapshot()


def test_snapshots_have_the_amounts_and_older_ones_do_without() -> None:
    evening = linked("lunar", "progressive", "reset=20000").open().seat(ANN)
    kept = evening.table.snapshot()
    assert kept is not None
    assert LiveTable.restore(evening.defined, kept).view(ANN).sign.rules["reset"] == "9000"
    older = msgspec.json.decode(kept)
    del older["state"]["resets"]
    restored = LiveTable.restore(evening.defined, msgspec.json.encode(older))
    assert restored.view(ANN).sign.rules["reset"] == "20000"
    restored.execute(CloseTable("the night"), SUE, evening.at, Sealed(bytes(32), resets={"progressive": 9_000_00}))
    assert restored.view(ANN).sign.rules["reset"] == "9000"


def test_an_older_record_that_says_no_amounts_runs_as_it_did(shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL, ROYAL]
    evening = linked("lunar", "progressive", "reset=20000")
    evening.resets = {}
    evening.open().seat(ANN)
    shows = []
    for number in range(2):
        if number:
            evening.clock()
            evening.resets["progressive"] = 9_000_00
        evening.shared["progressive"] = Fraction(6_000_00)
        evening.do(Wager(1, "ante", 10_00), ANN)
        evening.do(Wager(1, "progressive", 1_00), ANN)
        evening.do(Ready(), ANN)
        evening.do(Validate(True, "looked at it"), SUE)
        shows.append(int(evening.table.meters["progressive"]))
    assert shows == [20_000_00, 9_000_00]
    assert everything(rebuild(evening.defined, evening.entries)) == everything(evening.table)


@pytest.mark.parametrize("game", games.NAMES)
def test_a_game_names_the_option_of_each_meters_reset_amount(game: str) -> None:
    loaded = games.load(game)
    rules = loaded.rules.read({"packs": ("five_card_progressive=A", "seven_card_progressive=A")}.get(game, ()))
    hung = {name: reset for name, reset in loaded.meters(rules).items() if name not in loaded.pots}
    assert set(loaded.resets) == set(hung)
    for name, option in loaded.resets.items():
        other = msgspec.structs.replace(rules, **{option: 123_45})
        assert loaded.meters(other) == {**loaded.meters(rules), name: 123_45}


def test_a_table_is_opened_though_its_option_is_another(sqlite_store: Store) -> None:
    running = Running(sqlite_store).open(*TABLES, meters={"big": FIRST})
    running.do("none", CloseTable("the night"), SUE)
    running.do("none", OpenTable(0, "the day"), SUE)
    assert reset_on_sign(running, "none") == "10000"
