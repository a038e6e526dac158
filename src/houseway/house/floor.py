"""The pit: the table is opened and closed, rules are chosen, inventories filled, irregularities entered.

Every one of these has a reason, which stands in its entry with who asked for it and when.
"""

from houseway.felt import CAGE, INVENTORY, Announced, Area, ChipsMoved
from houseway.house import between, departures, foreseeing, playing
from houseway.house.commands import (
    AllowBack,
    ChangeCards,
    ChooseRules,
    CloseTable,
    CollectCommission,
    CountDrop,
    Credit,
    Fill,
    MakeLeave,
    OpenTable,
    Recut,
    Report,
    VoidRound,
)
from houseway.house.finished import floor_words
from houseway.house.in_round import MONEY
from houseway.house.ledger import COMMISSIONS, DROP
from houseway.house.state import Live
from houseway.house.turn import Deed, Turn
from houseway.irregularity import VOIDED, Irregularity, Kind, read_floor
from houseway.money import Cents, brief
from houseway.procedure import Game
from houseway.refusal import Refusal
from houseway.rules import whole_chips

MOST_FORESEEN = 8
SENT_AWAY = "sent away"  # what a rulebook that speaks of it calls a player who is made to leave (42.11(b))
COMMANDED = (VOIDED.kind, SENT_AWAY)  # there is a command for these, which does more or is not for everybody


def open_table(live: Live, turn: Turn, asked: OpenTable) -> Deed:
    """The table is opened by its rulebook's procedure, its inventory filled from the cage."""
    if live.state.phase != "closed":
        raise Refusal("the table is open already")
    if asked.inventory:
        whole_chips(asked.inventory, live.rules.chip_unit, "a fill")
    turn.check_meters(live.rules)

    def deed() -> None:
        turn.event = "table.opened/1"
        if asked.inventory:
            turn.pay([ChipsMoved(asked.inventory, CAGE, INVENTORY, MONEY)])
        between.hang_meters(live, turn)
        if live.state.button is not None and turn.is_so("button_anew"):
            live.state.button = None
        at_once, colours_differ = not turn.is_so("inspected_first"), turn.is_so("colours_differ")
        turn.tell(live.cards.open(turn.at, [], at_once, colours_differ))
        between.opens(live, turn)

    return deed


def close_table(live: Live, turn: Turn, asked: CloseTable) -> Deed:
    """The table is closed; in a round, as soon as it is over."""
    if live.state.phase == "closed" or live.state.closing:
        raise Refusal("the table is closed already")

    def deed() -> None:
        at_once = live.state.phase != "playing"
        turn.event, turn.answer = "table.closed/1", {"at_once": at_once}
        if at_once:
            between.closes(live, turn)
        else:
            live.state.closing = True

    return deed


def choose_rules(live: Live, turn: Turn, asked: ChooseRules) -> Deed:
    """Other rules, refused with the clause where the rulebook forbids them; in force from the next round on."""
    rules = live.game.rules.read(asked.rules)
    turn.check_meters(rules)
    turn.check_resets(rules)
    positions = live.game.positions(rules)
    beyond = [person for person in live.state.people.values() if person.seat > positions]
    if beyond:
        told = f"{beyond[0].name} is at seat {beyond[0].seat}, which these rules do not have"
        kept = max(person.seat for person in beyond)
        raise Refusal(f"{told}: make him leave first, or keep {kept} positions", live.game.seats_clause)

    def deed() -> None:
        state = live.state
        state.next_rules, state.posted = tuple(rules.differing()), state.version + 1
        idle = not state.wagers and (bool(live.game.wagers) or _nobody_ready(live))
        at_once = state.phase == "closed" or (state.phase == "betting" and idle)
        turn.event, turn.answer = "table.chose_rules/1", {"rules": list(state.next_rules), "at_once": at_once}
        if at_once:
            between.rules_take_effect(live, turn)

    return deed


def fill(live: Live, turn: Turn, asked: Fill) -> Deed:
    """Chips from the cage into the table inventory: whole ones, as those of a purchase are (ruling G1)."""
    whole_chips(asked.amount, live.rules.chip_unit, "a fill")

    def deed() -> None:
        turn.pay([ChipsMoved(asked.amount, CAGE, INVENTORY, MONEY)])
        turn.event, turn.answer = "table.filled/1", {"inventory": live.inventory}

    return deed


