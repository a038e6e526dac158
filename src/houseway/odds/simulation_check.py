"""The comparison of simulated rounds with the odds of the strategy that they play, in the words of a sheet."""

from houseway import games
from houseway.odds import loading
from houseway.odds.report.comparison import Path, Run, compare_all
from houseway.odds.report.confirmation import Check, check_wager
from houseway.odds.simulation import Task, prepared
from houseway.refusal import Refusal
from houseway.returns import Asked
from houseway.tallies import Setting, Tallies


def check_run(work: Task, tallies: Tallies, setting: Setting, *, by_hand: bool) -> dict[str, Check]:
    """Compare the rounds with the odds of the strategy that they play, wager by wager."""
    odds, game = loading.load(work.game), games.load(work.game)
    asked = Asked(rules=setting.rules, stake=setting.stake, meters=setting.meters, strategy=work.strategy)
    if work.strategy not in loading.strategies(odds, asked):
        raise Refusal(f"{game.title} has no odds of the strategy {work.strategy!r}: leave out --compare")
    if not game.wagers and setting.players != game.positions(setting.rules):
        raise Refusal(f"the odds of {game.title} are those of a full table: leave out --compare or --players")
    wanted = odds.wagers(asked)
    path: Path = "procedure" if by_hand else "kernel"
    compared = compare_all(prepared(work), tallies, wanted)
    run = Run(path=path, strategy=work.strategy, seed=work.seed, rounds=tallies.rounds, wagers=compared)
    return {wager.wager: check_wager(wager, [run], work.strategy) for wager in wanted}


def check_words(check: Check | None) -> str:
    if check is None:
        return "not compared with the odds: --compare does so"
    left_out = f" (left out: {'; '.join(check.left_out)})" if check.left_out else ""
    return f"{check.check}{left_out}: {'; '.join(check.compared)}" if check.compared else f"{check.check}{left_out}"
