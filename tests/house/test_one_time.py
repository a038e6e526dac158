"""One-time passwords on both databases: of those who work here, and of who has forgotten his."""

import secrets
from functools import partial

import msgspec
import pytest

from house.deeds import at_once, everything
from house.people import FAST, NOW, SECRET, person
from houseway.house import accounts, sessions
from houseway.house.accounts import OneTime, find, log_in
from houseway.house.authorising import Forbidden
from houseway.house.commands import Actor
from houseway.house.office import HOUSE, carry_out
from houseway.house.office_commands import ChangePassword, LockAccount, OpenStaffAccount, ResetPassword, UnlockAccount
from houseway.house.record import Entry
from houseway.house.store import Earlier, Store
from houseway.refusal import Refusal

ANN = Actor("ann", "administrator")
ONCE, OWN = "told this once", "my very own one"
WHY = "she begins on Monday"


@pytest.fixture(autouse=True)
def ann(store: Store) -> None:
    person(store, "ann", "administrator")


def opened(store: Store, name: str = "sue", id_: str | None = None) -> Entry:
    return carry_out(store, OpenStaffAccount(name, "supervisor", WHY), ANN, NOW, id_, password=ONCE, passwords=FAST)


def reset(store: Store, name: str, actor: Actor = ANN, password: str = ONCE) -> Entry:
    return carry_out(store, ResetPassword(name, "forgotten"), actor, NOW, password=password, passwords=FAST)


def change(store: Store, actor: Actor, former: str, password: str) -> Entry:
    return carry_out(store, ChangePassword(), actor, NOW, password=password, former=former, passwords=FAST)


def test_who_works_here_has_an_account_by_a_command_with_actor_time_and_reason(store: Store) -> None:
    entry = opened(store, id_="o")
    assert (entry.actor, entry.at, entry.event) == ("ann", NOW, "account.opened/1")
    body = msgspec.json.decode(entry.body)
    assert body["command"] == {"do": "open staff account", "name": "sue", "role": "supervisor", "reason": WHY}
    assert body["answer"] == {"name": "sue", "given": 0}
    found = find(store, "sue")
    assert found is not None
    assert (found.role, found.kind) == ("supervisor", "person")
    assert isinstance(opened(store, id_="o"), Earlier)
    for name, words in (("sue", "is taken"), ("clock", "word of the house"), ("guest_1", "word of the house")):
        with pytest.raises(Refusal, match=words):
            opened(store, name)
    assert ONCE not in repr(everything(store))


def test_a_one_time_password_lets_nobody_in_but_is_changed_once(store: Store) -> None:
    opened(store)
    sue = Actor("sue", "supervisor")
    for _ in range(5):  # it is right: no guess is counted
        with pytest.raises(OneTime):
            log_in(store, "sue", ONCE, NOW, FAST)
    with pytest.raises(Refusal, match="choose another"):
        change(store, sue, ONCE, ONCE)
    assert change(store, sue, ONCE, OWN).event == "account.changed_password/1"
    assert log_in(store, "sue", OWN, NOW, FAST).name == "sue"
    with pytest.raises(Refusal, match="password is wrong"):
        change(store, sue, ONCE, "somebody else's")
    assert not [word for word in (ONCE, OWN) if word in repr(everything(store))]


def test_of_several_who_have_it_at_once_one_changes_it(store: Store) -> None:
    opened(store)
    sue = Actor("sue", "supervisor")
    chosen = [f"chosen by number {number}" for number in range(3)]  # two who come too late do not lock her out
    came = at_once([partial(change, store, sue, ONCE, password) for password in chosen])
    (first,) = [place for place, made in enumerate(came) if isinstance(made, Entry)]
    assert log_in(store, "sue", chosen[first], NOW, FAST).name == "sue"


def test_a_forgotten_password_is_reset_and_who_is_in_by_it_is_put_out(store: Store) -> None:
    person(store, "ada")
    token = sessions.open_session(store, "ada", NOW, secrets.token_bytes)
    for _ in range(3):
        with pytest.raises(Refusal, match="password is wrong"):
            log_in(store, "ada", "no idea at all", NOW, FAST)
    entry = reset(store, "ada")
    assert (entry.actor, entry.event) == ("ann", "account.reset_password/1")
    body = msgspec.json.decode(entry.body)
    assert body["command"] == {"do": "reset password", "name": "ada", "reason": "forgotten"}
    assert sessions.actor_of(store, token, NOW) is None
    with pytest.raises(Refusal, match="password is wrong"):
        log_in(store, "ada", SECRET, NOW, FAST)
    with pytest.raises(OneTime):  # the lock by wrong guesses is gone
        log_in(store, "ada", ONCE, NOW, FAST)
    reset(store, "ada", password="another that is told")
    with pytest.raises(Refusal, match="password is wrong"):
        change(store, Actor("ada", "player"), ONCE, OWN)
    assert ONCE not in repr(everything(store))


def test_who_is_locked_by_the_house_stays_out(store: Store) -> None:
    person(store, "ada")
    carry_out(store, LockAccount("ada", "cheating"), ANN, NOW)
    reset(store, "ada")
    with pytest.raises(Refusal, match="password is wrong"):
        log_in(store, "ada", ONCE, NOW, FAST)
    carry_out(store, UnlockAccount("ada", "cleared"), ANN, NOW)
    with pytest.raises(OneTime):
        log_in(store, "ada", ONCE, NOW, FAST)


def test_whose_password_is_not_reset(store: Store) -> None:
    person(store, "chip", kind="bot")
    person(store, "bea", "administrator")
    before = everything(store)
    for name, words, kind in (
        ("ann", "own account", Forbidden),
        ("chip", "has no password", Refusal),
        ("zoe", "no account", Refusal),
    ):
        with pytest.raises(kind, match=words):
            reset(store, name)
    with pytest.raises(Forbidden, match="no administrator any more"):
        reset(store, "bea", Actor("zoe", "administrator"))
    assert everything(store) == before
    assert reset(store, "ann", HOUSE).event == "account.reset_password/1"  # by who has the machine
    with pytest.raises(OneTime):
        accounts.log_in(store, "ann", ONCE, NOW, FAST)
