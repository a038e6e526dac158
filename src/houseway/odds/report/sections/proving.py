"""The check of the figures by simulation, and the hashes of what made them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from houseway.odds.report.comparison import FARTHEST, LEAST_P, Compared, Run
from houseway.odds.report.confirmation import WIDEST, Check, Word
from houseway.odds.report.document import Block, Kind, Section, Terms, Tone, Words, fitting, listing, named
from houseway.odds.report.sheet import Sheet
from houseway.odds.report.typesetting import INTERVALS, p_value, percent, places, sentences, show
from houseway.odds.writing import basis_words

LONGEST_LINE = 42  # characters
MARKS: Mapping[Word, str] = {
    "confirmed": "✓ confirmed",
    "confirmed in part": "confirmed in part",
    "contradicted": "✗ CONTRADICTED",
    "not compared": "not compared",
}
HEADS: Mapping[Word, str] = {
    "confirmed": "✓ Confirmed by simulation: the mean of every wager lies within four standard errors of its odds, "
    "and these are at most 1% of the wager.",
    "confirmed in part": "Confirmed in part by simulation: no round contradicts the odds, but the check of {wagers} is "
    "not complete.",
    "contradicted": "✗ CONTRADICTED by simulation: the rounds differ from the odds of {wagers} by more than chance "
    "explains.",
    "not compared": "Not compared with a simulation: {wagers}.",
}
TONES: Mapping[Word, Tone] = {
    "confirmed": "good",
    "confirmed in part": "part",
    "contradicted": "bad",
    "not compared": "open",
}
HOW = {
    "kernel": "through the kernel, which plays a round as the procedure does, compiled",
    "procedure": "through the real procedure: every card moved, every decision asked, every wager settled by clause",
}


def simulation(sheet: Sheet) -> Section:
    """The check of every wager, and its rounds."""
    words = (
        f"A wager is confirmed if the mean of the rounds lies within {FARTHEST} standard errors of the sheet's "
        f"expectation, these are at most {percent(WIDEST, 0)} of the wager, and nothing was left out. It is confirmed "
        "in part if something was left out or the error is wider. It is contradicted if the mean lies further away, "
        f"if chance brings such outcomes less than once in {places(1 / LEAST_P, 0)} runs (Pearson's chi-square, p; "
        "outcomes that are expected less than five times count as one), or if an outcome came whose chance is zero. "
        "If a rare great prize makes the mean of so many rounds far from normal, its distance z is in parentheses "
        "and only the outcomes are judged. If the expectation is itself an estimate, the standard error includes its "
        "error."
    )
    others = (
        "The simulation checks only the wagers of this table, with the strategy of this sheet. It does not check "
        "other pay tables, strategies, rules of thumb, options or facts."
    )
    checks = listing(
        "Check of each wager",
        (
            ("wager", "text"),
            ("table", "text"),
            ("check", "text"),
            ("rounds", "number"),
            ("compared", "wide"),
            ("left out", "wide"),
        ),
        (
            (
                each.wager,
                each.table or "",
                MARKS[each.check],
                f"{each.rounds:,}",
                sentences(each.compared) or "nothing",
                sentences(each.left_out) or "nothing",
            )
            for each in sheet.checks
        ),
    )
    parts = tuple(Section(f"Through the {run.path}", tuple(_run(run, sheet))) for run in sheet.runs)
    return Section("Simulation", (check(sheet), Words(words), checks, Words(others)), parts)


def check(sheet: Sheet) -> Words:
    """The check of the sheet, in one of four words."""
    worst = [named(each.wager, each.table) for each in sheet.checks if each.check == sheet.check]
    head = HEADS[sheet.check].format(wagers=" and ".join(worst))
    return Words(f"{head} A sheet is as good as its worst wager.", TONES[sheet.check])


def check_of_each(sheet: Sheet) -> Terms:
    """The word of each wager, and the reason if it is not confirmed."""
    return Terms(tuple((f"Check of {named(each.wager, each.table)}", _word(each)) for each in sheet.checks))


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


def _word(check: Check) -> str:
    if check.check == "contradicted":
        return f"{MARKS[check.check]}: {'; '.join(check.compared)}"
    left_out = f"; left out: {'; '.join(check.left_out)}" if check.left_out else ""
    return f"{MARKS[check.check]}{left_out}"


def _run(run: Run, sheet: Sheet) -> Iterator[Block]:
    wanted = sheet.table.strategy
    told = f"{run.rounds:,} rounds {HOW[run.path]}. Strategy {run.strategy}, seed “{run.seed}”."
    if run.strategy != wanted:
        alike = run.wagers[0].expected == sheet.wagers[0].ev
        is_not = f"The {run.path} does not play {wanted}; these rounds are compared with the odds of {run.strategy}."
        told += f" {run.strategy} is the play that this sheet calls {wanted}." if alike else f" {is_not}"
    played = {wager.wager for wager in run.wagers}
    if missing := [wager.wager for wager in sheet.wagers if wager.wager not in played]:
        told += f" Not wagered in it: {', '.join(missing)}."
    yield Words(told)
    yield listing(
        f"Means through the {run.path}",
        (
            ("wager", "text"),
            ("table", "text"),
            ("mean of the rounds", "number"),
            ("expectation", "number"),
            ("basis", "text"),
            ("z", "number"),
            ("four std. errors", "number"),
        ),
        (_mean(wager) for wager in run.wagers),
        note=INTERVALS,
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
            ("contradiction", "text"),
        ),
        (_outcomes(wager) for wager in run.wagers),
    )
    if run.path == "kernel":
        for wager in run.wagers:
            if wager.cells:
                yield _counts(wager)


def _mean(wager: Compared) -> tuple[str, ...]:
    z = "" if wager.z is None else places(wager.z, 2)
    return (
        wager.wager,
        wager.table or "",
        show(wager.mean),
        "" if wager.expected is None else show(wager.expected),
        "" if wager.expected is None else basis_words(wager.expected),
        z if wager.judged or not z else f"({z})",
        percent(wager.width, 2),
    )


def _outcomes(wager: Compared) -> tuple[str, ...]:
    chi = wager.chi
    return (
        wager.wager,
        wager.table or "",
        wager.by or "",
        "" if chi is None else "impossible outcome" if chi.statistic is None else places(chi.statistic, 3),
        "" if chi is None else str(chi.freedom),
        "" if chi is None else p_value(chi.p),
        "" if chi is None else "; ".join(chi.pooled),
        "; ".join(f"✗ {words}" for words in wager.contradictions),
    )


def _counts(wager: Compared) -> Block:
    rows = [
        (
            cell.name,
            places(cell.expected, 2),
            f"{cell.observed:,}",
            places(cell.part, 4) if not cell.is_impossible else "",
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
            ("adds to chi-square", "number"),
            ("c / e − 1", "number"),
        ),
        rows,
    )
