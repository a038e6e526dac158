"""Who brings chips to a table is a player at that moment: who takes the role from him comes before it, or too late."""

from functools import partial
from typing import Any

import pytest

from house.deeds import assert_sound, at_once, everything, meanwhile, moved, put
from house.houses import CHIPS, Running, defined, seen, two_stores
from house.people import FAST, NOW, SECRET, person
from houseway.house.accounts import find, log_in
from houseway.house.answering import Answer
from houseway.house.authorising import Forbidden
from houseway.house.commands import Actor, Back, BuyChips, Command, Decide, Leave, Ready, Sit, Wager
from houseway.house.office import HOUSE
from houseway.house.office_commands import GiveRole, LockAccount, OfficeCommand, ResetPassword
from houseway.house.store import Store
from houseway.refusal import Refusal

__all__ = ["two_stores"]

WHY = "a test"
TABLE = "lucky8s-1"
ADA, BO = Actor("ada", "player"), Actor("bo", "player")


def opened(store: Store, *, shared: bool = False) -> Running:
    return Running(store, shared=shared).open(defined("lucky8s"))


def test_a_role_is_given_or_a_seat_is_taken_at_the_same_moment_and_never_both(store: Store) -> None:
    running = opened(store)
    _at_the_same_moment(running, running)


def test_so_it_is_between_two_houses(two_stores: tuple[Store, Store]) -> None:
    _at_the_same_moment(opened(two_stores[0], shared=True), Running(two_stores[1], shared=True))


def _at_the_same_moment(one: Running, other: Running) -> None:
    for number in range(12):
        name = f"ada{number}"
        person(one.store, name)
        player = Actor(name, "player")
        role, seat = at_once(
            [
                partial(one.house.office, GiveRole(name, "supervisor", WHY), HOUSE, None),
                partial(other.do, TABLE, Sit(1, CHIPS), player),
            ]
        )
        came = (role, seat)
        assert sorted(isinstance(each, Answer) for each in came) == [False, True], came
        assert all(isinstance(each, Answer | Refusal) for each in came), came
        account = find(one.store, name)
        assert account is not None
        assert (account.role == "player") is isinstance(seat, Answer)
        assert one.store.balance(f"chips/{TABLE}/{name}") == (CHIPS if isinstance(seat, Answer) else 0)
        if isinstance(seat, Answer):
            other.do(TABLE, Leave(), player)
    assert_sound(one.store)


@pytest.mark.parametrize(
    ("comes", "command", "words"),
    [
        (Sit(1, CHIPS), GiveRole("ada", "supervisor", WHY), "ada is a supervisor now"),
        (Back(1, CHIPS), GiveRole("ada", "supervisor", WHY), "ada is a supervisor now"),
        (Sit(1, CHIPS), LockAccount("ada", WHY), "the account ada is locked"),
        (BuyChips(CHIPS), LockAccount("ada", WHY), "the account ada is locked"),
    ],
)
def test_who_is_overtaken_is_refused_and_nothing_has_changed(
    store: Store, monkeypatch: pytest.MonkeyPatch, comes: Command, command: OfficeCommand, words: str
) -> None:
    running, before = opened(store), dict[str, Any]()
    person(store, "ada")
    if isinstance(comes, BuyChips):
        running.seat(TABLE, ADA)
    shown = seen(running, TABLE, ADA)

    def overtakes() -> None:
        running.house.office(command, HOUSE, None)
        before.update(everything(store))

    meanwhile(monkeypatch, overtakes)
    refusal = running.refused(TABLE, comes, ADA)
    assert isinstance(refusal, Forbidden)
    assert words in refusal.message
    assert everything(store) == before
    assert seen(running, TABLE, ADA) == shown
    assert_sound(store)


