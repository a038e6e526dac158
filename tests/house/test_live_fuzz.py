"""Random commands, legal and not, from anybody at any time: chips are conserved, a refusal changes nothing."""

from random import Random
from typing import Any

import msgspec
import pytest

from dealing import random_act
from house.evenings import ANN, BOB, EVE, FLO, SUE, Evening, definition
from house.settled import settled
from houseway.games import NAMES
from houseway.house import commands as c
from houseway.house.commands import CLOCK, Actor
from houseway.house.live import LiveTable
from houseway.house.playing import waiting_payout
from houseway.house.rebuilding import rebuild
from houseway.refusal import Refusal

SHORT, LONG = 1_500, 40_000
PEOPLE = (ANN, BOB, EVE, Actor("bot-Ada", "player"), Actor("Kit", "player", True))
STAFF = (SUE, FLO, CLOCK, Actor("Aud", "auditor"), Actor("Adm", "administrator"))
AMOUNTS = (0, 1, 50, 100, 500, 1_000, 2_000, 10_000, 1_000_000)
RULES = ((), ("chip_unit=5",), ("positions=4",), ("dance=yes",), ("chip_unit=0",))
METERS = {
    "lunar": (("reset=20000",), ("reset=0",), ("progressive=no", "reset=7000")),
    "packs": (("five_card_progressive=A", "five_card_reset=0"), ("seven_card_progressive=A", "seven_card_reset=7000")),
}
COUPONS = (0, 0, 0, 1, 100, 500, 500, 2_000)
STAKES = (0, 1, 100, 500, 500, 500, 1_000, 1_000, 2_000)


@pytest.mark.parametrize("game", NAMES)
def test_random_commands(game: str) -> None:
    evening = fuzzed(Evening(definition(game), seed=7), SHORT)
    done = {done.event for done in evening.dones}
    assert {"table.sat/1", "table.left/1", "round.closed/1"} <= done
    assert [made.sealed for made in evening.dones if "failed" in made.sealed] == []
    rebuilt = rebuild(evening.defined, evening.entries)
    assert everything(rebuilt) == everything(evening.table)
    collected = evening.balances.get(f"coupon box/{evening.defined.name}", 0)
    assert (collected > 0) == (game in ("lucky8s", "lunar", "packs"))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", NAMES)
def test_many_random_commands(game: str, seed: int) -> None:
    evening = fuzzed(Evening(definition(game), seed=seed), LONG)
    assert everything(rebuild(evening.defined, evening.entries)) == everything(evening.table)


def test_a_table_that_is_not_open_does_nothing() -> None:
    evening = Evening(definition("lunar"))
    for _ in range(200):
        actor, command = random_command(evening, evening.chance)
        if not isinstance(command, c.OpenTable | c.ChooseRules | c.Fill):
            evening.refused(command, actor)
    assert evening.table.version == 0


def fuzzed(evening: Evening, commands: int) -> Evening:
    """So many random commands; what is refused must leave everything as it was."""
    evening.balances["wallet/Kit"] = 1_000_000_00
    evening.balances["issued"] -= 1_000_000_00
    evening.balances["coupon/Kit"] = 1_000_000_00
    evening.balances["coupons issued"] -= 1_000_000_00
    evening.open()
    for _ in range(commands):
        actor, command = random_command(evening, evening.chance)
        evening.at += evening.chance.choice((0, 1, 200, 7_000))
        if evening.chance.random() < 0.2 and evening.table.deadline is not None:
            evening.at = max(evening.at, evening.table.deadline)
        before = everything(evening.table)
        try:
            evening.do(command, actor)
        except Refusal:
            assert everything(evening.table) == before
        else:
            if "closed" in evening.dones[-1].body:
                text = evening.table.round_file(evening.table.state.number, None)
                assert settled(text) == [], text
    return evening


