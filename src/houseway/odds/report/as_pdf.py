"""The sheet as PDF, set by Typst: tagged for screen readers (PDF/UA-1) and made for archives (PDF/A-2a).

The document travels to the template as JSON, so nothing in it can be mistaken for markup. Fonts are those inside
Typst's own package and the clock stands still: the same sheet is the same bytes on any machine with the same Typst.
"""

from datetime import UTC, date, datetime, time
from importlib import import_module, resources
from typing import Any

import msgspec

from houseway.odds.report.document import Document, Picture, Section
from houseway.refusal import Refusal

TEMPLATE = "par_sheet.typ"
STANDARDS = ["a-2a", "ua-1"]


def write(document: Document) -> bytes:
    """The PDF's bytes."""
    made: bytes = compiled(document, "pdf", pdf_standards=STANDARDS)
    return made


def compiled(document: Document, form: str, **more: Any) -> Any:
    """The document set by Typst; as `png` a list of pages."""
    typst: Any = import_module("typst")
    template = resources.files(__package__).joinpath("templates", TEMPLATE).read_bytes()
    try:
        return typst.compile(
            template,
            format=form,
            ignore_system_fonts=True,
            sys_inputs={"document": msgspec.json.encode(shape(document)).decode()},
            timestamp=moment(document.date),
            **more,
        )
    except typst.TypstError as error:
        raise Refusal(f"Typst cannot set this sheet: {error.message}") from None


def moment(day: str) -> int:
    """The time that the file bears: midnight of the day it is given, and without one the beginning of the count."""
    return int(datetime.combine(date.fromisoformat(day), time(), UTC).timestamp()) if day else 0


def shape(document: Document) -> dict[str, Any]:
    """The document as plain values, with its pictures drawn."""
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(document, sections=()))
    return plain | {"sections": [_section(section) for section in document.sections]}


def _section(section: Section) -> dict[str, Any]:
    blocks = [
        {"type": "picture", "title": block.title, "alt": block.alt, "svg": block.draw()}
        if isinstance(block, Picture)
        else msgspec.to_builtins(block)
        for block in section.blocks
    ]
    return {"title": section.title, "blocks": blocks, "sections": [_section(part) for part in section.sections]}
