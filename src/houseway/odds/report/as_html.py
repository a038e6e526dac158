"""The sheet as one HTML file that asks for nothing else: pictures and style inside, no script, light and dark."""

import re
from importlib import resources

from markupsafe import Markup

from houseway.odds.report import pictures
from houseway.odds.report.document import Document

TEMPLATE = "par_sheet.html"
PALETTE = {
    pictures.INK: "--ink",
    pictures.MUTED: "--muted",
    pictures.GRID: "--grid",
    pictures.FILL: "--fill",
    pictures.STRONG: "--strong",
    pictures.BLANK: "--blank",
}


def write(document: Document) -> bytes:
    """The page's bytes."""
    from jinja2 import Environment, StrictUndefined

    templates = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    templates.filters["inline"] = inline
    text = resources.files(__package__).joinpath("templates", TEMPLATE).read_text(encoding="utf-8")
    page = templates.from_string(text).render(document=document)
    return f"{page.strip()}\n".encode()


def inline(svg: str, name: str) -> Markup:
    """A picture inside a page: in the page's own colours, its ids made its own, hidden from readers who have `alt`."""
    for colour, variable in PALETTE.items():
        svg = svg.replace(colour, f"var({variable})")
    prefix = re.sub(r"\W+", "-", name)
    svg = re.sub(r'\bid="', f'id="{prefix}-', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\g<1>{prefix}-", svg)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    return Markup(svg.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1))
