"""What a Lucky 8's table may not be, and what may not lie on it: each refusal with its clause."""

import pytest

from houseway.games.lucky8s import GAME
from houseway.games.lucky8s.rules import Rules, check_wagers, offers
from houseway.money import MOST
from houseway.procedure import Offer, Round, Setup
from houseway.refusal import Refusal
from houseway.shoe import Shoe
from houseway.table import Placed

ANTE = Placed(1, "ante", 1000)


@pytest.mark.parametrize(
    ("option", "clause"),
    [
        ("bonus_table=0", "50.6(n)"),
        ("bonus_table=6", "50.6(n)"),
        ("positions=0", "69E-1.10E(a)"),
        ("positions=7", "69E-1.10E(a)"),
        ("bettors=0", "50.7(a)"),
        ("bettors=4", "50.7(a)"),
        ("ante_min=20 ante_max=10", "50.6(a)"),
        ("bonus_min=20 bonus_max=10", "50.6(a)"),
        ("ante_max=0", "50.6(a)"),
        ("bonus_max=0.50", "50.6(a)"),
        ("chip_unit=25 ante_min=30 ante_max=45", "50.6(a)"),
        ("chip_unit=0", "G1"),
    ],
)
def test_a_configuration_that_the_rulebook_forbids(option: str, clause: str) -> None:
    with pytest.raises(Refusal) as refused:
        Rules.read(option.split())
    assert refused.value.clause == clause


@pytest.mark.parametrize("option", ["dealing=shoe", "set_hands=badly", "folded_bonus=doubled", "several_spots=perhaps"])
def test_an_option_has_one_of_its_values(option: str) -> None:
    with pytest.raises(Refusal, match=option.split("=")[0]):
        Rules.read([option])


@pytest.mark.parametrize(
    ("options", "wagers", "clause"),
    [
        ("", [Placed(1, "lucky", 1000)], "50.6(q)"),
        ("", [ANTE, Placed(1, "insurance", 500)], "50.6(q)"),
        ("", [ANTE, Placed(1, "in_to_win", 1000)], "50.6(h)"),
        ("", [Placed(1, "ante", 1050)], "G1"),
        ("", [Placed(1, "ante", 0)], "G1"),
        ("", [Placed(1, "ante", -100)], "G1"),
        ("", [Placed(1, "bonus", 500)], "50.6(a)"),
        ("", [ANTE, ANTE], "50.6(a)"),
        ("", [ANTE, Placed(1, "bonus", 500), Placed(1, "bonus", 500)], "50.6(a)"),
        ("", [ANTE, Placed(1, "bonus", 500, "Bea")], "50.6(a)"),
        ("ante_min=15", [ANTE], "50.6(a)"),
        ("ante_max=5", [ANTE], "50.6(a)"),
        ("bonus_min=5", [ANTE, Placed(1, "bonus", 400)], "50.6(a)"),
        ("bonus_max=5", [ANTE, Placed(1, "bonus", 600)], "50.6(a)"),
        ("", [Placed(1, "ante", 1000, None, 1100)], "G2"),
        ("", [Placed(1, "ante", 1000, None, -100)], "G2"),
        ("", [ANTE, Placed(1, "bonus", 500, None, 500)], "G2"),
        ("", [ANTE, *(Placed(1, "ante", 1000, name) for name in ("Bea", "Cy", "Di"))], "50.7(a)"),
        ("bettors=1", [ANTE, Placed(1, "ante", 1000, "Bea")], "50.7(a)"),
        ("bettors=2", [Placed(1, "ante", 1000, name) for name in ("Bea", "Cy", "Di")], "50.7(a)"),
        ("", [Placed(1, "ante", 1000, "Bea"), Placed(2, "ante", 1000, "Bea")], "50.8"),
        ("", [ANTE, Placed(2, "ante", 1000, "Bea", sits=1)], "50.8"),
    ],
)
def test_wagers_that_are_refused(options: str, wagers: list[Placed], clause: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_wagers(Rules.read(options.split()), wagers, {})
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    ("options", "wagers"),
    [
        ("", [ANTE]),
        ("", [ANTE, Placed(1, "bonus", 2000)]),
        ("", [Placed(1, "ante", 1000, None, 1000)]),
        ("", [ANTE, Placed(1, "ante", 2000, "Bea"), Placed(1, "ante", 3000, "Cy"), Placed(1, "bonus", 100, "Cy")]),
        ("several_spots=yes", [Placed(1, "ante", 1000, "Bea"), Placed(2, "ante", 1000, "Bea")]),
        ("several_spots=yes", [Placed(1, "ante", 1000), Placed(2, "ante", 1000, "Bea", sits=1)]),
        ("", [Placed(1, "ante", 1000), Placed(2, "ante", 1000, "Bea", sits=3)]),
        ("ante_min=10 ante_max=10", [ANTE]),
        ("chip_unit=2.50", [Placed(1, "ante", 750)]),
    ],
)
def test_wagers_that_are_accepted(options: str, wagers: list[Placed]) -> None:
    check_wagers(Rules.read(options.split()), wagers, {})


def test_there_are_no_more_spots_than_positions() -> None:
    with pytest.raises(Refusal, match="positions 1 to 4"):
        Round(GAME, Setup(Rules(positions=4), Shoe(GAME.deck(None)), (Placed(5, "ante", 1000),)))


def test_what_is_offered_before_the_deal() -> None:
    """50.6(a): the Ante is needed, the bonus is not; the posted limits, in whole chips (ruling G1)."""
    ante, bonus = offers(Rules())
    assert (ante.wager, ante.low, ante.high, ante.required) == ("ante", 100, MOST, True)
    assert (bonus.wager, bonus.low, bonus.high, bonus.required) == ("bonus", 100, MOST, False)
    limits = Rules.read(["chip_unit=5", "ante_min=12", "ante_max=99", "bonus_min=10", "bonus_max=20"])
    assert [(offer.low, offer.high, offer.unit) for offer in offers(limits)] == [(1500, 9500, 500), (1000, 2000, 500)]


@pytest.mark.parametrize("options", ["", "ante_min=7 chip_unit=2.50", "bonus_max=30"])
def test_what_is_offered_is_accepted(options: str) -> None:
    rules = Rules.read(options.split())
    ante, bonus = offers(rules)
    for amounts in ((ante.low, bonus.low), (ante.high, bonus.high)):
        check_wagers(rules, placed((ante, bonus), amounts), {})


def placed(offered: tuple[Offer, ...], amounts: tuple[int, ...]) -> list[Placed]:
    return [Placed(1, offer.wager, amount) for offer, amount in zip(offered, amounts, strict=True)]