def credit(live: Live, turn: Turn, asked: Credit) -> Deed:
    """Chips from the table inventory back to the cage: whole ones, or all that lie there.

    A payout is exact to the cent, and a table may be given another chip unit: so the inventory may hold less than a
    chip beside whole ones (ruling G1), and that goes back with the rest.
    """
    there, unit = inventory(live), live.rules.chip_unit
    if asked.amount > there:
        raise Refusal(f"the inventory has {brief(there)}: credit no more than that")
    if asked.amount != there and asked.amount % unit:
        whole = f"a credit is a whole multiple of {brief(unit)}, not {brief(asked.amount)}"
        raise Refusal(f"{whole}; or it is the whole inventory, {brief(there)}", MONEY)

    def deed() -> None:
        turn.pay([ChipsMoved(asked.amount, INVENTORY, CAGE, MONEY)])
        turn.event, turn.answer = "table.credited/1", {"inventory": live.inventory}

    return deed


def count_drop(live: Live, turn: Turn, asked: CountDrop) -> Deed:
    """The drop box goes to the cage, with what players paid for their chips."""
    return _to_the_cage(live, turn, DROP, "table.counted_drop/1")


def collect_commission(live: Live, turn: Turn, asked: CollectCommission) -> Deed:
    """The commission of the pots goes to the cage."""
    return _to_the_cage(live, turn, COMMISSIONS, "table.collected_commission/1")


def report(live: Live, turn: Turn, asked: Report) -> Deed:
    """An irregularity in the floor's words: where the round stands, or in the deal that comes."""
    kind, irregularity = _read(live, asked.words)
    words = floor_words(irregularity, (kind,))
    if kind == VOIDED:
        raise Refusal("a round is voided by a supervisor: 'void round'", kind.clause)
    if kind.kind == SENT_AWAY and turn.is_so("sent_by_name"):
        raise Refusal("who is made to leave is named, and kept away then: say 'make leave'", kind.clause)
    if asked.taken_back:
        speaks = _takes_back(live, words)
    elif kind.spoils is not None and irregularity.number != len(live.cards.day.whole):
        speaks = _spoils(live, turn, kind, irregularity)
    elif kind.dealing:
        speaks = _foresees(live, turn, kind, irregularity)
    else:
        speaks = playing.reports(live, turn, words, irregularity)

    def deed() -> None:
        turn.event, turn.answer = "round.reported/1", {"kind": kind.kind, "clause": kind.clause}
        speaks()

    return deed


def can_be_reported(game: Game) -> tuple[Kind, ...]:
    """The irregularities of a game that are entered in the floor's words."""
    return tuple(kind for kind in game.irregularities if kind.kind not in COMMANDED)


def _read(live: Live, words: str) -> tuple[Kind, Irregularity]:
    """The irregularity that the floor's words name."""
    try:
        return read_floor(words, live.game.irregularities)
    except Refusal:
        told = f"the floor does not know {words.strip()!r} at {live.game.title}"
        listed = "say one that `houseway settle --help` lists, with a number, a seat or a name in its place"
        raise Refusal(f"{told}: {listed}") from None


def void_round(live: Live, turn: Turn, asked: VoidRound) -> Deed:
    """A supervisor voids the round: all wagers go back (ruling G4)."""
    speaks = playing.reports(live, turn, VOIDED.words, Irregularity(VOIDED.kind))

    def deed() -> None:
        turn.event = "round.voided/1"
        speaks()

    return deed


def recut(live: Live, turn: Turn, asked: Recut) -> Deed:
    """The cards are cut once more; what was published of their order is published anew."""
    if live.state.phase != "betting":
        raise Refusal("the cards are cut again before the deal: ask while betting is open", live.game.day.recut)
    if live.cards.day.status == "spread":
        told = "the cards lie spread: they are shuffled and cut when players have come, and can be cut again then"
        raise Refusal(told, live.game.day.recut)
    live.cards.must_be_cut()

    def deed() -> None:
        turn.tell(live.cards.cut_again(live.cards.private and turn.is_so("sealed_anew")))
        between.ready_anew(live, turn)
        turn.event = "table.recut/1"
        if live.cards.private:
            turn.facts["sealed"] = list(live.cards.sealed)

    return deed


def make_leave(live: Live, turn: Turn, asked: MakeLeave) -> Deed:
    """Somebody has to leave and stays away; in a round the house acts for him, or he forfeits by the rulebook."""
    person = live.person(asked.player)
    seat = next((each for each, name in _deciders(live).items() if name == person.name), None)
    sent_away = [kind for kind in live.game.irregularities if kind.kind == SENT_AWAY]
    speaks = None
    if live.round is not None and seat is not None and sent_away:
        irregularity = Irregularity(SENT_AWAY, seat)
        speaks = playing.reports(live, turn, floor_words(irregularity, live.game.irregularities), irregularity)

    def deed() -> None:
        turn.event, turn.answer = "table.made_leave/1", {"at_once": not live.is_playing(person.name)}
        person.absent = True
        if person.strategy is None and turn.is_so("keeps_away") and person.name not in live.state.kept_away:
            live.state.kept_away.append(person.name)
        departures.depart(live, turn, person, "made to leave")
        if speaks is not None:
            speaks()

    return deed


