"""The check of a sheet's figures by rounds that were played, in one of four words for each wager.

*Confirmed*: the mean lies within four standard errors of the odds, these are at most 1% of the wager, and nothing was
left out. *Confirmed in part*: something was left out, or the error is wider; `left_out` names it. *Contradicted*: the
difference is more than four standard errors, the outcomes are as rare as that, or an outcome with no chance came. *Not
compared*: no round says anything about the wager.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

import msgspec

from houseway.figures import Estimated, decimal, fixed
from houseway.odds.report.comparison import ENOUGH, LEAST_P, Compared, Run
from houseway.odds.writing import basis_words
from houseway.returns import WagerOdds

Word = Literal["contradicted", "not compared", "confirmed in part", "confirmed"]
WORDS: tuple[Word, ...] = ("contradicted", "not compared", "confirmed in part", "confirmed")  # the worst first
WIDEST = Fraction(1, 100)  # of the wager: the most that four standard errors of a confirmed mean may be
NO_ROUND = "no round was played: nobody deals from an infinite deck"


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """The check of a wager: its word, the comparisons, the parts that were left out, and the number of rounds."""

    wager: str
    table: str | None
    check: Word
    compared: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    rounds: int = 0


def check_json(check: Check | None) -> dict[str, Any]:
    """The check of a wager for programs, for the wager's own JSON. Without a check it says `not compared`."""
    if check is None:
        return {"check": "not compared", "compared": [], "left_out": [], "rounds": 0}
    return {
        "check": check.check,
        "compared": list(check.compared),
        "left_out": list(check.left_out),
        "rounds": check.rounds,
    }


class Evidence(msgspec.Struct, frozen=True):
    """One run and its comparison of a wager."""

    run: Run
    found: Compared

    @property
    def says_something(self) -> bool:
        return self.found.expected is not None and (self.found.judged or self.found.tells_of_outcomes)


def check_wager(wager: WagerOdds, runs: Sequence[Run], strategy: str) -> Check:
    """The check of a wager with the odds of this strategy."""
    every = [
        Evidence(run, found)
        for run in runs
        for found in run.wagers
        if (found.wager, found.table) == (wager.wager, wager.table)
    ]
    heard = [each for each in every if each.says_something]
    # the odds of another strategy prove nothing of this wager's, unless they are the same
    own = [each for each in every if each.found.expected == wager.ev]
    left_out = tuple(_left_out(wager, own, strategy) if every else [_never_played(wager, runs)])
    return Check(
        wager=wager.wager,
        table=wager.table,
        check=choose_word(heard, left_out),
        compared=tuple(words for each in heard for words in _compared(each)),
        left_out=left_out,
        rounds=sum(each.run.rounds for each in heard),
    )


def choose_word(heard: Sequence[Evidence], left_out: Sequence[str]) -> Word:
    if any(each.found.contradictions for each in heard):
        return "contradicted"
    if not heard:
        return "not compared"
    return "confirmed in part" if left_out else "confirmed"


def find_worst(checks: Iterable[Check]) -> Word:
    """The word of a sheet, which is as good as its worst wager."""
    return min((check.check for check in checks), key=WORDS.index, default="not compared")


def _never_played(wager: WagerOdds, runs: Sequence[Run]) -> str:
    return f"no run wagers on {wager.wager}" if runs else NO_ROUND


def _compared(evidence: Evidence) -> Iterator[str]:
    """Each comparison with its result."""
    run, found = evidence.run, evidence.found
    how = f"{run.rounds:,} rounds through the {run.path}, strategy {run.strategy}"
    if found.judged:
        apart = "nothing varies" if found.z is None else f"{fixed(abs(found.z), 2)} standard errors away"
        yield f"mean of {how}: {apart}"
    if found.tells_of_outcomes and found.chi is not None:
        p = "one that has no chance" if found.chi.statistic is None else _chance(found.chi.p)
        yield f"outcomes by {found.by} of {how}: {p}"


def _left_out(wager: WagerOdds, own: Sequence[Evidence], strategy: str) -> Iterator[str]:
    if not own:
        yield f"{strategy} play of the {wager.wager} was not simulated: its edge is {basis_words(wager.ev)}"
        return
    if isinstance(wager.ev, Estimated) and wager.ev.sampled == "rounds":
        yield f"an expectation that does not come from rounds: the edge itself is {basis_words(wager.ev)}"
    judged = [each for each in own if each.found.judged]
    longest = max(own, key=lambda each: each.run.rounds)
    if not judged:
        few = longest.run.rounds < ENOUGH
        why = "are too few" if few else "are too few for a wager with so rare a prize"
        yield f"the mean: {longest.run.rounds:,} rounds {why}"
    elif (width := min(each.found.width for each in judged)) > WIDEST:
        yield f"precision: four standard errors are {fixed(100 * width, 2)}% of the wager"
    told = [each for each in own if each.found.tells_of_outcomes]
    if not told:
        yield "how often each outcome comes"
    elif pooled := min((_pooled(each.found) for each in told), key=len):
        quoted = ", ".join(f"“{line}”" for line in pooled)
        yield f"these lines one by one, since so many rounds are too few for them: {quoted}"


def _chance(p: Decimal) -> str:
    return f"p = {decimal(p, 2)}" if p >= LEAST_P else f"p < {LEAST_P}"


def _pooled(found: Compared) -> tuple[str, ...]:
    return () if found.chi is None else found.chi.pooled
