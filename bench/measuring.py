"""Rates side by side: processor time, medians of interleaved repeats, what was measured beside what is wanted."""

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time

Run = Callable[[], object]


def rates(runs: Mapping[str, tuple[Run, float]], repeats: int) -> dict[str, float]:
    """How much of its work each run does in a second, all of them measured by turns."""
    for run, _ in runs.values():
        run()  # compiled and warm before the clock starts
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, (run, _) in runs.items():
            seconds[name].append(timed(run))
    return {name: work / median(seconds[name]) for name, (_, work) in runs.items()}


def timed(run: Run) -> float:
    start = process_time()
    run()
    return process_time() - start


def ratio(words: str, found: float, wanted: float) -> None:
    """A line of the result: so many times as fast."""
    print(f"{words:<78} {found:>9,.1f}x  wanted {wanted:>5,.0f}x  {'ok' if found >= wanted else 'BELOW'}")


def seconds(words: str, found: float, wanted: float) -> None:
    """A line of the result: so many seconds of one core."""
    print(f"{words:<78} {found:>8,.2f} s  wanted {wanted:>4,.0f} s   {'ok' if found <= wanted else 'ABOVE'}")
