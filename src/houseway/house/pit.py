"""The pit: all tables with their money, their meters, and what waits for a supervisor. And the record, to be read.

None of it shows a hidden card: of an entry the pit reads the moves as everybody saw them, and what a player said only
by its name.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from houseway.felt import CAGE, Move
from houseway.house import pit_view, views
from houseway.house.commands import Payout, Role
from houseway.house.definition import Definition
from houseway.house.glimpses import Patience
from houseway.house.ledger import COUPONS_ISSUED, ISSUED
from houseway.house.live import LiveTable
from houseway.house.office_deeds import STREAM
from houseway.house.pit_view import PitView
from houseway.house.playing import waiting_payout
from houseway.house.record import Entry, Transfer
from houseway.house.running import House
from houseway.house.state import Phase
from houseway.house.store import Lost, Stopped, Store
from houseway.money import Cents

MOST_LINES = 200

Linked = Callable[[Definition], Mapping[str, Fraction]]  # what the meters show that a table shares with others


class Waiting(msgspec.Struct, frozen=True):
    """A payout that a supervisor has to validate: which, by which clause, how much as it stands, until when."""

    what: str
    clause: str
    amount: Cents | None
    until: int | None
    of: Payout


class PitLine(msgspec.Struct, frozen=True):
    """A table as the pit sees it."""

    table: str
    game: str
    phase: Phase
    number: int
    version: int
    people: int
    bots: int
    deadline: int | None
    pit: PitView
    validation: Waiting | None


class MeterLine(msgspec.Struct, frozen=True):
    """A progressive meter: what it shows, to the fraction of a cent, and what it is reset to."""

    name: str
    cents: Cents
    part: str
    reset: Cents
    changes: int
    tables: tuple[str, ...]


class Coupons(msgspec.Struct, frozen=True):
    """Match play coupons, which are no money: all that were ever given, and where they are."""

    given: Cents
    held: Cents  # by players, at no table
    lying: Cents  # with wagers
    collected: Cents


class PitBoard(msgspec.Struct, frozen=True):
    """The whole pit."""

    at: int
    tables: tuple[PitLine, ...]
    out_of_order: tuple[str, ...]
    meters: tuple[MeterLine, ...]
    house: dict[str, Cents]  # the cage, and what was issued
    coupons: Coupons
    record: dict[str, int]  # its streams, each with its newest version


class RecordLine(msgspec.Struct, frozen=True):
    """An entry of the record as the pit may read it."""

    stream: str
    version: int
    at: int
    actor: str
    role: Role | None
    command: str | None
    do: str | None
    event: str
    reason: str | None
    said: dict[str, Any]  # what else the command says: how much, whom, which rules; nothing of a player's decision
    answer: dict[str, Any]
    moves: tuple[Move, ...]
    beside: tuple[Move, ...]
    transfer: Transfer
    chain: str  # of the house's own stream: that of a table is made of hidden cards too, and differs by them


class _Body(msgspec.Struct):
    """What is read of an entry's body."""

    command: dict[str, Any] = {}
    role: Role | None = None
    answer: dict[str, Any] = {}
    moves: tuple[Move, ...] = ()
    beside: tuple[Move, ...] = ()


def board(house: House) -> PitBoard:
    """All tables, meters and the cage as they stand."""
    lines, broken, patience = [], [], Patience()
    for table in house.all():
        try:
            look = partial(_line, at=house.now(), linked=house.linked)
            lines.append(house.glimpses.of(table, PitLine, look, patience))
        except (Lost, Stopped):
            raise
        except Exception:  # whatever is wrong with one table, the others are shown
            broken.append(table.name)
    linked: dict[str, list[str]] = {}
    for table in house.all():
        for name in table.definition.meters.values():
            linked.setdefault(name, []).append(table.name)
    meters = tuple(
        MeterLine(
            each.name,
            int(each.amount),
            str(each.amount - int(each.amount)),
            each.reset,
            each.changes,
            tuple(linked.get(each.name, ())),
        )
        for each in house.store.meters().values()
    )
    money = {account: house.store.balance(account) for account in (CAGE, ISSUED)}
    streams = house.store.streams()
    return PitBoard(house.now(), tuple(lines), tuple(broken), meters, money, _coupons(house.store), streams)


def record(house: House, stream: str, after: int, limit: int) -> tuple[RecordLine, ...]:
    """Entries of a stream after a version, the oldest first."""
    return tuple(_read(entry) for entry in house.store.read(stream, after, min(limit, MOST_LINES)))


def _line(live: LiveTable, at: int, linked: Linked) -> PitLine:
    people = list(live.state.people.values())
    running, payout, waiting = live.round, waiting_payout(live), None
    if running is not None and running.ask is not None and payout is not None:
        amount = running.due(linked(live.definition))  # other tables may have moved a meter since somebody acted here
        waiting = Waiting(running.ask.kind, running.ask.clause, amount, live.deadline, payout)
    return PitLine(
        table=live.definition.name,
        game=live.game.name,
        phase=live.state.phase,
        number=live.state.number,
        version=live.version,
        people=sum(not person.bot for person in people),
        bots=sum(person.bot for person in people),
        deadline=live.deadline,
        pit=pit_view.pit(live, at),
        validation=waiting,
    )


def _coupons(store: Store) -> Coupons:
    sums = Counter[str]()
    for account, cents in store.balances("coupon").items():
        sums[account.partition("/")[0]] += cents
    return Coupons(-sums[COUPONS_ISSUED], sums["coupon"], sums["coupons"] + sums["coupon felt"], sums["coupon box"])


def _read(entry: Entry) -> RecordLine:
    body = msgspec.json.decode(entry.body, type=_Body)
    said = body.role != "player"  # what a player said may name his cards
    return RecordLine(
        stream=entry.stream,
        version=entry.version,
        at=entry.at,
        actor=entry.actor,
        role=body.role,
        command=entry.command,
        do=body.command.get("do"),
        event=entry.event,
        reason=body.command.get("reason"),
        said={name: value for name, value in body.command.items() if name not in ("do", "reason")} if said else {},
        answer=body.answer if said else {},
        moves=views.seen(body.moves, ()),
        beside=body.beside,
        transfer=msgspec.json.decode(entry.transfer, type=Transfer),
        chain=entry.chain.hex() if entry.stream == STREAM else "",
    )
