"""What prizes have left of a shared meter since a round was opened, whatever was put on it afterwards.

A round that is void takes back what it put on a meter, but not what another table's prize has paid out since (ruling
HG1). Who sees only what the meter shows now cannot tell a prize that was followed by contributions from none at all.
So a round is told of the prizes when it is void, and when it takes one itself: what it moves then is another matter.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.house.definition import Definition
from houseway.house.ledger import meter_account
from houseway.house.record import TABLES, Entry, Transfer
from houseway.meter import exactly

if TYPE_CHECKING:  # a client imports this without the database
    from houseway.house.store import Store

# How often the meter was set before, and what each prize has left of it since then: texts with a blank between them. In
# older records it is the lowest of these alone.
Fall = tuple[int, str]

PAGE = 50  # entries that are looked at together, from the last one back


class _Sealed(msgspec.Struct):
    changes: dict[str, int] = {}


class _Closed(msgspec.Struct, frozen=True):
    void: bool = False


class _Body(msgspec.Struct):
    meters: dict[str, str] = {}
    opened: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    closed: _Closed = _Closed()


_SEALED, _BODY = msgspec.json.Decoder(_Sealed), msgspec.json.Decoder(_Body)
_TRANSFER = msgspec.json.Decoder(Transfer)


def falls(
    store: "Store", here: Definition, opened: int, changes: Mapping[str, int], others: Iterable[Definition]
) -> dict[str, Fall]:
    """By the game's names, what other tables' prizes have left of linked meters since a round of one set them last.

    Those that they did: before, it was told of them. `changes` is how often each was set when it was read: what is set
    later is not known yet.
    """
    own = store.whole(TABLES + here.name, opened - 1)
    if not own:
        return {}
    linked, found = [each for each in others if each.name != here.name], dict[str, Fall]()
    for name, meter in here.meters.items():
        known, last = _known(own, name, meter), changes.get(name, 0)
        fallen = sorted(each for other in linked for each in _falls(store, other, meter, known, last))
        if fallen:
            found[name] = (known, " ".join(shown for _, shown in fallen))
    return found


def levels(fall: Fall) -> list[Fraction]:
    """What each prize has left, one after another."""
    return [exactly(shown) for shown in fall[1].split()]


def pays_off(entry: Entry, meter: str) -> bool:
    """Does an entry of a table pay a prize off a meter? What else sets one opens a round, or is the end of a void one.

    A prize need not take whole cents off it, nor lower it: the house tops it up to what it is reset to by now.
    """
    body = _BODY.decode(entry.body)
    return meter in body.meters and body.opened is msgspec.UNSET and not body.closed.void


def takes_off(entry: Entry, meter: str) -> bool:
    """Does an entry take money off a meter?"""
    account, transfer = meter_account(meter), _TRANSFER.decode(entry.transfer)
    return any(of == account and cents < 0 for of, cents in transfer)


def _known(own: Sequence[Entry], name: str, meter: str) -> int:
    """How often a meter was set when a round, of which these are the entries, set it last, or was opened."""
    for entry in reversed(own):
        if meter in _BODY.decode(entry.body).meters:
            return _SEALED.decode(entry.sealed).changes.get(name, 0) + 1
    return _SEALED.decode(own[0].sealed).changes.get(name, 0)


def _falls(store: "Store", table: Definition, meter: str, known: int, last: int) -> Iterator[tuple[int, str]]:
    """What a meter showed whenever an entry of a table paid a prize off it, and how often it had been set by then."""
    names = [name for name, other in table.meters.items() if other == meter]
    for entry in _from_the_last(store, TABLES + table.name) if names else ():
        read = _SEALED.decode(entry.sealed).changes.get(names[0])
        if read is None or read < known:
            return
        if read < last and pays_off(entry, meter):
            yield read, _BODY.decode(entry.body).meters[meter]


def _from_the_last(store: "Store", stream: str) -> Iterator[Any]:
    end = store.head(stream)
    while end > 0:
        begin = max(0, end - PAGE)
        yield from reversed(store.read(stream, begin, end - begin))
        end = begin
