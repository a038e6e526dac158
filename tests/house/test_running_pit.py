"""The pit's commands through the house: by role, with a reason that stands on the record, and numbers on the board."""

from collections.abc import Iterator

import msgspec
import pytest

from house.deeds import assert_sound, everything
from house.evenings import ANN, BOB, SUE
from house.houses import ADM, AUD, CHIPS, FLO, INVENTORY, LINKED, MONEY, Running, defined, seen
from house.stacking import Shuffler, shuffler
from house.test_live_meters import ROYAL
from house.test_running_crashes import IN_BETTING, IN_PLAY
from house.test_running_races import RESET, with_royal, won
from houseway.felt import Announced
from houseway.house import commands as c
from houseway.house.authorising import Forbidden
from houseway.house.commands import CLOCK, Actor, Command
from houseway.house.founding import TABLES, found, is_founded
from houseway.house.lobby import lobby
from houseway.house.pit import PitLine, board, record
from houseway.house.store import Store
from houseway.money import dollars
from houseway.refusal import Refusal

__all__ = ["shuffler"]

EVERYBODY = (ANN, FLO, SUE, AUD, ADM, CLOCK)


@pytest.fixture
def running(sqlite_url: str) -> Iterator[Running]:
    with Store.open(sqlite_url) as store:
        yield Running(store).open(defined("lunar"), defined("ultimate8")).seat("lunar-1", ANN, BOB)


def line_of(running: Running, table: str) -> PitLine:
    return next(line for line in board(running.house).tables if line.table == table)


def last_line(running: Running, table: str) -> tuple[str, str | None, int, str, str | None]:
    """Who did what, when, and why, as the record says."""
    (line,) = record(running.house, f"table/{table}", running.live(table).version - 1, 1)
    return line.actor, line.role, line.at, line.event, line.reason


def test_nobody_does_what_is_not_his_roles(running: Running) -> None:
    running.deal("lunar-1", ANN, BOB)
    before, shown = everything(running.store), seen(running, "lunar-1", SUE)
    tried = 0
    for kind, (command, _) in {**IN_BETTING, **IN_PLAY}.items():
        for actor in EVERYBODY:
            if actor.role not in c.MAY[kind]:
                tried += 1
                with pytest.raises(Forbidden, match=f"is not for the role {actor.role}"):
                    running.do("lunar-1", command, actor)
    assert tried > 100
    assert everything(running.store) == before
    assert seen(running, "lunar-1", SUE) == shown


def test_everything_that_the_pit_does_has_actor_time_and_reason(running: Running) -> None:
    said: list[tuple[Command, Actor, str]] = [
        (c.Fill(500_00, "low on reds"), SUE, "table.filled/1"),
        (c.Credit(300_00, "high on blacks"), SUE, "table.credited/1"),
        (c.CountDrop("the shift ends"), SUE, "table.counted_drop/1"),
        (c.ChooseRules(("ante_min=10",), "a busy night"), SUE, "table.chose_rules/1"),
        (c.ChangeCards("a bent corner"), FLO, "table.changed_cards/1"),
        (c.Report("deals 4 cards to seat 1", "seen by the floor"), FLO, "round.reported/1"),
        (c.MakeLeave("Bob", "rude"), FLO, "table.made_leave/1"),
        (c.AllowBack("Bob", "sober"), FLO, "table.allowed_back/1"),
        (c.CloseTable("the night"), ADM, "table.closed/1"),
        (c.OpenTable(1_00, "the morning"), SUE, "table.opened/1"),
    ]
    for command, actor, event in said:
        running.at += 1_234
        running.do("lunar-1", command, actor)
        reason = str(getattr(command, "reason"))  # noqa: B009  (not all commands have one)
        assert last_line(running, "lunar-1") == (actor.name, actor.role, running.at, event, reason)
        (line,) = record(running.house, "table/lunar-1", running.live("lunar-1").version - 1, 1)
        assert {"do": line.do, **line.said, "reason": line.reason} == msgspec.json.decode(msgspec.json.encode(command))
    for line in record(running.house, "table/lunar-1", 0, 200):
        assert (line.reason is None) == (line.role == "player")
        assert line.role != "player" or line.said == {}
        assert line.do
    assert all(entry.reason for entry in record(running.house, "house", 0, 2))
    assert_sound(running.store)


def test_no_pit_command_is_taken_without_a_reason(running: Running) -> None:
    before = everything(running.store)
    for command in (c.Fill(1_00, ""), c.VoidRound(""), c.MakeLeave("Ann", "\n"), c.CloseTable("x" * 201)):
        with pytest.raises(Refusal):
            running.do("lunar-1", command, SUE)
    assert everything(running.store) == before


