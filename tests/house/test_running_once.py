"""A command is carried out once: the same id has the same answer again, for whoever asks, wherever and whenever."""

from collections.abc import Iterator
from functools import partial

import msgspec
import pytest

from house.deeds import assert_sound, at_once, everything
from house.evenings import ANN, BOB, SUE
from house.houses import CHIPS, EACH, INVENTORY, MONEY, Client, Running, defined, seen, two_stores
from houseway.house.answering import Answer
from houseway.house.commands import Actor, AddBot, BuyChips, Command, Fill, Leave, OpenTable, Ready, Sit, Wager
from houseway.house.store import Lost, Store
from houseway.refusal import Refusal

__all__ = ["two_stores"]


class Faulty:
    """A database that fails so many times, before or after the commit."""

    def __init__(self) -> None:
        self.fails: dict[str, int] = {}

    def __call__(self, point: str) -> None:
        if self.fails.get(point, 0) > 0:
            self.fails[point] -= 1
            raise RuntimeError("the cable was pulled")


@pytest.fixture
def faulty() -> Faulty:
    return Faulty()


@pytest.fixture
def faulty_store(url: str, faulty: Faulty) -> Iterator[Store]:
    with Store.open(url, faulty) as opened:
        yield opened


def test_the_same_id_has_the_same_answer(store: Store) -> None:
    running = Running(store).open(defined("lunar"))
    first = running.do("lunar-1", Sit(1, CHIPS), ANN, "a")
    before = everything(store)
    again = running.do("lunar-1", Sit(1, CHIPS), ANN, "a")
    assert again == msgspec.structs.replace(first, repeated=True)
    assert not first.repeated
    assert everything(store) == before
    assert running.house.wallet("Ann") == MONEY - CHIPS


def test_the_same_id_has_the_same_answer_after_a_restart_and_much_later(store: Store) -> None:
    running = Running(store).open(defined("lunar"))
    answers = []
    said: list[tuple[Command, Actor, str]] = [
        (Sit(1, MONEY), ANN, "sit"),  # all that there was: it could not be paid twice
        (Wager(1, "ante", 10_00), ANN, "wager"),
        (Fill(5_00, "low"), SUE, "fill"),
        (Ready(), ANN, "ready"),
    ]
    for command, actor, id_ in said:
        answers.append(running.do("lunar-1", command, actor, id_))
    running.play("lunar-1")
    next_one = running.again()
    before = everything(store)
    for (command, actor, id_), first in zip(said, answers, strict=True):
        assert next_one.do("lunar-1", command, actor, id_) == msgspec.structs.replace(first, repeated=True)
    assert everything(store) == before


def test_who_asks_again_while_the_house_stops_has_his_answer(store: Store) -> None:
    running = Running(store).open(defined("lunar"))
    first = running.do("lunar-1", Sit(1, CHIPS), ANN, "a")
    next_one = running.again()
    next_one.house.stop()
    assert next_one.do("lunar-1", Sit(1, CHIPS), ANN, "a") == msgspec.structs.replace(first, repeated=True)
    assert "restart" in next_one.refused("lunar-1", Sit(2, CHIPS), BOB, "b").message


def test_an_id_says_one_thing_at_one_table_in_one_role(store: Store) -> None:
    running = Running(store).open(defined("lunar"), defined("lunar", name="lunar-2"))
    running.do("lunar-1", Sit(1, CHIPS), ANN, "a")
    running.do("lunar-1", AddBot(3), ANN, "bot")
    for house in (running, running.again()):
        before, shown = everything(store), seen(house, "lunar-1", ANN)
        for table, command, actor, id_ in (
            ("lunar-1", Sit(1, 2 * CHIPS), ANN, "a"),
            ("lunar-1", Leave(), ANN, "a"),
            ("lunar-2", Sit(1, CHIPS), ANN, "a"),
            ("lunar-1", AddBot(3, reason="a quiet table"), Actor("Ann", "floorperson"), "bot"),
        ):
            assert "was used for another command" in house.refused(table, command, actor, id_).message
        assert "not for the role" in house.refused("lunar-1", Sit(1, CHIPS), Actor("Ann", "auditor"), "a").message
        assert everything(store) == before
        assert seen(house, "lunar-1", ANN) == shown
    assert running.do("lunar-1", Sit(2, CHIPS), BOB, "a").event == "table.sat/1"  # another's ids are his own


def test_twenty_at_once_are_one(store: Store) -> None:
    running = Running(store).open(defined("lunar"))
    said = [lambda: running.do("lunar-1", Sit(1, CHIPS), ANN, "a")] * 20
    came = at_once(said)
    answers = [each for each in came if isinstance(each, Answer)]
    assert len(answers) == 20
    assert sum(not answer.repeated for answer in answers) == 1
    for answer in answers:
        assert (answer.version, answer.event, answer.answer) == (2, "table.sat/1", {"seat": 1, "chips": CHIPS})
    assert running.house.wallet("Ann") == MONEY - CHIPS
    assert_sound(store)


