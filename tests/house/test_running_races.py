"""Many at the same moment: money is spent once, a seat is taken once, a jackpot is paid once, late wagers are late."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from house.deeds import assert_sound, at_once, everything
from house.evenings import ANN, BOB, EVE, SUE
from house.houses import CHIPS, LINKED, MONEY, Running, defined, seen, two_stores
from house.stacking import Shuffler, shuffler
from house.test_live_meters import NOTHING, ROYAL
from houseway.games import NAMES
from houseway.house import appending, appending_together
from houseway.house.answering import Answer
from houseway.house.appending import Wanted
from houseway.house.commands import CLOCK, Actor, BuyChips, Clock, Ready, Sit, Validate, VoidRound, Wager
from houseway.house.live import LiveTable
from houseway.house.outings import Errand
from houseway.house.record import Entry
from houseway.house.store import Store
from houseway.refusal import Refusal

__all__ = ["shuffler", "two_stores"]

RESET = 10_000_00


def carried_out(came: Sequence[Any]) -> list[Answer]:
    """Those that were; the others were refused, and nothing else went wrong."""
    wrong = [each for each in came if not isinstance(each, Answer | Refusal)]
    assert wrong == []
    return [each for each in came if isinstance(each, Answer)]


def test_a_hundred_sit_down_with_money_for_one(store: Store) -> None:
    running = Running(store).open(defined("lunar"), defined("lucky8s"))
    poor = Actor("Poor", "player")
    running.give(CHIPS, poor)
    said = [
        partial(running.do, table, Sit(seat, CHIPS), poor, f"{table} {seat} {number}")
        for table in ("lunar-1", "lucky8s-1")
        for seat in range(1, 6)
        for number in range(10)
    ]
    assert len(said) == 100
    assert len(carried_out(at_once(said))) == 1
    assert running.house.wallet("Poor") == 0
    held = [running.live(table).chips("Poor") for table in ("lunar-1", "lucky8s-1")]
    assert sorted(held) == [0, CHIPS]
    assert_sound(store)


def test_who_spends_money_or_an_id_twice_at_one_moment_costs_the_others_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten sit down at ten tables; of them one sits at two with money for one, and one uses an id twice."""
    tables = [defined("lunar", name=f"table-{number}") for number in range(10)]
    running = Running(store).open(*tables)
    people = [Actor(f"Player{number}", "player") for number in range(8)]
    running.give(CHIPS, *people)
    one_by_one: list[str] = []
    append_one = appending.append

    def counted(connection: Connection, wanted: Wanted) -> Entry:
        one_by_one.append(wanted.entry.stream)
        return append_one(connection, wanted)

    monkeypatch.setattr(appending_together, "append", counted)
    twice = [people[0], people[1]]
    running.give(CHIPS, people[1])
    errands = [
        Errand(table.name, Sit(1, CHIPS), actor, "once" if actor is people[1] else f"sits at {table.name}")
        for table, actor in zip(tables, [*people, *twice], strict=True)
    ]
    came = running.house.carry_out(errands)
    assert [isinstance(each, Answer) for each in came] == 8 * [True] + 2 * [False]
    assert "your wallet has 0.00" in str(came[8])
    assert "was used for another command" in str(came[9])
    assert one_by_one == []
    assert_sound(store)


def test_money_is_spent_once_by_two_houses(two_stores: tuple[Store, Store]) -> None:
    one, other = two_stores
    houses = [Running(one, shared=True).open(defined("lunar"), defined("lucky8s")), Running(other, shared=True)]
    poor = Actor("Poor", "player")
    houses[0].give(CHIPS, poor)
    said = [
        partial(house.do, table, Sit(1, CHIPS), poor)
        for house in houses
        for table in ("lunar-1", "lucky8s-1")
        for _ in range(5)
    ]
    assert len(carried_out(at_once(said))) == 1
    assert houses[1].house.wallet("Poor") == 0
    assert_sound(one)


def test_chips_are_bought_as_often_as_there_is_money(store: Store) -> None:
    running = Running(store).open(defined("lunar"), defined("blackjack")).seat("lunar-1", ANN).seat("blackjack-1", ANN)
    said = [partial(running.do, table, BuyChips(CHIPS), ANN) for table in ("lunar-1", "blackjack-1") for _ in range(10)]
    assert len(carried_out(at_once(said))) == MONEY // CHIPS - 2
    assert running.house.wallet("Ann") == 0
    assert_sound(store)


