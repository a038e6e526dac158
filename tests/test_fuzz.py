"""Random tables: any options, wagers and acts, and a floor that speaks at any moment. Nothing is lost, all ends."""

from collections import Counter
from random import Random
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import replace

from dealing import random_act, random_setup
from houseway import games
from houseway.cards import Card
from houseway.felt import Felt, Resolved
from houseway.games import NAMES
from houseway.irregularity import Irregularity, Kind
from houseway.procedure import Game, Round, opening_felt
from houseway.refusal import Refusal
from houseway.rulebook import register, rulings
from houseway.rules import GameRules
from houseway.shoe import Shoe

SHORT, LONG = 60, 4000


@pytest.mark.parametrize("game", NAMES)
def test_random_tables(game: str) -> None:
    assert sum(random_table(games.load(game), Random(number)) for number in range(SHORT)) > SHORT // 2


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game", NAMES)
def test_many_random_tables(game: str, part: int) -> None:
    numbers = range(SHORT + part * LONG, SHORT + (part + 1) * LONG)
    assert sum(random_table(games.load(game), Random(number)) for number in numbers) > LONG // 2


def random_table(game: Game, chance: Random) -> bool:
    """Play one round at a random table and check what must hold; False where the house refuses the table."""
    try:
        rules = random_rules(game, chance)
        setup = random_setup(game, rules, chance)
        order = setup.shoe.order
        face_up = frozenset(chance.sample(range(len(order)), chance.choice((0, 0, 0, 1, 2))))
        dealing = tuple(random_word(kind, sorted(setup.chips), chance) for kind in dealing_words(game, chance))
        inventory = chance.choice((0, 5_000, 10_000_000))
        playing = Round(game, replace(setup, shoe=Shoe(order, face_up), dealing=dealing, inventory=inventory))
    except Refusal:
        return False
    play_with_floor(playing, chance)
    check(playing)
    return True


def play_with_floor(playing: Round, chance: Random) -> None:
    words = [kind for kind in playing.game.irregularities if not kind.dealing]
    while playing.ask is not None:
        if not playing.ask.choices:
            playing.go_on()
        elif chance.random() < 0.02:
            try:
                playing.floor(random_word(chance.choice(words), list(playing.table.seats), chance))
            except Refusal:
                continue
        else:
            who = chance.choice(playing.waiting())
            if chance.random() < 0.1:
                playing.time_out(who)
            else:
                playing.answer(who, random_act(playing.ask.choices[who], chance))


def check(played: Round) -> None:
    """Cards and chips are conserved, the layout is clear, payoffs are the chips, clauses are in the register."""
    before, after = opening_felt(played.game, played.setup), played.felt
    assert sum(before.chips.values()) == sum(after.chips.values())
    assert all(amount >= 0 for area, amount in after.chips.items() if area != "cage")
    lying = [Counter(card for area in side for card in area) for side in (all_areas(before), all_areas(after))]
    assert lying[0] == lying[1]
    on_layout = {area for area, amount in after.chips.items() if amount and "/" in area}
    assert {area for area in on_layout if not area.endswith(("/chips", "/coupons"))} == set()
    for seat in played.table.seats:
        gained = after.stake(f"{seat}/chips") - before.stake(f"{seat}/chips")
        assert gained == sum(payoff.net for payoff in played.payoffs if payoff.seat == seat)
    if not played.table.voided:
        assert [move.payoff for move in played.moves if isinstance(move, Resolved)] == played.payoffs
    known = set(register(played.game.name)) | set(rulings())
    assert {payoff.clause for payoff in played.payoffs} <= known
    if played.table.voided:
        assert all(payoff.net == 0 and payoff.result == "void" for payoff in played.payoffs)
        assert after.meters == before.meters


def random_rules(game: Game, chance: Random) -> GameRules:
    """Any value for each option that has a few, now and then."""
    words = []
    for key, kind in get_type_hints(game.rules).items():
        if chance.random() < 0.25:
            if get_origin(kind) is Literal:
                words.append(f"{key}={chance.choice(get_args(kind))}")
            elif kind is bool:
                words.append(f"{key}={chance.choice(('yes', 'no'))}")
            elif key.startswith(("five_card", "seven_card")) and kind == str | None:
                words.append(f"{key}={chance.choice('ABCDE')}")
            elif key in ("bonus_table", "decks"):
                words.append(f"{key}={chance.randint(1, 5)}")
    return game.rules.read(words)


def dealing_words(game: Game, chance: Random) -> list[Kind]:
    kinds = [kind for kind in game.irregularities if kind.dealing]
    return [chance.choice(kinds)] if kinds and chance.random() < 0.3 else []


def random_word(kind: Kind, seats: list[int], chance: Random) -> Irregularity:
    seat = chance.choice(seats) if "{seat}" in kind.words else None
    number = chance.choice((0, 3, 4, 5, 6, 7, 8, 9, 11, 51, 52)) if "{number}" in kind.words else 0
    name = chance.choice(("1", "2", "3", "five_card_1", "seven_card_2")) if "{name}" in kind.words else ""
    return Irregularity(kind.kind, seat, number, name)


def all_areas(felt: Felt) -> list[list[Card]]:
    return [*felt.up.values(), *felt.down.values()]
