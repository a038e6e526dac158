"""The whole game of Lunar Poker solved: all hands and up cards up to suits, or a sample of them.

The work is cut into pieces that anybody may do. A folder keeps the finished ones as integers, so that the job goes on
where it stopped. There are 13 x 434,550 positions, each of about a third of a second: three weeks for one core, hours
for a cluster. A sample takes the exact count without exchanges and estimates what exchanges add.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from fractions import Fraction
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from houseway.games.lunar import sampling
from houseway.games.lunar.calibration import calibrate
from houseway.games.lunar.classes import classes_of
from houseway.games.lunar.end_shares import CountedEnds, EndShares, Place
from houseway.games.lunar.ends import BOUGHT, EXCHANGED, PLAIN
from houseway.games.lunar.position import weight
from houseway.games.lunar.rules import Rules
from houseway.games.lunar.sampling import LEAST, OF_EACH, UPS, Position, Stratum, Survey
from houseway.games.lunar.solving import FIVE, MOST_DRAWS, Chunk, Ends, Work, solve_chunk
from houseway.money import DOLLAR, Cents
from houseway.refusal import Refusal
from houseway.returns import Progress, silent

CHUNK = 250  # classes, if all are solved
DRAWN = 20  # positions, if a sample is
AHEAD = 2  # pieces that wait for each worker, so that none is idle

Result = TypeVar("Result")


class Job(msgspec.Struct, frozen=True):
    """What a folder holds the pieces of."""

    work: Work
    sample: int | None
    seed: str


class Sampled(msgspec.Struct, frozen=True):
    """The game without exchanges, exactly, the strata, and the positions drawn from them: all integers."""

    ends: Ends
    strata: tuple[Stratum, ...]
    positions: tuple[Position, ...]

    def shares(self) -> EndShares:
        """The share of rounds that end at each place if every choice is the best."""
        return calibrate(self.ends, self.strata, self.positions)


class Solution(msgspec.Struct, frozen=True):
    """The share of rounds without instant cash that end at each place if every choice is the best."""

    shares: EndShares
    positions: int


class Piece(msgspec.Struct, Generic[Result], frozen=True):
    """A part of the job: its name in the folder, what it takes, and what it gives."""

    name: str
    function: Callable[..., Result]
    given: tuple[Any, ...]
    kind: type[Result]


def solve(
    rules: Rules,
    folder: Path,
    executor: Executor,
    workers: int,
    sample: int | None = None,
    seed: str = "lunar",
    progress: Progress = silent,
    stake: Cents = DOLLAR,
) -> Solution:
    """All positions, or a sample of so many; what the folder has of the same job is not done again."""
    if sample is not None and sample < LEAST:
        raise Refusal(f"a sample has at least {LEAST} positions, {OF_EACH} of each stratum: raise --sample {sample}")
    job = Job(Work(tuple(rules.differing()), stake), sample, seed)
    _open(folder, job)
    if sample is None:
        return _solve_all(job.work, folder, executor, workers, progress)
    sampled = solve_sample(job.work, sample, seed, folder, executor, workers, progress)
    return Solution(sampled.shares(), sample)


def solve_sample(
    work: Work, sample: int, seed: str, folder: Path, executor: Executor, workers: int, progress: Progress
) -> Sampled:
    """Draw so many positions and solve them."""
    counted = [Piece(f"survey-{up:02}", sampling.survey, (work, up), Survey) for up in range(UPS)]
    surveys = list(_results(counted, folder, executor, workers))
    draws = sampling.draw(surveys, sample, seed, DRAWN)
    drawn = [
        Piece(f"drawn-{number:05}", sampling.solve_draw, (work, each), list[Position])
        for number, each in enumerate(draws)
    ]
    positions: list[Position] = []
    for solved in _results(drawn, folder, executor, workers):
        positions += solved
        progress(len(positions), sample)
    ends = _together([each.ends for each in surveys])
    return Sampled(ends, tuple(sampling.strata_of(surveys)), tuple(positions))


def _solve_all(work: Work, folder: Path, executor: Executor, workers: int, progress: Progress) -> Solution:
    classes = classes_of(FIVE).total
    places = [(up, first) for up in range(UPS) for first in range(0, classes, CHUNK)]
    chunks = [Piece(f"chunk-{up:02}-{first:06}", solve_chunk, (work, up, first, CHUNK), Chunk) for up, first in places]
    ends, done = [[0]], 0
    for chunk in _results(chunks, folder, executor, workers):
        ends = _together([ends, chunk.ends]) if done else chunk.ends
        done += len(chunk.choices)
        progress(done, UPS * classes)
    return Solution(CountedEnds(_shares(ends)), done)


def _shares(ends: Ends) -> dict[Place, Fraction]:
    hands = sum((Fraction(sum(ends[draws]), weight(draws)) for draws in range(MOST_DRAWS + 1)), Fraction(0))
    found: dict[Place, Fraction] = {}
    for draws, row in enumerate(ends):
        for end, count in enumerate(row):
            if count:
                place = (PLAIN, BOUGHT, EXCHANGED)[min(draws, EXCHANGED)], end
                found[place] = found.get(place, Fraction(0)) + Fraction(count, weight(draws)) / hands
    return found


def _together(tables: Sequence[Ends]) -> Ends:
    return [[sum(counts) for counts in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]


def _results(pieces: Sequence[Piece[Result]], folder: Path, executor: Executor, workers: int) -> Iterator[Result]:
    """What the pieces give, in their order: from the folder, or done now and kept there."""
    waiting: deque[tuple[Piece[Result], Future[Result] | None]] = deque()
    try:
        for piece in pieces:
            path = folder / f"{piece.name}.json"
            waiting.append((piece, None if path.exists() else executor.submit(piece.function, *piece.given)))
            if sum(future is not None for _, future in waiting) >= AHEAD * workers:
                yield _finished(*waiting.popleft(), folder)
        while waiting:
            yield _finished(*waiting.popleft(), folder)
    finally:
        for _, future in waiting:
            if future is not None:
                future.cancel()


def _finished(piece: Piece[Result], future: Future[Result] | None, folder: Path) -> Result:
    path = folder / f"{piece.name}.json"
    if future is None:
        return msgspec.json.decode(path.read_bytes(), type=piece.kind)
    result = future.result()
    _write(path, result)
    return result


def _open(folder: Path, job: Job) -> None:
    """Begin a folder, or go on with the job that it holds."""
    path = folder / "job.json"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _write(path, job)
    elif msgspec.json.decode(path.read_bytes(), type=Job) != job:
        raise Refusal(f"{folder} holds another job: take another folder, or the rules, sample and seed of its job.json")


def _write(path: Path, value: Any) -> None:
    """Whole or not at all: whoever is stopped while writing leaves no half of a file."""
    half = path.with_suffix(".half")
    half.write_bytes(msgspec.json.encode(value))
    half.replace(path)
