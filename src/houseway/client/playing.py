"""A bot that knows no rule: it wagers within what is offered and decides for any of the choices that it is given."""

from random import Random

from houseway.client.asking import Refused
from houseway.client.tables import Table
from houseway.house.commands import Decide
from houseway.house.views import AskView, ChoiceView, PersonView
from houseway.money import Cents
from houseway.procedure import Offer

CHIPS: Cents = 500_00
LEAST: Cents = 200_00  # with less before it a bot buys more
SIDE_BET = (1, 3)  # so often it makes a wager that the game does not need: once in three times


async def play(table: Table, chance: Random, rounds: int, chips: Cents = CHIPS) -> int:
    """Sit down, play rounds, leave; returns how many rounds were played. All chance comes from `chance`."""
    if table.seat is None:
        taken = {person.seat for person in table.now.people if person.seated}
        free = [seat for seat in range(1, table.view.sign.positions + 1) if seat not in taken]
        offered = table.view.offer.seat if table.view.offer is not None else None
        await table.sit(offered or chance.choice(free), max(chips, table.view.sign.least_buy_in))
    begun, dealt_in, played = table.now.number, set[int](), set[int]()
    try:
        async for _ in table.changes():
            now, me = table.now, _me(table)
            if me is not None and (me.playing or table.result is not None):
                dealt_in.add(now.number)
            # A result may have come and gone between two looks: what counts is that its round is over.
            over = now.number - (now.phase == "playing")
            played = {number for number in dealt_in if begun < number <= over}
            if len(played) >= rounds or now.phase == "closed":
                break
            if await go_on(table, chance):
                dealt_in.add(now.number + 1)
    finally:
        if table.seat is not None:
            await table.leave()
    return len(played)


async def go_on(table: Table, chance: Random) -> bool:
    """Do whatever can be done now: wager, or decide. Tells whether it is ready for the next round."""
    me = _me(table)
    try:
        if table.now.phase == "betting" and me is not None and not me.ready:
            if me.chips < LEAST:
                await table.buy_chips(CHIPS)
            await _wager(table, chance, me.chips)
            await table.ready()
            return True
        if table.now.phase == "playing" and (ask := table.ask) is not None:
            for seat in ask.yours:
                await table.do(act(ask, seat, chance))
    except Refused as refused:  # it was too late, or the money does not reach: the house goes on without it
        if refused.code != "refused":
            raise
    return False


def act(ask: AskView, seat: int, chance: Random) -> Decide:
    """Any legal decision for a seat that is asked."""
    choice = chance.choice(ask.yours[seat])
    if choice.groups:
        return Decide(choice.verb, groups=_groups(choice, chance), seat=seat)
    return Decide(choice.verb, _amount(choice, chance), _cards(choice, chance), seat=seat)


def _me(table: Table) -> PersonView | None:
    return next((person for person in table.now.people if person.seat == table.seat and person.seated), None)


async def _wager(table: Table, chance: Random, chips: Cents) -> None:
    offers = table.view.sign.offers
    needed = [offer for offer in offers if offer.required] or list(offers[:1])
    often, of = SIDE_BET
    made = set[str]()
    for offer in offers:
        if offer in needed:
            await table.wager(offer.wager, _fitting(offer, chips // 10, chance))
        elif chance.randrange(of) < often and (offer.beside is None or offer.beside in made):
            try:
                await table.wager(offer.wager, offer.low)
            except Refused as refused:
                if refused.code != "refused":
                    raise
                continue
        else:
            continue
        made.add(offer.wager)


def _fitting(offer: Offer, most: Cents, chance: Random) -> Cents:
    units = max(0, min(offer.high, most) - offer.low) // offer.unit
    return offer.low + chance.randint(0, units) * offer.unit


def _amount(choice: ChoiceView, chance: Random) -> Cents | None:
    if choice.low is None or choice.high is None:
        return None
    return min(choice.high, choice.low + chance.randint(0, (choice.high - choice.low) // choice.unit) * choice.unit)


def _cards(choice: ChoiceView, chance: Random) -> tuple[int, ...]:
    if choice.plays is not None:
        return chance.choice(choice.plays)
    return tuple(chance.sample(choice.hand, chance.randint(choice.least, choice.most))) if choice.most else ()


def _groups(choice: ChoiceView, chance: Random) -> tuple[tuple[int, ...], ...]:
    """Some of the groups that it takes, as far as the cards of the hand go."""
    left, chosen = list(choice.hand), []
    for group in chance.sample(choice.any_of, chance.randint(0, len(choice.any_of))):
        rest = list(left)
        try:
            for card in group:
                rest.remove(card)
        except ValueError:
            continue
        left = rest
        chosen.append(group)
    return tuple(chosen)
