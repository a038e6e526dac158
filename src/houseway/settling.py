"""Settling a round file: play its upper half, write or check its lower half."""

from typing import Any

import msgspec

from houseway.asks import Act, Ask, third_person
from houseway.felt import CAGE, INVENTORY, Payoff
from houseway.money import Cents, brief, dollars
from houseway.procedure import Round, opening_felt
from houseway.refusal import Refusal
from houseway.round_lines import Event, RoundFileRefusal
from houseway.rounds import SEATED, RoundFile


class Settled(msgspec.Struct, frozen=True):
    """A round that was played from its file, and what the house decided for those who did not."""

    played: Round
    timed_out: list[str]

    @property
    def payoffs(self) -> list[Payoff]:
        return self.played.payoffs

    @property
    def meters(self) -> dict[str, Cents]:
        """What each meter shows after the round, in whole cents."""
        felt, game = self.played.felt, self.played.game
        shown = {name: int(amount) for name, amount in felt.meters.items()}
        return shown | {name: felt.stake(area) for name, area in game.pots.items()}

    @property
    def net(self) -> dict[int, Cents]:
        """What the round adds to the chips of each seat."""
        totals = dict.fromkeys(self.played.table.seats, 0)
        for payoff in self.payoffs:
            totals[payoff.seat] += payoff.net
        return totals

    @property
    def house(self) -> Cents:
        """What the round adds to the table inventory, fills from the cage apart."""
        before, after = opening_felt(self.played.game, self.played.setup), self.played.felt
        return sum(after.stake(area) - before.stake(area) for area in (INVENTORY, CAGE))


def settle(file: RoundFile) -> Settled:
    """Play the upper half of a round file."""
    setup = file.setup()
    try:
        played = Round(file.game, setup)
    except Refusal as refusal:
        line = file.line_of(refusal, setup)
        raise RoundFileRefusal(line, refusal.message, refusal.clause) from None
    runner = _Runner(played, list(file.events))
    runner.run()
    return Settled(played, runner.timed_out)


