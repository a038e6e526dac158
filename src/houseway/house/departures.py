"""Departures: players leave, or lose their seats because they are not connected or make no wagers.

Each departure is in one entry on the record, with its cause. In that entry the chips go to the wallet, all wagers at
the seat go back to the players who made them, and consents end. In a round a player keeps the seat until the round is
over. After a player has left, the house acts for them (ruling G6).
"""

import msgspec

from houseway.felt import Announced, ChipsMoved
from houseway.house import betting
from houseway.house.commands import CheckPresence, DismissBot, Leave
from houseway.house.in_round import MONEY
from houseway.house.ledger import ISSUED, WALLET
from houseway.house.state import MOST_GIVEN_UP, Cause, GivenUp, Live, Person
from houseway.house.turn import Deed, Turn
from houseway.refusal import Refusal
from houseway.table import purse

IDLE_ROUNDS = 3  # without a wager: after that a seat is given up if no other is free


class SeatOffer(msgspec.Struct, frozen=True):
    """The seat that the viewer had, why it was given up, and the seat where they may sit now; None if none is free."""

    had: int
    cause: Cause
    seat: int | None


def leave(live: Live, turn: Turn, asked: Leave) -> Deed:
    """Let a player leave with their chips; in a round, at its end."""
    person = live.speaker(turn.actor.name)

    def deed() -> None:
        turn.event = "table.left/1"
        turn.answer = {"at_once": not live.is_playing(person.name)}
        depart(live, turn, person, "left")

    return deed


def dismiss_bot(live: Live, turn: Turn, asked: DismissBot) -> Deed:
    """Let a bot of the house leave; in a round, at its end."""
    if turn.actor.role == "player":
        live.speaker(turn.actor.name)
    bot = live.seated(asked.seat)
    if bot is None or bot.strategy is None:
        seats = sorted(each.seat for each in live.state.people.values() if each.seated and each.strategy is not None)
        there = ", ".join(map(str, seats)) or "none"
        raise Refusal(f"no bot of the house sits at seat {asked.seat}; bots sit at: {there}")

    def deed() -> None:
        turn.event, turn.answer = "table.dismissed_bot/1", {"at_once": not live.is_playing(bot.name)}
        depart(live, turn, bot, "dismissed")

    return deed


def check_presence(live: Live, turn: Turn, asked: CheckPresence) -> Deed:
    """Note who is connected now. With each command one player who has been away too long loses the seat."""
    set_back = any((each.away or 0) > turn.at for each in live.state.people.values())
    if not turn.presence and not set_back and _waited_for_longest(live, turn.at) is None:
        raise Refusal("nothing changes: the table knows who is connected, and no seat has waited long enough")

    def deed() -> None:
        turn.event = "table.noted_presence/1"
        person = _waited_for_longest(live, turn.at)
        if person is not None:
            turn.event = "table.gave_up_seat/1"
            turn.answer = {"player": person.name, "seat": person.seat, "cause": "not connected"}
            _give_up(live, turn, person, "not connected")

    return deed


def depart(live: Live, turn: Turn, person: Person, cause: Cause) -> None:
    """Remove a person from the seat, or from the place behind a spot; in a round, at its end."""
    if live.is_playing(person.name):
        person.leaving = person.leaving or cause
        return
    state, chips = live.state, live.chips(person.name)
    betting.take_all_back(live, person)
    if chips:
        home = ISSUED if person.strategy else WALLET + person.name
        turn.pay([ChipsMoved(chips, purse(person.seat, None if person.seated else person.name), home, MONEY)])
    del state.people[person.name]
    for said in (state.consents, state.refusals):
        said.pop(person.name, None)
        for names in said.values():
            if person.name in names:
                names.remove(person.name)
    given_up = {"player": person.name, "seat": person.seat, "chips": chips, "cause": cause}
    turn.facts.setdefault("gave_up", []).append(given_up)
    if person.seated and not person.strategy:
        _offer_again(live, person, cause)


def round_over(live: Live, turn: Turn) -> None:
    """At the end of a round, remove players who left in it, who are away too long, or who make no wagers."""
    for person in list(live.state.people.values()):
        person.timed_out = False
        if person.leaving is not None:
            depart(live, turn, person, person.leaving)
        elif _has_waited(live, person, turn.at):
            _give_up(live, turn, person, "not connected")
    if live.free_seats():
        return
    for person in list(live.state.people.values()):
        if person.seated and not person.strategy and person.idle >= IDLE_ROUNDS:
            _give_up(live, turn, person, "no wager")


def wait_anew(live: Live, at: int) -> None:
    """Give players who are away their whole time again, after the house was closed."""
    for person in live.state.people.values():
        if person.away is not None:
            person.away = at


def offer(live: Live, name: str) -> SeatOffer | None:
    """Offer a player who returns the seat that they had, or the next free one clockwise."""
    given_up, state = live.state.given_up.get(name), live.state
    if given_up is None or state.phase == "closed" or name in state.kept_away:
        return None
    free = live.free_seats()
    seat = min(free, key=lambda each: (each < given_up.seat, each), default=None)
    return SeatOffer(given_up.seat, given_up.cause, seat)


def _give_up(live: Live, turn: Turn, person: Person, cause: Cause) -> None:
    """Remove a player who did not ask for it, and announce why."""
    minutes = live.definition.clocks.absence / 60_000
    why = {
        "not connected": f"they were not connected for {minutes:g} minutes",
        "no wager": f"they made no wager in {IDLE_ROUNDS} rounds, and no other seat is free",
    }[cause]
    place = "the seat" if person.seated else "the place behind the spot"
    turn.tell([Announced(f"{person.name} gives {place} up: {why}", "HG7")])
    depart(live, turn, person, cause)


def _waited_for_longest(live: Live, at: int) -> Person | None:
    """Of the players who have been away too long and are in no round, the one who has been away longest."""
    waited = [each for each in live.state.people.values() if _has_waited(live, each, at)]
    return min(waited, key=lambda person: person.away or 0, default=None)


def _has_waited(live: Live, person: Person, at: int) -> bool:
    if person.away is None or live.is_playing(person.name):
        return False
    return at - person.away >= live.definition.clocks.absence


def _offer_again(live: Live, person: Person, cause: Cause) -> None:
    """Remember the seat, to offer it to the player when they return."""
    given_up = live.state.given_up
    given_up.pop(person.name, None)
    given_up[person.name] = GivenUp(person.seat, cause)
    while len(given_up) > MOST_GIVEN_UP:
        del given_up[next(iter(given_up))]
