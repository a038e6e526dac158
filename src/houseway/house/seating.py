"""Seating: people sit down or stand behind a spot and buy chips; bots of the house come.

A purchase moves money from the wallet into the drop and chips from the table inventory to the player. The cage brings
the chips that the inventory lacks, in whole chips too.
"""

from houseway.felt import CAGE, INVENTORY, ChipsMoved, Move
from houseway.house import bots, departures
from houseway.house.backing import check_backed, check_name
from houseway.house.commands import AddBot, Back, BuyChips, Sit
from houseway.house.in_round import MONEY
from houseway.house.ledger import DROP, WALLET
from houseway.house.state import Live, Person
from houseway.house.turn import Deed, Turn
from houseway.money import Cents
from houseway.refusal import Refusal
from houseway.rules import whole_chips
from houseway.table import purse


def sit(live: Live, turn: Turn, asked: Sit) -> Deed:
    """Take a free position, with chips; where none is free, that of a bot of the house."""
    name = _check_comer(live, turn)
    _check_seat(live, asked.seat)
    bot = _yielding_bot(live, asked.seat)
    if bot is None:
        _check_free(live, asked.seat)
    _check_chips(live, asked.chips)
    comes = _comes(live, turn, Person(name, asked.seat, True, turn.actor.bot), asked.chips, "table.sat/1")

    def deed() -> None:
        if bot is not None:
            departures.depart(live, turn, bot, "dismissed")
        comes()

    return deed


def back(live: Live, turn: Turn, asked: Back) -> Deed:
    """Stand behind a spot to wager there: at Lucky 8's (50.7), and beside a main wager at Blackjack (3.5.3)."""
    name = _check_comer(live, turn)
    _check_seat(live, asked.seat)
    check_name(name)
    check_backed(live.game, live.rules)
    _check_chips(live, asked.chips)
    return _comes(live, turn, Person(name, asked.seat, False, turn.actor.bot), asked.chips, "table.backed/1")


def buy_chips(live: Live, turn: Turn, asked: BuyChips) -> Deed:
    """More chips for somebody who is not in the round."""
    person = live.speaker(turn.actor.name)
    if live.is_playing(person.name):
        raise Refusal(f"{person.name} is in the round: chips are bought between rounds", MONEY)
    _check_chips(live, asked.chips)

    def deed() -> None:
        turn.pay(_bought(live, person, asked.chips))
        turn.event, turn.answer = "table.bought_chips/1", {"chips": live.chips(person.name)}

    return deed


def add_bot(live: Live, turn: Turn, asked: AddBot) -> Deed:
    """A bot of the house takes a free position, if somebody who is at the table wants it, or the floor."""
    _must_be_open(live)
    if turn.actor.role == "player":
        live.speaker(turn.actor.name)
    _check_seat(live, asked.seat)
    _check_free(live, asked.seat)
    if asked.strategy not in live.game.strategies:
        raise Refusal(f"there is no strategy {asked.strategy!r}; strategies: {', '.join(live.game.strategies)}")
    bot = Person(bots.name(live.state.people), asked.seat, True, True, asked.strategy)

    def deed() -> None:
        live.state.people[bot.name] = bot
        turn.pay(bots.chips_for(live.game, live.rules, bot.seat))
        turn.event, turn.answer = "table.added_bot/1", {"bot": bot.name}

    return deed


def _comes(live: Live, turn: Turn, person: Person, chips: Cents, event: str) -> Deed:
    def deed() -> None:
        live.state.people[person.name] = person
        live.state.given_up.pop(person.name, None)
        turn.pay(_bought(live, person, chips))
        turn.event, turn.answer = event, {"seat": person.seat, "chips": live.chips(person.name)}

    return deed


def _bought(live: Live, person: Person, chips: Cents) -> list[Move]:
    inventory = live.round.felt.stake(INVENTORY) if live.round is not None else live.inventory
    lacking = max(0, chips - inventory)
    lacking += -lacking % live.rules.chip_unit  # a fill is whole chips, though the inventory may hold odd cents
    filled: list[Move] = [ChipsMoved(lacking, CAGE, INVENTORY, MONEY)] if lacking else []
    paid = ChipsMoved(chips, WALLET + person.name, DROP, MONEY)
    return [paid, *filled, ChipsMoved(chips, INVENTORY, _purse(person), MONEY)]


def _purse(person: Person) -> str:
    return purse(person.seat, None if person.seated else person.name)


def _must_be_open(live: Live) -> None:
    if live.state.phase == "closed" or live.state.closing:
        raise Refusal("the table is closed: choose an open one in the lobby")


def _check_free(live: Live, seat: int) -> None:
    if live.seated(seat) is not None:
        free = ", ".join(map(str, live.free_seats())) or "none"
        raise Refusal(f"seat {seat} is taken: choose another; free: {free}", live.game.seats_clause)


def _yielding_bot(live: Live, seat: int) -> Person | None:
    """The bot of the house that yields its seat to a player, since no other is free; in a round it plays on."""
    bot = live.seated(seat)
    if bot is None or bot.strategy is None or live.free_seats():
        return None
    if live.is_playing(bot.name):
        raise Refusal(f"the bot at seat {seat} yields it when the round is over: sit down then", live.game.seats_clause)
    return bot


def _check_comer(live: Live, turn: Turn) -> str:
    """Somebody comes to an open table, once, and was not made to leave it."""
    _must_be_open(live)
    name = turn.actor.name
    if name in live.state.people:
        there = f"{name} is at this table already, at seat {live.state.people[name].seat}"
        raise Refusal(f"{there}: leave it first to change seats")
    if name in live.state.kept_away:
        raise Refusal(f"{name} was made to leave this table: ask the floor to be allowed back, or play at another")
    return name


def _check_seat(live: Live, seat: int) -> None:
    """Positions there are, by the rules in force and by those to come."""
    positions = live.positions()
    if live.state.next_rules is not None:
        positions = min(positions, live.game.positions(live.game.rules.read(live.state.next_rules)))
    if seat > positions:
        raise Refusal(f"there is no seat {seat}: the table has positions 1 to {positions}", live.game.seats_clause)


def _check_chips(live: Live, chips: Cents) -> None:
    whole_chips(chips, live.rules.chip_unit, "a purchase of chips")
