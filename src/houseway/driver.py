"""The driver of a procedure: it applies the moves to the felt, waits at the asks, and sends the answers in."""

from collections.abc import Callable
from itertools import chain
from typing import Any

import msgspec

from houseway.asks import Act, Ask, Who
from houseway.felt import MADE, Felt, Move
from houseway.irregularity import Irregularity
from houseway.refusal import Refusal
from houseway.table import Moves


class Running:
    """A procedure that runs: a round, or an opening of the table. Its moves, and what is asked now."""

    def __init__(self, felt: Felt, pauses: bool = False) -> None:
        self.felt = felt
        self.moves: list[Move] = []
        self.answers: list[tuple[Who | None, Act | Irregularity | Move]] = []  # a move: what happened beside it
        self.ask: Ask | None = None
        self.paused = 0  # so many pauses are over
        self._pauses = pauses
        self._given: dict[Who, Act] = {}
        self._procedure: Moves

    def begin(self, procedure: Moves) -> None:
        """Run a procedure up to its first ask."""
        self._procedure = procedure
        self._resume(None)

    @property
    def done(self) -> bool:
        return self.ask is None

    def answer(self, who: Who, act: Act) -> None:
        """Take a decision. An act that is not offered is refused and changes nothing."""
        ask = self.check(who, act)
        self.answers.append((who, act))
        if len(ask.choices) == 1:
            self._resume({who: act})
        else:
            self._given[who] = act
            self._resume_if_complete()

    def check(self, who: Who, act: Act) -> Ask:
        """Refuse an act that is not offered; the ask that one answers which is."""
        ask = self.ask
        if ask is None:
            raise Refusal("the round is over")
        offered = ask.choices.get(who)
        if offered is None or who in self._given:
            raise Refusal(f"{named(who)} has no decision to take now; asked: {self.asked()}", ask.clause)
        reason = offered.refusal(act)
        if reason is not None:
            choice = offered.choice(act.verb)
            raise Refusal(f"{named(who)}: {reason}", choice.clause if choice else self.clause_of(who, act.verb))
        return ask

    def clause_of(self, who: Who, verb: str) -> str | None:
        """The clause by which a verb that is not offered is refused: that of the ask, where none is nearer."""
        return self.ask.clause if self.ask else None

    def time_out(self, who: Who) -> Act:
        """The house acts for a player who does not: in the way that risks no further money (ruling G6)."""
        assert self.ask is not None
        act = msgspec.structs.replace(self.ask.choices[who].default, by_house=True)
        self.answer(who, act)
        return act

    def go_on(self) -> None:
        """Leave a pause in which nobody has to decide."""
        if self.ask is not None and not self.ask.choices:
            self.paused += 1
            self._resume({})

    def asked(self) -> str:
        """Who has to decide what, in words."""
        if self.ask is None:
            return "nobody"
        waiting = [named(who) for who in self.ask.choices if who not in self._given]
        return f"{', '.join(waiting) or 'the floor'} ({self.ask.kind})"

    def waiting(self) -> list[Who]:
        """Those who have not answered yet."""
        if self.ask is None:
            return []
        return [who for who in self.ask.choices if who not in self._given] if self._given else list(self.ask.choices)

    def _resume_if_complete(self) -> None:
        assert self.ask is not None
        if len(self._given) == len(self.ask.choices):  # nobody else can have given an answer
            given = {who: self._given[who] for who in self.ask.choices}
            self._resume(given)

    def _resume(self, answers: dict[Who, Act] | None) -> None:
        self._given = {}
        self._step(self._procedure.send, answers)

    def _step(self, advance: Callable[[Any], Any], what: Any) -> None:
        procedure, felt, keep, made = self._procedure, self.felt, self.moves.append, MADE.get
        self.ask = None
        try:
            first: Any = advance(what)
            while True:
                for step in chain((first,), procedure):  # what a loop takes costs less than what is sent for
                    kind = type(step)
                    if kind is Ask:
                        break
                    make = made(kind)
                    if make is not None:
                        make(felt, step)
                    keep(step)
                else:
                    return
                if step.choices or self._pauses:
                    break
                self.paused += 1
                first = procedure.send({})
        except StopIteration:
            return
        self.ask = step
        if self._given and step.choices:
            self._given = {who: act for who, act in self._given.items() if who in step.choices}
            self._resume_if_complete()

    def _make(self, move: Move) -> None:
        self.felt.apply(move)
        self.moves.append(move)


def named(who: Who) -> str:
    """A seat or a role in words."""
    return f"seat {who}" if isinstance(who, int) else who
