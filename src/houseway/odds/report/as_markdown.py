"""The sheet as one Markdown file: words and tables. Pictures are left out, since a single file cannot carry them."""

from collections.abc import Iterator

from houseway.odds.report.document import Block, Document, Listing, Picture, Section, Terms, Words

RULES = {"text": "---", "phrase": "---", "wide": "---", "number": "---:", "mono": "---"}
MARKED = {"\\": r"\\", "|": r"\|", "*": r"\*", "_": r"\_", "<": r"\<", "#": r"\#", "[": r"\["}


def write(document: Document) -> bytes:
    """The file's bytes."""
    return ("\n".join(_lines(document)) + "\n").encode()


def escaped(text: str) -> str:
    """A text that Markdown prints as it is; what stands between backticks is code there, too."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        parts = [text.replace("`", "'")]
    return "`".join(
        part.replace("|", r"\|") if place % 2 else "".join(MARKED.get(letter, letter) for letter in part)
        for place, part in enumerate(parts)
    )


def _lines(document: Document) -> Iterator[str]:
    yield f"# {escaped(document.title)}"
    yield ""
    yield f"{document.subtitle}. Configuration {document.configuration}, houseway {document.version}."
    yield "This format has the words and tables of the sheet; its pictures are in the PDF and HTML formats."
    yield ""
    if document.date:
        yield f"{escaped(document.date)}\n"
    yield from _blocks(document.head)
    for number, section in enumerate(document.sections, 1):
        yield from _section(section, f"{number}", 2)


def _section(section: Section, number: str, depth: int) -> Iterator[str]:
    yield f"{'#' * depth} {number} {escaped(section.title)}"
    yield ""
    yield from _blocks(section.blocks)
    for place, part in enumerate(section.sections, 1):
        yield from _section(part, f"{number}.{place}", depth + 1)


def _blocks(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Words():
                words = escaped(block.text)
                yield words if block.tone == "plain" else f"**{words}**"
                yield ""
            case Terms():
                yield from (f"- {escaped(name)}: {escaped(text)}" for name, text in block.rows)
                yield ""
            case Listing():
                yield from _listing(block)
            case Picture():
                continue


def _listing(block: Listing) -> Iterator[str]:
    yield f"**{escaped(block.title)}**"
    yield ""
    yield _row([column.name for column in block.columns])
    yield f"|{'|'.join(RULES[column.kind] for column in block.columns)}|"
    yield from (_row(row) for row in block.rows)
    yield ""
    if block.note:
        yield escaped(block.note)
        yield ""


def _row(cells: tuple[str, ...] | list[str]) -> str:
    return f"| {' | '.join(map(escaped, cells))} |"
