"""The office on both databases: what commands to the house come to, once, and what they leave when they are refused."""

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from house.deeds import assert_sound, at_once, everything, meanwhile, moved, put
from house.people import FAST, NOW, SECRET, give_role, person
from houseway.house import accounts
from houseway.house.accounts import find, log_in
from houseway.house.authorising import Forbidden
from houseway.house.commands import Actor, Role
from houseway.house.faults import Point
from houseway.house.office import HOUSE, carry_out, come_in, found_administrator, sign_up
from houseway.house.office_commands import (
    ChangePassword,
    GiveRole,
    HangMeter,
    LockAccount,
    OfficeCommand,
    OpenAccount,
    RedeemMoney,
    TakeMoney,
    UnlockAccount,
)
from houseway.house.record import Entry
from houseway.house.store import Earlier, Lost, NotEnough, Store
from houseway.refusal import Refusal

WHY = "a test"


def body(entry: Entry) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(entry.body)
    return read


def refused(store: Store, words: str, work: Callable[[], object], kind: type[Refusal] = Refusal) -> None:
    """It is refused in these words, and not a byte of the database is another."""
    before = everything(store)
    with pytest.raises(kind, match=words):
        work()
    assert everything(store) == before


def test_an_account_is_an_entry_a_row_and_play_money_in_one(store: Store) -> None:
    opened = carry_out(store, OpenAccount("ada"), Actor("ada", "player"), NOW, "i", password=SECRET, passwords=FAST)
    assert (opened.stream, opened.version, opened.actor, opened.event) == ("house", 1, "ada", "account.opened/1")
    assert body(opened) == {
        "command": {"do": "open account", "name": "ada", "kind": "person", "role": "player"},
        "role": "player",
        "bot": False,
        "answer": {"name": "ada", "given": 10_000_00},
    }
    guest = come_in(store, "guest", NOW, secrets.token_bytes)
    bot = come_in(store, "bot", NOW, secrets.token_bytes)
    named = come_in(store, "bot", NOW, secrets.token_bytes, "Chip")
    assert (guest.kind, guest.role, bot.kind, named.name) == ("guest", "player", "bot", "chip")
    assert guest.name.startswith("guest_")
    assert bot.name.startswith("bot_")
    person(store, "sue", "supervisor")
    wallets = {f"wallet/{name}": 10_000_00 for name in ("ada", guest.name, bot.name, "chip")}
    assert store.balances() == {**wallets, "issued": -40_000_00}
    assert_sound(store)


def test_signing_up_again_by_the_same_id_is_a_log_in(store: Store) -> None:
    first = sign_up(store, "Ada", SECRET, NOW, "try", FAST)
    assert sign_up(store, "ada", SECRET, NOW, "try", FAST) == first
    for _ in range(3):
        with pytest.raises(Refusal, match="password is wrong"):
            sign_up(store, "ada", "somebody else's", NOW, "try", FAST)
    with pytest.raises(Refusal, match="wait 1 s"):  # guesses that come this way are counted as well
        sign_up(store, "ada", SECRET, NOW, "try", FAST)
    assert store.head("house") == 1


def test_a_player_opens_no_account_but_his_own_as_a_player(store: Store) -> None:
    ada = Actor("ada", "player")
    roles: tuple[Role, ...] = ("administrator", "supervisor", "floorperson", "auditor")
    commands = [
        OpenAccount("bea"),
        *(OpenAccount("ada", role=role) for role in roles),
        OpenAccount("ada", "bot", roles[0]),
    ]
    for command in commands:
        secret = SECRET if command.kind == "person" else None
        work = partial(carry_out, store, command, ada, NOW, password=secret, passwords=FAST)
        refused(store, "their own account, as a player", work, Forbidden)


def test_nobody_is_made_the_dealer_and_only_a_person_has_another_role(store: Store) -> None:
    person(store, "ada")
    come_in(store, "bot", NOW, bytes, "chip")
    dealer = OpenAccount("cy", role="dealer")
    refused(
        store, "the dealer is the house", partial(carry_out, store, dealer, HOUSE, NOW, password=SECRET, passwords=FAST)
    )
    refused(store, "the dealer is the house", partial(give_role, store, "ada", "dealer"))
    refused(store, "a bot is a player", partial(give_role, store, "chip", "auditor"))
    refused(store, "a guest is a player", partial(carry_out, store, OpenAccount("cy", "guest", "auditor"), HOUSE, NOW))


