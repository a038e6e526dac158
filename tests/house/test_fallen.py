"""A meter that several tables share was won and grew again: a round that is void then takes back nothing (HG1)."""

from collections.abc import Callable
from fractions import Fraction

import msgspec
import pytest

from house.evenings import ANN, BOB, EVE, SUE
from house.houses import CHIPS, CLOCKS, REASON, Running, two_stores
from house.kept import audited
from house.stacking import Shuffler, audited_as_laid, shuffler
from house.test_live_meters import NOTHING, ROYAL
from houseway import driver
from houseway.asks import Act, Who
from houseway.house import fallen
from houseway.house.answering import Answer
from houseway.house.commands import Actor, Command, Decide, Ready, Report, Sit, Validate, VoidRound, Wager
from houseway.house.definition import Definition
from houseway.house.founding import FOUNDER
from houseway.house.linked_meters import Fall, Setting
from houseway.house.office_commands import HangMeter
from houseway.house.outings import Errand
from houseway.house.practice import but
from houseway.house.rebuilding import rebuild, salvage
from houseway.house.store import Store
from houseway.rounds import RoundFile
from houseway.settling import differences, settle

__all__ = ["audited_as_laid", "shuffler", "two_stores"]

RESET = 50_000_00
FULL_HOUSE = "Ah 2c Ad 4d As 6s Kh 8c Kd 9d"
PLAYERS = {"one": ANN, "other": BOB, "third": EVE}
RATES = {"one": "70", "other": "71.3", "third": "72.1"}  # percent of a dollar, so cents, are put on the meter
TABLES = tuple(Definition(name, "lunar", (f"rate={RATES[name]}",), CLOCKS, {"progressive": "big"}) for name in PLAYERS)


@pytest.fixture
def house(store: Store, shuffler: Shuffler) -> Running:
    """A royal flush waits to be validated at the first table; at the second a round stands that has moved the meter."""
    shuffler.ready = [ROYAL, NOTHING, NOTHING]
    running = Running(store, shared=store.database == "postgresql").open(*TABLES, meters={"big": RESET})
    for name, actor in PLAYERS.items():
        running.do(name, Sit(1, CHIPS), actor)
    for name in ("one", "other"):
        wagers(running, name, PLAYERS[name])
    assert running.store.meters()["big"].amount == Fraction(RESET * 10 + 700 + 713, 10)
    return running


def wagers(running: Running, table: str, actor: Actor) -> None:
    for wager, amount in (("ante", 10_00), ("progressive", 1_00)):
        running.do(table, Wager(1, wager, amount), actor)
    running.do(table, Ready(), actor)