def test_the_board_has_the_money_of_every_table(running: Running) -> None:
    line = line_of(running, "lunar-1")
    assert (line.pit.inventory, line.pit.drop, line.pit.felt) == (INVENTORY - 2 * CHIPS, 2 * CHIPS, 0)
    assert (line.people, line.bots, line.phase) == (2, 0, "betting")
    cage = board(running.house).house["cage"]
    running.do("lunar-1", c.Fill(500_00, "low"), SUE)
    running.do("lunar-1", c.Credit(200_00, "high"), SUE)
    running.do("lunar-1", c.CountDrop("the shift ends"), SUE)
    line = line_of(running, "lunar-1")
    assert (line.pit.inventory, line.pit.drop) == (INVENTORY - 2 * CHIPS + 300_00, 0)
    assert board(running.house).house["cage"] == cage - 300_00 + 2 * CHIPS
    assert "nothing in the drop box" in running.refused("lunar-1", c.CountDrop("again"), SUE).message
    assert "the inventory has" in running.refused("lunar-1", c.Credit(10**9, "all"), SUE).message
    running.deal("lunar-1", ANN, BOB)
    line = line_of(running, "lunar-1")
    assert line.pit.felt == running.store.balance("felt/lunar-1") > 0
    assert (line.phase, line.number, line.deadline) == ("playing", 1, running.live("lunar-1").deadline)


def test_commission_is_on_the_board_until_it_is_collected(running: Running) -> None:
    running.seat("ultimate8-1", ANN, BOB)
    while not line_of(running, "ultimate8-1").pit.commission:
        running.deal("ultimate8-1", ANN, BOB)
        running.play("ultimate8-1", lambda choices, chance: choices.default)
        running.clock("ultimate8-1")
    line, cage = line_of(running, "ultimate8-1"), board(running.house).house["cage"]
    assert line.pit.pots == {"ace_pot": running.store.balance("pot/ultimate8-1/ace_pot")}
    answer = running.do("ultimate8-1", c.CollectCommission("the night"), SUE)
    assert answer.answer == {"amount": line.pit.commission}
    assert line_of(running, "ultimate8-1").pit.commission == 0
    assert board(running.house).house["cage"] == cage + line.pit.commission


def test_rules_are_refused_with_the_clause_and_take_effect_between_rounds(running: Running) -> None:
    before = everything(running.store)
    refusal = running.refused("lunar-1", c.ChooseRules(("rate=10",), "greed"), SUE)
    assert refusal.clause == "38.12(h)"
    assert everything(running.store) == before
    running.deal("lunar-1", ANN, BOB)
    answer = running.do("lunar-1", c.ChooseRules(("ante_min=25",), "a busy night"), SUE)
    assert answer.answer == {"rules": ["ante_min=25"], "at_once": False}
    sign = running.house.view("lunar-1", ANN).sign
    assert (sign.rules["ante_min"], sign.next_rules) == ("0", ("ante_min=25",))
    running.play("lunar-1")
    assert running.house.view("lunar-1", ANN).sign.rules["ante_min"] == "0"
    running.clock("lunar-1")
    sign = running.house.view("lunar-1", ANN).sign
    assert (sign.rules["ante_min"], sign.next_rules) == ("25", None)
    assert next(line for line in lobby(running.house) if line.table == "lunar-1").rules == ("ante_min=25",)
    assert running.refused("lunar-1", c.Wager(1, "ante", 10_00), ANN).clause is not None


@pytest.mark.parametrize("granted", [True, False])
def test_a_supervisor_validates_a_jackpot_or_refuses_it(store: Store, shuffler: Shuffler, granted: bool) -> None:
    shuffler.ready = [ROYAL]
    running = Running(store).open(*LINKED, meters={"big": RESET})
    with_royal(running, "one", ANN)
    waiting = line_of(running, "one").validation
    assert waiting is not None
    assert waiting.until == running.live("one").deadline
    assert waiting.amount == RESET + 70
    assert waiting.clause
    assert line_of(running, "other").validation is None
    for actor in (FLO, ADM, ANN):
        assert isinstance(running.refused("one", c.Validate(True, "please"), actor), Forbidden)
    running.do("one", c.Validate(granted, "looked at it"), SUE)
    assert (won(running, "one") > 0) == granted
    (meter,) = board(running.house).meters
    assert (meter.name, meter.reset, meter.tables) == ("big", RESET, ("one", "other"))
    assert meter.cents == (RESET if granted else RESET + 70)
    line = record(running.house, "table/one", running.live("one").version - 1, 1)[0]
    assert (line.actor, line.said, line.reason) == ("Sue", {"granted": granted}, "looked at it")
    assert_sound(store)


def test_a_jackpot_that_nobody_looks_at_is_validated_by_the_clock(store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL]
    running = Running(store).open(*LINKED, meters={"big": RESET})
    with_royal(running, "one", ANN)
    running.clock("one")
    assert won(running, "one") == RESET + 70 - 1_00
    assert last_line(running, "one")[:2] == ("clock", "dealer")
    assert [(move.text, move.by) for move in validations(running, "one")] == [
        ("validates 10000.70 to seat 1 on progressive", "house")
    ]


