"""Sessions on both databases: one for each account, ended at once wherever they end, and no token but the house's."""

import base64
import hashlib
import secrets
from functools import partial

import pytest
from sqlalchemy import select

from house.deeds import at_once, everything
from house.people import FAST, NOW, SECRET, give_role, person
from houseway.house import accounts, office
from houseway.house.accounts import log_in
from houseway.house.commands import Actor
from houseway.house.office_commands import ChangePassword, LockAccount, UnlockAccount
from houseway.house.schema import sessions as rows
from houseway.house.sessions import Visitor, actor_of, end_all_of, end_session, open_session, sweep
from houseway.house.store import Store
from houseway.refusal import Refusal

HOUR = 3_600_000
DAY = 24 * HOUR

enter = partial(open_session, entropy=secrets.token_bytes)


def test_who_holds_the_token_is_the_one(store: Store) -> None:
    person(store, "sue", "supervisor")
    person(store, "chip", kind="bot")
    guest = office.come_in(store, "guest", NOW, secrets.token_bytes)
    sue, chip, other = (enter(store, name, NOW) for name in ("sue", "chip", guest.name))
    assert actor_of(store, sue, NOW) == Visitor("sue", "supervisor", False, kind="person", expires=NOW + 12 * HOUR)
    assert actor_of(store, chip, NOW) == Visitor("chip", "player", True, kind="bot", expires=NOW + 30 * DAY)
    assert actor_of(store, other, NOW) == Visitor(guest.name, "player", False, kind="guest", expires=NOW + 30 * DAY)
    assert isinstance(actor_of(store, sue, NOW), Actor)


def test_a_token_is_32_bytes_of_entropy_and_only_its_hash_is_kept(store: Store) -> None:
    person(store, "ada")
    drawn: list[int] = []

    def entropy(size: int) -> bytes:
        drawn.append(size)
        return bytes(range(200, 200 + size))

    token = open_session(store, "ada", NOW, entropy)
    assert drawn == [32]
    assert base64.urlsafe_b64decode(token + "=") == bytes(range(200, 232))
    kept = [bytes(row.token) for row in store.look(lambda connection: connection.execute(select(rows)).all())]
    assert kept == [hashlib.sha256(token.encode()).digest()]
    shown = repr(everything(store))
    assert token not in shown
    assert repr(bytes(range(200, 232)))[2:-1] not in shown


def test_a_session_ends_by_its_time(store: Store) -> None:
    person(store, "ada")
    guest = office.come_in(store, "guest", NOW, secrets.token_bytes)
    for name, lasts in (("ada", 12 * HOUR), (guest.name, 30 * DAY)):
        token = enter(store, name, NOW)
        assert actor_of(store, token, NOW + lasts - 1) is not None
        assert actor_of(store, token, NOW + lasts) is None
        assert actor_of(store, token, NOW + 10 * lasts) is None


def test_a_new_session_ends_the_older_one_of_the_account_and_no_other(store: Store) -> None:
    person(store, "ada")
    person(store, "bea")
    bea, first = enter(store, "bea", NOW), enter(store, "ada", NOW)
    second = enter(store, "ada", NOW)
    assert first != second
    assert actor_of(store, first, NOW) is None
    assert [actor_of(store, token, NOW) is not None for token in (second, bea)] == [True, True]


def test_of_many_that_are_opened_at_once_one_is_left(url: str) -> None:
    stores = [Store.open(url) for _ in range(2 if url.startswith("postgresql") else 1)]
    person(stores[0], "ada")
    for _ in range(5):
        tokens = at_once([partial(enter, stores[n % len(stores)], "ada", NOW) for n in range(10)])
        assert sum(actor_of(stores[0], str(token), NOW) is not None for token in tokens) == 1
    for store in stores:
        store.close()


