"""A sheet as people read it: numbered sections of words, terms, tables and pictures, before any format is chosen."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

LONG = 30  # characters from which on a text needs a column that breaks lines

Kind = Literal["text", "phrase", "wide", "number", "mono"]
Tone = Literal["plain", "good", "part", "open", "bad"]  # good is green: only for a confirmed figure


class Column(msgspec.Struct, frozen=True):
    """A column: names and numbers are as wide as they are; phrases and wide text share what is left, one to three."""

    name: str
    kind: Kind = "number"


class Words(msgspec.Struct, frozen=True, tag="words"):
    """A paragraph; a verdict has a tone, and says it in words too."""

    text: str
    tone: Tone = "plain"


class Terms(msgspec.Struct, frozen=True, tag="terms"):
    """Names and what they stand for; what is meant for a machine stands between backticks."""

    rows: tuple[tuple[str, str], ...]


class Listing(msgspec.Struct, frozen=True, tag="listing"):
    """A table with its title. Marked rows stand out; the last may be a total."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    marked: tuple[int, ...] = ()
    total: bool = False


class Picture(msgspec.Struct, frozen=True, tag="picture"):
    """A picture that is drawn when a format wants it; `alt` says what can be seen on it."""

    name: str
    title: str
    alt: str
    draw: Callable[[], str]


Block = Words | Terms | Listing | Picture


class Section(msgspec.Struct, frozen=True):
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple["Section", ...] = ()


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """The whole: `head` stands on the first page, before the contents."""

    title: str
    subtitle: str
    date: str
    configuration: str
    version: str
    head: tuple[Block, ...]
    sections: tuple[Section, ...]


def listing(
    title: str,
    columns: Sequence[tuple[str, Kind]],
    rows: Iterable[Sequence[str]],
    note: str = "",
    marked: Iterable[int] = (),
    total: bool = False,
) -> Listing:
    """A table, without columns that are empty in every row."""
    listed = [tuple(row) for row in rows]
    used = [place for place in range(len(columns)) if any(row[place] for row in listed)]
    return Listing(
        title,
        tuple(Column(*columns[place]) for place in used),
        tuple(tuple(row[place] for place in used) for row in listed),
        note,
        tuple(marked),
        total,
    )


def fitting(cells: Iterable[str], kind: Kind = "wide", longest: int = LONG) -> Kind:
    """The kind of a column of texts: as wide as they are while all are short."""
    return kind if any(len(cell) > longest for cell in cells) else "text"


def named(wager: str, table: str | None) -> str:
    """A wager with its pay table, as titles have it."""
    return wager if table is None else f"{wager}, table {table}"