def test_what_is_validated_is_what_is_paid(store: Store, shuffler: Shuffler) -> None:
    """Of two that hit at the same moment the second is paid from the reset amount, and the record says so."""
    shuffler.ready = [ROYAL, ROYAL]
    running = Running(store).open(*LINKED, meters={"big": RESET})
    with_royal(running, "one", ANN)
    with_royal(running, "other", BOB)
    for table in ("one", "other"):
        running.do(table, c.Validate(True, "looked at it"), SUE)
        (said,) = validations(running, table)
        assert said.text.split()[1] == dollars(won(running, table) + 1_00)  # the chip was taken before (N12)
        assert said.by == "supervisor"
    assert won(running, "other") < won(running, "one")


def test_what_waits_is_another_amount_once_the_meter_was_paid_out_elsewhere(store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL, ROYAL]
    running = Running(store).open(*LINKED, meters={"big": RESET})
    with_royal(running, "one", ANN)
    with_royal(running, "other", BOB)
    running.do("one", c.Validate(True, "looked at it"), SUE)
    running.do("other", c.Sit(2, CHIPS), ANN)
    waiting = line_of(running, "other").validation
    assert waiting is not None
    running.do("other", c.Validate(True, "looked at it"), SUE)
    assert waiting.amount == won(running, "other") + 1_00 < RESET + 70


def validations(running: Running, table: str) -> list[Announced]:
    """What was announced of payouts that had to be validated, in the table's last command."""
    (line,) = record(running.house, f"table/{table}", running.live(table).version - 1, 1)
    announced = [move for move in line.moves if isinstance(move, Announced)]
    return [move for move in announced if move.text.startswith(("validates", "refuses"))]


def test_a_round_is_voided_and_somebody_made_to_leave(running: Running) -> None:
    running.deal("lunar-1", ANN, BOB)
    running.do("lunar-1", c.VoidRound("a fire"), SUE)
    assert last_line(running, "lunar-1") == ("Sue", "supervisor", running.at, "round.voided/1", "a fire")
    assert [running.live("lunar-1").chips(name) for name in ("Ann", "Bob")] == [CHIPS, CHIPS]
    running.clock("lunar-1")
    running.deal("lunar-1", ANN, BOB)
    answer = running.do("lunar-1", c.MakeLeave("Bob", "rude"), FLO)
    assert answer.answer == {"at_once": False}
    assert "made to leave" in running.refused("lunar-1", c.Decide("fold"), BOB).message
    running.play("lunar-1")
    assert "Bob" not in running.live("lunar-1").state.people
    assert running.house.wallet("Bob") + running.house.wallet("Ann") <= 2 * MONEY - CHIPS
    assert_sound(running.store)


def test_irregularities_are_entered_by_their_words_and_clauses(running: Running) -> None:
    running.do("lunar-1", c.Report("deals 4 cards to seat 1", "seen by the floor"), FLO)
    assert line_of(running, "lunar-1").pit.foreseen == ("deals 4 cards to seat 1",)
    (line,) = record(running.house, "table/lunar-1", running.live("lunar-1").version - 1, 1)
    assert line.answer["clause"].startswith("38.")
    before = everything(running.store)
    assert "floor" in running.refused("lunar-1", c.Report("sings a song", "why not"), FLO).message.lower()
    assert everything(running.store) == before
    assert running.house.view("lunar-1", ANN).pit is None
    running.bet("lunar-1", ANN, BOB)
    assert line_of(running, "lunar-1").pit.foreseen == ()


def test_cards_that_lie_spread_are_not_cut_again_and_it_is_told_when_they_are(store: Store) -> None:
    running = Running(store).open(LINKED[0], meters={"big": RESET})
    assert "when players have come" in running.refused("one", c.Recut("a doubt"), SUE).message


def test_the_cards_are_cut_again_before_the_deal(running: Running) -> None:
    table = "lunar-1"
    shuffle = running.house.view(table, SUE).now.shuffle
    running.do(table, c.Recut("a doubt"), SUE)
    assert running.house.view(table, SUE).now.shuffle.cuts == shuffle.cuts + 1
    assert last_line(running, table)[3:] == ("table.recut/1", "a doubt")
    running.deal(table, ANN, BOB)
    before = everything(running.store)
    assert running.refused(table, c.Recut("a doubt"), SUE).clause
    assert everything(running.store) == before


def test_a_house_is_founded_once_and_its_founding_can_be_interrupted(store: Store) -> None:
    running = Running(store)
    assert not is_founded(running.house)
    execute = running.house.execute
    opened: list[object] = []

    def dies(*arguments: object) -> object:
        if len(opened) == 2:
            raise KeyboardInterrupt
        opened.append(arguments)
        return execute(*arguments)  # type: ignore[arg-type]

    vars(running.house)["execute"] = dies
    with pytest.raises(KeyboardInterrupt):
        found(running.house, "correct horse battery")
    assert not is_founded(running.house)
    next_one = running.again()
    found(next_one.house, "correct horse battery")
    assert is_founded(next_one.house)
    assert [line.table for line in lobby(next_one.house)] == sorted(definition.name for definition in TABLES)
    assert {line.phase for line in lobby(next_one.house)} == {"betting"}
    before = everything(store)
    found(next_one.again().house, "another password")
    assert everything(store) == before
    assert_sound(store)