class _Runner:
    """Lets the lines of a file happen one after the other; what the file leaves out the house decides (G6)."""

    def __init__(self, played: Round, events: list[Event]) -> None:
        self.played = played
        self.timed_out: list[str] = []
        self.validations: dict[tuple[int, str], list[Event]] = {}  # of each payout; split hands have several
        for event in events:
            if event.validation:
                self.validations.setdefault(event.validation[1:], []).append(event)
        self.named = {event.validation[1:]: event.line for event in reversed(events) if event.validation}
        self.said_last: dict[tuple[int, str], Event] = {}
        self.waits = any(event.waits for event in events)
        self.first = False  # does the floor speak before a payout that waits, and is not named, is validated?
        self.events = [event for event in events if not event.validation]

    def run(self) -> None:
        while self.events:
            event = self.events.pop(0)
            try:
                self._take(event)
            except RoundFileRefusal:
                raise
            except Refusal as refusal:
                raise RoundFileRefusal(event.line, refusal.message, refusal.clause) from None
        while self.played.ask is not None:
            self._pass_over()
        self._check_named()

    def _check_named(self) -> None:
        """A payout that a supervisor validates or refuses is upon a wager that was made."""
        for (seat, wager), line in self.named.items():
            made = {payoff.wager: None for payoff in self.played.payoffs if payoff.seat == seat}
            if made and wager not in made:
                raise RoundFileRefusal(line, f"seat {seat} has no wager {wager!r}: it has {', '.join(made)}", "G5")

    def _take(self, event: Event) -> None:
        if event.irregularity is not None or event.waits or event.is_beside:
            while self._is_validated_before(event):
                self._validate()
        self.first = event.first
        if event.irregularity is not None:
            self.played.floor(event.irregularity)
        elif event.waits:
            self._wait()
        elif event.inventory:
            self.played.move_inventory(event.inventory)
        elif event.meter is not None:
            self.played.move_meter(*event.meter)
        elif event.seat is not None:
            self._decide(event, event.seat)

    def _is_validated_before(self, event: Event) -> bool:
        """Does a payout wait that the supervisor has validated, or refused, before the floor speaks?

        Of a payout that the file does not name he has; but a file that lets pauses go by names all.
        """
        ask = self.played.ask
        if ask is None or "supervisor" not in ask.choices:
            return False
        said = self.validations.get(_payout(ask))
        return said[0].line < event.line if said else not (self.waits or self.first)

    def _wait(self) -> None:
        """A pause goes by: what the floor says next it says later."""
        if self.played.ask is None or self.played.ask.choices:
            raise Refusal(f"the floor does not wait where somebody decides; asked: {self.played.asked()}")
        self.played.go_on()

    def _decide(self, event: Event, seat: int) -> None:
        played, act = self.played, event.act
        assert act is not None
        asked_first, clause = played.asked(), played.clause_of(seat, act.verb)
        if seat not in played.table.seats:
            raise Refusal(f"nobody plays at seat {seat}", clause)
        self._check_caller(event, seat)
        needless = played.game.needless
        if needless and seat not in played.waiting() and needless(played.table, seat, act):
            return
        while played.ask is not None and not self._is_void(seat):
            if seat in played.waiting():
                act = self._counted(seat, act)
                if played.ask.choices[seat].choice(act.verb) or not self._left_out(seat, act.verb):
                    played.answer(seat, act)
                    return
                self._time_out(seat)
            else:
                self._pass_over()
        if not self._is_void(seat):
            raise Refusal(f"seat {seat} has no decision to take here; asked: {asked_first}", clause)

    def _is_void(self, seat: int) -> bool:
        """Nobody is asked once the round or his own hand is void; what the file has him decide counts for nothing."""
        table = self.played.table
        results = {payoff.result for payoff in table.payoffs if payoff.seat == seat}
        return table.voided or (seat in table.out and results == {"void"})

    def _left_out(self, seat: int, verb: str) -> bool:
        """The file goes on with a later decision: nobody had to take the one due, or the house takes it (G6)."""
        ask, game = self.played.ask, self.played.game
        assert ask is not None
        return ask.skippable or verb in game.left_out.get(ask.choices[seat].default.verb, ())

    def _check_caller(self, event: Event, seat: int) -> None:
        game = self.played.game
        caller = game.caller(self.played.table, seat) if game.caller else None
        if event.player != caller:
            who = f"{event.player} does not decide for seat {seat}" if event.player else f"nobody sits at seat {seat}"
            raise Refusal(f"{who}: {caller or SEATED} calls", "50.7(b)" if game.caller else None)

    def _counted(self, seat: int, act: Act) -> Act:
        """What a decision of the file comes to: a game may say so of one that is not offered for want of chips."""
        counted = self.played.game.counted
        return counted(self.played.table, seat, act) if counted else act

    def _pass_over(self) -> None:
        """Go on: a pause ends, a supervisor validates, who decides at the same time does so, else one is timed out."""
        ask = self.played.ask
        assert ask is not None
        if not ask.choices:
            self.played.go_on()
            return
        who = self.played.waiting()[0]
        if not isinstance(who, int):
            self._validate()
            return
        event = self._next_of(who) if len(ask.choices) > 1 else None
        act = self._counted(who, event.act) if event is not None and event.act is not None else None
        if event is not None and act is not None and ask.choices[who].choice(act.verb):
            self.events.remove(event)
            try:
                self._check_caller(event, who)
                self.played.answer(who, act)
            except Refusal as refusal:
                raise RoundFileRefusal(event.line, refusal.message, refusal.clause) from None
        else:
            self._time_out(who)

    def _next_of(self, seat: int) -> Event | None:
        """The seat's next decision, if the floor does not speak before."""
        for event in self.events:
            if event.is_placed:
                return None
            if event.seat == seat:
                return event
        return None

    def _validate(self) -> None:
        """As the file says of this payout; of a further one of the same wager as of the one before."""
        assert self.played.ask is not None
        payout = _payout(self.played.ask)
        if said := self.validations.get(payout):
            self.said_last[payout] = said.pop(0)
        last = self.said_last.get(payout)
        verb = last.validation[0] if last is not None and last.validation else "validate"
        act = next(act for act in self.played.ask.choices["supervisor"] if act.verb == verb)
        self.played.answer("supervisor", act)

    def _time_out(self, seat: int) -> None:
        assert self.played.ask is not None
        skipped = self.played.ask.skippable
        act = self.played.time_out(seat)
        if not skipped:
            self.timed_out.append(f"seat {seat} {third_person(act.verb)}")