def test_twenty_want_one_seat(store: Store) -> None:
    running = Running(store).open(defined("ultimate8"))
    people = [Actor(f"Player{number}", "player") for number in range(20)]
    running.give(CHIPS, *people)
    (answer,) = carried_out(at_once([partial(running.do, "ultimate8-1", Sit(4, CHIPS), actor) for actor in people]))
    (seated,) = running.live("ultimate8-1").state.people.values()
    assert (answer.answer["seat"], seated.seat) == (4, 4)
    wallets = {actor.name: running.house.wallet(actor.name) for actor in people}
    assert wallets == {actor.name: 0 if actor.name == seated.name else CHIPS for actor in people}
    assert_sound(store)


def with_royal(running: Running, table: str, actor: Actor) -> None:
    """Somebody has a royal flush and a progressive wager; the payout waits for a supervisor."""
    running.do(table, Sit(1, CHIPS), actor)
    running.do(table, Wager(1, "ante", 10_00), actor)
    running.do(table, Wager(1, "progressive", 1_00), actor)
    running.do(table, Ready(), actor)
    live = running.live(table)
    assert live.round is not None
    assert live.round.waiting() == ["supervisor"]


def won(running: Running, table: str) -> int:
    running.house.view(table, SUE)  # what others did is known
    payoffs = running.live(table).finished[-1].payoffs
    return next(payoff.net for payoff in payoffs if payoff.wager == "progressive")


def test_two_tables_hit_one_jackpot_at_the_same_moment(store: Store, shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL, ROYAL]
    running = Running(store).open(*LINKED, meters={"big": RESET})
    _hit(running, running, store)


def test_two_houses_hit_one_jackpot_at_the_same_moment(two_stores: tuple[Store, Store], shuffler: Shuffler) -> None:
    shuffler.ready = [ROYAL, ROYAL]
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    _hit(one, Running(two_stores[1], shared=True, seed=2), two_stores[0])


def _hit(one: Running, other: Running, store: Store) -> None:
    with_royal(one, "one", ANN)
    with_royal(other, "other", BOB)
    jackpot = int(store.meters()["big"].amount)
    assert jackpot == RESET + 2 * 70
    cage = store.balance("cage")
    granted = Validate(True, "looked at it")
    came = at_once([partial(one.do, "one", granted, SUE), partial(other.do, "other", granted, SUE)])
    assert len(carried_out(came)) == 2
    # a dollar was wagered for each
    assert sorted([won(one, "one"), won(other, "other")]) == [RESET - 1_00, jackpot - 1_00]
    meter = store.meters()["big"]
    assert int(meter.amount) == meter.amount == RESET == store.balance("meter/big")
    assert store.balance("reserve/big") == RESET
    assert store.balance("cage") >= cage - jackpot - RESET
    assert_sound(store)


def test_what_a_jackpot_has_paid_out_a_void_round_elsewhere_does_not_take_off_the_meter(
    store: Store, shuffler: Shuffler
) -> None:
    shuffler.ready = [ROYAL, NOTHING, NOTHING]
    third = msgspec.structs.replace(LINKED[0], name="third")
    running = Running(store).open(*LINKED, third, meters={"big": RESET})
    with_royal(running, "one", ANN)
    for table, actor in (("other", BOB), ("third", EVE)):
        running.seat(table, actor)
        running.do(table, Wager(1, "ante", 10_00), actor)
        running.do(table, Wager(1, "progressive", 1_00), actor)
        if table == "other":
            running.do(table, Ready(), actor)
    running.do("one", Validate(True, "looked at it"), SUE)
    assert won(running, "one") == RESET + 2 * 70 - 1_00
    running.do("third", Ready(), EVE)
    assert store.meters()["big"].amount == RESET + 70
    wallet = running.house.wallet("Bob")
    for table, left in (("other", RESET + 70), ("third", RESET)):  # only what came after the jackpot is taken back
        running.do(table, VoidRound("a misdeal"), SUE)
        assert store.meters()["big"].amount == left
    assert (running.live("other").chips("Bob"), running.house.wallet("Bob")) == (CHIPS, wallet)
    assert_sound(store)


