"""Who sits at the table: the player, and bots with names and wagers of their own."""

from random import Random

import msgspec

from houseway.money import DOLLAR, Cents
from houseway.procedure import Game, Offer
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.table import Placed
from houseway.terminal.narrating import YOU

BOT_NAMES = ("Ada", "Bea", "Cy", "Dot", "Eli", "Fay", "Gus")
LIVELY = 3  # bots beside the player where nothing else is asked for
BUY_IN: Cents = 1_000 * DOLLAR
USUAL: Cents = 10 * DOLLAR

_BOT_STAKES = (5 * DOLLAR, 10 * DOLLAR, 10 * DOLLAR, 20 * DOLLAR, 25 * DOLLAR)
_SIDE_STAKES = (DOLLAR, 2 * DOLLAR, 5 * DOLLAR)
_SIDE_CHANCE = 0.3


class Player(msgspec.Struct, frozen=True):
    """Somebody at a position."""

    seat: int
    name: str
    bot: bool = True


def seat_players(
    positions: int, seats: int | None, bots: int | None, watched: bool = False
) -> tuple[list[Player], int]:
    """The players in the order of their seats, and how many positions are open.

    `seats` are the open positions, `bots` how many of them bots take. Where bots take all of them, or the table is
    only watched, everybody is a bot.
    """
    most = seats or positions
    if bots is not None and not 0 <= bots <= most:
        raise Refusal(f"--bots is from 0 to {most} at this table, not {bots}")
    if bots is None:
        bots = most - 1 if seats else min(LIVELY, positions - 1)
    taken = min(bots + 1, most)
    you = None if watched or bots == taken else taken // 2 + 1
    names = iter(BOT_NAMES)
    players = [
        Player(seat, YOU, bot=False) if seat == you else Player(seat, next(names)) for seat in range(1, taken + 1)
    ]
    return players, seats or taken


def usual_wagers(game: Game, rules: GameRules) -> dict[str, Cents]:
    """What a player wagers who has not chosen yet: ten dollars, or the least, on what the game needs."""
    offers = game.offers(rules)
    needed = [offer for offer in offers if offer.required] or list(offers[:1])
    return {offer.wager: fitting(offer, USUAL) for offer in needed}


def bot_wagers(game: Game, rules: GameRules, seat: int, chips: Cents, chance: Random) -> dict[str, Cents]:
    """A bot's wagers: the main one, and now and then a side bet. It keeps chips for what the game may ask later."""
    offers = game.offers(rules)
    needed = [offer for offer in offers if offer.required] or list(offers[:1])
    stake = chance.choice(_BOT_STAKES)
    main = {offer.wager: fitting(offer, min(stake, chips // 5)) for offer in needed}
    side = {
        offer.wager: fitting(offer, chance.choice(_SIDE_STAKES))
        for offer in offers
        if offer.wager not in main and chance.random() < _SIDE_CHANCE
    }
    for wagers in (main | side, main):
        if sum(wagers.values()) * 4 <= chips and not refused(game, rules, seat, wagers, chips):
            return wagers
    return main


def buy_in(game: Game, rules: GameRules) -> Cents:
    """The chips that a player buys: a thousand dollars, or enough for a good while where the table is dearer."""
    chips, wagers = BUY_IN, usual_wagers(game, rules)
    while sum(wagers.values()) * 20 > chips or refused(game, rules, 1, wagers, chips // 20):
        chips *= 10
    return chips


def fitting(offer: Offer, wanted: Cents) -> Cents:
    """The wager nearest below the one wanted that the offer allows, or its least."""
    return min(offer.high, max(offer.low, wanted - wanted % offer.unit))


def placed(seat: int, wagers: dict[str, Cents]) -> list[Placed]:
    return [Placed(seat, wager, amount) for wager, amount in wagers.items() if amount]


def refused(game: Game, rules: GameRules, seat: int, wagers: dict[str, Cents], chips: Cents) -> str | None:
    """Why the game does not take these wagers, or None. A game without wagers looks at the chips alone."""
    if sum(wagers.values()) > chips:
        return "you have not so many chips"
    others = {} if game.wagers else {seat % 2 + 1: chips}  # a game that is played among players needs another one
    try:
        game.check(rules, placed(seat, wagers), others | {seat: chips})
    except Refusal as refusal:
        return str(refusal)
    return None
