"""What a sheet says to people, section by section, in the order in which a laboratory reads it."""

from collections.abc import Iterator

from houseway.odds.report.document import Document, Terms, named
from houseway.odds.report.sections import playing, proving, returning, ruling, varying
from houseway.odds.report.sheet import Sheet
from houseway.odds.writing import basis_words, percent


def document(sheet: Sheet) -> Document:
    """The sheet as a document."""
    return Document(
        title=f"{sheet.title}: PAR sheet",
        subtitle="Probability accounting report of one configured table",
        date=sheet.date,
        configuration=sheet.table.short,
        version=dict(sheet.hashes.versions)["houseway"],
        head=(Terms(tuple(_glance(sheet))), proving.verdict(sheet)),
        sections=(
            ruling.table(sheet),
            ruling.rulings(sheet),
            returning.method(sheet),
            returning.summary(sheet),
            returning.return_tables(sheet),
            returning.pay_tables(sheet),
            playing.progressives(sheet),
            playing.strategy(sheet),
            varying.sensitivity(sheet),
            varying.facts(sheet),
            varying.results(sheet),
            proving.simulation(sheet),
            proving.hashes(sheet),
        ),
    )


def _glance(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The first page's few lines."""
    yield "Game", sheet.table.rulebook
    changed = [f"{option.name}={option.value}" for option in sheet.table.options if option.differs]
    yield "Options", ", ".join(changed) or "all at their defaults"
    for wager in sheet.wagers:
        yield f"Edge of {named(wager.wager, wager.table)}", f"{percent(wager.house_edge)}, {basis_words(wager.ev)}"
    yield "Strategy", sheet.table.strategy
    yield "Configuration", f"`{sheet.table.hash}`"
    yield "Code and data", f"`{sheet.hashes.total}`"
    yield "Made by", f"`{sheet.command}`"
