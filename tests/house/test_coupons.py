"""Coupons in a running house, on both databases: given by the office, laid once, told to who holds them, audited."""

import secrets
from functools import partial

import msgspec
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from house.deeds import assert_sound, at_once, everything, put
from house.evenings import ANN, BOB, SUE
from house.forging import Change, Forged, forge
from house.houses import Client, Running, defined, two_stores
from house.kept import audited
from house.people import NOW, give_role, person
from house.test_live_fuzz import everything as all_of
from house.test_verify import tampering
from houseway.house import pit
from houseway.house.answering import Answer
from houseway.house.auditing import Audit
from houseway.house.authorising import Forbidden
from houseway.house.commands import Actor, Decide, Ready, VoidRound, Wager
from houseway.house.office import HOUSE, carry_out, come_in
from houseway.house.office_commands import GiveCoupon
from houseway.house.outings import Errand
from houseway.house.store import Earlier, NotEnough, Store
from houseway.house.verifying import verify
from houseway.refusal import Refusal

__all__ = ["two_stores"]

WHY = "a test"
MANAGER = Actor("sue", "supervisor")
LAID = Wager(1, "ante", 10_00, 10_00)


def test_a_coupon_is_given_to_a_player_on_the_record(store: Store) -> None:
    for name in ("ada", "sue", "ann"):
        person(store, name)
    give_role(store, "sue", "supervisor")
    give_role(store, "ann", "administrator")
    come_in(store, "bot", NOW, secrets.token_bytes, "chip")
    money = store.balance("issued")
    given = carry_out(store, GiveCoupon("Ada", 25_00, WHY), MANAGER, NOW, "i")
    assert (given.event, given.actor, given.at) == ("coupon.given/1", "sue", NOW)
    said = msgspec.json.decode(given.body)
    assert said["answer"] == {"name": "ada", "given": 25_00}
    assert said["command"] == {"do": "give coupon", "name": "Ada", "amount": 25_00, "reason": WHY}
    assert isinstance(carry_out(store, GiveCoupon("Ada", 25_00, WHY), MANAGER, NOW, "i"), Earlier)
    carry_out(store, GiveCoupon("ada", 5_00, WHY), Actor("ann", "administrator"), NOW)
    carry_out(store, GiveCoupon("chip", 1_00, WHY), HOUSE, NOW)
    assert store.balances("coupon") == {"coupon/ada": 30_00, "coupon/chip": 1_00, "coupons issued": -31_00}
    assert store.balance("issued") == money
    assert_sound(store)


@pytest.mark.parametrize(
    ("command", "actor", "words", "kind"),
    [
        (GiveCoupon("zoe", 5_00, WHY), MANAGER, "there is no account zoe", Refusal),
        (GiveCoupon("ada", 5_50, WHY), MANAGER, r"a coupon is of whole dollars, not 5.50 \[HG3\]", Refusal),
        (GiveCoupon("ada", 99, WHY), MANAGER, "whole dollars", Refusal),
        (GiveCoupon("aud", 5_00, WHY), MANAGER, "a supervisor does this to players alone", Forbidden),
        (GiveCoupon("aud", 5_00, WHY), HOUSE, "aud is a auditor: coupons are for players", Refusal),
        (GiveCoupon("sue", 5_00, WHY), MANAGER, "own account", Forbidden),
        (GiveCoupon("ada", 5_00, WHY), Actor("aud", "supervisor"), "aud is no supervisor any more", Forbidden),
        (GiveCoupon("ada", 0, WHY), MANAGER, "whole dollars|from \\$", Refusal),
        (GiveCoupon("bot-Ada", 5_00, WHY), MANAGER, "a name of", Refusal),  # a bot of the house
        (GiveCoupon("ada", 5_00, ""), MANAGER, "one line", Refusal),
    ],
)
def test_a_coupon_is_for_players_and_of_whole_dollars(
    store: Store, command: GiveCoupon, actor: Actor, words: str, kind: type[Refusal]
) -> None:
    for name in ("ada", "sue", "aud"):
        person(store, name)
    give_role(store, "sue", "supervisor")
    give_role(store, "aud", "auditor")
    before = everything(store)
    with pytest.raises(kind, match=words):
        carry_out(store, command, actor, NOW)
    assert everything(store) == before


def test_the_database_lets_nobody_hold_less_than_none(store: Store) -> None:
    with pytest.raises(NotEnough):
        put(store, "house", 1, (("coupon/ada", -5), ("coupon box/a", 5)))
    with pytest.raises(ValueError, match="its coupons sum to 5"):
        put(store, "house", 1, (("coupon/ada", 5), ("issued", -5)))
    put(store, "house", 1, (("coupon/ada", 5), ("coupons issued", -5)))

    def below(connection: Connection) -> None:
        connection.execute(text("UPDATE balances SET cents = -1 WHERE account = 'coupon/ada'"))

    with pytest.raises(IntegrityError):
        store.change(below)
    assert store.balances() == {"coupon/ada": 5, "coupons issued": -5}