def test_twenty_at_once_at_two_houses_are_one(two_stores: tuple[Store, Store]) -> None:
    one, other = two_stores
    houses = (Running(one, shared=True).open(defined("lunar")), Running(other, shared=True))
    for number in range(5):
        said = ("lunar-1", Fill(7_00, "low"), SUE, f"fill-{number}")
        answers = at_once([partial(house.do, *said) for house in houses * 10])
        assert all(isinstance(each, Answer) for each in answers), answers
        assert sum(not each.repeated for each in answers if isinstance(each, Answer)) == 1
    assert one.balance("inventory/lunar-1") == INVENTORY + 5 * 7_00
    assert_sound(one)


@pytest.mark.parametrize("point", ["before commit", "after commit"])
def test_a_database_that_fails_for_a_moment_is_not_noticed(faulty: Faulty, faulty_store: Store, point: str) -> None:
    running = Running(faulty_store).open(defined("lunar"))
    watching = Client(running, "lunar-1", BOB)
    watching.take()
    faulty.fails[point] = 1
    answer = running.do("lunar-1", Sit(1, CHIPS), ANN, "a")
    assert answer.event == "table.sat/1"
    assert running.house.wallet("Ann") == MONEY - CHIPS
    assert watching.versions == [2]
    assert running.live("lunar-1").version == 2


def test_without_an_id_nothing_is_carried_out_twice(faulty: Faulty, faulty_store: Store) -> None:
    running = Running(faulty_store).open(defined("lunar")).seat("lunar-1", ANN)
    faulty.fails["after commit"] = 1
    with pytest.raises(Lost):
        running.do("lunar-1", BuyChips(CHIPS), ANN)
    assert running.live("lunar-1").chips("Ann") == 2 * CHIPS
    assert running.house.wallet("Ann") == MONEY - 2 * CHIPS


def test_a_database_that_stays_away_is_told_as_that(faulty: Faulty, faulty_store: Store) -> None:
    running = Running(faulty_store).open(defined("lunar"))
    faulty.fails["before commit"] = 10_000
    with pytest.raises(Lost):
        running.do("lunar-1", Sit(1, CHIPS), ANN, "a")
    faulty.fails.clear()
    assert not running.do("lunar-1", Sit(1, CHIPS), ANN, "a").repeated


def test_a_snapshot_that_fails_takes_nothing_back(faulty: Faulty, faulty_store: Store) -> None:
    """What comes after the commit is no part of the command."""
    running = Running(faulty_store).open(defined("lunar")).seat("lunar-1", ANN)
    table = running.house.table("lunar-1")
    keep = table.keep

    def fail(at: int) -> None:
        raise Lost("the database failed")

    table.keep = fail  # type: ignore[method-assign]
    assert running.do("lunar-1", BuyChips(CHIPS), ANN).event == "table.bought_chips/1"
    table.keep = keep  # type: ignore[method-assign]
    assert running.live("lunar-1").chips("Ann") == 2 * CHIPS
    assert running.live("lunar-1").version == 3


def test_the_clock_runs_on_where_a_command_failed(store: Store) -> None:
    """A table that was dropped from memory has its deadline still."""
    running = Running(store).open(defined("lunar")).seat("lunar-1", ANN, BOB)
    running.deal("lunar-1", ANN, BOB)
    running.do("lunar-1", Fill(1_00, "low"), SUE, "fill")
    deadline = running.live("lunar-1").deadline
    running.house.carrying._answers._answers.clear()  # as if long ago
    assert running.do("lunar-1", Fill(1_00, "low"), SUE, "fill").repeated
    assert running.house.tick() == deadline
    wallet = running.house.wallet
    running.house.wallet = lambda name: 10**9  # type: ignore[method-assign]
    assert "not enough" in running.refused("lunar-1", Sit(4, 50_000_00), Actor("Eve", "player")).message
    running.house.wallet = wallet  # type: ignore[method-assign]
    assert running.house.tick() == deadline


@pytest.mark.parametrize("game", [definition.game for definition in EACH])
def test_refusals_change_nothing(game: str, store: Store) -> None:
    table = f"{game}-1"
    running = Running(store).open(defined(game)).seat(table, ANN, BOB)
    for phase in ("betting", "playing"):
        if phase == "playing":
            running.deal(table, ANN, BOB)
        before = everything(store)
        shown = [seen(running, table, actor) for actor in (ANN, BOB, SUE)]
        for command, actor in (
            (Sit(1, CHIPS), Actor("Eve", "player")),
            (Sit(4, MONEY * 2), Actor("Eve", "player")),
            (Sit(4, 1), Actor("Eve", "player")),
            (Sit(4, CHIPS), Actor("Nobody", "player")),
            (Wager(2, "ante", 10_00), ANN),
            (OpenTable(0, "again"), SUE),
            (BuyChips(MONEY), ANN),
        ):
            try:
                running.do(table, command, actor, "never")
            except Refusal:
                continue
            raise AssertionError(f"{command} was carried out")
        assert everything(store) == before
        assert [seen(running, table, actor) for actor in (ANN, BOB, SUE)] == shown
        assert seen(running.again(), table, SUE) is not None