def failing_at_a_fold(answer: Callable[[driver.Running, Who, Act], None]) -> Callable[[driver.Running, Who, Act], None]:
    """A procedure that fails when somebody folds."""

    def fails(round_: driver.Running, who: Who, act: Act) -> None:
        answer(round_, who, act if act.verb != "fold" else 1 // 0)  # type: ignore[arg-type]

    return fails


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("more", [False, True], ids=["reset", "more"])
@pytest.mark.parametrize("looks", ["never", "between", "after"])
def test_what_a_prize_has_paid_out_is_not_taken_back(house: Running, looks: str, more: bool) -> None:
    """Whenever the table looked at the meter after the prize, and whether something was put on it then, or not."""
    house.do("one", Validate(True, "looked at it"), SUE)
    assert house.store.meters()["big"].amount == RESET
    if looks == "between":
        house.do("other", Sit(2, CHIPS), ANN)
    if more:
        wagers(house, "third", EVE)
    if looks == "after":
        house.do("other", Sit(2, CHIPS), ANN)
    before = house.store.meters()["big"].amount
    assert before == RESET + (Fraction(721, 10) if more else 0)
    house.do("other", VoidRound("a fire"), SUE)
    assert house.live("other").finished[-1].payoffs[0].result == "void"
    assert house.store.meters()["big"].amount == before
    (last,) = house.store.read("table/other", house.store.head("table/other") - 1)
    assert msgspec.json.decode(last.sealed)["lowest"] == {"progressive": [3, f"{RESET}"]}
    assert rebuild(TABLES[1], house.store.whole("table/other")).meters == house.live("other").meters
    file = RoundFile(house.live("other").round_file(1, "Bob"))
    assert differences(file, settle(file)) == []
    assert audited(house.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("fails", [False, True], ids=["void", "failed"])
def test_nor_where_the_prize_is_paid_in_the_same_moment(
    house: Running, fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The prize, more on the meter, and a void round are carried out together, before any of it is on the record."""
    for wager, amount in (("ante", 10_00), ("progressive", 1_00)):
        house.do("third", Wager(1, wager, amount), EVE)
    void: Command = Decide("fold") if fails else VoidRound("a fire")
    asked = (
        ("one", Validate(True, "looked at it"), SUE),
        ("third", Ready(), EVE),
        ("other", void, BOB if fails else SUE),
    )
    with monkeypatch.context() as patched:
        if fails:
            patched.setattr(driver.Running, "answer", failing_at_a_fold(driver.Running.answer))
        came = house.house.carry_out([Errand(*each, f"at {each[0]}") for each in asked])
    assert [type(each) for each in came] == [Answer] * 3
    assert house.live("other").finished[-1].payoffs[0].result == "void"
    assert house.store.meters()["big"].amount == RESET + Fraction(721, 10)
    assert audited(house.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("together", [False, True], ids=["before", "together"])
def test_nor_where_a_decision_makes_the_round_void(store: Store, shuffler: Shuffler, together: bool) -> None:
    """Bob forces a dealer who is then dealt two new cards (38.13(d)): nobody of the floor speaks in that moment."""
    shuffler.ready = [ROYAL, NOTHING, NOTHING]
    running = Running(store, shared=store.database == "postgresql").open(*TABLES, meters={"big": RESET})
    for name, actor in PLAYERS.items():
        running.do(name, Sit(1, CHIPS), actor)
    running.do("other", Report("deals 2 new cards to the dealer", "seen"), SUE)
    for name in ("one", "other"):
        wagers(running, name, PLAYERS[name])
    running.do("other", Decide("bet"), BOB)
    for wager, amount in (("ante", 10_00), ("progressive", 1_00)):
        running.do("third", Wager(1, wager, amount), EVE)
    asked = (
        Errand("one", Validate(True, "looked at it"), SUE, "validates"),
        Errand("third", Ready(), EVE, "is ready"),
        Errand("other", Decide("force"), BOB, "forces"),
    )
    for errands in (asked,) if together else ((each,) for each in asked):
        assert [type(each) for each in running.house.carry_out(errands)] == [Answer] * len(errands)
    assert running.live("other").finished[-1].payoffs[0].result == "void"
    assert running.store.meters()["big"].amount == RESET + Fraction(721, 10)
    file = RoundFile(running.live("other").round_file(1, "Bob"))
    assert differences(file, settle(file)) == []
    assert audited(running.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("failed", [False, True], ids=["given up", "failed"])
def test_nor_by_a_round_that_is_given_up_or_fails(
    house: Running, failed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.do("one", Validate(True, "looked at it"), SUE)
    wagers(house, "third", EVE)
    before = house.store.meters()["big"].amount
    table = house.house.table("other")
    if failed:
        with monkeypatch.context() as patched:
            patched.setattr(driver.Running, "answer", failing_at_a_fold(driver.Running.answer))
            house.do("other", Decide("fold"), BOB)
    else:
        with table.lock:
            table.give_up_round(house.at)
    assert house.live("other").finished[-1].payoffs[0].result == "void"
    assert house.store.meters()["big"].amount == before
    (last,) = house.store.read("table/other", house.store.head("table/other") - 1)
    assert msgspec.json.decode(last.sealed)["lowest"] == {"progressive": [3, f"{RESET}"]}
    assert audited(house.store)[0].problem is None


@pytest.fixture
def prizes(store: Store, shuffler: Shuffler) -> Running:
    """At two tables a full house waits to be paid off the meter; who sits at the third has wagered nothing."""
    shuffler.ready = [FULL_HOUSE, FULL_HOUSE, NOTHING]
    running = Running(store, shared=store.database == "postgresql")
    running.house.office(HangMeter("big", 2 * RESET, RESET, REASON), FOUNDER, "hang")
    running.open(*TABLES)
    for name, actor in PLAYERS.items():
        running.do(name, Sit(1, CHIPS), actor)
    for name in ("one", "other"):
        wagers(running, name, PLAYERS[name])
    return running


@pytest.mark.usefixtures("audited_as_laid")
@pytest.mark.parametrize("first", ["one", "other"])
def test_who_took_a_prize_off_it_himself_is_told_of_no_fall_that_he_has_read(prizes: Running, first: str) -> None:
    for name in (first, "one" if first == "other" else "other"):
        prizes.do(name, Validate(True, "looked at it"), SUE)
    before = prizes.store.meters()["big"].amount
    prizes.do("other", Report("finds a late wager at seat 1", "seen"), SUE)
    (last,) = prizes.store.read("table/other", prizes.store.head("table/other") - 1)
    moves = msgspec.json.decode(last.body)["moves"]
    assert [move["clause"] for move in moves if move["move"] == "meter"] == ["HG6"] * (first == "other"), "once"
    prizes.do("other", VoidRound("a fire"), SUE)
    assert prizes.store.meters()["big"].amount == before + 100_00 - Fraction(713, 10)
    assert audited(prizes.store)[0].problem is None


@pytest.mark.usefixtures("audited_as_laid")
def test_a_file_tells_what_others_moved_after_a_prize_and_what_the_meter_shows_after_the_round(prizes: Running) -> None:
    """Beside a prize another table's round came and went: in all others have moved nothing."""
    wagers(prizes, "third", EVE)
    prizes.do("other", Validate(True, "looked at it"), SUE)
    prizes.do("third", VoidRound("a fire"), SUE)
    prizes.do("other", Decide("fold"), BOB)
    text = prizes.live("other").round_file(1, "Bob")
    upper, _, lower = text.partition("---")
    assert "meter progressive now " in upper
    assert "meter progressive " in lower
    file = RoundFile(text)
    assert differences(file, settle(file)) == []
    assert audited(prizes.store)[0].problem is None


def test_what_was_only_put_on_it_is_no_fall(house: Running) -> None:
    before = house.store.meters()["big"].amount
    wagers(house, "third", EVE)
    assert falls(house) == {}
    house.do("other", VoidRound("a fire"), SUE)
    assert house.store.meters()["big"].amount == before + Fraction(721 - 713, 10)


@pytest.mark.usefixtures("audited_as_laid")
def test_who_gives_up_a_round_leaves_what_others_have_put_on_it(house: Running) -> None:
    """Nothing but its record is left of the round: the meter goes down by its own, and not to what it showed first."""
    before = house.store.meters()["big"].amount
    wagers(house, "third", EVE)
    table = house.house.table("other")
    with table.lock:
        table.give_up_round(house.at)
    assert house.store.meters()["big"].amount == before + Fraction(721 - 713, 10)
    live = house.live("other")
    assert rebuild(TABLES[1], house.store.whole("table/other")).meters == live.meters
    assert Fraction(live.state.meters["progressive"]) == house.store.meters()["big"].amount
    house.do("other", Sit(2, CHIPS), ANN)
    (last,) = house.store.read("table/other", house.store.head("table/other") - 1)
    assert msgspec.json.decode(last.body)["moves"] == [], "who comes then is no part of the round"
    assert audited(house.store)[0].problem is None


def test_a_record_of_before_says_what_it_said(house: Running) -> None:
    """There the meter went back to what it had shown when the round began."""
    wagers(house, "third", EVE)
    sealed, _ = house.house.table("other").sealed()
    entries = house.store.whole("table/other")
    _, now = salvage(TABLES[1], entries, house.at, sealed)
    assert now.body["meters"] == {"big": str(RESET + Fraction(700 + 721, 10))}
    assert now.sealed["lost_learns"] is True
    _, then = salvage(TABLES[1], entries, house.at, msgspec.structs.replace(sealed, practice=but("lost_learns")))
    assert then.body["meters"] == {"big": str(RESET + 70)}
    assert "lost_learns" not in then.sealed


def test_it_is_looked_for_page_by_page(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallen, "PAGE", 1)
    house.do("one", Validate(True, "looked at it"), SUE)
    wagers(house, "third", EVE)
    assert falls(house) == {"progressive": (3, f"{RESET}")}
    assert falls(house, 3) == {}, "the prize was not there when the meter was read"


def falls(house: Running, read: int = 5) -> dict[str, fallen.Fall]:
    """What prizes left of the meter since the second table's round was opened; it was read when it was set so often."""
    playing = house.live("other").playing
    assert playing is not None
    return house.house.falls(TABLES[1], playing.opened[0], {"progressive": read})


def test_a_fall_that_was_none_is_noticed() -> None:
    settings = {
        change: Setting(Fraction(shown), None, "table/one", change, shown in (300, 250), shown in (250, 500))
        for change, shown in enumerate((510, 570, 300, 370, 200, 260, 250, 500), 1)
    }
    settings[5] = Setting(Fraction(200), None, "table/other", 5, True, True)

    def is_so(since: int, until: int, *said: int) -> bool:
        return Fall("big", since, until, [Fraction(each) for each in said], "table/other", 1).is_so(settings)

    for until in (4, 6):  # what it took off itself is no fall to it
        assert is_so(1, until, 300), "an older record has what was taken off, for whatever reason"
    assert is_so(1, 8, 250, 500)
    assert is_so(1, 8, 250), "an older record has the lowest alone"
    for since, until, said in ((3, 4, 300), (1, 2, 300), (1, 4, 301), (1, 4, 570), (1, 6, 200), (3, 6, 200)):
        assert not is_so(since, until, said)
    for levels in ([500], [500, 250], [250, 500, 500], [250, 501], []):
        assert not is_so(1, 8, *levels)
