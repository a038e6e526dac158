"""Rounds that were given up: they are taken as written where a round may come to it, and a forger's are not."""

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
import pytest

from house.evenings import ANN, BOB, CHIPS, EVE, SUE, Evening, definition
from houseway.felt import ChipsMoved, MeterMoved, Move
from houseway.games import NAMES
from houseway.house.commands import (
    CLOCK,
    BuyChips,
    CollectCommission,
    Command,
    Credit,
    Fill,
    Leave,
    MakeLeave,
    Ready,
    Sit,
)
from houseway.house.ledger import combined, transfer_of
from houseway.house.live import LiveTable
from houseway.house.rebuilding import Differs, TakenOver, rerun, salvage
from houseway.house.record import Entry, Transfer, canonical
from houseway.house.taken import Taken
from houseway.house.turn import Sealed
from houseway.refusal import Refusal

METERS = {"lunar": "progressive", "packs": "five_card"}  # that a table of the game shares with others
MINTED = 1_000_00


def looked_through(evening: Evening, entries: Iterable[Entry]) -> int:
    """How many entries were taken as written, and held to what may be."""
    table = LiveTable(evening.defined)
    taken, number = Taken(table), 0
    for done, entry in zip(rerun(table, entries), entries, strict=True):
        if isinstance(done, TakenOver):
            taken.check(entry, msgspec.json.decode(entry.body), done)
            number += 1
        else:
            taken.cards = []
        taken.stands(table)
    return number


def in_play(game: str, seed: int, steps: int, shared: bool = False) -> Evening:
    """A round after some decisions, in which somebody came, bought chips and left, and chips came and went."""
    chance, meters = Random(seed), METERS.get(game)
    evening = Evening(definition(game, meters={meters: "big"} if meters and shared else None), seed)
    if meters and shared:
        evening.shared[meters] = Fraction(31_000_00 * 3 + 1, 3)
    evening.open(5_00 if chance.random() < 0.3 else 100_000_00).seat(ANN, BOB, bots=1)
    if chance.random() < 0.5:
        evening.rounds(1, ANN, BOB, coupon=5_00)
    for actor in (ANN, BOB):
        evening.bet(actor, ready=False, coupon=5_00)
    for actor in (ANN, BOB):
        evening.do(Ready(), actor)
    beside: list[tuple[Command, Any]] = [
        (Sit(5, CHIPS), EVE),
        (BuyChips(CHIPS), EVE),
        (Leave(), EVE),
        (Fill(77_00, "low"), SUE),
        (Credit(5_00, "high"), SUE),
        (CollectCommission("the hour"), SUE),
        (MakeLeave("Bob", "rude"), SUE),
        (Leave(), ANN),
    ]
    for _ in range(steps):
        if evening.table.round is None:
            break
        if meters and shared and chance.random() < 0.5:
            evening.shared[meters] += chance.choice([Fraction(1, 7), Fraction(-40_00), Fraction(3)])
        if chance.random() < 0.2:
            evening.play(most=1)
        else:
            with suppress(Refusal):
                evening.do(*chance.choice(beside))
    return evening


def given_up(evening: Evening, entries: list[Entry]) -> list[Entry]:
    """The record of a round that was lost with its last entry."""
    shown = {name: str(amount) for name, amount in evening.shared.items()}
    table, done = salvage(evening.defined, entries, evening.at, Sealed(bytes(32), shown))
    body, sealed, transfer = canonical(done.body), canonical(done.sealed), canonical(done.transfer)
    last = msgspec.structs.replace(entries[-1], version=table.version, at=evening.at, actor=CLOCK.name)
    return [
        *entries,
        msgspec.structs.replace(last, event=done.event, body=body, sealed=sealed, transfer=transfer, command=None),
    ]


@pytest.mark.parametrize("game", NAMES)
def test_what_happens_in_and_beside_a_round_is_taken_as_written(game: str) -> None:
    taken = 0
    for seed in range(16):
        evening = in_play(game, seed, seed % 5, shared=seed % 2 == 1)
        if evening.table.round is not None:
            taken += looked_through(evening, given_up(evening, evening.entries))
    assert taken


def minted(source: str, target: str, part: str = "moves", clause: str = "G1") -> tuple[str, list[Move]]:
    return part, [ChipsMoved(MINTED, source, target, clause)]


def meter(amount: int, clause: str, part: str = "moves") -> tuple[str, list[Move]]:
    return part, [MeterMoved("progressive", amount, "0", clause)]


FORGED: list[tuple[tuple[str, list[Move]], str]] = [
    (minted("cage", "wallet/Ann"), "chips moved beside the round"),
    (minted("cage", "1/chips"), "chips moved beside the round"),
    (minted("inventory", "1/chips"), "chips moved beside the round"),
    (minted("cage", "inventory"), "chips moved beside the round"),
    (minted("cage", "wallet/Ann", "beside"), "chips moved beside the round"),
    (minted("cage", "wallet/Ann", "beside", "38.7(b)"), "chips moved beside the round"),
    (minted("cage", "wallet/Ann", clause="38.7(b)"), "no round moves chips of wallet/Ann"),
    (minted("coupon/Ann", "coupon/Bob", "beside", "G2"), "a coupon moved beside the round to somebody else"),
    (minted("1/coupons", "coupon/Ann", "beside", "G2"), "coupons/lunar-1/Ann would be below zero"),
    (meter(MINTED, "HG1"), "it tells of a meter what it has not read"),
    (meter(MINTED, "HG1", "beside"), "it tells of a meter what it has not read"),
    (meter(MINTED, "38.7(b)", "beside"), "it tells of a meter what it has not read"),
    (meter(MINTED, "38.7(b)"), "it has set meters otherwise than its moves say"),
]


@pytest.mark.parametrize(("forged", "words"), FORGED)
@pytest.mark.parametrize("decided", [True, False])
def test_a_round_that_was_given_up_brings_nobody_money(
    forged: tuple[str, list[Move]], words: str, decided: bool
) -> None:
    """With the transfer that its moves come to, behind a decision of the round or behind a fill beside it."""
    evening = in_play("lunar", 2, 0)
    if decided:
        evening.play(most=1)
    else:
        evening.do(Fill(77_00, "low"), SUE)
    assert evening.table.round is not None
    part, more = forged
    entries = [*evening.entries[:-1], with_moves(evening.entries[-1], part, more, evening.table)]
    with pytest.raises(Differs, match=words) as found:
        looked_through(evening, given_up(evening, entries))
    assert found.value.version == entries[-1].version


def with_moves(entry: Entry, part: str, more: list[Move], table: LiveTable) -> Entry:
    body = msgspec.json.decode(entry.body)
    body[part] += msgspec.to_builtins(more)
    posted: Transfer = msgspec.json.decode(entry.transfer, type=Transfer)
    shown = [] if any(isinstance(move, MeterMoved) and move.clause == "HG1" for move in more) else more
    transfer = combined(posted, transfer_of(shown, table.books, table.meters))
    return msgspec.structs.replace(entry, body=canonical(body), transfer=canonical(transfer))


def test_who_comes_in_a_round_that_was_given_up_pays_for_his_chips() -> None:
    evening = in_play("lunar", 2, 0)
    evening.do(Sit(5, CHIPS), EVE)
    sat = evening.entries[-1]
    gift = ChipsMoved(CHIPS, "inventory", "5/chips", "G1")
    entries = [*evening.entries[:-1], with_moves(sat, "moves", [gift], evening.table)]
    with pytest.raises(Differs, match="chips moved beside the round") as found:
        looked_through(evening, given_up(evening, entries))
    assert found.value.version == sat.version
