"""What people want at tables that share meters: to win them, and now and then that a round is void."""

from random import Random

import msgspec

from dealing import random_act
from house.evenings import ANN, BOB, EVE, SUE
from house.houses import FLO, REASON
from house.meter_shoes import rules
from houseway.house.commands import (
    Actor,
    BuyChips,
    ChooseRules,
    CloseTable,
    Command,
    Credit,
    Decide,
    Fill,
    Leave,
    MakeLeave,
    OpenTable,
    Ready,
    Recut,
    Report,
    Sit,
    Validate,
    VoidRound,
    Wager,
)
from houseway.house.floor import can_be_reported
from houseway.house.live import LiveTable

PLAYERS = (ANN, BOB, EVE)
IN_THE_DEAL = ("deals 2 new cards to the dealer", "finds card 20 face up", "finds card 18 face up")

Wish = tuple[Command, Actor]


def wish(live: LiveTable, chance: Random) -> Wish | None:
    """What somebody wants at a table now."""
    state = live.state
    if state.phase == "closed":
        return OpenTable(chance.choice((0, 1_000_00, 50_000_00)), REASON), SUE
    if chance.random() < 0.07:
        return _floor(live, chance)
    if state.phase == "playing":
        return _in_round(live, chance)
    if not state.people or (len(state.people) < 3 and chance.random() < 0.2):
        return _sits(live, chance)
    return _bets(live, chance) if state.phase == "betting" else None


def _sits(live: LiveTable, chance: Random) -> Wish | None:
    out = [actor for actor in PLAYERS if actor.name not in live.state.people]
    free = [seat for seat in (1, 2, 3) if seat not in live.seats()]
    return (Sit(chance.choice(free), chance.choice((200_00, 1_000_00))), chance.choice(out)) if out and free else None


def _bets(live: LiveTable, chance: Random) -> Wish | None:
    people = [person for person in live.state.people.values() if not person.ready]
    if not people:
        return None
    person = chance.choice(people)
    actor, seat = Actor(person.name, "player"), person.seat
    mine = {each.wager for each in live.state.wagers if each.player == person.name}
    if live.chips(person.name) < 100_00:
        return BuyChips(500_00), actor
    offered = {offer.wager for offer in live.game.offers(live.rules)}
    if live.game.name == "lunar":
        missing = [wager for wager in ("ante", "progressive") if wager in offered - mine]
        return (Wager(seat, missing[0], 1_00 if missing[0] == "progressive" else 10_00) if missing else Ready()), actor
    if len(mine) < 3 and chance.random() < 0.8:
        wager = f"{chance.choice(('five_card', 'seven_card'))}_{chance.randint(1, 3)}"
        return Wager(seat, wager, chance.choice((1_00, 3_00, 25_00))), actor
    return Ready(), actor


def _in_round(live: LiveTable, chance: Random) -> Wish | None:
    running, playing = live.round, live.playing
    if running is None or running.ask is None or playing is None:
        return None
    if chance.random() < 0.06:
        return VoidRound(REASON), SUE
    if "supervisor" in running.waiting():
        return Validate(chance.random() < 0.85, REASON), SUE
    seats = [who for who in running.waiting() if isinstance(who, int)]
    if not seats:
        return None
    seat = chance.choice(seats)
    act = random_act(running.ask.choices[seat], chance)
    stays = {choice.verb for choice in running.ask.choices[seat].options} & {"bet", "force"}
    if stays and act.verb in ("fold", "decline") and chance.random() < 0.6:
        act = msgspec.structs.replace(act, verb=stays.pop())
    return Decide(act.verb, act.amount, act.cards, act.groups, seat), Actor(playing.deciders[seat], "player")


def _floor(live: LiveTable, chance: Random) -> Wish:
    game, people = live.game.name, sorted(live.state.people) or ["Ann"]
    kind = chance.choice(can_be_reported(live.game))
    name = chance.choice(("1", "five_card_1", "seven_card_2"))
    words = kind.words.format(seat=chance.randint(1, 3), number=chance.choice((0, 1, 2, 4, 16, 17, 20)), name=name)
    chosen = rules(game, chance)
    if chance.random() < 0.2:  # a meter is taken down
        chosen = (*chosen, "progressive=no") if game == "lunar" else chosen[:1]
    if chance.random() < 0.5:
        said = chance.choice((words, *IN_THE_DEAL)) if game == "lunar" else words
        return Report(said, REASON), FLO
    asked: tuple[Wish, ...] = (
        (Recut(REASON), SUE),
        (Fill(chance.choice((1_00, 500_00)), REASON), SUE),
        (Credit(max(1, live.inventory // 100 * 100), REASON), SUE),
        (Leave(), Actor(chance.choice(people), "player")),
        (MakeLeave(chance.choice(people), REASON), FLO),
        (ChooseRules(chosen, REASON), SUE),
        (CloseTable(REASON), SUE),
    )
    return chance.choice(asked)


def at_once(live: LiveTable, chance: Random) -> tuple[int, Wish] | None:
    """What makes a moment of it with other tables, and which comes first: a prize, then wagers, then a void round."""
    bettors = {each.player for each in live.state.wagers}
    awaited = [name for name in sorted(bettors) if not live.state.people[name].ready]
    if live.state.phase == "betting" and awaited:
        return 2, (Ready(), Actor(awaited[0], "player"))
    if live.round is None:
        return None
    if "supervisor" in live.round.waiting() and chance.random() < 0.7:
        return 1, (Validate(True, REASON), SUE)
    return 3, (VoidRound(REASON), SUE)
