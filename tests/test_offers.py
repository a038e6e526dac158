"""What is offered before the deal is accepted, at both ends, whatever limits and chips a house chooses."""

from itertools import product

import pytest

from houseway import games
from houseway.house import bots
from houseway.money import MOST
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.table import Placed

LIMITS = {
    "lucky8s": ("ante_min", "ante_max", "bonus_min", "bonus_max"),
    "blackjack": ("min", "max", "side_min", "side_max"),
    "lunar": ("ante_min", "ante_max", "super_min", "super_max"),
    "packs": ("pack_min", "pack_max", "five_card_min", "five_card_max", "seven_card_min", "seven_card_max"),
}
UNITS = ("0.05", "0.5", "1", "2", "2.5", "5")
POSTED = ("0.5", "1.5", "3", "7.25", "12")


def configurations(game: str) -> list[tuple[str, ...]]:
    """One limit at a time, and both ends of one wager at the same amount."""
    alone: list[tuple[str, ...]] = [
        (f"chip_unit={unit}", f"{limit}={text}") for unit, limit, text in product(UNITS, LIMITS[game], POSTED)
    ]
    ends = [limit.removesuffix("min") for limit in LIMITS[game] if limit.endswith("min")]
    both: list[tuple[str, ...]] = [
        (f"chip_unit={unit}", f"{end}min={text}", f"{end}max={text}")
        for unit, end, text in product(UNITS, ends, POSTED)
    ]
    return alone + both


@pytest.mark.parametrize("name", LIMITS)
def test_what_is_offered_is_accepted_at_both_ends(name: str) -> None:
    game, accepted, refused = games.load(name), 0, 0
    for chosen in configurations(name):
        try:
            rules: GameRules = game.rules.read(chosen)
        except Refusal as refusal:
            refused += refusal.clause is not None
            continue
        accepted += 1
        needed = [Placed(1, offer.wager, offer.low) for offer in game.offers(rules) if offer.required]
        for offer in game.offers(rules):
            assert offer.low <= offer.high, chosen
            for amount in (offer.low, offer.high):
                others = [each for each in needed if each.wager != offer.wager]
                game.check(rules, [*others, Placed(1, offer.wager, amount)], {1: 3 * MOST})
        assert bots.buy_in(game, rules) > 0
    assert accepted > 50
    assert refused > 5


@pytest.mark.parametrize("rule", ["bonus_needs_pack=yes", "bonus_needs_pack=no"])
def test_an_offer_tells_beside_which_other_wager_alone_it_may_lie(rule: str) -> None:
    game = games.load("packs")
    rules: GameRules = game.rules.read((rule,))
    offers = {offer.wager: offer for offer in game.offers(rules)}
    assert {offer.beside for offer in offers.values()} - {None} == (
        {"pack_1", "pack_2", "pack_3"} if rule.endswith("yes") else set()
    )
    for offer in offers.values():
        alone = [Placed(1, offer.wager, offer.low)]
        if offer.beside is None:
            game.check(rules, alone, {1: MOST})
            continue
        with pytest.raises(Refusal, match=f"{offer.wager} needs a wager on {offer.beside}"):
            game.check(rules, alone, {1: MOST})
        game.check(rules, [*alone, Placed(1, offer.beside, offers[offer.beside].low)], {1: MOST})


@pytest.mark.parametrize(
    ("name", "chosen", "clause"),
    [
        ("lunar", ("ante_max=0.5",), "38.6(a)"),
        ("lunar", ("chip_unit=2", "super_min=3", "super_max=3"), "38.6(a)"),
        ("packs", ("chip_unit=2", "pack_min=3", "pack_max=3"), "43.6(b)"),
        ("packs", ("pack_min=5", "pack_max=4"), "43.6(b)"),
    ],
)
def test_limits_between_which_no_chips_lie_are_refused(name: str, chosen: tuple[str, ...], clause: str) -> None:
    with pytest.raises(Refusal, match="of whole chips lies between") as refused:
        games.load(name).rules.read(chosen)
    assert refused.value.clause == clause


def test_a_bot_that_no_chips_would_be_enough_for_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "is_taken", lambda *asked: False)
    game = games.load("lunar")
    with pytest.raises(Refusal, match="choose other limits"):
        bots.buy_in(game, game.rules())
