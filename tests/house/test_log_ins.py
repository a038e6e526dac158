"""Failed log-ins, on both databases: a network waits after its own failures, and known ones not after others'."""

from functools import partial

import pytest

from house.deeds import at_once, everything
from house.people import FAST, MINUTE, NOW, SECRET, Counting, person
from houseway.house import log_ins, office
from houseway.house.accounts import Account, log_in
from houseway.house.commands import Actor
from houseway.house.log_ins import TooSoon
from houseway.house.office_commands import ChangePassword, UnlockAccount
from houseway.house.passwords import Passwords
from houseway.house.schema import failed_log_ins
from houseway.house.schema import log_ins as rows
from houseway.house.sessions import open_session, sweep
from houseway.house.store import Store
from houseway.refusal import Refusal

SECOND = 1000
HOME, AWAY = "192.0.2.1", "198.51.100.7"


def waits(store: Store, at: int, network: str = HOME, name: str = "ada", password: str = "wrong password") -> int:
    """Try to log in; the seconds to wait, or 0 where the password was looked at and is wrong."""
    hasher = Counting()
    with pytest.raises(Refusal) as told:
        log_in(store, name, password, at, Passwords(hasher), network)
    assert len(hasher.against) == (0 if isinstance(told.value, TooSoon) else 1), "an early try costs nothing"
    return told.value.seconds if isinstance(told.value, TooSoon) else 0


@pytest.mark.parametrize("name", ["ada", "nobody_here"])
def test_after_three_failures_a_pair_waits_twice_as_long_each_time(store: Store, name: str) -> None:
    person(store, "ada")
    at = NOW
    for _ in range(3):
        assert waits(store, at, name=name) == 0
    for seconds in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900):
        assert waits(store, at, name=name) == seconds
        assert waits(store, at + seconds * SECOND - 1, name=name) == 1
        at += seconds * SECOND
        assert waits(store, at, name=name) == 0
    if name == "ada":
        assert log_in(store, "ada", SECRET, at, FAST, AWAY).name == "ada", "another network does not wait"


def test_a_success_clears_the_count(store: Store) -> None:
    person(store, "ada")
    for _ in range(3):
        assert waits(store, NOW) == 0
    assert waits(store, NOW, password=SECRET) == 1, "the right password waits, too"
    assert log_in(store, "ada", SECRET, NOW + SECOND, FAST, HOME).name == "ada"
    for _ in range(3):
        assert waits(store, NOW + SECOND) == 0
    assert waits(store, NOW + SECOND) == 1


def test_after_a_hundred_failures_in_an_hour_a_stranger_waits_half_a_minute_and_nobody_else(store: Store) -> None:
    person(store, "ada")
    open_session(store, "ada", NOW, lambda size: bytes(size), HOME)  # she has logged in there
    for number in range(100):
        assert waits(store, NOW + number, f"10.0.{number}.1") == 0
    at = NOW + 100
    assert waits(store, at, AWAY, password=SECRET) == 30
    assert waits(store, at, AWAY, "bea") == 0, "another account"
    assert log_in(store, "ada", SECRET, at, FAST, HOME).name == "ada", "a network that logged in there"
    store.change(lambda connection: connection.execute(rows.update().values(logged_in=None)))
    assert log_in(store, "ada", SECRET, at, FAST, HOME).name == "ada", "a network with an open session"
    assert waits(store, at + 20 * SECOND, AWAY, password=SECRET) == 10
    assert waits(store, at + 30 * SECOND, AWAY) == 0
    assert waits(store, at + 31 * SECOND, AWAY) == 29, "before each try"
    assert waits(store, at + 61 * MINUTE, "10.1.0.1") == 0, "an hour later"


def test_ninety_nine_failures_make_nobody_wait(store: Store) -> None:
    person(store, "ada")
    for number in range(99):
        assert waits(store, NOW, f"10.0.{number}.1") == 0
    assert log_in(store, "ada", SECRET, NOW, FAST, AWAY).name == "ada"
    assert waits(store, NOW, "10.1.0.1") == 0, "a success is no failure"
    assert waits(store, NOW, "10.1.0.2") == 30


def test_of_a_hundred_tries_at_once_three_are_looked_at(url: str) -> None:
    stores = [Store.open(url) for _ in range(2 if url.startswith("postgresql") else 1)]
    person(stores[0], "ada")
    hasher = Counting()
    tries = [
        partial(log_in, stores[n % len(stores)], "ADA", f"guess number {n}", NOW, Passwords(hasher), HOME)
        for n in range(100)
    ]
    came = at_once(tries)
    assert len(hasher.against) == 3
    assert sum(isinstance(one, TooSoon) for one in came) == 97
    assert not [one for one in came if isinstance(one, Account)]
    for store in stores:
        store.close()


def test_an_unlock_or_a_reset_lets_everybody_try_again(store: Store) -> None:
    person(store, "ada")
    for number in range(100):
        waits(store, NOW, f"10.0.{number % 40}.1")
    for network in (AWAY, "10.0.0.1"):
        assert waits(store, NOW, network) > 0
    office.carry_out(store, UnlockAccount("ada", "a test"), office.HOUSE, NOW)
    for network in (AWAY, "10.0.0.1"):
        assert log_in(store, "ada", SECRET, NOW, FAST, network).name == "ada"


def test_the_password_that_is_changed_is_guessed_no_faster(store: Store) -> None:
    ada = office.sign_up(store, "ada", SECRET, NOW, passwords=FAST)
    change = partial(office.carry_out, store, ChangePassword(), Actor(ada.name, "player"), NOW)
    for _ in range(3):
        with pytest.raises(Refusal, match="is wrong"):
            change(password="another secret", former="wrong password", passwords=FAST, network=HOME)
    with pytest.raises(TooSoon):
        change(password="another secret", former=SECRET, passwords=FAST, network=HOME)


def test_counts_do_not_grow_without_bound(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    person(store, "ada")
    monkeypatch.setattr(log_ins, "MOST", 20)
    monkeypatch.setattr(log_ins, "KNOWN", 5)
    for number in range(60):
        waits(store, NOW + number, f"10.0.{number}.1", f"nobody_{number}")
    for number in range(10):
        open_session(store, "ada", NOW + number, lambda size: bytes(size), f"10.1.{number}.1")
    assert _count(store) == (65, 60)
    sweep(store, NOW + 60)
    assert _count(store) == (25, 60), "those that tried last, and the known ones"
    assert waits(store, NOW + 60, "10.0.59.1", "nobody_59") == 0
    sweep(store, NOW + 25 * 60 * MINUTE)
    assert _count(store) == (5, 0)


def test_a_clock_that_was_set_back_makes_nobody_wait(store: Store) -> None:
    person(store, "ada")
    for _ in range(3):
        waits(store, NOW + 60 * MINUTE)
    assert log_in(store, "ada", SECRET, NOW, FAST, HOME).name == "ada"


def _count(store: Store) -> tuple[int, int]:
    """The rows that are kept: of pairs, and of minutes."""
    kept = everything(store)
    return len(kept[rows.name]), len(kept[failed_log_ins.name])
