"""Every line of every pay table is paid in some round file, and a better line never lowers a player's return."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dealing import random_setup
from houseway import games
from houseway.asks import Who
from houseway.felt import Payoff
from houseway.paytable import PayTable, load_tables
from houseway.procedure import Round, Strategy, play_out
from houseway.rounds import read_file
from houseway.settling import settle

ROUNDS = Path(__file__).parent / "rounds"
TABLES = [
    (game, wager, name)
    for game in games.NAMES
    if game != "ultimate8"
    for wager, tables in load_tables(f"houseway.games.{game}").items()
    for name in tables
]


@pytest.mark.parametrize(("game", "wager", "name"), TABLES)
def test_every_line_of_every_pay_table_is_paid_in_a_round_file(game: str, wager: str, name: str) -> None:
    lines = load_tables(f"houseway.games.{game}")[wager][name].lines
    assert [line for line in lines if (wager, name, line) not in lines_paid(game)] == []


@cache
def lines_paid(game: str) -> set[tuple[str, str, str]]:
    """Every (wager, table, line) that a round file of the game shows."""
    found: set[tuple[str, str, str]] = set()
    for path in sorted((ROUNDS / game).glob("*.round")):
        settled = settle(read_file(path))
        rules = settled.played.rules.written()
        for payoff in settled.payoffs:
            if payoff.line:
                wager, table = table_of(game, rules, payoff)
                found |= {(wager, table, line) for line in payoff.line.split(" + ")}
    return found


def table_of(game: str, rules: dict[str, str], payoff: Payoff) -> tuple[str, str]:
    """The pay table by which a wager was paid."""
    if game == "lucky8s":
        return payoff.wager, rules["bonus_table"]
    if game == "packs":
        kind = payoff.wager[:-2]
        progressive = rules[f"{kind}_progressive"]
        return (kind, rules[kind]) if progressive == "none" else (f"{kind}_progressive", progressive)
    if game == "lunar":
        table = rules["straight_flush_progressive"] if payoff.wager == "progressive" else "standard"
        return ("instant_cash" if payoff.wager == "ante" else payoff.wager), table
    return payoff.wager, "standard"


def dominated(tables: dict[str, PayTable]) -> list[tuple[str, str]]:
    """Pairs of tables of which the second pays at least as much on every line."""
    return [
        (low.name, high.name)
        for low in tables.values()
        for high in tables.values()
        if low is not high
        and all(
            line.name in high.lines
            and high.lines[line.name].kind == line.kind
            and high.lines[line.name].number >= line.number
            for line in low.lines.values()
        )
    ]


PAIRS = [
    (game, option, low, high)
    for game, option, wager in [
        ("lucky8s", "bonus_table", "bonus"),
        *[("packs", wager, wager) for wager in ("five_card", "seven_card", "seven_card_progressive")],
    ]
    for low, high in dominated(load_tables(f"houseway.games.{game}")[wager])
]


@pytest.mark.parametrize(("game", "option", "low", "high"), PAIRS)
@settings(max_examples=15)
@given(number=st.integers(0, 2**32))
def test_a_better_pay_table_never_lowers_a_players_return(
    game: str, option: str, low: str, high: str, number: int
) -> None:
    loaded = games.load(game)
    worse, better = (loaded.rules.read([f"{option}={name}"]) for name in (low, high))
    setup = random_setup(loaded, worse, Random(number))
    bots: dict[Who, Strategy] = dict.fromkeys(setup.chips, loaded.strategies["simple"])
    played = [play_out(Round(loaded, replace(setup, rules=rules)), bots) for rules in (worse, better)]
    worse_net, better_net = [sum([payoff.net for payoff in each.payoffs]) for each in played]
    assert worse_net <= better_net
