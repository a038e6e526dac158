"""Of odds: what every wager of a table costs, and what every choice is worth to who has to decide."""

from collections.abc import Mapping

from msgspec import Struct

from houseway.cards import UNKNOWN, Card
from houseway.felt import DEALER_HAND
from houseway.house.frames import TableName
from houseway.house.views import TableView
from houseway.money import DOLLAR, Cents
from houseway.odds.coaching import Situation
from houseway.odds.counting import ChoicesOf, CountedChoice, CountedWager, OddsOf
from houseway.refusal import Refusal
from houseway.web.call import Call
from houseway.web.endpoint import JSON, Later, get

STEP: Cents = 100 * DOLLAR  # meters are looked at in steps, so that the odds of most rounds are known already
PATIENCE = 300  # milliseconds: most that is known at all is known by then
FIRST_WAGERS = ("ante", "main")  # whichever the game has


class TableOdds(Struct, frozen=True):
    """What every wager of a table costs under its rules. `why`: it cannot be told here, and why not."""

    table: str
    game: str
    rules: tuple[str, ...]  # where they differ from the game's first choice
    meters: dict[str, Cents]  # as they were counted with
    wagers: tuple[CountedWager, ...]
    why: str | None


class Coaching(Struct, frozen=True):
    """What every choice of the asker is worth, the best first. `why`: the coach is silent, and why."""

    table: str
    version: int
    seat: int
    ask: str
    stake: Cents
    choices: tuple[CountedChoice, ...]
    why: str | None


def table_odds(call: Call, table: TableName) -> TableOdds | Later:
    """The house edge of each wager at a table, under the rules that are in force there."""
    house = call.front.house
    there = house.table(table)
    with there.lock:
        live = house.loaded(there)
        game, rules = live.game.name, tuple(live.rules.differing())
        meters = {name: int(amount) // STEP * STEP for name, amount in live.meters.items()}
    counted = call.front.odds.ask(OddsOf(game, rules, meters), PATIENCE)
    if counted is None:
        return Later("the odds of this table are being counted: ask again in a moment")
    return TableOdds(table, game, rules, meters, counted.wagers, counted.why)


def coach(call: Call, table: TableName) -> Coaching | Later:
    """The expectation of every choice that the asker has now, from what his seat sees. Never beside other people."""
    view = call.front.house.view(table, call.actor)
    if not view.sign.offers:
        raise Refusal("there is no coach where players play against each other: play another game to have one")
    if any(not person.bot and person.name != call.actor.name for person in view.now.people):
        raise Refusal("there is no coach while other people are at the table: play alone or with bots to have one")
    if view.ask is None or not view.ask.yours:
        raise Refusal("nothing is asked of you now: ask the coach when it is your turn")
    seat = min(view.ask.yours)
    situation = seen(view, seat)
    counted = call.front.coach.ask(ChoicesOf(situation), PATIENCE)
    if counted is None:
        return Later("your choices are being counted: ask again in a moment")
    return Coaching(table, view.version, seat, view.ask.kind, situation.stake, counted.choices, counted.why)


def seen(view: TableView, seat: int) -> Situation:
    """The decision of a seat, from the view of who decides for it."""
    assert view.ask is not None
    kind = view.ask.kind
    area = kind if kind.startswith("hand ") else "hand"
    chips = {name: view.felt.chips.get(f"{seat}/{name}", 0) for name in FIRST_WAGERS}
    return Situation(
        game=view.game,
        rules=tuple(f"{option}={value}" for option, value in view.sign.rules.items()),
        ask=kind,
        verbs=tuple(choice.verb for choice in view.ask.yours[seat]),
        hand=_cards(view.felt.up, f"{seat}/{area}") + _cards(view.felt.down, f"{seat}/{area}"),
        dealer=_cards(view.felt.up, DEALER_HAND),
        stake=next((cents for cents in chips.values() if cents), DOLLAR),
        split=bool(_cards(view.felt.up, f"{seat}/hand 2")),
    )


def _cards(lying: Mapping[str, list[Card]], area: str) -> tuple[Card, ...]:
    return tuple(card for card in lying.get(area, ()) if card != UNKNOWN)


ENDPOINTS = (
    get("/api/tables/{table}/odds", table_odds, "anybody", JSON, "not found"),
    get("/api/tables/{table}/coach", coach, "tables", JSON, "not found", "refused"),
)
