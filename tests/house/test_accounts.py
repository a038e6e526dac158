"""Accounts on both databases: names, passwords, log-ins, and what guessing comes to."""

from functools import partial
from importlib.resources import files

import pytest
from sqlalchemy import select

from house.deeds import at_once, everything
from house.people import FAST, NOW, SECRET, Counting, person
from houseway.house import accounts, log_ins, office
from houseway.house.accounts import RESERVED, WRONG, Account, find, key, listed, log_in
from houseway.house.office_commands import LockAccount, UnlockAccount
from houseway.house.passwords import LONGEST, SHORTEST, Passwords, common_passwords, standard
from houseway.house.schema import accounts as rows
from houseway.house.store import Store
from houseway.refusal import Refusal

BAD_NAMES = [
    *("", "a", "a" * 25, "a" * 10_000, " ada", "ada ", "ada\n", "a\x00da", "a\x1b[2Jda", "a\u202eda"),
    *("ädä", "аdа", "ＡＤＡ", "adа", "a̧da", "ada²", "ﬁona", "Ⅷ", "İda", "\ud800ada", "🂡🂡"),
    *("__proto__", "_ada", "1ada", "ada-1", "bot-ada", "-ada", "ada/bea", "../ada", "wallet/ada", "ada.bea", "a b"),
    *("<b>ada", "ada'--", 'ada"', "ada;", "=ada", "@ada", "%61da", "ada&", "a\\da", "{ada}", "$ada"),
]


@pytest.mark.parametrize("name", BAD_NAMES, ids=ascii)
def test_a_name_is_letters_digits_and_underscores(name: str) -> None:
    with pytest.raises(Refusal, match=r"^a name has 2 to 24 letters"):
        key(name)


def test_bad_names_are_refused_wherever_they_come_in_and_leave_nothing(store: Store) -> None:
    before = everything(store)
    for name in BAD_NAMES:
        for attempt in (
            partial(office.sign_up, store, name, SECRET, NOW, passwords=FAST),
            partial(office.come_in, store, "bot", NOW, bytes, name),
            partial(log_in, store, name, SECRET, NOW, FAST),
        ):
            with pytest.raises(Refusal):
                attempt()
        assert find(store, name) is None
    counted = {"log_ins", "failed_log_ins"}  # of names that cannot be, as of others
    assert {name: rows for name, rows in everything(store).items() if name not in counted} == {
        name: rows for name, rows in before.items() if name not in counted
    }


def test_words_of_the_house_are_nobodys_name(store: Store) -> None:
    words = ["clock", "house", "dealer", "cage", "issued", "inventory", "administrator", "pot", "ace", "Guest", "BOT"]
    assert {word.lower() for word in words} <= RESERVED
    for name in [*words, "Clock", "HOUSE", "guest_ada", "Guest_1", "bot_ada", "Administrator"]:
        with pytest.raises(Refusal, match=f"^{name.lower()} is a word of the house"):
            office.sign_up(store, name, SECRET, NOW, passwords=FAST)
    for name in ("dealer", "guest_ada"):
        with pytest.raises(Refusal, match="is a word of the house"):
            office.come_in(store, "bot", NOW, bytes, name)
    assert store.streams() == {}


@pytest.mark.parametrize(
    ("name", "word"),
    [
        *(("administrat0r", "administrator"), ("adrninistrator", "administrator"), ("Admlnistrator", "administrator")),
        *(("the_house", "house"), ("TheHouse", "house"), ("h0use", "house"), ("th3_house", "house")),
        *(("dea1er", "dealer"), ("c10ck", "clock"), ("superv1sor", "supervisor"), ("the_f1oorperson", "floorperson")),
    ],
)
def test_a_name_that_looks_like_a_word_of_the_house_is_refused(store: Store, name: str, word: str) -> None:
    with pytest.raises(Refusal, match=f"^{name.lower()} looks like {word}, a word of the house: choose another name$"):
        office.sign_up(store, name, SECRET, NOW, passwords=FAST)
    with pytest.raises(Refusal, match="is a word of the house"):
        office.sign_up(store, "gue5t_ada", SECRET, NOW, passwords=FAST)
    assert store.streams() == {}


def test_names_that_only_remind_of_one_are_free(store: Store) -> None:
    for name in ("player1", "theodora", "housewife", "arnold", "clive_vv", "the_lock"):
        assert office.sign_up(store, name, SECRET, NOW, passwords=FAST).name == name


