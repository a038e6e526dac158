"""The simulation that confirms the exact figures, and the hashes of what made them."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.figures import decimal
from houseway.odds.report.confirming import FARTHEST, LEAST_P, Compared, Run
from houseway.odds.report.document import Block, Kind, Section, Words, fitting, listing, named
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import p_value, percent, places

LONGEST_LINE = 42  # characters
HOW = {
    "kernel": "through the kernel, which plays a round as the procedure does, compiled",
    "procedure": "through the real procedure: every card moved, every decision asked, every wager settled by clause",
}


def simulation(sheet: Sheet) -> Section:
    """Rounds that were played, beside what was counted."""
    title = "Simulation"
    if not sheet.runs:
        none = "Nobody deals from an infinite deck: these figures are not confirmed by simulation."
        return Section(title, (Words(none, "bad"),))
    words = (
        "Every wager's mean is compared with its expectation, in standard errors of the counted deviation (z), and how "
        "often each outcome came with how often it should (Pearson's chi-square; outcomes that are expected less than "
        f"five times stand together). A wager is not confirmed where |z| is above {FARTHEST}, where p is below "
        f"{LEAST_P}, or where an outcome came that has no chance. Where a rare great prize makes the mean of so many "
        "rounds far from normal, z is in parentheses and the outcomes alone decide."
    )
    parts = tuple(Section(f"Through the {run.path}", tuple(_run(run, sheet))) for run in sheet.runs)
    return Section(title, (verdict(sheet), Words(words)), parts)


def verdict(sheet: Sheet) -> Words:
    """What the runs say of the figures, in a sentence."""
    if not sheet.runs:
        return Words("Not confirmed by simulation: there is no table with an infinite deck.", "bad")
    failing = [
        f"{named(wager.wager, wager.table)} through the {run.path} ({wager.why})"
        for run in sheet.runs
        for wager in run.wagers
        if wager.verdict == "not confirmed"
    ]
    if failing:
        return Words(f"NOT CONFIRMED by simulation: {'; '.join(failing)}.", "bad")
    if sheet.verdict == "not compared":
        return Words("Not confirmed by simulation: too few rounds were played to say anything.", "bad")
    listed = " and ".join(
        f"{len(_confirmed(sheet, run))} of {len(sheet.wagers)} wagers by {run.rounds:,} rounds through the {run.path}"
        for run in sheet.runs
    )
    return Words(f"Confirmed by simulation: {listed}; none differs.{_otherwise(sheet)}", "good")


def hashes(sheet: Sheet) -> Section:
    """What made the figures."""
    found = sheet.hashes
    words = (
        "SHA-256 of every module that the figures depend on, found by following the imports of the game's odds and "
        "kernel and of this sheet, and of the game's data. The total is the SHA-256 of the lines “hash, two spaces, "
        "name” of all code and then of all data, in the order of their tables."
    )
    versions = listing("Versions", (("program", "text"), ("version", "text")), found.versions)
    two: tuple[tuple[str, Kind], ...] = (("name", "text"), ("SHA-256", "mono"))
    kept: list[Block] = [
        listing(
            "Stored results",
            (("file", "text"), ("made by", "wide"), ("code", "text"), ("SHA-256", "mono")),
            (
                (each.name, each.command, "unchanged" if each.current else "● CHANGED SINCE", each.sha256)
                for each in found.kept
            ),
            note=f"Stored results are integers that take long to count; houseway odds {sheet.game} --recompute counts "
            "them again and compares.",
        )
    ]
    return Section(
        "Hashes",
        (
            Words(words),
            listing("Total", two, (("code and data", found.total),)),
            listing("Pay tables and other data", two, ((each.name, each.sha256) for each in found.data)),
            *(kept if found.kept else [Words("No result of this game is stored: all is counted anew for each sheet.")]),
            listing("Code", two, ((each.name, each.sha256) for each in found.code)),
            versions,
        ),
    )


def _confirmed(sheet: Sheet, run: Run) -> list[str]:
    """The wagers of a run that confirm the sheet's own figures; by another strategy a wager may have other odds."""
    figures = {(wager.wager, wager.ev.value) for wager in sheet.wagers}
    return [
        wager.wager for wager in run.wagers if wager.verdict == "confirmed" and (wager.wager, wager.expected) in figures
    ]


