"""The odds of a game by its name. What they need beside the core comes with the extra `sim`."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol, cast

from houseway import games
from houseway.refusal import Refusal
from houseway.returns import Asked, BestPlay, Chart, ChoiceOdds, Facts, Position, RuleCost, WagerOdds


class GameOdds(Protocol):
    """What the `odds.py` of every game has."""

    OPTIONS: Mapping[str, tuple[str, ...]]
    STRATEGIES: tuple[str, ...]  # that have a name, beside the best play
    METERS: tuple[str, ...]  # of all its pay tables, whichever are in force

    def best_play(self, asked: Asked) -> BestPlay: ...

    def wagers(self, asked: Asked) -> Sequence[WagerOdds]: ...

    def choices(self, position: Position) -> Sequence[ChoiceOdds]: ...

    def charts(self, asked: Asked) -> Sequence[Chart]: ...

    def rules_of_thumb(self, asked: Asked) -> Sequence[RuleCost]: ...

    def facts(self, asked: Asked) -> Sequence[Facts]: ...


def load(name: str) -> GameOdds:
    """The odds of that game."""
    games.load(name)
    needs("numpy", "numba")
    return cast(GameOdds, import_module(f"houseway.games.{name}.odds"))


def needs(*packages: str, extra: str = "sim") -> None:
    """Refuse in one line where an optional package is not installed."""
    for package in packages:
        try:
            import_module(package)
        except ImportError:
            raise Refusal(f"this needs {package}: pip install 'houseway[{extra}]'") from None


def strategies(odds: GameOdds, asked: Asked) -> tuple[str, ...]:
    """The names of all strategies at a table, the best play first."""
    return (odds.best_play(asked).name, *odds.STRATEGIES)


def best_first(choices: Sequence[ChoiceOdds]) -> list[ChoiceOdds]:
    """The choices of a position, the best first; equal ones in the order in which they are offered."""
    return sorted(choices, key=lambda choice: -choice.ev.value)