def test_who_gives_a_role_is_overtaken_by_who_sits_down(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    running = opened(store)
    person(store, "ada")

    def overtakes() -> None:
        running.do(TABLE, Sit(1, CHIPS), ADA)

    meanwhile(monkeypatch, overtakes)
    with pytest.raises(Refusal, match="ada has chips at a table: have him leave it first"):
        running.house.office(GiveRole("ada", "supervisor", WHY), HOUSE, None)
    account = find(store, "ada")
    assert account is not None
    assert account.role == "player"
    running.do(TABLE, Leave(), ADA)
    running.house.office(GiveRole("ada", "supervisor", WHY), HOUSE, None)
    assert_sound(store)


@pytest.mark.parametrize("way", [Sit(1, CHIPS), Back(1, CHIPS)])
def test_who_is_all_in_is_given_no_role_before_he_has_left(store: Store, way: Command) -> None:
    running = opened(store)
    person(store, "ada")
    running.do(TABLE, way, ADA)
    running.do(TABLE, Wager(1, "ante", CHIPS), ADA)
    _wagers_too(running)
    running.do(TABLE, Ready(), ADA)
    assert running.live(TABLE).round is not None
    assert store.balance(f"chips/{TABLE}/ada") == 0
    _is_given_no_role(running)
    running.do(TABLE, Leave(), ADA)  # as soon as the round is over
    _is_given_no_role(running)
    _ends_the_round(running)
    running.house.office(GiveRole("ada", "supervisor", WHY), HOUSE, None)
    assert_sound(store)


def test_so_it_is_with_who_has_lost_all_and_sits_there(store: Store) -> None:
    running = opened(store)
    person(store, "ada")
    running.do(TABLE, Sit(1, CHIPS), ADA)
    running.do(TABLE, Wager(1, "ante", CHIPS), ADA)
    running.do(TABLE, Ready(), ADA)
    running.do(TABLE, Decide("house way"), ADA)
    running.do(TABLE, Decide("fold"), ADA)
    assert running.live(TABLE).chips("ada") == 0
    _is_given_no_role(running)
    running.clock(TABLE)
    _is_given_no_role(running)
    running.do(TABLE, Leave(), ADA)
    running.house.office(GiveRole("ada", "supervisor", WHY), HOUSE, None)


@pytest.mark.parametrize("damaged", [False, True])
def test_who_is_at_a_table_is_told_by_a_snapshot_and_without_one(store: Store, damaged: bool) -> None:
    running = opened(store)
    person(store, "ada")
    running.do(TABLE, Sit(1, CHIPS), ADA)
    live = running.live(TABLE)
    kept = live.snapshot()
    assert kept is not None
    kept = kept.replace(b'"ada"', b'"bob"') if damaged else kept
    store.snapshot(f"table/{TABLE}", live.version, kept)
    running.do(TABLE, Wager(1, "ante", CHIPS), ADA)
    running.do(TABLE, Ready(), ADA)
    assert store.balance(f"chips/{TABLE}/ada") == 0
    _is_given_no_role(running)


def test_who_gives_a_role_is_overtaken_by_who_sits_down_and_goes_all_in(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = opened(store)
    person(store, "ada")

    def overtakes() -> None:
        running.do(TABLE, Sit(1, CHIPS), ADA)
        running.do(TABLE, Wager(1, "ante", CHIPS), ADA)
        running.do(TABLE, Ready(), ADA)

    meanwhile(monkeypatch, overtakes)
    _is_given_no_role(running)
    assert_sound(store)


def test_a_table_whose_record_does_not_tell_who_is_there_is_named(store: Store) -> None:
    running = opened(store)
    person(store, "ada")
    version = store.head(f"table/{TABLE}")
    put(store, f"table/{TABLE}", version + 1, moved(500, "wallet/ada", f"chips/{TABLE}/ada"))
    put(store, f"table/{TABLE}", version + 2, moved(500, f"chips/{TABLE}/ada", f"felt/{TABLE}"))
    with pytest.raises(Refusal, match=f"{TABLE} is out of order: look at it with houseway verify"):
        running.house.office(GiveRole("ada", "supervisor", WHY), HOUSE, None)


def test_nobody_is_given_the_eyes_of_who_holds_a_hidden_hand(store: Store) -> None:
    running = opened(store)
    person(store, "ada")
    running.do(TABLE, Sit(1, CHIPS), ADA)
    running.do(TABLE, Wager(1, "ante", CHIPS), ADA)
    _has_the_password_that_she_had(running)  # the cards that come would be in play by then
    _wagers_too(running)
    running.do(TABLE, Ready(), ADA)
    _has_the_password_that_she_had(running)
    running.do(TABLE, Leave(), ADA)  # as soon as the round is over
    _has_the_password_that_she_had(running)
    _ends_the_round(running)
    _resets(running)
    assert_sound(store)


def test_nor_who_is_overtaken_by_her_as_she_sits_down(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    running = opened(store)
    person(store, "ada")
    meanwhile(monkeypatch, lambda: running.do(TABLE, Sit(1, CHIPS), ADA))
    _has_the_password_that_she_had(running)


def test_a_password_is_reset_where_nobody_holds_a_secret(store: Store) -> None:
    running = Running(store).open(defined("blackjack"))
    person(store, "ada")
    running.do("blackjack-1", Sit(1, CHIPS), ADA)
    _resets(running)


def _resets(running: Running) -> None:
    running.house.office(ResetPassword("ada", WHY), HOUSE, None, password="told this once", passwords=FAST)


def _wagers_too(running: Running) -> None:
    """Another player plays the round, too, and ends it."""
    person(running.store, "bo")
    running.do(TABLE, Sit(2, CHIPS), BO)
    running.do(TABLE, Wager(2, "ante", 10_00), BO)
    running.do(TABLE, Ready(), BO)


def _ends_the_round(running: Running) -> None:
    running.do(TABLE, Decide("house way"), BO)
    running.do(TABLE, Decide("fold"), BO)


def _has_the_password_that_she_had(running: Running) -> None:
    with pytest.raises(Refusal, match=f"ada is at the table {TABLE}: who comes in by another password would see"):
        _resets(running)
    assert log_in(running.store, "ada", SECRET, NOW, FAST).name == "ada"


def _is_given_no_role(running: Running) -> None:
    with pytest.raises(Refusal, match=f"ada is at the table {TABLE}: have him leave it first"):
        running.house.office(GiveRole("ada", "supervisor", WHY), HOUSE, None)
    account = find(running.store, "ada")
    assert account is not None
    assert account.role == "player"