def _otherwise(sheet: Sheet) -> str:
    """What was played by another strategy than the sheet's, since nobody plays that round by round."""
    played = {
        wager.wager: run.strategy
        for run in sheet.runs
        for wager in run.wagers
        if wager.verdict == "confirmed" and wager.wager not in _confirmed(sheet, run)
    }
    return "".join(
        f" {wager} was played by {strategy}, and agrees with the odds of that strategy; {sheet.table.strategy} play "
        "is not simulated."
        for wager, strategy in played.items()
    )


def _run(run: Run, sheet: Sheet) -> Iterator[Block]:
    wanted = sheet.table.strategy
    told = f"{run.rounds:,} rounds {HOW[run.path]}. Strategy {run.strategy}, seed “{run.seed}”."
    if run.strategy != wanted:
        told += f" The {run.path} does not play {wanted}; these rounds are compared with the odds of {run.strategy}."
    played = {wager.wager for wager in run.wagers}
    if missing := [wager.wager for wager in sheet.wagers if wager.wager not in played]:
        told += f" Not wagered in it: {', '.join(missing)}."
    yield Words(told)
    yield listing(
        f"Means through the {run.path}",
        (
            ("wager", "text"),
            ("table", "text"),
            ("mean", "number"),
            ("std. error", "number"),
            ("95% from", "number"),
            ("to", "number"),
            ("should be", "number"),
            ("z", "number"),
        ),
        (_mean(wager) for wager in run.wagers),
    )
    yield listing(
        f"Outcomes through the {run.path}",
        (
            ("wager", "text"),
            ("table", "text"),
            ("by", "text"),
            ("chi-square", "number"),
            ("df", "number"),
            ("p", "number"),
            ("pooled", fitting("; ".join(wager.chi.pooled) for wager in run.wagers if wager.chi)),
            ("verdict", "text"),
        ),
        (_outcomes(wager) for wager in run.wagers),
        note="; ".join(f"{named(wager.wager, wager.table)}: {wager.why}" for wager in run.wagers if wager.why),
    )
    if run.path == "kernel":
        for wager in run.wagers:
            if wager.cells:
                yield _counts(wager)


def _mean(wager: Compared) -> tuple[str, ...]:
    low, high = wager.interval
    z = "" if wager.z is None else places(wager.z, 2)
    should = "" if wager.expected is None else places(wager.expected, 6)
    if wager.expected_stderr:
        should += f" ± {decimal(wager.expected_stderr, 2)}"
    return (
        wager.wager,
        wager.table or "",
        places(wager.mean, 6),
        places(wager.stderr, 6),
        places(low, 6),
        places(high, 6),
        should,
        z if wager.judged or not z else f"({z})",
    )


def _outcomes(wager: Compared) -> tuple[str, ...]:
    chi = wager.chi
    mark = {"confirmed": "✓ confirmed", "not confirmed": "✗ NOT CONFIRMED", "not compared": "not compared"}
    return (
        wager.wager,
        wager.table or "",
        wager.by or "",
        "" if chi is None else "impossible outcome" if chi.statistic is None else places(chi.statistic, 3),
        "" if chi is None else str(chi.freedom),
        "" if chi is None else p_value(chi.p),
        "" if chi is None else "; ".join(chi.pooled),
        mark[wager.verdict],
    )


def _counts(wager: Compared) -> Block:
    rows = [
        (
            cell.name,
            places(cell.expected, 2),
            f"{cell.observed:,}",
            places((cell.observed - cell.expected) ** 2 / cell.expected, 4) if cell.expected else "",
            percent(Fraction(cell.observed) / cell.expected - 1, 3) if cell.expected else "",
        )
        for cell in wager.cells
    ]
    return listing(
        f"Outcomes of {named(wager.wager, wager.table)}, expected and counted",
        (
            (wager.by or "", fitting((cell.name for cell in wager.cells), longest=LONGEST_LINE)),
            ("expected", "number"),
            ("counted", "number"),
            ("(c − e)² / e", "number"),
            ("c / e − 1", "number"),
        ),
        rows,
    )