@pytest.mark.parametrize("password", ["password", "Password1", "12345678", "iloveyou", "TRUSTNO1", "qwertyuiop"])
def test_a_common_password_is_refused(store: Store, password: str) -> None:
    with pytest.raises(Refusal, match=r"^this password is one of the 1,000 most common: choose another$"):
        office.sign_up(store, "ada", password, NOW, passwords=FAST)
    assert find(store, "ada") is None


def test_a_thousand_passwords_are_common_and_their_source_is_named() -> None:
    assert len(common_passwords()) == 1000
    assert all(SHORTEST <= len(each) <= LONGEST and each == each.casefold() for each in common_passwords())
    assert "# Source: " in (files("houseway") / "data" / "common_passwords.txt").read_text()


def test_names_compare_without_case(store: Store) -> None:
    assert office.sign_up(store, "Ada", SECRET, NOW, passwords=FAST) == Account("ada", "person", "player", NOW, False)
    for name in ("ada", "ADA", "aDa"):
        with pytest.raises(Refusal, match="the name ada is taken"):
            office.sign_up(store, name, "another secret", NOW, passwords=FAST)
        with pytest.raises(Refusal, match="the name ada is taken"):
            office.come_in(store, "bot", NOW, bytes, name)
        assert log_in(store, name, SECRET, NOW, FAST) == find(store, name) == find(store, "ada")


def test_of_many_who_want_one_name_exactly_one_has_it(url: str) -> None:
    stores = [Store.open(url) for _ in range(2 if url.startswith("postgresql") else 1)]
    names = ["Zoe", "zoe", "ZOE", "zOe"]
    came = at_once(
        [
            partial(office.sign_up, stores[n % len(stores)], names[n % 4], f"{SECRET} {n}", NOW, passwords=FAST)
            for n in range(12)
        ]
    )
    assert sum(isinstance(one, Account) for one in came) == 1
    assert [str(one) for one in came if not isinstance(one, Account)] == ["the name zoe is taken: choose another"] * 11
    winner = next(n for n, one in enumerate(came) if isinstance(one, Account))
    assert log_in(stores[0], "zoe", f"{SECRET} {winner}", NOW, FAST).name == "zoe"
    assert stores[0].balance("wallet/zoe") == 10_000_00
    for store in stores:
        store.close()


@pytest.mark.parametrize("password", ["", "seven77", "\u0301" * 7, "x" * 129, "y" * 1_000_000, "\ud800" * 10], ids=len)
def test_a_password_has_8_to_128_characters(store: Store, password: str) -> None:
    with pytest.raises(Refusal, match=r"^a password has 8 to 128 characters"):
        office.sign_up(store, "ada", password, NOW, passwords=FAST)
    assert find(store, "ada") is None


@pytest.mark.parametrize("password", ["83619274", "z" * 128, "пароль пароль", "🂡" * 8, "nul\x00nul\x00", " " * 8])
def test_whatever_can_be_typed_is_a_password(store: Store, password: str) -> None:
    office.sign_up(store, "ada", password, NOW, passwords=FAST)
    assert log_in(store, "ada", password, NOW, FAST).name == "ada"
    for other in (password[:-1], password + "x", password.swapcase() + "!", password[:4] + "\x00"):
        with pytest.raises(Refusal):
            log_in(store, "ada", other, NOW, FAST)
        _unlock(store)


def test_the_same_letters_typed_otherwise_are_the_same_password(store: Store) -> None:
    office.sign_up(store, "ada", "caf\u00e9 au lait", NOW, passwords=FAST)
    assert log_in(store, "ada", "cafe\u0301 au lait", NOW, FAST).name == "ada"


def test_passwords_are_kept_as_salted_argon2_and_told_to_nobody(store: Store) -> None:
    person(store, "ada")
    person(store, "bea")
    ada, bea = (_kept(store, name) for name in ("ada", "bea"))
    assert ada.startswith("$argon2id$v=19$")
    assert ada != bea
    assert SECRET not in repr(everything(store))
    assert not [entry for entry in store.read("house") if b"argon2" in entry.body + entry.sealed]
    assert "argon2" not in repr(find(store, "ada"))


def test_the_standard_parameters_are_those_that_are_recommended() -> None:
    kept = standard().hashed(SECRET)
    assert "$m=65536,t=3,p=4$" in kept
    assert standard().verify(kept, SECRET)
    assert not standard().verify(None, SECRET)


def test_a_hash_by_other_parameters_is_made_anew_at_the_next_log_in(store: Store) -> None:
    person(store, "ada")
    before, stronger = _kept(store, "ada"), Passwords(Counting(time_cost=2))
    with pytest.raises(Refusal):
        log_in(store, "ada", "not the secret", NOW, stronger)
    assert _kept(store, "ada") == before
    log_in(store, "ada", SECRET, NOW, stronger)
    after = _kept(store, "ada")
    assert "t=1" in before
    assert "t=2" in after
    log_in(store, "ada", SECRET, NOW, stronger)
    assert _kept(store, "ada") == after