def tables(store: Store, held: int) -> Running:
    """Ann sits at two tables, and holds so much."""
    running = Running(store).open(defined("lunar"), defined("lucky8s")).give_coupon(held, ANN)
    return running.seat("lunar-1", ANN).seat("lucky8s-1", ANN)


def lying(running: Running) -> list[int]:
    return [running.store.balance(f"coupons/{table}/Ann") for table in ("lucky8s-1", "lunar-1")]


def test_more_than_one_holds_is_refused_and_changes_nothing(store: Store) -> None:
    running = tables(store, 15_00)
    before = everything(store)
    refusal = running.refused("lunar-1", Wager(1, "ante", 20_00, 16_00), ANN, "too much")
    assert (refusal.message, refusal.clause) == ("you hold coupons of 15.00: lay less", "G2")
    assert everything(store) == before
    assert running.live("lunar-1").state.wagers == []
    running.do("lunar-1", Wager(1, "ante", 20_00, 15_00), ANN)
    running.do("lunar-1", Wager(1, "ante", 15_00, 15_00), ANN)  # what lies there already is not needed again
    assert "you hold coupons of 0.00" in running.refused("lucky8s-1", LAID, ANN).message
    refusal = running.refused("lunar-1", Wager(1, "super", 20_00, 16_00), ANN)
    assert refusal.message == "a match play coupon lies on ante, not on super"  # where it may not lie is told first
    running.do("lunar-1", Wager(1, "ante", 15_00), ANN)
    running.do("lucky8s-1", LAID, ANN)
    assert (running.house.coupons("Ann"), lying(running)) == (5_00, [10_00, 0])
    assert_sound(store)


def test_of_two_tables_at_one_moment_one_has_it(store: Store) -> None:
    running = tables(store, 10_00)
    works = [
        partial(running.do, table, LAID, ANN, f"{table} {number}")
        for number in range(5)
        for table in ("lunar-1", "lucky8s-1")
    ]
    came = at_once(works)
    assert [each for each in came if not isinstance(each, Answer | Refusal)] == []
    assert (running.house.coupons("Ann"), sorted(lying(running))) == (0, [0, 10_00])
    assert_sound(store)
    assert audited(store)[0].problem is None


def test_of_two_that_are_stored_together_one_has_it(store: Store) -> None:
    """Both have looked, and found that she holds it: the ledger decides."""
    running = tables(store, 10_00)
    came = running.house.carry_out([Errand(table, LAID, ANN, table) for table in ("lunar-1", "lucky8s-1")])
    assert [type(each) for each in came] == [Answer, Refusal]
    assert (running.house.coupons("Ann"), lying(running)) == (0, [0, 10_00])
    assert running.live("lucky8s-1").state.wagers == []
    assert_sound(store)


def test_of_two_processes_one_has_it(two_stores: tuple[Store, Store]) -> None:
    one, other = (Running(store, shared=True) for store in two_stores)
    one.open(defined("lunar"), defined("lucky8s")).give_coupon(10_00, ANN)
    one.seat("lunar-1", ANN).seat("lucky8s-1", ANN)
    other.house.start()
    for number in range(10):
        came = at_once(
            [
                partial(one.do, "lunar-1", LAID, ANN, f"one {number}"),
                partial(other.do, "lucky8s-1", LAID, ANN, f"other {number}"),
            ]
        )
        assert sorted(type(each).__name__ for each in came) in (["Answer", "NotEnough"], ["Answer", "Refusal"])
        assert (one.house.coupons("Ann"), sorted(lying(one))) == (0, [0, 10_00])
        laid = next(table for table in ("lunar-1", "lucky8s-1") if one.store.balance(f"coupons/{table}/Ann"))
        (one if laid == "lunar-1" else other).do(laid, Wager(1, "ante", 0), ANN, f"back {number}")
    assert one.house.coupons("Ann") == 10_00
    assert_sound(two_stores[0])


def test_who_holds_coupons_is_told_what_is_left(store: Store) -> None:
    running = tables(store, 20_00)
    ann, bob = Client(running, "lunar-1", ANN), Client(running, "lunar-1", BOB)
    running.do("lunar-1", LAID, ANN)
    assert [frame for frame in ann.take() if frame["type"] == "wallet"] == [
        {"type": "wallet", "cents": 8_000_00, "coupons": 10_00}
    ]
    moved = next(frame for frame in bob.take() if frame["type"] == "moved")
    assert moved["now"]["people"][0]["coupons"] == {"1": {"ante": 10_00}}
    person(store, "zoe")
    give_role(store, "zoe", "supervisor")
    person(store, "ben")
    ben = Client(running, "lunar-1", Actor("ben", "player"))
    running.house.office(GiveCoupon("ben", 5_00, WHY), Actor("zoe", "supervisor"), "gives")
    assert ben.take()[-1] == {"type": "wallet", "cents": 10_000_00, "coupons": 5_00}