def allow_back(live: Live, turn: Turn, asked: AllowBack) -> Deed:
    """Somebody who was made to leave may come again."""
    kept_away = live.state.kept_away
    name = next((each for each in kept_away if each.lower() == asked.player.lower()), None)
    if name is None:
        raise Refusal(f"{asked.player} is not kept away from this table; kept away: {', '.join(kept_away) or 'nobody'}")

    def deed() -> None:
        kept_away.remove(name)
        turn.event = "table.allowed_back/1"

    return deed


def change_cards(live: Live, turn: Turn, asked: ChangeCards) -> Deed:
    """Decks leave the table and new ones are opened, before the next deal."""
    if live.state.phase not in ("betting", "result"):
        told = "open the table first" if live.state.phase == "closed" else "ask when this one is over, or void it"
        raise Refusal(f"cards are changed between rounds: {told}", live.game.day.remove)

    def deed() -> None:
        seats = sorted(live.seats())
        turn.tell(live.cards.change(turn.at, asked.reason, seats if seats and turn.is_so("shows_cards") else []))
        between.reveal(live, turn)
        turn.event = "table.changed_cards/1"

    return deed


def _spoils(live: Live, turn: Turn, kind: Kind, irregularity: Irregularity) -> Deed:
    """Publish another shuffle at once, in place of one that must not be dealt."""
    _check_coming(live, turn, kind, irregularity)
    if live.cards.are_spread:
        raise Refusal("the cards lie spread: they are shuffled when players have come", kind.clause)

    def deed() -> None:
        if kind.spoils == "shuffle":
            turn.tell(live.cards.shuffler_jams())
        else:
            turn.tell([Announced(f"The shuffler counts {irregularity.number} cards", kind.clause)])
            turn.tell(live.cards.leave(turn.at, sorted(live.seats())))
        between.reveal(live, turn)

    return deed


def _foresees(live: Live, turn: Turn, kind: Kind, irregularity: Irregularity) -> Deed:
    """Enter an irregularity that is to happen while the cards are dealt."""
    _check_coming(live, turn, kind, irregularity)
    if len(live.state.foreseen) >= MOST_FORESEEN:
        told = f"{MOST_FORESEEN} irregularities are entered for this deal, and no more are taken"
        raise Refusal(f"{told}: take one back (`taken_back`)", kind.clause)
    return lambda: live.state.foreseen.append(floor_words(irregularity, (kind,)))


def _check_coming(live: Live, turn: Turn, kind: Kind, irregularity: Irregularity) -> None:
    """Refuse an irregularity of the next deal that can never happen at this table.

    So is what cannot any more after something else, but in records from before it was so.
    """
    if live.state.phase not in ("betting", "result"):
        raise Refusal("that happens while the cards are dealt: enter it while betting is open", kind.clause)
    too_late = foreseeing.too_late(live, kind, irregularity)
    if too_late is not None and turn.is_so("after_another"):
        raise too_late
    foreseeing.check_foreseen(live, kind, irregularity)


def _takes_back(live: Live, words: str) -> Deed:
    if words not in live.state.foreseen:
        entered = "; ".join(live.state.foreseen) or "nothing"
        raise Refusal(f"{words!r} was not entered for the deal that comes; entered: {entered}")
    return lambda: live.state.foreseen.remove(words)


def inventory(live: Live) -> Cents:
    """What lies in the table inventory now."""
    return live.round.felt.stake(INVENTORY) if live.round is not None else live.inventory


def _to_the_cage(live: Live, turn: Turn, area: Area, event: str) -> Deed:
    """All that lies in a box of the table."""
    amount = live.state.books.get(live.books.account(area), 0)
    if not amount:
        raise Refusal(f"there is nothing in the {area} box")

    def deed() -> None:
        turn.pay([ChipsMoved(amount, area, CAGE, MONEY)])
        turn.event, turn.answer = event, {"amount": amount}

    return deed


def _nobody_ready(live: Live) -> bool:
    return not any(person.ready for person in live.state.people.values())


def _deciders(live: Live) -> dict[int, str]:
    return live.playing.deciders if live.playing is not None and live.round is not None else {}
