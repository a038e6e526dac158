"""What a sheet says to people, section by section, in the order in which a laboratory reads it."""

from collections.abc import Iterator

from houseway.figures import Estimated
from houseway.odds.report.document import Document, Terms, named
from houseway.odds.report.sections import playing, proving, returning, ruling, varying
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import sentence, show_percent
from houseway.odds.writing import basis_words


def document(sheet: Sheet) -> Document:
    """The sheet as a document."""
    return Document(
        title=f"{sheet.title}: PAR sheet",
        subtitle="Probability accounting report of one configured table",
        date=sheet.date,
        configuration=sheet.table.short,
        version=dict(sheet.hashes.versions)["houseway"],
        head=(Terms(tuple(_glance(sheet))), proving.check(sheet), proving.check_of_each(sheet)),
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
        words = f"{show_percent(wager.house_edge)}, {basis_words(wager.ev)}"
        words += " (± is the 95% interval)" if isinstance(wager.ev, Estimated) else ""
        yield f"Edge of {named(wager.wager, wager.table)}", words
    reason = sheet.wagers[0].reason
    yield "Strategy", f"{sheet.table.strategy}. {sentence(reason)}" if reason else sheet.table.strategy
    yield "Configuration", f"`{sheet.table.hash}`"
    yield "Code and data", f"`{sheet.hashes.total}`"
    yield "Made by", f"`{sheet.command}`"