def random_command(evening: Evening, chance: Random) -> tuple[Actor, c.Command]:
    """Mostly what could be done now, sometimes anything by anybody."""
    table = evening.table
    running = table.round
    if running is not None and running.waiting() and chance.random() < 0.7:
        return deciding(evening, chance)
    if table.deadline is not None and evening.at >= table.deadline and chance.random() < 0.8:
        return CLOCK, c.Clock()
    kind = chance.choices(list(OFTEN), list(OFTEN.values()))[0]
    actor = chance.choice((*PEOPLE, *STAFF) if chance.random() < 0.1 else PEOPLE if kind in BY_PLAYERS else STAFF)
    fields = {name: value(evening, name, chance) for name in kind.__struct_fields__}
    person = table.state.people.get(actor.name)
    if person is not None and "seat" in fields and chance.random() < 0.9:
        fields["seat"] = person.seat
    return actor, kind(**fields)


def deciding(evening: Evening, chance: Random) -> tuple[Actor, c.Command]:
    table, running = evening.table, evening.table.round
    assert running is not None
    assert running.ask is not None
    assert table.playing is not None
    who = chance.choice(running.waiting())
    if not isinstance(who, int):
        return SUE, c.Validate(chance.random() < 0.7, "looked at it", waiting_payout(table))
    act = random_act(running.ask.choices[who], chance)
    seat = chance.choice((None, who, who, who % 6 + 1))
    return Actor(table.playing.deciders[who], "player"), c.Decide(act.verb, act.amount, act.cards, act.groups, seat)


def value(evening: Evening, name: str, chance: Random) -> Any:
    """Something for a field of a command; not always what the table takes."""
    table, game = evening.table, evening.table.game
    offers = [offer.wager for offer in game.offers(table.rules)] or ["ante"]
    kinds = chance.choice(game.irregularities)
    return {
        "seat": chance.randint(1, 7),
        "chips": chance.choice(AMOUNTS[-3:] if chance.random() < 0.8 else AMOUNTS[1:]),
        "amount": chance.choice(STAKES),
        "coupon": chance.choice(COUPONS),
        "inventory": chance.choice(AMOUNTS),
        "wager": chance.choice((*offers, *offers, "in_to_win", "dance")),
        "player": chance.choice((*table.state.people, *table.state.kept_away, "Ann", "Nobody")),
        "allowed": chance.random() < 0.8,
        "ready": chance.random() < 0.9,
        "verb": chance.choice((*game.verbs, "dance")),
        "cards": tuple(chance.sample(range(53), chance.randint(0, 3))),
        "groups": (),
        "strategy": chance.choice(("simple", "simple", "dance")),
        "rules": chance.choice((*RULES, *METERS.get(game.name, ()))),
        "granted": chance.random() < 0.5,
        "of": c.Payout(1, 1, offers[0]),
        "taken_back": chance.random() < 0.2,
        "words": kinds.words.format(seat=chance.randint(1, 6), number=chance.randint(0, 9), name="1"),
        "reason": "because",
    }[name]


def everything(table: LiveTable) -> bytes:
    """All of a table, as bytes."""
    playing: list[Any] = []
    if table.playing is not None:
        running = table.playing.round
        playing = [table.playing.number, table.playing.deciders, len(table.playing.record), table.playing.closed]
        if running is not None:
            answers = [(who, str(act)) for who, act in running.answers]
            playing += [running.moves, answers, running.waiting(), running.ask.kind if running.ask else None]
            playing += [running.felt.up, running.felt.down, running.felt.chips, str(running.felt.meters)]
    rest = [len(table.told), [finished.number for finished in table.finished], table.seeds]
    return msgspec.json.encode([table.state, table.cards.keep(), playing, rest, table.rules.written()])


OFTEN: dict[type[Any], int] = {
    c.Sit: 8,
    c.Back: 3,
    c.BuyChips: 2,
    c.Wager: 40,
    c.Consent: 5,
    c.Ready: 12,
    c.Decide: 3,
    c.Leave: 2,
    c.AddBot: 3,
    c.DismissBot: 1,
    c.OpenTable: 1,
    c.ChooseRules: 2,
    c.Fill: 1,
    c.Credit: 1,
    c.Validate: 1,
    c.Report: 4,
    c.Recut: 1,
    c.VoidRound: 1,
    c.MakeLeave: 1,
    c.AllowBack: 2,
    c.ChangeCards: 1,
    c.Clock: 10,
    c.Resume: 1,
    c.CloseTable: 0,
}
BY_PLAYERS = (c.Sit, c.Back, c.BuyChips, c.Wager, c.Consent, c.Ready, c.Decide, c.Leave, c.AddBot, c.DismissBot)
