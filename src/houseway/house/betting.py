"""Betting: wagers are made, changed and taken back until "No more bets"; who is ready says so.

Chips that are wagered stay before their player until the round begins and the dealer's procedure places them: until
then a wager is a word that its player may change. A coupon lies with its wager from the first. The table looks at all
wagers together, so that at every moment they could be dealt to.
"""

from functools import lru_cache, partial

from houseway import games
from houseway.house import bots, coupons
from houseway.house.backing import check_name, elsewhere, on_several_spots
from houseway.house.commands import Consent, Ready, Wager
from houseway.house.in_round import MONEY
from houseway.house.state import Live, Person, Wagered
from houseway.house.turn import Deed, Turn
from houseway.money import MOST, Cents, brief
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.shoe import below

MISSED = 2  # rounds in a row without a wager: then betting waits for that player no longer
BUY_IN = 10  # times the least main wager: the least that somebody comes to a table with


def wager(live: Live, turn: Turn, asked: Wager) -> Deed:
    """Make a wager, change it, or take it back; whoever does so is not ready any more."""
    must_bet(live, turn)
    person = live.speaker(turn.actor.name)
    coupons.check(live, asked)
    if not live.game.wagers:
        raise Refusal(f"{live.game.title} has no wagers before the deal: say that you are ready")
    if asked.seat != person.seat:
        _check_elsewhere(live, person, asked.seat)
    wagers = _made(live, person, asked) if asked.amount else _with_those_behind(live, person, asked)

    def deed() -> None:
        _lie(live, wagers)
        person.ready, person.missed = False, 0
        turn.event = "table.wagered/1" if asked.amount else "table.took_back/1"
        own = [each for each in wagers if _is_at(each, person, asked.seat)]
        turn.answer = {"wagers": {each.wager: each.amount for each in own}}
        if lying := {each.wager: each.coupon for each in own if each.coupon}:
            turn.answer["coupons"] = lying

    return deed


def consent(live: Live, turn: Turn, asked: Consent) -> Deed:
    """Somebody lets another wager at the spot where he is first, or does not any more (50.7(a))."""
    person = live.speaker(turn.actor.name)
    if not live.game.caller:
        raise Refusal(f"nobody needs consent at {live.game.title}: wager without it")
    other = live.person(asked.player).name
    if other == person.name:
        raise Refusal("name another player: you need no consent of your own")
    spots = {each.seat for each in live.state.wagers if each.player == other}
    lies = any(_at_spot(live, seat)[0] == person.name for seat in spots)
    if not asked.allowed and live.state.phase == "betting" and lies:
        raise Refusal(f"{other}'s wager lies already: refuse him before he makes the next one", "50.7(a)")

    def deed() -> None:
        for said, allowed in ((live.state.consents, True), (live.state.refusals, False)):
            others = [name for name in said.get(person.name, []) if name != other]
            said[person.name] = [*others, other] if asked.allowed is allowed else others
        turn.event = "table.consented/1" if asked.allowed else "table.refused_consent/1"

    return deed


def ready(live: Live, turn: Turn, asked: Ready) -> Deed:
    """Somebody's wagers lie, or he makes none in this round; in a game without wagers, he wants to be dealt in."""
    must_bet(live, turn)
    person = live.speaker(turn.actor.name)
    if asked.ready and not live.game.wagers:
        must_cover(live, person)

    def deed() -> None:
        person.ready = asked.ready
        if not live.game.wagers:
            person.missed = 0
        turn.event = "table.readied/1" if asked.ready else "table.waited/1"

    return deed


def must_bet(live: Live, turn: Turn) -> None:
    """Betting is open, by the phase and by the house's clock."""
    if live.state.phase != "betting" or live.state.closing:
        raise Refusal("no wagers are taken now: wait until betting opens", live.game.no_more_bets)
    if turn.is_late(live.state.deadline):
        raise Refusal("no more bets: the time is over, wager in the next round", live.game.no_more_bets)


