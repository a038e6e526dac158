"""The table as it is configured, and the rulebook and rulings that it follows."""

from collections.abc import Iterator
from decimal import Decimal

from houseway.money import MOST, brief
from houseway.odds.report.document import Block, Section, Terms, Words, listing
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import sentence


def table(sheet: Sheet) -> Section:
    """Every option with its value, and the wagers that the table takes."""
    configured = sheet.table
    differing = [place for place, option in enumerate(configured.options) if option.differs]
    options = listing(
        "Options of the rules",
        (
            ("option", "text"),
            ("value", "text"),
            ("default", "text"),
            ("", "text"),
            ("may be", "wide"),
            ("odds", "text"),
        ),
        (
            (
                option.name,
                _posted(option.value),
                _posted(option.default),
                "● changed" if option.differs else "",
                option.values,
                "yes" if option.counts else "no",
            )
            for option in configured.options
        ),
        note="● marks an option that differs from its default; “odds” says whether it changes any figure.",
        marked=differing,
    )
    return Section("The table", (Terms(tuple(_terms(sheet))), options, *_offered(sheet)))


def rulings(sheet: Sheet) -> Section:
    """The rulebook, and how its unclear clauses are read."""
    configured = sheet.table
    number = sum(count for _, count in configured.clauses)
    kinds = ", ".join(f"{count} of kind {kind}" for kind, count in configured.clauses)
    changed = [option.name for option in configured.options if option.differs]
    words = [
        f"Rulebook: {configured.rulebook}. Its register has {number} clauses ({kinds}); "
        f"`houseway rules {sheet.game} CLAUSE` shows each of them, and how it is honoured.",
        "Where a clause can be read in two ways, a ruling decides. Those of all games come first (G), then those of "
        "this game, then the house's own where rulebook and rulings are silent (H).",
    ]
    if changed:
        words.append(
            f"An option that differs from its default ({', '.join(changed)}) takes the place of a ruling that names it."
        )
    listed = listing(
        "Rulings in force",
        (("id", "text"), ("question", "phrase"), ("ruling", "wide")),
        ((ruling.id, ruling.question, sentence(ruling.ruling)) for ruling in configured.rulings),
    )
    return Section("Rulebook and rulings", (*map(Words, words), listed))


def _terms(sheet: Sheet) -> Iterator[tuple[str, str]]:
    configured = sheet.table
    yield "Game", sheet.title
    yield "Configuration", f"`{configured.hash}`"
    yield "Cards", "an infinite deck" if configured.infinite_deck else f"{configured.cards} in the deck or shoe"
    yield "Stake", f"${Decimal(configured.stake):,} on each wager, where prizes in dollars or limits matter"
    for name, amount in configured.meters:
        yield f"Meter {name}", f"${Decimal(amount):,}"
    yield "Strategy", configured.strategy


def _offered(sheet: Sheet) -> Iterator[Block]:
    if sheet.table.offered:
        yield listing(
            "Wagers before the deal",
            (
                ("wager", "text"),
                ("from ($)", "number"),
                ("to ($)", "number"),
                ("required", "text"),
                ("on what", "wide"),
            ),
            (
                (offer.wager, offer.least, offer.most, "yes" if offer.required else "no", offer.words)
                for offer in sheet.table.offered
            ),
        )


def _posted(value: str) -> str:
    """An option's value; the most that the program takes is no limit that anybody posts."""
    return "no limit" if value == brief(MOST) else value
