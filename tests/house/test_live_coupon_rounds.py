"""Match play coupons in live rounds (ruling G2): they win what chips win, come back or are collected, and are no money.

What a round comes to is computed by hand from the rulebooks; the cards are those of the round files that show it.
"""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from house.evenings import ANN, BOB, CHIPS, COUPONS, EVE, SUE, Evening, definition
from house.stacking import Shuffler, shuffler
from house.test_live_fuzz import everything
from houseway.asks import Act
from houseway.cli import houseway
from houseway.house import commands as c
from houseway.house import coupons
from houseway.house.commands import Back, Consent, Ready, Validate, VoidRound, Wager
from houseway.house.rebuilding import rebuild
from houseway.house.replaying import replay
from houseway.money import Cents

__all__ = ["shuffler"]

TAKEN = ("lucky8s", "lunar", "packs")
FOUR_EIGHTS = "8c Jk 5d 2d Ac 4d 4h 3d / 8h Jk 2c 4c 6c 5c 3c 6d"
ONE_EIGHT = "8d 7c 7d 7h 6h 6s 6c 5h / 8h Jk 2c 4c 6c 5c 3c 6d"
PAIR_AND_NOTHING = "9c Qc / 9d Jd / 4h 9h / 3s 7s / 2c 5c"
PAIRS = "9c 2c / 9d 2d / Jh 9h / 6s 7s / 3h 5c"
STRAIGHT_FLUSH = "Ah 2c / 2h 2d / 3h 9h / 4h 7s / 5h 5c"
THREE_PACKS = "9c 9d 7h 6s 2c / 9h 9s 7d 6d Ac / 2h Jd / Kc Kd / Ah Jh"
SAME_PAIRS = "9c 9d 4h 3s 2c / 9h 9s 4d 3d 2d / Kc Jd / 2h 2s / Ac Ad"
CONSECUTIVE = "deal_players=five_consecutive"

Line = tuple[str, Cents, Cents, str, str]  # wager, stake, net, result, clause


class Case(msgspec.Struct, frozen=True):
    """A round: its cards, what Ann wagers and says, and what must come of it."""

    game: str
    shoe: str
    wagers: tuple[Wager, ...]
    verb: str | None
    lines: tuple[Line, ...]
    collected: Cents
    rules: tuple[str, ...] = ()
    dealing: str | None = None  # what the floor foresees


CASES = {
    "lucky8s: wins": Case(
        "lucky8s",
        FOUR_EIGHTS,
        (Wager(1, "ante", 15_00, 10_00), Wager(1, "bonus", 5_00)),
        "play",
        (
            ("ante", 15_00, 25_00, "win", "50.6(m)3"),
            ("in_to_win", 15_00, 15_00, "win", "50.6(m)3"),
            ("bonus", 5_00, 5_00, "win", "50.6(n)"),
        ),
        10_00,
    ),
    "lucky8s: loses": Case(
        "lucky8s",
        ONE_EIGHT,
        (Wager(1, "ante", 10_00, 10_00),),
        "play",
        (("ante", 10_00, -10_00, "lose", "50.6(m)2"), ("in_to_win", 10_00, -10_00, "lose", "50.6(m)2")),
        10_00,
    ),
    "lucky8s: folds": Case(
        "lucky8s",
        ONE_EIGHT,
        (Wager(1, "ante", 10_00, 5_00),),
        "fold",
        (("ante", 10_00, -10_00, "lose", "50.6(h)"),),
        5_00,
    ),
    "lucky8s: a void hand": Case(
        "lucky8s",
        ONE_EIGHT,
        (Wager(1, "ante", 10_00, 10_00), Wager(1, "bonus", 5_00)),
        None,
        (("ante", 10_00, 0, "void", "50.9(c)"), ("bonus", 5_00, 0, "void", "50.9(c)")),
        0,
        dealing="deals 7 cards to seat 1",
    ),
    "lunar: wins": Case(
        "lunar",
        PAIR_AND_NOTHING,
        (Wager(1, "ante", 20_00, 10_00),),
        "bet",
        (("ante", 20_00, 30_00, "win", "38.10(j)1"), ("bet", 40_00, 0, "void", "38.10(j)1")),
        10_00,
    ),
    "lunar: pushes": Case(
        "lunar",
        PAIRS,
        (Wager(1, "ante", 20_00, 10_00),),
        "bet",
        (("ante", 20_00, 0, "push", "38.10(i)3"), ("bet", 40_00, 40_00, "win", "38.10(i)3")),
        0,
    ),
    "lunar: folds": Case(
        "lunar",
        PAIRS,
        (Wager(1, "ante", 20_00, 10_00),),
        "fold",
        (("ante", 20_00, -20_00, "lose", "38.10(b)4"),),
        10_00,
    ),
    "lunar: instant cash": Case(
        "lunar",
        STRAIGHT_FLUSH,
        (Wager(1, "ante", 20_00, 10_00),),
        None,
        (("ante", 20_00, 6_000_00, "win", "38.12(c)"),),
        10_00,
    ),
    "packs: wins and loses": Case(
        "packs",
        THREE_PACKS,
        (Wager(1, "pack_1", 10_00, 10_00), Wager(1, "pack_2", 20_00, 5_00), Wager(1, "pack_3", 15_00, 15_00)),
        None,
        (
            ("pack_1", 10_00, 20_00, "win", "43.10(e)"),
            ("pack_2", 20_00, -20_00, "lose", "43.10(e)"),
            ("pack_3", 15_00, -15_00, "lose", "43.10(e)"),
        ),
        30_00,
        (CONSECUTIVE,),
    ),
    "packs: pushes": Case(
        "packs",
        SAME_PAIRS,
        (Wager(1, "pack_1", 10_00, 10_00),),
        None,
        (("pack_1", 10_00, 0, "push", "43.10(f)"),),
        0,
        (CONSECUTIVE,),
    ),
}