def test_a_password_goes_with_a_persons_account_and_with_no_other(store: Store) -> None:
    refused(store, "needs a password", partial(carry_out, store, OpenAccount("ada"), HOUSE, NOW))
    refused(store, "no password goes", partial(carry_out, store, OpenAccount("cy", "bot"), HOUSE, NOW, password=SECRET))
    ada = Actor("ada", "player")
    refused(store, "no password goes", partial(carry_out, store, TakeMoney(), ada, NOW, password=SECRET))
    refused(store, "old password and the new", partial(carry_out, store, ChangePassword(), ada, NOW, password=SECRET))


def test_the_administrator_is_founded_once(store: Store) -> None:
    first = found_administrator(store, SECRET, NOW, FAST)
    again = found_administrator(store, "another secret", NOW + 1, FAST)
    assert isinstance(again, Earlier)
    assert again.chain == first.chain
    assert log_in(store, "Administrator", SECRET, NOW, FAST).role == "administrator"
    with pytest.raises(Refusal, match="password is wrong"):
        log_in(store, "administrator", "another secret", NOW, FAST)
    assert store.balances() == {}


def test_roles_are_given_by_an_administrator_who_is_one_still(store: Store) -> None:
    person(store, "ann", "administrator")
    person(store, "ben", "administrator")
    person(store, "ada")
    ann, ben = Actor("ann", "administrator"), Actor("ben", "administrator")
    given = carry_out(store, GiveRole("Ada", "floorperson", WHY), ann, NOW)
    assert (given.event, body(given)["answer"]) == (
        "account.given_role/1",
        {"name": "ada", "role": "floorperson", "before": "player"},
    )
    assert body(given)["command"]["reason"] == WHY
    refused(store, "already", partial(carry_out, store, GiveRole("ada", "floorperson", WHY), ann, NOW))
    refused(store, "no account", partial(carry_out, store, GiveRole("zoe", "auditor", WHY), ann, NOW))
    refused(store, "own account", partial(carry_out, store, GiveRole("ann", "player", WHY), ann, NOW), Forbidden)
    carry_out(store, GiveRole("ben", "player", WHY), ann, NOW)
    refused(
        store, "ben is no administrator any more", partial(carry_out, store, GiveRole("ann", "player", WHY), ben, NOW)
    )


def test_two_who_take_the_role_from_each_other_do_not_both_succeed(url: str) -> None:
    stores = [Store.open(url) for _ in range(2 if url.startswith("postgresql") else 1)]
    for name in ("ann", "ben"):
        person(stores[0], name, "administrator")
    works = [
        partial(
            carry_out, stores[n % len(stores)], GiveRole(two[1], "player", WHY), Actor(two[0], "administrator"), NOW
        )
        for n, two in enumerate([("ann", "ben"), ("ben", "ann")])
    ]
    came = at_once(works)
    assert sorted(type(one).__name__ for one in came) == ["Entry", "Forbidden"]
    roles = {account.role for name in ("ann", "ben") if (account := find(stores[0], name))}
    assert roles == {"administrator", "player"}
    for store in stores:
        store.close()


def test_who_has_chips_at_a_table_has_no_other_role(store: Store) -> None:
    person(store, "ada")
    put(store, "table/lunar-1", 1, moved(500, "wallet/ada", "chips/lunar-1/ada"))
    refused(store, "chips at a table", partial(give_role, store, "ada", "floorperson"))