def test_whoever_cannot_come_in_is_told_the_same_for_the_same_work(store: Store) -> None:
    """One verification with the same costs, whatever the reason; only for a known name is it against its hash."""
    person(store, "ada")
    person(store, "locked")
    office.carry_out(store, LockAccount("locked", "a test"), office.HOUSE, NOW)
    guest = office.come_in(store, "guest", NOW, lambda size: bytes(size))
    bot = office.come_in(store, "bot", NOW, bytes, "chip")
    costs = _costs(_kept(store, "ada"))
    for name in ("ada", "nobody_here", "locked", guest.name, bot.name, "", "no such name!", "x" * 10_000):
        for password in ("not the secret", "short", "", "x" * 200, "\ud800" * 9):
            hasher = Counting()
            with pytest.raises(Refusal) as told:
                log_in(store, name, password, NOW, Passwords(hasher))
            assert str(told.value) == WRONG
            assert [_costs(str(kept)) for kept in hasher.against] == [costs], (name, password)
            assert (_kept(store, "ada") in hasher.against) == (name == "ada")
            store.change(partial(log_ins.forget, account=name.lower()))
            store.change(partial(log_ins.forget, account=""))


def test_what_is_asked_of_the_database_does_not_tell_whether_a_name_is_known(store: Store) -> None:
    person(store, "ada")
    asked: dict[str, list[str]] = {}
    for name in ("ada", "nobody_here"):
        statements = asked.setdefault(name, [])

        def change(connection, name=name, statements=statements):  # type: ignore[no-untyped-def]
            from sqlalchemy import event

            def seen(*what: object) -> None:
                statements.append(str(what[2]))

            event.listen(connection, "before_cursor_execute", seen)
            try:
                return accounts._begin_log_in(connection, name, "192.0.2.1", NOW)
            finally:
                event.remove(connection, "before_cursor_execute", seen)

        store.change(change)
    assert asked["ada"] == asked["nobody_here"]


def test_the_house_locks_until_somebody_unlocks(store: Store) -> None:
    person(store, "ada")
    office.carry_out(store, LockAccount("Ada", "a test"), office.HOUSE, NOW)
    found = find(store, "ada")
    assert found is not None
    assert found.locked
    with pytest.raises(Refusal):
        log_in(store, "ada", SECRET, NOW + 10**12, FAST)
    office.carry_out(store, UnlockAccount("ada", "a test"), office.HOUSE, NOW)
    assert log_in(store, "ada", SECRET, NOW, FAST).name == "ada"


def test_a_lock_while_the_password_is_verified_counts(store: Store) -> None:
    person(store, "ada")

    class Locking(Counting):
        def verify(self, *what: str | bytes):  # type: ignore[no-untyped-def]
            office.carry_out(store, LockAccount("ada", "just now"), office.HOUSE, NOW)
            return super().verify(*what)

    with pytest.raises(Refusal) as told:
        log_in(store, "ada", SECRET, NOW, Passwords(Locking()))
    assert str(told.value) == WRONG
    found = find(store, "ada")
    assert found is not None
    assert found.locked


def test_accounts_are_listed_by_name_page_by_page(store: Store) -> None:
    for name in ("cy", "ada", "bea"):
        person(store, name)
    assert [account.name for account in listed(store)] == ["ada", "bea", "cy"]
    assert [account.name for account in listed(store, after="ada", limit=1)] == ["bea"]
    assert listed(store, after="cy") == []
    assert [account.name for account in listed(store, begin="bea")] == ["bea", "cy"]
    assert [account.name for account in listed(store, begin="b", limit=1)] == ["bea"]
    assert [account.name for account in listed(store, after="bea", begin="bea")] == ["cy"]


def _unlock(store: Store) -> None:
    if find(store, "ada") is not None:
        store.change(lambda connection: log_ins.forget(connection, "ada"))


def _kept(store: Store, name: str) -> str:
    found = store.look(
        lambda connection: connection.execute(select(rows.c.password).where(rows.c.name == name)).scalar()
    )
    assert found is not None
    return str(found)


def _costs(kept: str) -> list[object]:
    """What decides how long a verification takes: kind, version, costs, and the lengths of salt and hash."""
    _, kind, version, costs, salt, made = kept.split("$")
    return [kind, version, costs, len(salt), len(made)]