def dealt(case: Case, shuffler: Shuffler) -> Evening:
    """Ann has wagered, and the cards are dealt."""
    shuffler.ready.append(case.shoe)
    evening = Evening(definition(case.game, *case.rules)).open().seat(ANN)
    for wager in case.wagers:
        evening.do(wager, ANN)
    laid = sum(wager.coupon for wager in case.wagers)
    assert held(evening) == COUPONS - laid
    assert evening.balances[f"coupons/{case.game}-1/Ann"] == laid
    if case.dealing is not None:
        evening.do(c.Report(case.dealing, "seen"), SUE)
    evening.do(Ready(), ANN)
    return evening


def says(evening: Evening, seat: int, verb: str) -> None:
    """What somebody says to his cards; at Lucky 8's they are set House Way first."""
    assert evening.table.round is not None
    assert evening.table.round.ask is not None
    if evening.table.round.ask.choices[seat].choice("house way") is not None:
        for asked in list(evening.table.round.ask.choices):
            assert isinstance(asked, int)
            evening.decide(asked, Act("house way"))
    evening.decide(seat, Act(verb))


def held(evening: Evening, name: str = "Ann") -> Cents:
    return evening.balances[f"coupon/{name}"]


def box(evening: Evening) -> Cents:
    return evening.balances.get(f"coupon box/{evening.defined.name}", 0)


@pytest.mark.parametrize("name", CASES)
def test_a_coupon_wins_with_the_chips_and_is_returned_or_collected(
    name: str, shuffler: Shuffler, tmp_path: Path
) -> None:
    case = CASES[name]
    evening = dealt(case, shuffler)
    if case.verb is not None:
        assert evening.balances[f"coupon felt/{case.game}-1"] == case.wagers[0].coupon
        says(evening, 1, case.verb)
    while evening.table.round is not None:
        evening.clock()  # nobody forces the dealer
    assert evening.table.state.phase == "result"
    payoffs = evening.dones[-1].body["closed"]["payoffs"]
    parts = ("wager", "stake", "net", "result", "clause")
    assert sorted(tuple(payoff[part] for part in parts) for payoff in payoffs) == sorted(case.lines)
    won = sum(net for _, _, net, _, _ in case.lines)
    assert evening.table.chips("Ann") == CHIPS + won
    assert evening.table.inventory == 100_000_00 - CHIPS - won
    assert (held(evening), box(evening)) == (COUPONS - case.collected, case.collected)
    assert evening.balances["coupons issued"] == -3 * COUPONS

    result = evening.table.view(ANN).result
    assert result is not None
    told = {(each.wager, each.cents, each.returned) for each in result.coupons}
    returned = {line[0] for line in case.lines if line[3] in ("push", "void")}
    assert told == {(each.wager, each.coupon, each.wager in returned) for each in case.wagers if each.coupon}
    text = evening.table.round_file(1, "Ann")
    assert text.count("+ coupon") == sum(wager.coupon > 0 for wager in case.wagers)
    path = tmp_path / "coupon.round"
    path.write_text(text)
    assert CliRunner().invoke(houseway, ["settle", "--check", str(path)]).exit_code == 0
    assert everything(rebuild(evening.defined, evening.entries)) == everything(evening.table)


def test_a_replay_shows_where_it_went(shuffler: Shuffler) -> None:
    case = CASES["lunar: pushes"]
    evening = dealt(case, shuffler)
    says(evening, 1, "bet")
    finished = evening.table.finished[-1]
    entries = evening.entries[finished.opened[0] - 1 : finished.closed[0]]
    shown = replay(finished, entries, None)
    assert shown.coupons == (coupons.Laid(1, "ante", None, 10_00, True),)
    words = [line for step in shown.steps for line in step.words if "coupons: " in line]
    assert words == [
        "10 in coupons: 1/coupons to 1/ante/coupon [38.6(a)]",
        "10 in coupons: 1/ante/coupon to 1/coupons [38.10(i)3]",
    ]
    assert shown.felt.chips["1/coupons"] == 10_00


