"""A program that counts odds for another: a question on every line of its input, an answer on every line of its output.

Counting takes all of a processor and memory of its own, so a house has it done by a process beside it, which ends when
its input does, and in the middle of a count when the house is gone.
"""

import os
import sys
import threading
import time
from contextlib import suppress
from typing import BinaryIO

import msgspec

from houseway import games
from houseway.figures import Figure, figure_json
from houseway.money import DOLLAR, Cents
from houseway.odds import loading
from houseway.odds.coaching import Situation, advise
from houseway.odds.preparing import prepare
from houseway.refusal import Refusal
from houseway.returns import Asked, LineOdds, WagerOdds

NICER = 10  # than whoever asks


class OddsOf(msgspec.Struct, frozen=True, tag="odds"):
    """What does every wager of a table cost?"""

    game: str
    rules: tuple[str, ...]
    meters: dict[str, Cents] = {}
    stake: Cents = DOLLAR


class ChoicesOf(msgspec.Struct, frozen=True, tag="choices"):
    """What is every choice of a decision worth?"""

    situation: Situation


class Kernels(msgspec.Struct, frozen=True, tag="kernels"):
    """Is everything compiled that bots play by? Where it is not, it is compiled now."""


Question = OddsOf | ChoicesOf | Kernels


class ExactNumber(msgspec.Struct, frozen=True, tag_field="basis", tag="exact"):
    """A quotient of integers; `value` is a text in plain decimals, here as in all figures."""

    value: str
    fraction: str


class ComputedNumber(msgspec.Struct, frozen=True, tag_field="basis", tag="computed"):
    """A result of floating arithmetic with so many right digits."""

    value: str
    digits: int


class EstimatedNumber(msgspec.Struct, frozen=True, tag_field="basis", tag="estimated"):
    """A result of a sample of `n`, with its 95% interval."""

    value: str
    low: str
    high: str
    sampled: str
    n: int


Number = ExactNumber | ComputedNumber | EstimatedNumber


class CountedLine(msgspec.Struct, frozen=True):
    """One line of a wager's return table."""

    line: str
    pays: str
    probability: Number
    contribution: Number


class CountedWager(msgspec.Struct, frozen=True):
    """The cost of a wager, in shares of the wager. `strategy`: the play, if the player has a choice."""

    wager: str
    table: str | None
    strategy: str | None
    reason: str
    house_edge: Number
    element_of_risk: Number
    hit_frequency: Number
    deviation: Number
    break_even_meter: Number | None  # in cents
    lines: tuple[CountedLine, ...]
    notes: tuple[str, ...]


class CountedChoice(msgspec.Struct, frozen=True):
    """What a choice is worth: in units of the first wager, and in cents of the one that lies."""

    verb: str
    cards: tuple[int, ...]
    ev: Number
    cents: Cents


class Counted(msgspec.Struct, frozen=True):
    """The answer. `why`: nothing was counted, and why not."""

    wagers: tuple[CountedWager, ...] = ()
    choices: tuple[CountedChoice, ...] = ()
    why: str | None = None


def answer(question: Question) -> Counted:
    """Count what is asked; what cannot be counted is answered with the reason. Of kernels there is nothing to tell."""
    try:
        if isinstance(question, OddsOf):
            rules = games.load(question.game).rules.read(question.rules)
            asked = Asked(rules=rules, stake=question.stake, meters=question.meters)
            return Counted(wagers=tuple(_wager(wager) for wager in loading.load(question.game).wagers(asked)))
        if isinstance(question, Kernels):
            prepare()
            return Counted()
        situation = question.situation
        return Counted(
            choices=tuple(
                CountedChoice(each.verb, each.cards, _number(each.ev), round(each.ev.value * situation.stake))
                for each in advise(situation)
            )
        )
    except Refusal as refusal:
        return Counted(why=refusal.message)


def serve(asked: BinaryIO, told: BinaryIO) -> None:
    """Answer until nothing more is asked."""
    decoder = msgspec.json.Decoder(Question)
    for line in asked:
        told.write(msgspec.json.encode(answer(decoder.decode(line))) + b"\n")
        told.flush()


def main() -> None:
    """By the words of its command: for which process it counts."""
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(NICER)
    if len(sys.argv) > 1:
        threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()
    with suppress(KeyboardInterrupt, BrokenPipeError):
        serve(sys.stdin.buffer, sys.stdout.buffer)


def _end_with(parent: int) -> None:
    """Whoever asked was killed: nobody is there to be told."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _wager(wager: WagerOdds) -> CountedWager:
    meter = wager.break_even_meter
    return CountedWager(
        wager.wager,
        wager.table,
        wager.strategy,
        wager.reason,
        _number(wager.house_edge),
        _number(wager.element_of_risk),
        _number(wager.hit_frequency),
        _number(wager.deviation),
        None if meter is None else _number(meter),
        tuple(_line(line) for line in wager.lines),
        wager.notes,
    )


def _line(line: LineOdds) -> CountedLine:
    return CountedLine(line.line, line.pays, _number(line.probability), _number(line.contribution))


def _number(figure: Figure) -> Number:
    number: Number = msgspec.convert(figure_json(figure), Number)
    return number


if __name__ == "__main__":
    main()