def must_cover(live: Live, person: Person) -> None:
    """Refuse somebody who cannot pay what the game takes from everybody (ruling U13)."""
    if not person.seated:
        raise Refusal(f"{person.name} is not seated: sit down to be dealt in", live.game.seats_clause)
    chips, unit = live.chips(person.name), live.rules.chip_unit
    if chips % unit:  # of another chip unit, or with an ace pot from then
        whole = f"chips are whole multiples of {brief(unit)} now"
        raise Refusal(f"{person.name} has {brief(chips)} and {whole}: leave, and come back with whole ones", MONEY)
    enough = MOST - MOST % live.rules.chip_unit  # another one, who has enough: a round needs two
    live.game.check(live.rules, (), {person.seat % 2 + 1: enough, person.seat: chips})


def take_all_back(live: Live, person: Person) -> None:
    """Take back all wagers of a player who leaves, the wagers that need these, and all wagers at the player's seat."""
    if person.seated:
        _lie(live, [each for each in live.state.wagers if each.seat != person.seat])
    for wagered in [each for each in live.state.wagers if each.player == person.name]:
        if wagered in live.state.wagers:
            _lie(live, _taken_back(live, person, Wager(wagered.seat, wagered.wager, 0)))
    if live.game.wagers and live.state.phase != "betting":  # who goes then leaves nobody ready: so it is on the record
        for each in live.state.people.values():
            each.ready = False


def bots_bet(live: Live, turn: Turn) -> None:
    """Bots wager once a person has, or is ready, and not without one unless the house lets them play alone."""
    there = [each for each in live.state.people.values() if each.strategy]
    if not there:
        return
    if not is_played(live):
        live.state.wagers = [each for each in live.state.wagers if each.player not in {bot.name for bot in there}]
        for bot in there:
            bot.ready = False
        return
    idle = [bot for bot in there if not bot.ready]
    if idle:
        chance = below(turn.derived("bots"))
        for bot in idle:
            _bot_bets(live, turn, bot, chance)


def set_clock(live: Live, at: int, dealable: bool) -> None:
    """The clock runs from the first wager on; it stops when nothing is left that could be dealt."""
    if not dealable:
        live.state.deadline = None
    elif live.state.deadline is None:
        live.state.deadline = at + live.definition.clocks.betting


def is_dealable(live: Live) -> bool:
    """Could a round begin as the wagers lie, or with those who are ready?"""
    dealable = bool(live.state.wagers) if live.game.wagers else len(dealt_in(live)) > 1
    return dealable and is_played(live)


def is_played(live: Live) -> bool:
    """Has a person wagered or, in a game without wagers, said that he is ready?

    Bots alone play where the house lets them.
    """
    if live.definition.bots_alone:
        return True
    people = [each for each in live.state.people.values() if not each.strategy]
    if not live.game.wagers:
        return any(person.ready for person in people)
    bettors = {each.player for each in live.state.wagers}
    return any(person.name in bettors for person in people)


def all_ready(live: Live, turn: Turn) -> bool:
    """Is everybody ready who wagers, or could be dealt in? At least one person has to be: bots wait for the clock.

    Betting does not wait for a player who is not connected.
    """
    there = [each for each in live.state.people.values() if not each.strategy and each.away is None]
    if not live.game.wagers:
        said = any(each.ready and can_cover(live, each) for each in there)
        return said and not any(_may_be_dealt_in(live, each) for each in there)
    bettors = {each.player for each in live.state.wagers}
    people = [each for each in there if each.name in bettors]
    if not any(person.ready for person in there):
        return False
    if not all(person.ready for person in people):
        return _all_ready_but_behind(live, people) and not turn.is_so("waits_for_all")
    return not any(_may_wager_yet(live, each, bettors) for each in there)


def is_awaited(live: Live, person: Person) -> bool:
    """Does betting wait for the word of somebody, as long as the clock lets it?"""
    if live.state.phase != "betting" or person.ready or person.strategy or person.away is not None:
        return False
    if not live.game.wagers:
        return _may_be_dealt_in(live, person)
    bettors = {each.player for each in live.state.wagers}
    return person.name in bettors or _may_wager_yet(live, person, bettors)