def test_a_meter_that_another_process_moves_in_the_middle_of_a_command_is_read_again(
    two_stores: tuple[Store, Store], shuffler: Shuffler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not taken for the one that was read: another table of the same process may have read it meanwhile."""
    shuffler.ready = [NOTHING, NOTHING]
    one = Running(two_stores[0], shared=True).open(*LINKED, meters={"big": RESET})
    other = Running(two_stores[1], shared=True, seed=2)
    for house, table, actor in ((one, "one", ANN), (other, "other", BOB)):
        house.do(table, Sit(1, CHIPS), actor)
        house.do(table, Wager(1, "ante", 10_00), actor)
        house.do(table, Wager(1, "progressive", 1_00), actor)
    execute = LiveTable.execute
    moved: list[bool] = []

    def overtaken(live: LiveTable, *arguments: Any) -> Any:
        done = execute(live, *arguments)
        if live.definition.name == "one" and not moved:
            moved.append(True)
            other.do("other", Ready(), BOB)
            one.house._meters._read()
        return done

    monkeypatch.setattr(LiveTable, "execute", overtaken)
    one.do("one", Ready(), ANN)
    assert moved
    assert int(two_stores[0].meters()["big"].amount) == RESET + 2 * 70
    assert_sound(two_stores[0])


@pytest.mark.parametrize("game", [game for game in NAMES if game != "ultimate8"])
def test_wagers_are_taken_until_the_deadline_and_not_at_it(game: str, sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        table = f"{game}-1"
        running = Running(store).open(defined(game)).seat(table, ANN, BOB)
        live = running.live(table)
        offer = next(
            (offer for offer in live.game.offers(live.rules) if offer.required), live.game.offers(live.rules)[0]
        )
        stake = max(10_00, offer.low)
        running.do(table, Wager(1, offer.wager, stake), ANN)
        deadline = running.live(table).deadline
        assert deadline is not None
        running.at = deadline - 1
        assert running.do(table, Wager(2, offer.wager, stake), BOB).event == "table.wagered/1"
        running.at = deadline
        before = everything(store)
        for command, actor in (
            (Wager(1, offer.wager, 2 * stake), ANN),
            (Wager(1, offer.wager, 0), ANN),
            (Wager(2, offer.wager, 0), BOB),
            (Ready(), BOB),
        ):
            refusal = running.refused(table, command, actor)
            assert "no more bets" in refusal.message
            assert refusal.clause == live.game.no_more_bets
        assert everything(store) == before
        assert "no deadline" in _at(running, deadline - 1, table)
        running.at = deadline
        running.house.tick()
        assert running.live(table).state.number == 1
        shown = seen(running, table, ANN)
        assert running.refused(table, Wager(1, offer.wager, 2 * stake), ANN).clause == live.game.no_more_bets
        assert seen(running, table, ANN) == shown


def _at(running: Running, at: int, table: str) -> str:
    """What a clock that is fast is told."""
    running.at = at
    return running.refused(table, Clock(), CLOCK).message


def test_wagers_and_the_clock_at_the_same_moment(store: Store) -> None:
    """Whoever is first: what lies when the round begins is what was taken, and the rest was refused."""
    running = Running(store).open(defined("lunar")).seat("lunar-1", ANN, BOB, EVE)
    running.do("lunar-1", Wager(1, "ante", 10_00), ANN)
    running.at = (running.live("lunar-1").deadline or 0) - 1

    def wagers(seat: int, actor: Actor) -> Any:
        return running.do("lunar-1", Wager(seat, "ante", 10_00), actor)

    def clock() -> Any:
        running.at += 1
        running.house.tick()

    works: list[Callable[[], Any]] = [partial(wagers, 2, BOB), partial(wagers, 3, EVE), clock]
    bob, eve, ticked = at_once(works)
    assert ticked is None
    running.house.tick()
    playing = running.live("lunar-1").playing
    assert playing is not None
    taken = {1} | {seat for seat, came in ((2, bob), (3, eve)) if isinstance(came, Answer)}
    assert set(playing.deciders) == taken
    assert_sound(store)
