"""Wagers elsewhere than where one sits: which of them the rulebook lets somebody make, and under which name.

Lucky 8's lets up to three wager on a spot (50.7), and one on several spots if the house permits it (50.8); Blackjack
takes side bets beside another's main wager, from behind it and from another box (3.5.3). The game's own check says what
may be, by the clause that it refuses with.
"""

from functools import lru_cache

from houseway import games
from houseway.house import bots
from houseway.procedure import Game
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.table import Placed

SEAT, OTHER = 1, 2  # what may be wagered is the same at every spot
SOMEBODY = "Somebody"
ANTE = "ante"  # what is tried where nobody chooses a wager before the deal

# A backer's name stands in the names of areas on the felt: these would be taken for others.
NO_BACKERS = ("ace", "cage", "chips", "coupon", "coupons", "community", "dealer", "inventory", "pack", "pot", "shoe")


@lru_cache(maxsize=64)
def behind(name: str, rules: GameRules) -> tuple[str, ...]:
    """The wagers of a game that may be made from behind another's spot, beside the wagers of who sits there."""
    game = games.load(name)
    seated = _needed(game, rules)
    return tuple(offer.wager for offer in game.offers(rules) if _refused(game, rules, offer.wager, seated) is None)


@lru_cache(maxsize=64)
def elsewhere(name: str, rules: GameRules) -> tuple[str, ...]:
    """The wagers that who sits at one spot may make at another's, beside his own and those of who sits there."""
    game = games.load(name)
    lying = [*_needed(game, rules), *_needed(game, rules, seat=OTHER)]
    return tuple(
        offer.wager for offer in game.offers(rules) if _refused(game, rules, offer.wager, lying, sits=OTHER) is None
    )


@lru_cache(maxsize=64)
def on_several_spots(name: str, rules: GameRules) -> bool:
    """May somebody make all wagers at more spots than one, and where nobody sits?"""
    game = games.load(name)
    wagers = [
        Placed(seat, each.wager, each.amount, SOMEBODY) for seat in (SEAT, OTHER) for each in _needed(game, rules)
    ]
    try:
        game.check(rules, wagers, {})
    except Refusal:
        return False
    return True


def check_name(name: str) -> None:
    """Refuse a name that could not stand beside a wager."""
    if name.lower() in NO_BACKERS:
        raise Refusal(f"{name} is a word of the layout: wager under another name")


def check_backed(game: Game, rules: GameRules) -> None:
    """Refuse where only seated players wager, at a spot where somebody sits and where nobody does."""
    refused = Refusal("", game.seats_clause)
    for wager in [offer.wager for offer in game.offers(rules)] or [ANTE]:
        for seated in ([], _needed(game, rules)):
            refusal = _refused(game, rules, wager, seated)
            if refusal is None:
                return
            refused = refusal
    raise Refusal(f"only seated players wager at {game.title}: sit down", refused.clause)


def _refused(game: Game, rules: GameRules, wager: str, lying: list[Placed], sits: int | None = None) -> Refusal | None:
    """Why a wager may not be made from behind a spot, or by who sits at another one; None where it may.

    It may where it is taken alone, or with those that the game needs.
    """
    refused = None
    needed = [each for each in _needed(game, rules, SOMEBODY, sits=sits) if each.wager != wager]
    low = next((offer.low for offer in game.offers(rules) if offer.wager == wager), rules.chip_unit)
    made = Placed(SEAT, wager, low, SOMEBODY, sits=sits)
    for own in ([made], [*needed, made]):
        try:
            game.check(rules, [*lying, *own], {})
        except Refusal as refusal:
            refused = refusal
        else:
            return None
    return refused


def _needed(
    game: Game, rules: GameRules, player: str | None = None, seat: int = SEAT, sits: int | None = None
) -> list[Placed]:
    """The least wagers that the game needs: of who sits at the spot, or of somebody else."""
    return [Placed(seat, offer.wager, offer.low, player, sits=sits) for offer in bots.needed(game.offers(rules))]