def _payout(ask: Ask) -> tuple[int, str]:
    """The seat and the wager of the payout that a supervisor is asked about."""
    _, _, seat, wager = ask.kind.split()
    return int(seat), wager


def lower_half(settled: Settled) -> str:
    """The lower half of the file: a line for each payoff and each meter, then what the house decided."""
    lines = [result_line(payoff) for payoff in settled.payoffs]
    lines += [f"meter {name} {dollars(amount)}" for name, amount in settled.meters.items()]
    lines += [f"# {decided}: time-out (ruling G6)" for decided in settled.timed_out]
    return "\n".join(lines) + "\n"


def result_line(payoff: Payoff) -> str:
    player = f" player {payoff.player}" if payoff.player else ""
    stakes = f"{payoff.wager} {brief(payoff.stake)} {brief(payoff.net)}"
    return (
        f"seat {payoff.seat}{player} {stakes} {payoff.clause} {payoff.words or payoff.line or payoff.result}".rstrip()
    )


def differences(file: RoundFile, settled: Settled) -> list[str]:
    """Where the file's lower half differs from what its upper half comes to."""
    if not file.has_result:
        return ["there is no result to check: write --- and the lines below it"]
    wanted = [(e.seat, e.player, e.wager, e.stake, e.net, e.clause) for e in file.expected]
    found = [(p.seat, p.player, p.wager, p.stake, p.net, p.clause) for p in settled.payoffs]
    told = []
    for line in wanted:
        if line in found:
            found.remove(line)
        else:
            told.append(f"expected {_told(line)}")
    told += [f"found {_told(line)}" for line in found]
    for name, amount in file.expected_meters.items():
        if settled.meters.get(name) != amount:
            told.append(f"expected meter {name} {dollars(amount)}, found {dollars(settled.meters.get(name, 0))}")
    return told


def as_json(settled: Settled, moves: bool) -> dict[str, Any]:
    """The result for programs; amounts are strings with two decimals."""
    played = settled.played
    result: dict[str, Any] = {
        "game": played.game.name,
        "rules": played.rules.written(),
        "payoffs": [_payoff_json(payoff) for payoff in settled.payoffs],
        "net": {str(seat): dollars(amount) for seat, amount in settled.net.items()},
        "house": dollars(settled.house),
        "meters": {name: dollars(amount) for name, amount in settled.meters.items()},
        "void": played.table.voided,
        "time_outs": settled.timed_out,
    }
    if moves:
        result["moves"] = [msgspec.to_builtins(move) for move in played.moves]
    return result


def _payoff_json(payoff: Payoff) -> dict[str, Any]:
    return {
        "seat": payoff.seat,
        "player": payoff.player,
        "wager": payoff.wager,
        "stake": dollars(payoff.stake),
        "net": dollars(payoff.net),
        "result": payoff.result,
        "clause": payoff.clause,
        "line": payoff.line,
    }


def _told(line: tuple[int, str | None, str, Cents, Cents, str]) -> str:
    seat, player, wager, stake, net, clause = line
    return f"seat {seat}{f' player {player}' if player else ''} {wager} {brief(stake)} {brief(net)} {clause}"
