"""How far a shared meter fell since a table looked at it last, whatever was put on it afterwards.

A round that is void takes back what it put on a meter, but not what another table's prize has paid out since (ruling
HG1). Who sees only what the meter shows now cannot tell a prize that was followed by contributions from none at all.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from houseway.house.definition import Definition
from houseway.house.ledger import meter_account
from houseway.house.record import Entry, Transfer
from houseway.house.store import TABLES, Store

PAGE = 50  # entries that are looked at together, from the last one back


class _Sealed(msgspec.Struct):
    changes: dict[str, int] = {}


class _Body(msgspec.Struct):
    meters: dict[str, str] = {}


_SEALED, _BODY = msgspec.json.Decoder(_Sealed), msgspec.json.Decoder(_Body)
_TRANSFER = msgspec.json.Decoder(Transfer)


def lowest(store: Store, here: Definition, version: int, others: Iterable[Definition]) -> dict[str, str]:
    """By the game's names, what linked meters showed when they had fallen lowest since a version of a table.

    Those that fell are named, and no others.
    """
    own = store.read(TABLES + here.name, version - 1, 1)
    if not own:
        return {}
    read, sets = _SEALED.decode(own[0].sealed).changes, _BODY.decode(own[0].body).meters
    linked, found = [each for each in others if each.name != here.name], dict[str, str]()
    for name, meter in here.meters.items():
        known = read.get(name, 0) + (meter in sets)
        fallen = [shown for other in linked for shown in _falls(store, other, meter, known)]
        if fallen:
            found[name] = str(min(fallen))
    return found


def _falls(store: Store, table: Definition, meter: str, known: int) -> Iterator[Fraction]:
    """What a meter showed whenever an entry of a table took something off it, after it was set so often."""
    names = [name for name, other in table.meters.items() if other == meter]
    for entry in _from_the_last(store, TABLES + table.name) if names else ():
        read = _SEALED.decode(entry.sealed).changes.get(names[0])
        if read is None or read < known:
            return
        shown = _BODY.decode(entry.body).meters.get(meter)
        if shown is not None and _taken_off(entry, meter):
            yield Fraction(shown)


def _taken_off(entry: Entry, meter: str) -> bool:
    account, transfer = meter_account(meter), _TRANSFER.decode(entry.transfer)
    return any(of == account and cents < 0 for of, cents in transfer)


def _from_the_last(store: Store, stream: str) -> Iterator[Any]:
    end = store.head(stream)
    while end > 0:
        begin = max(0, end - PAGE)
        yield from reversed(store.read(stream, begin, end - begin))
        end = begin
