"""Guests who never played are removed a day after they came, on the record, and the record is sound afterwards."""

import secrets
from functools import partial
from typing import cast

import pytest
from sqlalchemy import Connection, text

from house.deeds import assert_sound
from house.houses import Running, defined
from house.people import FAST, SECRET
from houseway.house import office, sessions
from houseway.house.accounts import find
from houseway.house.answering import Answer
from houseway.house.auditing import Audit
from houseway.house.commands import Actor, Command, Leave, OpenTable, Sit
from houseway.house.founding import FOUNDER
from houseway.house.housekeeping import AT_ONCE, Housekeeper
from houseway.house.office_auditing import OfficeAudit
from houseway.house.office_commands import GiveCoupon, RedeemMoney, RemoveGuest, SetUpTable
from houseway.house.office_deeds import DEEDS, UNPLAYED, Asking, Made
from houseway.house.store import Store
from houseway.house.verifying import Problem, verify
from houseway.refusal import Refusal

WHY = "the day begins"
ADM = Actor("administrator", "administrator")
TABLE = "lunar-1"
CHIPS = 200_00


class Named(Running):
    """A house whose clients name every command to a table."""

    def do(self, table: str, command: Command, actor: Actor, id_: str | None = None) -> Answer:
        return super().do(table, command, actor, id_ or f"{table}-{self.live(table).version}")


@pytest.fixture
def house(store: Store) -> Running:
    running = Named(store)
    office.found_administrator(store, SECRET, running.at, FAST)
    running.house.office(SetUpTable(defined("lunar"), WHY), ADM, "set up")
    running.do(TABLE, OpenTable(100_000_00, WHY), ADM, "open")
    return running


def guest(running: Running) -> Actor:
    return Actor(office.come_in(running.store, "guest", running.at, secrets.token_bytes).name, "player")


def looked_through(connection: Connection) -> Problem | None:
    return verify(connection, Audit(OfficeAudit())).problem


def test_a_guest_who_never_played_is_removed_after_a_day_and_nobody_else(house: Running) -> None:
    store = house.store
    idle, visitor, seated, player = (guest(house) for _ in range(4))
    bot = office.come_in(store, "bot", house.at, secrets.token_bytes)
    person = office.sign_up(store, "ada", SECRET, house.at, passwords=FAST)
    token = sessions.open_session(store, idle.name, house.at, secrets.token_bytes)
    house.house.office(GiveCoupon(idle.name, 5_00, WHY), ADM, "coupon")
    house.house.office(RedeemMoney(1_000_00), idle, "redeem")
    house.do(TABLE, Sit(2, CHIPS), visitor, "sit")
    house.do(TABLE, Leave(), visitor, "leave")
    house.do(TABLE, Sit(1, CHIPS), player, "sit")
    house.deal(TABLE, player)
    house.play(TABLE)
    house.do(TABLE, Sit(3, CHIPS), seated, "sit")
    keeper = Housekeeper(house.house)
    began = house.at
    house.at = began + UNPLAYED - 1
    assert keeper.tidy() == 0
    assert sessions.actor_of(store, token, house.at) is not None
    with pytest.raises(Refusal, match="less than a day"):
        house.house.office(RemoveGuest(idle.name), FOUNDER, None)
    house.at = began + UNPLAYED
    assert keeper.tidy() == 2
    assert sessions.actor_of(store, token, house.at) is None
    for name, there in {
        idle.name: 0,
        visitor.name: 0,
        seated.name: 1,
        player.name: 1,
        bot.name: 1,
        person.name: 1,
    }.items():
        assert (find(store, name) is not None) == there, name
    for name in (idle.name, visitor.name):
        assert store.balance(f"wallet/{name}") == store.balance(f"coupon/{name}") == 0
    for stays in (seated, player, Actor(bot.name, "player", True), Actor("ada", "player")):
        with pytest.raises(Refusal):
            house.house.office(RemoveGuest(stays.name), FOUNDER, None)
    house.do(TABLE, Leave(), seated, "leave")
    assert keeper.tidy() == 1
    assert_sound(store)
    assert store.look(looked_through) is None


def test_of_many_a_bounded_number_is_removed_at_a_time(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.house.housekeeping.AT_ONCE", 3)
    assert AT_ONCE > 3
    guests = [guest(house) for _ in range(7)]
    house.do(TABLE, Sit(1, CHIPS), guests[0], "sit")
    house.at += UNPLAYED
    keeper = Housekeeper(house.house)
    assert sum(keeper.tidy() for _ in range(3)) == 6
    assert find(house.store, guests[0].name) is not None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            "INSERT INTO rounds (player, stream, number, version, at) SELECT :name, stream, 99, 1, 1 FROM streams",
            "round",
        ),
        ("UPDATE balances SET cents = 5 WHERE account = 'wallet/' || :name", "still holds something"),
        (
            "INSERT INTO accounts (name, role, kind, made, locked) VALUES (:name, 'player', 'guest', 1, 0)",
            "is not what the record makes of it",
        ),
    ],
)
def test_a_removal_that_was_none_is_found(house: Running, change: str, words: str) -> None:
    gone = guest(house)
    house.at += UNPLAYED
    assert Housekeeper(house.house).tidy() == 1
    audit = OfficeAudit()
    house.store.look(lambda connection: verify(connection, Audit(audit)))
    house.store.change(lambda connection: connection.execute(text(change), {"name": gone.name}))
    wrong = house.store.look(audit.at_last)
    assert wrong is not None
    assert words in wrong.what


def test_a_guest_who_sits_down_at_that_moment_stays(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    comes = guest(house)
    house.at += UNPLAYED
    look, sit = DEEDS[RemoveGuest], partial(house.do, TABLE, Sit(1, CHIPS), comes, "sit")

    def overtaken(asking: Asking, asked: RemoveGuest) -> Made:
        made = look(asking, asked)
        if find(house.store, comes.name) is not None and not house.live(TABLE).state.people:
            sit()
        return made

    monkeypatch.setitem(cast("dict[type, object]", DEEDS), RemoveGuest, overtaken)
    assert Housekeeper(house.house).tidy() == 0
    assert comes.name in house.live(TABLE).state.people
    assert store_is_sound(house)


def store_is_sound(house: Running) -> bool:
    assert_sound(house.store)
    return house.store.look(looked_through) is None