def closes(live: Live) -> None:
    """No more bets. A player who sits there without a wager misses a round; in games without wagers, one not ready.

    Betting does not wait for a player who missed some in a row, and the player may lose the seat (`departures`).
    """
    bettors = {each.player for each in live.state.wagers}
    for person in live.state.people.values():
        plays = person.name in bettors if live.game.wagers else person.ready
        if plays:
            person.idle = 0
        elif person.seated and not person.strategy:
            person.idle, person.missed = person.idle + 1, person.missed + 1


@lru_cache(maxsize=64)
def least_buy_in(game: str, rules: GameRules) -> Cents:
    """The least chips that somebody comes to a table with, if their wallet has as much."""
    return BUY_IN * (rules.least_wager or _least(game, rules))


def dealt_in(live: Live) -> list[int]:
    """The seats that a game without wagers deals to: who is ready and can pay both antes."""
    return sorted(each.seat for each in live.state.people.values() if each.ready and can_cover(live, each))


def can_cover(live: Live, person: Person) -> bool:
    try:
        must_cover(live, person)
    except Refusal:
        return False
    return True


def _lie(live: Live, wagers: list[Wagered]) -> None:
    """These lie from now on. Whose wagers all went back, with another's perhaps, is not ready any more."""
    gone = {each.player for each in live.state.wagers} - {each.player for each in wagers}
    live.state.wagers = wagers
    for each in live.state.people.values():
        each.ready = each.ready and each.name not in gone


def _made(live: Live, person: Person, asked: Wager) -> list[Wagered]:
    """The wagers with a new or a changed one."""
    lying = live.state.wagers
    made = Wagered(asked.seat, asked.wager, asked.amount, person.name, asked.coupon)
    mine = [each.wager == asked.wager and _is_at(each, person, asked.seat) for each in lying]
    wagers = [made if same else each for same, each in zip(mine, lying, strict=True)]
    if not any(mine):
        _check_place(live, person, asked.seat)
        wagers.append(made)
    total: Cents = sum(each.amount for each in wagers if each.player == person.name)
    if total > live.chips(person.name):
        has = f"{person.name} has {brief(live.chips(person.name))}"
        raise Refusal(f"wagers of {brief(total)} in all, and {has}: wager less, or buy chips")
    _check(live, wagers)
    return wagers


def _check_place(live: Live, person: Person, seat: int) -> None:
    """Where several wager on a spot the seated player comes first, and who was first consents (50.7(a))."""
    at_spot, seated = _at_spot(live, seat), live.seated(seat)
    if seated is not None and seated is not person and seated.name not in at_spot:
        raise Refusal(f"{seated.name} sits at seat {seat} and wagers first: wait for his wager")
    if not live.game.caller or not at_spot or person.name in at_spot:
        return
    if person.name not in live.state.consents.get(at_spot[0], []):
        told = f"{at_spot[0]} wagered first at seat {seat} and has not consented"
        raise Refusal(f"{told}: ask him to, or wager at another spot", "50.7(a)")


def _check_elsewhere(live: Live, person: Person, seat: int) -> None:
    """A player wagers on one spot, unless the house permits more (50.8); at another's, who is first consents.

    At Blackjack he may add side bets to any box with a main wager, and nobody is asked (3.5.3, ruling HB13).
    """
    name, rules = live.game.name, live.rules
    if not on_several_spots(name, rules) and not elsewhere(name, rules):
        told = f"{person.name} wagers at seat {person.seat} alone: name that seat"
        raise Refusal(told, "50.8" if live.game.caller else None)
    if seat > live.positions():
        positions = f"the table has positions 1 to {live.positions()}"
        raise Refusal(f"there is no seat {seat}: {positions}", live.game.seats_clause)
    check_name(person.name)


def _with_those_behind(live: Live, person: Person, asked: Wager) -> list[Wagered]:
    """The wagers without one; with the last of who sits at a spot and was first go those made behind it (ruling HL12).

    Otherwise one of them would come before him at his own spot, and have to be asked.
    """
    wagers, at_spot = _taken_back(live, person, asked), _at_spot(live, asked.seat)
    if any(_is_at(each, person, asked.seat) for each in wagers):
        return wagers
    if live.seated(asked.seat) is not person or at_spot[0] != person.name:
        return wagers
    return [each for each in wagers if each.seat != asked.seat]


