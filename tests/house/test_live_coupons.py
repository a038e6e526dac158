"""Match play coupons at live tables (ruling G2): where they may lie, whose they are, and all ways home."""

import msgspec
import pytest

from house.evenings import ANN, BOB, CHIPS, COUPONS, EVE, SUE, Evening, definition
from house.test_live_coupon_rounds import box, held, in_play
from house.test_live_fuzz import everything
from houseway.asks import Act
from houseway.games import NAMES
from houseway.house import commands as c
from houseway.house import coupons
from houseway.house.commands import Leave, MakeLeave, Ready, VoidRound, Wager
from houseway.house.live import LiveTable
from houseway.house.rebuilding import rebuild, salvage
from houseway.house.turn import Sealed

TAKEN = ("lucky8s", "lunar", "packs")


@pytest.mark.parametrize("game", [name for name in NAMES if name not in TAKEN])
def test_the_other_games_take_none(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB)
    assert not any(evening.table.view(ANN).sign.coupons.values())
    wager = "main" if game == "blackjack" else "ante"
    refusal = evening.refused(Wager(1, wager, 10_00, 10_00), ANN)
    assert (refusal.message, refusal.clause) == (
        f"match play coupons are not taken at {evening.table.game.title}",
        "G2",
    )


@pytest.mark.parametrize(
    ("game", "wager", "words"),
    [
        ("lucky8s", Wager(1, "ante", 10_00, 11_00), "a coupon of 11 lies on chips of 11 or more, not 10"),
        ("lunar", Wager(1, "ante", 10_00, 11_00), "a coupon of 11 lies on chips of 11 or more, not 10"),
        ("packs", Wager(1, "pack_2", 10_00, 11_00), "a coupon of 11 lies on chips of 11 or more, not 10"),
        ("lunar", Wager(1, "ante", 0, 1_00), "a coupon of 1 lies on chips of 1 or more, not 0"),
        ("lucky8s", Wager(1, "bonus", 10_00, 10_00), "a match play coupon lies on ante, not on bonus"),
        ("lunar", Wager(1, "super", 10_00, 10_00), "a match play coupon lies on ante, not on super"),
        ("lunar", Wager(1, "progressive", 1_00, 1_00), "a match play coupon lies on ante, not on progressive"),
        ("lunar", Wager(1, "progressive", 0, 1_00), "a match play coupon lies on ante, not on progressive"),
        (
            "packs",
            Wager(1, "seven_card_1", 5_00, 5_00),
            "a match play coupon lies on pack_1 or pack_2 or pack_3, not on seven_card_1",
        ),
    ],
)
def test_a_coupon_lies_on_the_main_wager_and_is_not_larger(game: str, wager: Wager, words: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN)
    refusal = evening.refused(wager, ANN)
    assert (refusal.message, refusal.clause) == (words, "G2")
    assert held(evening) == COUPONS


def test_a_coupon_is_laid_in_whole_chips() -> None:
    evening = Evening(definition("lunar", "chip_unit=5")).open().seat(ANN)
    refusal = evening.refused(Wager(1, "ante", 20_00, 12_00), ANN)
    assert (refusal.message, refusal.clause) == ("a coupon is a whole multiple of 5, not 12", "G1")
    evening.do(Wager(1, "ante", 20_00, 15_00), ANN)


@pytest.mark.parametrize("coupon", ["10", "true", "-1", "1.5", "NaN", '"10"', "null", str(2**60)])
def test_only_whole_cents_are_a_coupon(coupon: str) -> None:
    said = b'{"do":"wager","seat":1,"wager":"ante","amount":1000,"coupon":%b}' % coupon.encode()
    if coupon == "10":
        assert msgspec.json.decode(said, type=c.Command) == Wager(1, "ante", 10_00, 10)
        return
    with pytest.raises(msgspec.MsgspecError):
        msgspec.json.decode(said, type=c.Command)


def test_a_wager_without_one_is_said_as_ever() -> None:
    assert msgspec.to_builtins(Wager(1, "ante", 5)) == {"do": "wager", "seat": 1, "wager": "ante", "amount": 5}
    evening = Evening(definition("lunar")).open().seat(ANN)
    done = evening.do(Wager(1, "ante", 10_00), ANN)
    assert done.body["answer"] == {"wagers": {"ante": 10_00}}
    assert (done.transfer, done.body["beside"]) == ((), [])
    assert b"coupon" not in (evening.table.snapshot() or b"")


def test_it_is_laid_changed_and_taken_back_with_its_wager() -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    done = evening.do(Wager(1, "ante", 20_00, 10_00), ANN)
    assert dict(done.transfer) == {"coupon/Ann": -10_00, "coupons/lunar-1/Ann": 10_00}
    assert done.body["answer"] == {"wagers": {"ante": 20_00}, "coupons": {"ante": 10_00}}
    done = evening.do(Wager(1, "ante", 20_00, 15_00), ANN)
    assert dict(done.transfer) == {"coupon/Ann": -5_00, "coupons/lunar-1/Ann": 5_00}
    done = evening.do(Wager(1, "ante", 20_00), ANN)
    assert dict(done.transfer) == {"coupon/Ann": 15_00, "coupons/lunar-1/Ann": -15_00}
    evening.do(Wager(1, "ante", 20_00, 20_00), ANN)
    assert dict(evening.do(Wager(1, "ante", 0), ANN).transfer) == {"coupon/Ann": 20_00, "coupons/lunar-1/Ann": -20_00}