def test_a_token_that_the_house_did_not_make_is_nobodys(store: Store) -> None:
    """Session fixation: nothing that a client brings becomes a session, before a log-in or after it."""
    person(store, "ada")
    brought = base64.urlsafe_b64encode(bytes(32)).decode().rstrip("=")
    assert actor_of(store, brought, NOW) is None
    token = enter(store, log_in(store, "ada", SECRET, NOW, FAST).name, NOW)
    assert token != brought
    assert actor_of(store, brought, NOW) is None
    others = [
        *("", "ada", token[:-1], token + "=", token + "A", " " + token, token + "\n", token.swapcase()),
        *("A" * 43, "é" * 43, "\x00" * 43, "\ud800" * 43, "A" * 1_000_000, token.encode().hex(), "' OR 1=1 --"),
        hashlib.sha256(token.encode()).hexdigest(),
    ]
    for other in others:
        assert actor_of(store, other, NOW) is None
        end_session(store, other)
    assert actor_of(store, token, NOW) is not None


def test_who_logs_out_is_out(store: Store) -> None:
    person(store, "ada")
    person(store, "bea")
    ada, bea = enter(store, "ada", NOW), enter(store, "bea", NOW)
    end_session(store, ada)
    end_session(store, ada)
    assert (actor_of(store, ada, NOW), actor_of(store, bea, NOW) is None) == (None, False)
    store.change(lambda connection: end_all_of(connection, "bea"))
    assert actor_of(store, bea, NOW) is None
    store.change(lambda connection: end_all_of(connection, "nobody_here"))


def test_what_is_taken_counts_at_once_in_every_process(url: str) -> None:
    """A role, a lock, a log-out: the next look-up knows, in whichever server it is."""
    there = Store.open(url)
    here = Store.open(url) if url.startswith("postgresql") else there
    person(here, "sue", "supervisor")
    token = enter(here, "sue", NOW)
    for role in ("supervisor", "auditor", "player", "administrator"):
        if role != "supervisor":
            give_role(here, "sue", role)
        visitor = actor_of(there, token, NOW)
        assert visitor is not None
        assert visitor.role == role
    office.carry_out(here, LockAccount("sue", "a test"), office.HOUSE, NOW)
    assert actor_of(there, token, NOW) is None
    office.carry_out(here, UnlockAccount("sue", "a test"), office.HOUSE, NOW)
    assert actor_of(there, token, NOW) is None  # it was ended, not kept for later
    token = enter(here, "sue", NOW)
    end_session(here, token)
    assert actor_of(there, token, NOW) is None
    here.close()
    there.close()


def test_a_locked_account_opens_no_session_and_one_that_slipped_in_is_none(store: Store) -> None:
    person(store, "ada")
    token = enter(store, "ada", NOW)
    store.change(lambda connection: accounts.update(connection, "ada", locked=1))
    assert actor_of(store, token, NOW) is None
    for name in ("ada", "nobody_here", "Ada"):
        with pytest.raises(Refusal, match="the account is locked"):
            enter(store, name, NOW)


def test_wrong_guesses_of_somebody_else_put_nobody_out(store: Store) -> None:
    person(store, "ada")
    token = enter(store, "ada", NOW)
    for _ in range(5):
        with pytest.raises(Refusal):
            log_in(store, "ada", "not the secret", NOW, FAST)
    assert actor_of(store, token, NOW) is not None


def test_another_password_ends_all_sessions(store: Store) -> None:
    person(store, "ada")
    token, ada = enter(store, "ada", NOW), Actor("ada", "player")
    office.carry_out(store, ChangePassword(), ada, NOW, password="another one", former=SECRET, passwords=FAST)
    assert actor_of(store, token, NOW) is None


def test_sessions_whose_time_is_over_are_swept(store: Store) -> None:
    for name in ("ada", "bea", "cy"):
        person(store, name)
    enter(store, "ada", NOW)
    enter(store, "bea", NOW)
    token = enter(store, "cy", NOW + HOUR)
    assert sweep(store, NOW + 12 * HOUR) == 2
    assert sweep(store, NOW + 12 * HOUR) == 0
    assert actor_of(store, token, NOW + 12 * HOUR) is not None