@pytest.mark.parametrize("game", ["lucky8s", "lunar"])
def test_in_a_void_round_every_coupon_comes_back(game: str) -> None:
    evening = in_play(game)
    before = dict.fromkeys(("Ann", "Bob"), COUPONS)
    done = evening.do(VoidRound("a misdeal"), SUE)
    assert done.event == "round.voided/1"
    assert {name: held(evening, name) for name in before} == before
    assert box(evening) == 0


def test_a_coupon_that_was_collected_comes_back_when_the_round_is_void_after_all(shuffler: Shuffler) -> None:
    """Lucky 8's with an empty inventory: Bob's folded Ante is collected first, then Ann's payout waits for a word."""
    shuffler.ready.append(f"{FOUR_EIGHTS.split(' / ')[0]} / {ONE_EIGHT}")
    evening = Evening(definition("lucky8s")).open(inventory=0).seat(ANN, BOB)
    evening.do(Wager(1, "ante", 15_00, 10_00), ANN)
    evening.do(Wager(2, "ante", 10_00, 5_00), BOB)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    says(evening, 2, "fold")
    says(evening, 1, "play")
    assert evening.table.round is not None
    assert evening.table.round.waiting() == ["supervisor"]
    assert (box(evening), held(evening, "Bob")) == (5_00, COUPONS - 5_00)
    evening.do(VoidRound("a misdeal"), SUE)
    assert (box(evening), held(evening, "Bob"), held(evening, "Ann")) == (0, COUPONS, COUPONS)


@pytest.mark.parametrize(("granted", "net", "collected"), [(True, 6_000_00, 10_00), (False, 0, 0)])
def test_a_payout_that_is_refused_gives_the_coupon_back(
    shuffler: Shuffler, granted: bool, net: Cents, collected: Cents
) -> None:
    """Instant cash above the table inventory needs a supervisor (ruling G5): refused, the wager goes back."""
    shuffler.ready.append(STRAIGHT_FLUSH)
    evening = Evening(definition("lunar")).open(inventory=0).seat(ANN)
    evening.do(Wager(1, "ante", 20_00, 10_00), ANN)
    evening.do(Ready(), ANN)
    evening.do(Validate(granted, "looked at it"), SUE)
    assert evening.table.chips("Ann") == CHIPS + net
    assert (held(evening), box(evening)) == (COUPONS - collected, collected)


def test_each_bettor_of_a_spot_lays_his_own(shuffler: Shuffler) -> None:
    shuffler.ready.append(FOUR_EIGHTS)
    evening = Evening(definition("lucky8s")).open().seat(ANN)
    evening.do(Back(1, CHIPS), BOB)
    evening.do(Wager(1, "ante", 30_00, 20_00), ANN)
    evening.do(Consent("Bob", True), ANN)
    evening.do(Wager(1, "ante", 20_00, 10_00), BOB)
    evening.do(Ready(), ANN)
    evening.do(Ready(), BOB)
    says(evening, 1, "play")
    assert evening.table.chips("Ann") == CHIPS + 30_00 + 20_00 + 30_00  # Ante, coupon, In to Win
    assert evening.table.chips("Bob") == CHIPS + 20_00 + 10_00 + 20_00
    assert (held(evening, "Ann"), held(evening, "Bob"), box(evening)) == (COUPONS - 20_00, COUPONS - 10_00, 30_00)
    assert "seat 1 player Bob wagers ante 20 + coupon 10" in evening.table.round_file(1, "Bob")


def test_on_several_spots_each_ante_has_its_own() -> None:
    evening = Evening(definition("lucky8s", "several_spots=yes")).open().seat(ANN)
    evening.do(Wager(1, "ante", 10_00, 10_00), ANN)
    evening.do(Wager(3, "ante", 20_00, 5_00), ANN)
    (person,) = evening.table.view(EVE).now.people
    assert person.coupons == {1: {"ante": 10_00}, 3: {"ante": 5_00}}
    evening.do(Ready(), ANN)
    evening.do(VoidRound("a misdeal"), SUE)
    assert held(evening) == COUPONS
    evening.clock()
    evening.do(Wager(1, "ante", 10_00, 10_00), ANN)
    evening.do(Wager(3, "ante", 20_00, 5_00), ANN)
    evening.do(Ready(), ANN)
    says(evening, 1, "fold")
    says(evening, 3, "fold")
    assert (held(evening), box(evening)) == (COUPONS - 15_00, 15_00)


def in_play(game: str) -> Evening:
    """Ann and Bob are in a round, each with a coupon of 10 upon an Ante of 20."""
    evening = Evening(definition(game), seed=4).open().seat(ANN, BOB)
    for seat, actor in ((1, ANN), (2, BOB)):
        evening.do(Wager(seat, "ante", 20_00, 10_00), actor)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    assert evening.table.round is not None
    assert evening.balances[f"coupon felt/{game}-1"] == 20_00
    return evening