def test_the_pit_sees_coupons_apart_from_money(store: Store) -> None:
    running = tables(store, 100_00)
    before = pit.board(running.house).house
    running.do("lucky8s-1", LAID, ANN)
    running.do("lunar-1", LAID, ANN)
    running.do("lunar-1", Ready(), ANN)
    while running.live("lunar-1").round is not None:
        running.clock("lunar-1")
    board = pit.board(running.house)
    assert board.coupons == pit.Coupons(100_00, 80_00, 10_00, 10_00)
    lines = {line.table: line.pit for line in board.tables}
    assert (lines["lunar-1"].coupons, lines["lunar-1"].coupon_box) == (0, 10_00)
    assert (lines["lucky8s-1"].coupons, lines["lucky8s-1"].coupon_box) == (10_00, 0)
    assert set(board.house) == set(before) == {"cage", "issued"}
    assert board.house["issued"] == before["issued"]


@pytest.mark.parametrize("game", ["lucky8s", "lunar", "packs"])
def test_a_house_that_was_killed_has_every_coupon_where_it_was(store: Store, game: str) -> None:
    table = f"{game}-1"
    running = Running(store).open(defined(game)).give_coupon(100_00, ANN, BOB).seat(table, ANN, BOB)
    running.deal(table, ANN, BOB, coupon=5_00)
    before, felt = all_of(running.live(table)), store.balance(f"coupon felt/{table}")
    assert felt == 10_00
    again = Running(store, at=running.at)
    again.house.look_for_tables()
    assert all_of(again.live(table)) == before
    again = running.again()
    again.do(table, VoidRound(WHY), SUE)
    assert store.balances("coupon/") == {"coupon/Ann": 100_00, "coupon/Bob": 100_00}
    assert audited(store)[0].problem is None


def test_a_snapshot_that_hides_a_coupon_is_of_no_use(store: Store) -> None:
    running = tables(store, 100_00)
    running.do("lunar-1", LAID, ANN)
    live = running.live("lunar-1")
    kept = live.snapshot()
    assert kept is not None
    store.snapshot(
        "table/lunar-1", live.version, kept.replace(b'"coupons/lunar-1/Ann":1000', b'"coupons/lunar-1/Ann":900')
    )
    again = Running(store, at=running.at)
    again.house.look_for_tables()
    assert all_of(again.live("lunar-1")) == all_of(live)


def test_a_round_with_coupons_is_given_up_and_audited(store: Store) -> None:
    """What cannot be carried out again is taken as it is written, coupons too."""
    running = tables(store, 100_00)
    running.do("lunar-1", LAID, ANN)
    running.do("lunar-1", Ready(), ANN)
    running.house.table("lunar-1").give_up_round(running.at)
    assert running.house.coupons("Ann") == 100_00
    assert store.balance("coupon felt/lunar-1") == 0
    found, audit = audited(store)
    assert (found.problem, audit.taken) == (None, 1)


def more(forged: Forged) -> None:
    """Ann has a dollar of coupons more than she laid."""
    forged.transfer = [[account, cents + (100 if cents > 0 else -100)] for account, cents in forged.transfer]


def into_money(forged: Forged) -> None:
    forged.transfer = [*forged.transfer, ["coupon/Ann", -1_00], ["wallet/Ann", 1_00]]


def not_collected(forged: Forged) -> None:
    """What was collected is hers again."""
    hers = {"coupon box/lunar-1": "coupon/Ann"}
    forged.transfer = [[hers.get(account, account), cents] for account, cents in forged.transfer]


@pytest.mark.parametrize(
    ("change", "event", "what"),
    [
        (more, "table.wagered/1", "transfer"),
        (into_money, "table.wagered/1", "its coupons sum to -100, not to zero"),
        (not_collected, "round.closed/1", "transfer"),
    ],
)
def test_a_forged_coupon_posting_is_found(url: str, change: Change, event: str, what: str) -> None:
    with Store.open(url) as store:
        running = tables(store, 100_00)
        for command in (LAID, Ready(), Decide("fold")):
            running.do("lunar-1", command, ANN)
        version = next(entry.version for entry in store.read("table/lunar-1") if entry.event == event)
        assert audited(store)[0].problem is None
    with tampering(url) as engine, engine.connect() as connection:
        forge(connection, "table/lunar-1", version, change)
        problem = verify(connection, Audit()).problem
        connection.rollback()
    assert problem is not None
    assert (problem.stream, problem.version) == ("table/lunar-1", version)
    assert what in problem.what


def test_a_balance_of_coupons_that_was_changed_is_found(url: str) -> None:
    with Store.open(url) as store:
        tables(store, 100_00)
    with tampering(url) as engine, engine.connect() as connection:
        connection.execute(text("UPDATE balances SET cents = cents + 500 WHERE account = 'coupon/Ann'"))
        problem = verify(connection).problem
        connection.rollback()
    assert problem is not None
    assert problem.what == "the balance of coupon/Ann is 10500, its postings come to 10000"