def _taken_back(live: Live, person: Person, asked: Wager) -> list[Wagered]:
    """The wagers without one; what may not lie without it goes back as well: his own there, or all of the spot."""
    lying = live.state.wagers
    own = [each for each in lying if _is_at(each, person, asked.seat)]
    gone = [each for each in own if each.wager == asked.wager]
    if not gone:
        there = ", ".join(each.wager for each in own) or "none"
        raise Refusal(f"{person.name} has no wager {asked.wager!r} at seat {asked.seat}; there lie: {there}")
    without = (
        [each for each in lying if each not in gone],
        [each for each in lying if each not in own],
        [each for each in lying if each.seat != asked.seat],
    )
    for wagers in without[:-1]:
        try:
            _check(live, wagers)
        except Refusal:
            continue
        return wagers
    return without[-1]


def _at_spot(live: Live, seat: int) -> list[str]:
    """Whose wagers lie at a spot, who was first first."""
    return [each.player for each in live.state.wagers if each.seat == seat]


def _is_at(wagered: Wagered, person: Person, seat: int) -> bool:
    return wagered.player == person.name and wagered.seat == seat


def _check(live: Live, wagers: list[Wagered]) -> None:
    chips = {seat: live.chips(name) for seat, name in live.seats().items()}
    live.game.check(live.rules, live.placed(wagers), chips)


def _bot_bets(live: Live, turn: Turn, bot: Person, chance: bots.Chance) -> None:
    """A bot wagers, or is ready where there are no wagers; one who has too few chips left buys in again first."""
    for again in (False, True):
        if again:
            if live.chips(bot.name) >= bots.buy_in(live.game, live.rules):
                return  # it is not for want of chips
            turn.pay(bots.chips_for(live.game, live.rules, bot.seat))
        if not live.game.wagers:
            bot.ready = can_cover(live, bot)
        else:
            chips = live.chips(bot.name)
            chosen = turn.decided(bots.Chosen, partial(bots.wagers, live.game, live.rules, bot.seat, chips, chance))
            made = [Wagered(bot.seat, name, amount, bot.name) for name, amount in chosen]
            if not _may_lie(live, bot, made):
                return
            live.state.wagers += made
            bot.ready = bool(made)
        if bot.ready:
            return


def _may_lie(live: Live, bot: Person, made: list[Wagered]) -> bool:
    """May a bot's wagers lie at its spot? Somebody else may have been first there, and not consented (50.7(a))."""
    try:
        _check_place(live, bot, bot.seat)
        _check(live, [*live.state.wagers, *made])
    except Refusal:
        return False
    return True


def _may_wager_yet(live: Live, person: Person, bettors: set[str]) -> bool:
    """Somebody sits there, has chips, and neither wagers nor a word; he has not let the last rounds go by so."""
    if person.name in bettors or person.ready or not person.seated or person.strategy:
        return False
    if person.leaving or person.absent:
        return False
    return person.missed < MISSED and live.chips(person.name) >= _least(live.game.name, live.rules)


def _may_be_dealt_in(live: Live, person: Person) -> bool:
    """Somebody could pay both antes and has not said that he is ready; he has not let the last rounds go by so."""
    return not person.ready and person.missed < MISSED and can_cover(live, person)


@lru_cache(maxsize=64)
def _least(game: str, rules: GameRules) -> Cents:
    """The chips for the smallest wager that a round takes; every command asks for it."""
    return min(offer.low for offer in bots.needed(games.load(game).offers(rules)))


def _all_ready_but_behind(live: Live, bettors: list[Person]) -> bool:
    """Is nobody's word missing but of those who wager behind somebody who sits there and wagers, too?"""
    if any(person.seated and not person.ready for person in bettors):
        return False
    seats = live.seats()
    behind = {
        person.name
        for person in bettors
        if not person.seated
        and all(
            seats.get(each.seat) in _at_spot(live, each.seat)
            for each in live.state.wagers
            if each.player == person.name
        )
    }
    others = [person for person in bettors if person.name not in behind]
    return bool(others) and all(person.ready for person in others)