def test_a_supervisor_locks_players_and_nobody_locks_himself(store: Store) -> None:
    for name, role in (("sue", "supervisor"), ("ann", "administrator"), ("flo", "floorperson"), ("ada", "player")):
        person(store, name, role)  # type: ignore[arg-type]
    sue, ann = Actor("sue", "supervisor"), Actor("ann", "administrator")
    assert carry_out(store, LockAccount("ada", WHY), sue, NOW).event == "account.locked/1"
    assert carry_out(store, UnlockAccount("ada", WHY), sue, NOW).event == "account.unlocked/1"
    for command in (LockAccount, UnlockAccount):
        for name in ("ann", "flo"):
            refused(store, "to players alone", partial(carry_out, store, command(name, WHY), sue, NOW), Forbidden)
        for actor in (sue, ann):
            refused(store, "own account", partial(carry_out, store, command(actor.name, WHY), actor, NOW), Forbidden)
    carry_out(store, LockAccount("sue", WHY), ann, NOW)
    refused(store, "no supervisor any more", partial(carry_out, store, LockAccount("ada", WHY), sue, NOW), Forbidden)


def test_a_password_is_changed_by_who_knows_the_old_one_and_is_nowhere_on_the_record(store: Store) -> None:
    person(store, "ada")
    ada = Actor("ada", "player")
    change = partial(carry_out, store, ChangePassword(), ada, NOW, passwords=FAST)
    made = change("c", password="brand new one", former=SECRET)
    assert (made.event, body(made)["command"], made.sealed) == (
        "account.changed_password/1",
        {"do": "change password"},
        b"{}",
    )
    assert isinstance(change("c", password="brand new one", former=SECRET), Earlier)
    assert log_in(store, "ada", "brand new one", NOW, FAST).name == "ada"
    with pytest.raises(Refusal, match="8 to 128"):
        change("d", password="short", former="brand new one")
    for _ in range(3):
        with pytest.raises(Refusal, match="password is wrong"):
            change("e", password="brand new two", former=SECRET)
    with pytest.raises(Refusal, match="wait 1 s"):  # a stranger at a player's screen cannot guess any more
        change("e", password="brand new two", former="brand new one")
    assert "brand new" not in repr(everything(store))


def test_more_play_money_is_for_who_has_little_left_wherever_it_lies(store: Store) -> None:
    person(store, "ada")
    ada = Actor("ada", "player")
    take = partial(carry_out, store, TakeMoney(), ada, NOW)
    refused(store, "you have 10000.00", take)
    redeem = carry_out(store, RedeemMoney(9_000_00), ada, NOW)
    assert (redeem.event, body(redeem)["answer"]) == ("money.redeemed/1", {"taken": 9_000_00})
    refused(store, "you have 1000.00: play money is given to who has less than 1000.00", take)
    put(store, "table/lunar-1", 1, moved(600_00, "wallet/ada", "chips/lunar-1/ada"))
    put(store, "table/packs-1", 1, moved(400_00, "wallet/ada", "chips/packs-1/ada"))
    refused(store, "you have 1000.00", take)
    put(store, "table/lunar-1", 2, moved(1, "chips/lunar-1/ada", "felt/lunar-1"))
    put(store, "table/lunar-10", 1, moved(5_000_00, "issued", "chips/lunar-10/adam"))
    given = take("once")
    assert (given.event, body(given)["answer"]) == ("money.issued/1", {"given": 9_000_01})
    assert store.balance("wallet/ada") == 9_000_01
    assert isinstance(take("once"), Earlier)
    assert store.balance("wallet/ada") == 9_000_01
    assert_sound(store)


@pytest.mark.parametrize(
    ("source", "target", "given"),
    [
        ("felt/lunar-1", "chips/lunar-1/ada", None),  # a round pays him: he has enough now
        ("chips/lunar-1/ada", "felt/lunar-1", 9_200_00),  # he wagers: he has less
        ("chips/lunar-1/ada", "wallet/ada", 9_100_00),  # he leaves with his chips: he has as much
    ],
)
def test_who_takes_play_money_is_judged_by_what_he_has_when_it_is_given(
    store: Store, monkeypatch: pytest.MonkeyPatch, source: str, target: str, given: int | None
) -> None:
    person(store, "ada")
    ada = Actor("ada", "player")
    carry_out(store, RedeemMoney(9_100_00), ada, NOW)
    put(store, "table/lunar-1", 1, moved(500_00, "wallet/ada", "chips/lunar-1/ada"))
    put(store, "table/lunar-1", 2, moved(100_00, "issued", "felt/lunar-1"))
    meanwhile(monkeypatch, lambda: put(store, "table/lunar-1", 3, moved(100_00, source, target)))
    take = partial(carry_out, store, TakeMoney(), ada, NOW)
    if given is None:
        with pytest.raises(Refusal, match="play money is given to who has less"):
            take()
    else:
        assert body(take())["answer"] == {"given": given}
    assert_sound(store)


