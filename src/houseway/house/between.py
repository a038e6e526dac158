"""Between rounds: betting opens with a fresh shuffle, rules take effect, the cards rest, the table closes."""

from houseway.felt import MeterMoved
from houseway.house import betting, departures
from houseway.house.in_round import HG1
from houseway.house.shuffling import Cards
from houseway.house.state import Live
from houseway.house.turn import Turn
from houseway.money import Cents
from houseway.shoe import commitment

MOST_SEEDS = 50  # so many old seeds are at hand


def opens(live: Live, turn: Turn) -> None:
    """Betting opens. Rules that were chosen meanwhile are in force from now on."""
    state = live.state
    state.phase, state.deadline, state.wagers = "betting", None, []
    live.playing = None
    live.resets_take_effect()
    for person in state.people.values():
        person.ready = False
    if state.next_rules is not None:
        rules_take_effect(live, turn)


def goes_on(live: Live, turn: Turn) -> bool:
    """What follows in betting: cards are shuffled or spread, bots wager, the clock is set. Is everybody ready?"""
    if live.state.next_rules is not None and _is_idle(live) and turn.is_so("rules_when_idle"):
        rules_take_effect(live, turn)
    cards = live.cards
    if not live.state.people:
        if cards.are_to_be_spread:
            turn.tell(cards.spread(turn.is_so("shows_cards")))
        reveal(live, turn)
        live.state.deadline = None
        return False
    if cards.shoe is None:
        turn.tell(cards.players_arrive([person.seat for person in live.state.people.values()]))
    anew, fresh = _changes_due(live, turn), cards.shoe is None and not cards.are_spread
    if fresh:
        ready_anew(live, turn)
        turn.tell(cards.shuffle(turn.derived("shuffle")))
        turn.facts["commitment"] = cards.commitment
        if cards.private:
            turn.facts["sealed"] = list(cards.sealed)
    betting.bots_bet(live, turn)
    dealable = betting.is_dealable(live)
    betting.set_clock(live, turn.at, dealable)
    begins = dealable and not anew and betting.all_ready(live, turn)
    return begins and not (fresh and turn.is_so("published_first"))


def closes(live: Live, turn: Turn) -> None:
    """Everybody has his chips back, and the cards go back to their envelopes."""
    state = live.state
    state.phase, state.closing, state.deadline, state.wagers, state.foreseen = "closed", False, None, [], []
    state.kept_away = []
    for person in list(state.people.values()):
        departures.depart(live, turn, person, "table closed")
    turn.tell(live.cards.close(live.cards.close_with_a_pot and turn.is_so("counts_pots")))
    reveal(live, turn)
    live.playing = None
    live.resets_take_effect()
    if state.next_rules is not None:
        rules_take_effect(live, turn)
    turn.facts["table_closed"] = True


def rules_take_effect(live: Live, turn: Turn) -> None:
    """Other rules are in force: devices leave or come, their cards are brought, the meters they have are hung up.

    Of those that hung before as much is laid aside from now on as these rules reset them to.
    """
    state = live.state
    assert state.next_rules is not None
    state.rules, state.next_rules, state.posted = state.next_rules, None, state.version + 1
    was_open = live.cards.day.status != "closed"
    if was_open:
        turn.tell(live.cards.close())
        reveal(live, turn)
    before = live.own_resets()
    live.rules = live.with_resets(live.game.rules.read(state.rules))
    if was_open and (told := live.cards.change_devices(live.rules)) and turn.is_so("tells_devices"):
        turn.tell(told)
    live.cards = Cards(live.game, live.rules)
    change_resets(live, turn, before)
    if was_open:
        at_once, colours_differ = not turn.is_so("inspected_first"), turn.is_so("colours_differ")
        turn.tell(live.cards.open(turn.at, sorted(live.seats()), at_once, colours_differ))
        hang_meters(live, turn)
    turn.facts["rules"] = list(state.rules)


def change_resets(live: Live, turn: Turn, before: dict[str, Cents]) -> None:
    """The table's own meters fall back to other amounts when they are won next; what they show stays."""
    for name, reset in live.own_resets().items():
        if reset != before[name]:
            turn.lay_aside(name, before[name], reset)


def hang_meters(live: Live, turn: Turn) -> None:
    """A meter that was not at this table before: it shows what the linked one shows, or its reset amount."""
    resets = live.game.meters(live.rules)
    for name in live.own_meters():
        if name in live.state.meters:
            continue
        live.state.meters[name] = "0"
        linked = turn.linked_meter(name)
        if linked is None:
            turn.pay([MeterMoved(name, resets[name], "0", HG1)])
            turn.lay_aside(name, 0, resets[name])
        else:
            turn.show_meter(name, linked)


def _is_idle(live: Live) -> bool:
    """Has betting come to nothing? Nobody is there, or bots alone, who wager with a person."""
    return not live.state.people or not betting.is_played(live)


def _changes_due(live: Live, turn: Turn) -> bool:
    """Cards that have lain there as long as they may leave the table before they are dealt again (13:69E-1.18(g)).

    Is a shuffle published anew by that? Then nobody's word for the one before lets the round begin.
    """
    cards = live.cards
    if cards.are_spread or not cards.change_due(turn.at) or not turn.is_so("changes_due"):
        return False
    published = cards.shoe is not None
    turn.tell(cards.change_those_due(turn.at, sorted(live.seats())))
    reveal(live, turn)
    return published


def ready_anew(live: Live, turn: Turn) -> None:
    """A shuffle is published: nobody who was ready before has seen it.

    So nobody deals it before he has said so again, or has had the whole time to take his wagers back.
    """
    state = live.state
    said = [person for person in state.people.values() if person.ready and not person.strategy]
    if state.phase == "betting" and (said or state.deadline is not None) and turn.is_so("ready_anew"):
        for person in said:
            person.ready = False
        if state.deadline is not None:
            state.deadline = turn.at + live.definition.clocks.betting


def reveal(live: Live, turn: Turn) -> None:
    """A shuffle is done with: its seed may be known, unless hands stay private."""
    seed = live.cards.spent()
    if seed is not None:
        published = commitment(seed)
        live.seeds[published] = seed.hex()
        turn.facts["seed"] = {"commitment": published, "seed": seed.hex()}
        if len(live.seeds) > MOST_SEEDS:
            del live.seeds[next(iter(live.seeds))]