@pytest.mark.parametrize(
    "way",
    [
        (Leave(), ANN),
        (MakeLeave("Ann", "rude"), SUE),
        (c.CloseTable("the night"), SUE),
        (c.ChooseRules(("positions=5",), "more room"), SUE),
    ],
    ids=["leaves", "is made to leave", "the table closes", "other rules"],
)
def test_before_the_deal_it_goes_home_by_every_way(way: tuple[c.Command, c.Actor]) -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN)
    evening.do(Wager(1, "ante", 10_00, 10_00), ANN)
    evening.do(*way)
    assert bool(evening.table.state.wagers) == isinstance(way[0], c.ChooseRules)
    if evening.table.state.wagers:  # other rules wait for the end of the round that comes
        evening.clock()
        evening.do(VoidRound("a misdeal"), SUE)
    assert held(evening) == COUPONS
    assert evening.balances.get("coupons/lucky8s-1/Ann", 0) == 0


@pytest.mark.parametrize("how", ["leaves", "is made to leave", "does not come back"])
@pytest.mark.parametrize("game", ["lucky8s", "lunar"])
def test_who_goes_in_a_round_loses_it_as_who_folds(game: str, how: str) -> None:
    evening = in_play(game)
    if how == "leaves":
        evening.do(Leave(), ANN)
    elif how == "is made to leave":
        evening.do(MakeLeave("Ann", "rude"), SUE)
    while evening.table.round is not None:
        evening.clock()  # the house acts for them: they fold (ruling G6)
    assert held(evening) == COUPONS - 10_00
    assert box(evening) == 20_00


def test_everybody_sees_what_lies_where() -> None:
    evening = Evening(definition("lunar", "ante_max=500")).open().seat(ANN, BOB)
    assert evening.table.view(ANN).sign.coupons == {"ante": 500_00, "super": 0, "progressive": 0}
    evening.do(Wager(1, "ante", 20_00, 10_00), ANN)
    person = evening.table.view(BOB).now.people[0]
    assert (person.wagers, person.coupons) == ({"ante": 20_00}, {1: {"ante": 10_00}})
    pit = evening.table.view(SUE).pit
    assert pit is not None
    assert (pit.coupons, pit.coupon_box, pit.felt) == (10_00, 0, 0)
    evening.do(Wager(2, "ante", 20_00, 5_00), BOB)
    while evening.table.state.phase == "betting":
        for actor in (ANN, BOB):
            evening.do(Ready(), actor)
    seen = evening.table.view(EVE).felt.chips
    assert (seen["1/ante/coupon"], seen["2/ante/coupon"]) == (10_00, 5_00)
    assert not [area for area in seen if area.endswith("/coupons")]
    pit = evening.table.view(SUE).pit
    assert pit is not None
    assert (pit.coupons, pit.felt) == (15_00, 40_00)


def test_bots_of_the_house_lay_none() -> None:
    evening = Evening(definition("lucky8s")).open().seat(ANN, bots=3)
    evening.rounds(5, ANN, coupon=10_00)
    wagers = [placed for finished in evening.table.finished for placed in finished.wagers]
    assert {placed.seat for placed in wagers if placed.coupon} == {1}
    assert len([placed for placed in wagers if placed.coupon]) == 5


@pytest.mark.parametrize("game", TAKEN)
def test_a_table_with_coupons_is_rebuilt_at_every_version(game: str) -> None:
    evening = Evening(definition(game)).open().seat(ANN, BOB, bots=1)
    evening.rounds(6, ANN, BOB, coupon=10_00)
    evening.bet(ANN, coupon=5_00, ready=False)
    again = LiveTable(evening.defined)
    for number in range(1, len(evening.entries) + 1):
        again = rebuild(evening.defined, evening.entries[:number])
    assert everything(again) == everything(evening.table)
    kept = evening.table.snapshot()
    assert kept is not None
    assert LiveTable.restore(evening.defined, kept).state == evening.table.state
    assert 0 < box(evening) <= 120_00


@pytest.mark.parametrize("game", ["lucky8s", "lunar"])
def test_a_round_that_is_given_up_gives_coupons_back(game: str) -> None:
    evening = in_play(game)
    evening.table, done = salvage(evening.defined, evening.entries, evening.at, Sealed(bytes(32)))
    evening.keep(done, c.CLOCK)
    assert done.event == "round.abandoned/1"
    assert (held(evening, "Ann"), held(evening, "Bob"), box(evening)) == (COUPONS, COUPONS, 0)
    assert everything(rebuild(evening.defined, evening.entries)) == everything(evening.table)


def test_a_round_whose_procedure_fails_gives_coupons_back(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(definition("lunar")).open().seat(ANN)
    evening.do(Wager(1, "ante", 20_00, 10_00), ANN)
    evening.do(Ready(), ANN)
    assert evening.table.round is not None
    monkeypatch.setattr(evening.table.round, "answer", lambda *_: 1 // 0)
    done = evening.decide(1, Act("fold"))
    assert (done.event, done.sealed["failed"]) == ("round.voided/1", "ZeroDivisionError")
    assert (held(evening), box(evening), evening.table.chips("Ann")) == (COUPONS, 0, CHIPS)


@pytest.mark.parametrize(("game", "rule"), [("lucky8s", "ante_max"), ("lunar", "ante_max"), ("packs", "pack_max")])
def test_what_a_table_says_it_takes_it_takes(game: str, rule: str) -> None:
    """The largest coupon of each wager lies upon the most chips, and one of a chip more does not."""
    evening = Evening(definition(game, f"{rule}=200")).open().seat(ANN)
    table = evening.table
    taken = [offer for offer in table.game.offers(table.rules) if coupons.largest(game, table.rules)[offer.wager]]
    assert len(taken) == (3 if game == "packs" else 1)
    for offer in taken:
        assert coupons.largest(game, table.rules)[offer.wager] == 200_00
        evening.do(Wager(1, offer.wager, 200_00, 200_00), ANN)
        assert evening.refused(Wager(1, offer.wager, 200_00, 201_00), ANN).clause == "G2"