def test_no_more_is_redeemed_than_there_is(store: Store) -> None:
    person(store, "ada")
    ada = Actor("ada", "player")
    refused(store, "not enough in wallet/ada", partial(carry_out, store, RedeemMoney(10_000_01), ada, NOW), NotEnough)
    came = at_once([partial(carry_out, store, RedeemMoney(6_000_00), ada, NOW) for _ in range(10)])
    assert sum(isinstance(one, Entry) for one in came) == 1
    assert store.balances() == {"issued": -4_000_00, "wallet/ada": 4_000_00}


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            {"do": "redeem money", "amount": amount}
            for amount in (0, -1, 2**63, 10**30, 10**13 + 1, True, "1", 1.5, None)
        ),
        {"do": "redeem money"},
        {"do": "redeem money", "amount": 1, "wallet": "wallet/bea"},
        {"do": "take money", "amount": 10},
        {"do": "open account", "name": "ada", "role": "root"},
        {"do": "open account", "name": "ada", "kind": "person", "password": "12345678"},
        {"do": "open account", "name": "ada\n"},
        {"do": "give role", "name": "ada", "role": "auditor"},
        {"do": "give role", "name": "ada", "role": "auditor", "reason": ""},
        {"do": "give coupon", "name": "ada", "amount": 0, "reason": "a test"},
        {"do": "give coupon", "name": "ada", "amount": True, "reason": "a test"},
        {"do": "give coupon", "name": "ada", "amount": 5.0, "reason": "a test"},
        {"do": "give coupon", "name": "ada", "amount": "500", "reason": "a test"},
        {"do": "give coupon", "name": "ada", "amount": 500},
        {"do": "lock account", "name": "ada", "reason": "x" * 201},
        {"do": "lock account", "name": "ada", "reason": "line\nline"},
        {"do": "change password", "password": "12345678"},
        {"do": "hang meter", "name": "lunar-1.progressive", "amount": 1, "reset": 1, "reason": "x"},
        {"do": "hang meter", "name": "a/b", "amount": 1, "reset": 1, "reason": "x"},
        {"do": "hang meter", "name": "lunar", "amount": -1, "reset": 0, "reason": "x"},
        {"do": "change reset", "name": "lunar", "reset": 2**64, "reason": "x"},
        {"do": "sit", "seat": 1, "chips": 1},
    ],
    ids=repr,
)
def test_what_is_not_exactly_of_its_type_is_no_command(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(wrong), type=OfficeCommand)


def test_a_value_beyond_its_bounds_is_refused_wherever_it_comes_from(store: Store) -> None:
    person(store, "ada")
    ada = Actor("ada", "player")
    for amount in (0, -5, 2**63, 10**30, True, "1"):
        refused(store, "give an amount in whole cents", partial(carry_out, store, RedeemMoney(amount), ada, NOW))  # type: ignore[arg-type]
    for command in (LockAccount("ada", "\ud800"), LockAccount("a\x00", WHY), HangMeter("A", 1, 1, WHY)):
        refused(store, "surrogates|letter first", partial(carry_out, store, command, HOUSE, NOW))
    refused(store, "1 to 64 characters", partial(carry_out, store, RedeemMoney(1), ada, NOW, "i" * 65))
    refused(store, "1 to 64 characters", partial(carry_out, store, RedeemMoney(1), ada, NOW, "tab\t"))


