"""Bots of the house: their names, their chips, their wagers. They play by the strategies of their game.

A bot is given what a person in its seat would see. Its money is issued to it and redeemed when it leaves; no wallet
has a part in it.
"""

from collections.abc import Callable, Collection, Sequence

from houseway.asks import Act
from houseway.felt import ChipsMoved, Move
from houseway.house.ledger import ISSUED
from houseway.money import DOLLAR, MOST, Cents
from houseway.procedure import Game, Offer, Strategy, View
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.table import Placed, purse

NAMES = ("Ada", "Bea", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida")
MARK = "bot-"  # no player's name has a hyphen
BUY_IN: Cents = 1_000 * DOLLAR

_STAKES = (5 * DOLLAR, 10 * DOLLAR, 10 * DOLLAR, 20 * DOLLAR, 25 * DOLLAR)
_SIDE_STAKES = (DOLLAR, 2 * DOLLAR, 5 * DOLLAR)
_SIDE_BETS = (3, 10)  # so often a bot makes a side bet: three times in ten

Chosen = tuple[tuple[str, Cents], ...]  # wagers and amounts, in the order in which they are made
Chance = Callable[[int], int]  # a whole number below a bound, each equally likely


def name(taken: Collection[str]) -> str:
    """A name for the next bot."""
    return next(MARK + each for each in NAMES if MARK + each not in taken)


def wagers(game: Game, rules: GameRules, seat: int, chips: Cents, chance: Chance) -> Chosen:
    """A bot's wagers: those the game needs, and now and then a side bet. It keeps chips for what may be asked later.

    Nothing where it has too few chips for any.
    """
    offers = game.offers(rules)
    stake, sides = _STAKES[chance(len(_STAKES))], []
    for _ in offers:
        often, of = _SIDE_BETS
        sides.append(_SIDE_STAKES[chance(len(_SIDE_STAKES))] if chance(of) < often else 0)
    main = {offer.wager: fitting(offer, min(stake, chips // 5)) for offer in needed(offers)}
    side = {
        offer.wager: fitting(offer, wanted)
        for offer, wanted in zip(offers, sides, strict=True)
        if wanted and offer.wager not in main
    }
    for chosen in (main | side, main):
        if sum(chosen.values()) * 4 <= chips and is_taken(game, rules, seat, chosen, chips):
            return tuple(chosen.items())
    return ()


def act(strategy: Strategy, view: View) -> Act | None:
    """What a bot does by what it sees. None where its strategy fails or errs: it is timed out like anybody else."""
    choices = view.ask.choices[view.seat]
    try:
        chosen = strategy(view, choices)
    except Exception:  # whatever a strategy stumbles over is no matter of the round
        return None
    return chosen if chosen in choices else None


def chips_for(game: Game, rules: GameRules, seat: int) -> list[Move]:
    """A bot's chips are issued to it."""
    return [ChipsMoved(buy_in(game, rules), ISSUED, purse(seat), "G1")]


def buy_in(game: Game, rules: GameRules) -> Cents:
    """The chips that a bot begins with: a thousand dollars, or enough for a good while where the table is dearer."""
    chips = BUY_IN + -BUY_IN % rules.chip_unit
    least = {offer.wager: offer.low for offer in needed(game.offers(rules))}
    part = chips // 20
    while not is_taken(game, rules, 1, least, part - part % rules.chip_unit):
        chips, part = chips * 10, part * 10
        if chips > MOST:
            raise Refusal("no chips are enough for a bot at this table: choose other limits")
    return chips


def needed(offers: Sequence[Offer]) -> list[Offer]:
    """The wagers that a round takes; where none is, the first one."""
    return [offer for offer in offers if offer.required] or list(offers[:1])


def fitting(offer: Offer, wanted: Cents) -> Cents:
    """The wager nearest below the one wanted that the offer allows, or its least."""
    return min(offer.high, max(offer.low, wanted - wanted % offer.unit))


def is_taken(game: Game, rules: GameRules, seat: int, chosen: dict[str, Cents], chips: Cents) -> bool:
    """Does the game take these wagers from one with so many chips? One without wagers looks at the chips alone."""
    if sum(chosen.values()) > chips:
        return False
    others = {} if game.wagers else {seat % 2 + 1: chips}  # a game that is played among players needs another one
    try:
        game.check(rules, [Placed(seat, wager, amount) for wager, amount in chosen.items()], others | {seat: chips})
    except Refusal:
        return False
    return True
