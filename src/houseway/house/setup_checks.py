"""Checks of a table that is to be set up: of the texts of its definition, and of the meters that it is linked to."""

from typing import Annotated

import msgspec
from msgspec import Meta

from houseway.house.commands import Option
from houseway.house.definition import Definition
from houseway.house.frames import TableName
from houseway.house.office_commands import MeterName
from houseway.house.store import Store
from houseway.house.wanted import in_words
from houseway.refusal import Refusal
from houseway.rules import check_plain

_GameMeter = Annotated[
    str, Meta(pattern=r"^[a-z][a-z0-9_]{0,31}(?![\s\S])", description="a meter of the game, like progressive")
]


class _Bounds(msgspec.Struct):
    """The forms of the texts of a table's definition."""

    name: TableName
    game: str
    rules: Annotated[tuple[Option, ...], Meta(max_length=64)]
    meters: Annotated[dict[_GameMeter, MeterName], Meta(max_length=8)]


def check_bounds(definition: Definition) -> None:
    """Refuse a definition whose texts are not of their forms."""
    try:
        msgspec.convert(said := msgspec.to_builtins(definition), _Bounds)
    except msgspec.ValidationError as wrong:
        raise Refusal(f"the table's definition: {in_words(wrong, _Bounds, said)}") from None
    check_plain(definition.rules)


def check_links(store: Store, definition: Definition, own: list[str]) -> None:
    """Refuse links to or from meters that do not exist, and two links to one meter, which would set it twice."""
    for name in definition.meters:
        if name not in own:
            raise Refusal(f"by these rules the table has no meter {name!r}; it has: {', '.join(own) or 'none'}")
    hung, linked = store.meters(), list(definition.meters.values())
    for name in linked:
        if name not in hung:
            raise Refusal(f"the house has no meter {name!r}: hang it up first")
        if linked.count(name) > 1:
            raise Refusal(f"two meters of a table cannot be linked to the one meter {name!r}: hang up another")