def test_by_the_same_id_a_command_is_carried_out_once_and_another_is_refused(store: Store) -> None:
    person(store, "ada")
    ada = Actor("ada", "player")
    first = carry_out(store, RedeemMoney(5), ada, NOW, "one")
    again = carry_out(store, RedeemMoney(5), ada, NOW + 5, "one")
    assert isinstance(again, Earlier)
    assert (again.version, again.at, again.chain) == (first.version, NOW, first.chain)
    refused(store, "'one' was used for another", partial(carry_out, store, RedeemMoney(6), ada, NOW, "one"))
    refused(store, "'one' was used for another", partial(carry_out, store, TakeMoney(), ada, NOW, "one"))
    put(store, "table/lunar-1", 1, command="two", actor="ada", words={"command": 1})
    refused(store, "'two' was used for another", partial(carry_out, store, RedeemMoney(5), ada, NOW, "two"))
    person(store, "bea")
    assert not isinstance(carry_out(store, RedeemMoney(6), Actor("bea", "player"), NOW, "one"), Earlier)


def test_the_same_command_from_many_at_once_is_carried_out_once(url: str) -> None:
    """Also those that would be refused the second time: a name that is taken, a wallet that is full."""
    stores = [Store.open(url) for _ in range(2 if url.startswith("postgresql") else 1)]
    person(stores[0], "ada")
    ada = Actor("ada", "player")
    carry_out(stores[0], RedeemMoney(9_999_00), ada, NOW)
    take = [partial(carry_out, stores[n % len(stores)], TakeMoney(), ada, NOW, "take") for n in range(10)]
    open_ = [
        partial(carry_out, stores[n % len(stores)], OpenAccount("chip", "bot"), HOUSE, NOW, "open") for n in range(10)
    ]
    for works in (take, open_):
        came = at_once(works)
        assert {type(one) for one in came} == {Entry, Earlier}
        assert len({one.version for one in came if isinstance(one, Entry)}) == 1
        assert sum(type(one) is Entry for one in came) == 1
    assert stores[0].balance("wallet/ada") == 10_000_00
    assert_sound(stores[0])
    for store in stores:
        store.close()


def test_many_who_come_at_once_all_come_in(url: str) -> None:
    stores = [Store.open(url) for _ in range(3 if url.startswith("postgresql") else 1)]
    came = at_once([partial(come_in, stores[n % len(stores)], "guest", NOW, secrets.token_bytes) for n in range(60)])
    assert len({one.name for one in came if isinstance(one, accounts.Account)}) == 60
    assert stores[0].head("house") == 60
    assert stores[0].balance("issued") == -60 * 10_000_00
    assert_sound(stores[0])
    for store in stores:
        store.close()


@pytest.mark.parametrize("point", ["before commit", "after commit"])
def test_an_answer_that_was_lost_is_asked_for_again(url: str, point: Point) -> None:
    failing = [False]

    def fault(reached: Point) -> None:
        if failing[0] and reached == point:
            failing[0] = False
            raise OSError("no space left")

    with Store.open(url, fault) as store:
        person(store, "ada")
        ada = Actor("ada", "player")
        failing[0] = True
        made = carry_out(store, RedeemMoney(100), ada, NOW, "once")
        assert (isinstance(made, Earlier), failing) == (point == "after commit", [False])
        assert store.balance("wallet/ada") == 9_999_00
        failing[0] = True
        with pytest.raises(Lost):  # without an id nobody could tell whether it was carried out
            carry_out(store, RedeemMoney(100), ada, NOW)
        assert store.balance("wallet/ada") == (9_998_00 if point == "after commit" else 9_999_00)
        assert_sound(store)


def test_a_database_that_never_answers_is_not_asked_for_ever(url: str) -> None:
    asked = [0]

    def fault(reached: Point) -> None:
        if asked[0] and reached == "before commit":
            asked[0] += 1
            raise OSError("no space left")

    with Store.open(url, fault) as store:
        person(store, "ada")
        asked[0] = 1
        with pytest.raises(Lost):
            carry_out(store, RedeemMoney(100), Actor("ada", "player"), NOW, "once")
        assert 2 <= asked[0] <= 6
        asked[0] = 0
        assert store.balance("wallet/ada") == 10_000_00
        assert not isinstance(carry_out(store, RedeemMoney(100), Actor("ada", "player"), NOW, "once"), Earlier)
