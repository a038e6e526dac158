"""A live table: it carries out commands and says what came of each, or refuses and has changed nothing.

It reads no clock, no random source and no database: time, seeds and shared meters come in with the command. The same
commands, actors, times and sealed inputs give the same everything, so a table is rebuilt from its record.
"""

from collections.abc import Callable
from typing import Any, Self

import msgspec

from houseway.felt import MeterMoved, Move
from houseway.house import betting, between, bots, coupons, departures, floor, playing, seating, views
from houseway.house.commands import (
    Abandon,
    Actor,
    AddBot,
    AllowBack,
    Asked,
    Back,
    BuyChips,
    ChangeCards,
    CheckPresence,
    ChooseRules,
    Clock,
    CloseTable,
    CollectCommission,
    Command,
    Consent,
    CountDrop,
    Credit,
    Decide,
    DismissBot,
    Fill,
    Leave,
    MakeLeave,
    OpenTable,
    Ready,
    Recut,
    Report,
    Resume,
    Sit,
    Validate,
    VoidRound,
    Wager,
    may,
)
from houseway.house.definition import Definition
from houseway.house.finished import round_file
from houseway.house.record import Done, Transfer
from houseway.house.shuffling import Kept
from houseway.house.state import Live, Playing, State
from houseway.house.turn import Deed, Sealed, Turn
from houseway.house.wanted import in_words
from houseway.money import Cents
from houseway.refusal import Refusal

Handler = Callable[[Live, Turn, Any], Deed]


class Snapshot(msgspec.Struct, frozen=True):
    """A table between two rounds. It holds the seed of the next shuffle: nobody is shown it."""

    state: State
    cards: Kept
    people: tuple[str, ...] = ()  # in the order in which they came, where what is kept does not keep it
    in_force: dict[str, Cents] | msgspec.UnsetType = msgspec.UNSET  # reset amounts, until the next betting


class LiveTable(Live):
    """One table of any of the games."""

    def execute(self, command: Command, actor: Actor, at: int, sealed: Sealed) -> Done:
        """Carry out a command and say what came of it; a Refusal has changed nothing."""
        said = _understood(command)
        if not may(actor.role, command):
            raise Refusal(f"'{said['do']}' is not for the role {actor.role}")
        if actor.role == "player" and (actor.name.startswith(bots.MARK) or "/" in actor.name):
            raise Refusal(f"{actor.name!r} is no name of a player")
        turn, before = Turn(self, actor, at, sealed), self.playing
        deed = HANDLERS[type(command)](self, turn, command)
        turn.read_meters()
        turn.read_presence()
        deed()
        self._go_on(turn)
        coupons.follow_wagers(self, turn)
        return self._done(turn, said, self.playing or before)

    def view(self, viewer: Actor, at: int | None = None) -> views.TableView:
        """The whole table as somebody may see it; with the time, the pit sees which cards are due to be changed."""
        return views.view(self, viewer, at)

    def round_file(self, number: int, viewer: str | None) -> str:
        """One of the last rounds as a text that somebody may have."""
        for finished in self.finished:
            if finished.number == number:
                return round_file(finished, viewer, self.seeds.get(finished.commitment))
        there = ", ".join(str(finished.number) for finished in self.finished) or "none"
        raise Refusal(f"round {number} is not among the last rounds of this table; there are: {there}")

    def snapshot(self) -> bytes | None:
        """The table as it can be kept; None while a round is in play or its result is shown."""
        if self.state.phase in ("playing", "result"):
            return None
        return msgspec.json.encode(Snapshot(self.state, self.cards.keep()))  # people in the order in which they came

    @classmethod
    def restore(cls, definition: Definition, kept: bytes) -> Self:
        """The table of a snapshot."""
        snapshot = msgspec.json.decode(kept, type=Snapshot)
        if snapshot.people:
            snapshot.state.people = {name: snapshot.state.people[name] for name in snapshot.people}
        table = cls(msgspec.structs.replace(definition, rules=snapshot.state.rules))
        table.definition, table.state = definition, snapshot.state
        in_force = snapshot.in_force
        table.rules = table.with_resets(table.rules, None if isinstance(in_force, msgspec.UnsetType) else in_force)
        table.cards.restore(snapshot.cards)
        return table

    def take_over(self, moves: list[Move], transfer: Transfer, posted: Transfer) -> None:
        """What a round that is lost did, as it is written: its moves, and its money beyond what is posted already."""
        assert self.playing is not None
        self.playing.record += moves
        for move in moves:
            if isinstance(move, MeterMoved):
                self.state.meters[move.meter] = str(move.shown)
        for lines, sign in ((transfer, 1), (posted, -1)):
            for account, cents in lines:
                if self.is_own(account):
                    self.state.books[account] = self.state.books.get(account, 0) + sign * cents
        self._forget_empty_accounts()

    def _go_on(self, turn: Turn) -> None:
        """What follows from a command by itself: the table deals when all are ready, bots and the house decide."""
        if self.state.phase == "betting" and between.goes_on(self, turn):
            betting.closes(self)
            playing.begins(self, turn)
        if self.state.phase == "playing":
            playing.goes_on(self, turn)

    def _done(self, turn: Turn, said: dict[str, Any], played: Playing | None) -> Done:
        state = self.state
        if turn.has_posted:
            short = [account for account, cents in state.books.items() if cents < 0]
            assert not short, f"{short} below zero"
            self._forget_empty_accounts()
        state.version += 1
        deciders = played.deciders if played is not None else {}
        setup = played.setup if played is not None and "opened" in turn.facts else None
        self.told.append(turn.told(deciders, setup))
        body: dict[str, Any] = {
            "command": said,
            "role": turn.actor.role,
            "bot": turn.actor.bot,
            "answer": turn.answer,
            "moves": msgspec.to_builtins(turn.moves),
            "beside": msgspec.to_builtins(turn.beside),
            "phase": state.phase,
            "deadline": state.deadline,
            **turn.facts,
        }
        if "closed" in turn.facts:
            turn.keeps(lambda: self._after_round(turn))
        return Done(turn.event, body, turn.transfer, turn.used, turn.wrong)

    def _forget_empty_accounts(self) -> None:
        self.state.books = {account: cents for account, cents in self.state.books.items() if cents}

    def _after_round(self, turn: Turn) -> dict[str, Any]:
        """The table when a round is over, as its record keeps it."""
        snapshot = Snapshot(self.state, self.cards.keep(), tuple(self.state.people))
        in_force = self.resets_in_force()
        if in_force != self.state.resets and turn.is_so("keeps_resets"):
            snapshot = msgspec.structs.replace(snapshot, in_force=in_force)
        kept: dict[str, Any] = msgspec.to_builtins(snapshot)
        return kept


def clock(live: Live, turn: Turn, asked: Clock) -> Deed:
    """The time of the deadline has come: betting closes, the house acts for who has not answered, betting opens."""
    state = live.state
    if state.deadline is None or turn.at < state.deadline:
        raise Refusal("no deadline has come")

    def deed() -> None:
        if state.phase == "betting":
            betting.closes(live)
            playing.begins(live, turn)
        elif state.phase == "playing":
            playing.times_out(live, turn)
        else:
            between.opens(live, turn)
            turn.event = "table.opened_betting/1"

    return deed


def resume(live: Live, turn: Turn, asked: Resume) -> Deed:
    """Give all players who decide, wager or are away their whole time again, after the house was closed."""
    state, clocks = live.state, live.definition.clocks
    if live.deadline is None:
        raise Refusal("nobody waits for a deadline")

    def deed() -> None:
        turn.event = "table.resumed/1"
        departures.wait_anew(live, turn.at)
        if state.deadline is None:
            return
        if state.phase == "playing":
            assert live.round is not None
            state.deadline = playing.deadline(live, turn.at, live.round.ask)
        else:
            state.deadline = turn.at + (clocks.betting if state.phase == "betting" else clocks.result)

    return deed


HANDLERS: dict[type[Asked], Handler] = {
    Sit: seating.sit,
    Back: seating.back,
    BuyChips: seating.buy_chips,
    Wager: betting.wager,
    Consent: betting.consent,
    Ready: betting.ready,
    Decide: playing.decide,
    Leave: departures.leave,
    AddBot: seating.add_bot,
    DismissBot: departures.dismiss_bot,
    OpenTable: floor.open_table,
    CloseTable: floor.close_table,
    ChooseRules: floor.choose_rules,
    Fill: floor.fill,
    Credit: floor.credit,
    CountDrop: floor.count_drop,
    CollectCommission: floor.collect_commission,
    Validate: playing.validate,
    Report: floor.report,
    Recut: floor.recut,
    VoidRound: floor.void_round,
    MakeLeave: floor.make_leave,
    AllowBack: floor.allow_back,
    ChangeCards: floor.change_cards,
    Clock: clock,
    Resume: resume,
    CheckPresence: departures.check_presence,
    Abandon: playing.abandon,
}


def _understood(command: Command) -> dict[str, Any]:
    """The command as it stands on the record; a value beyond its bounds is refused, wherever it comes from."""
    said: dict[str, Any] = msgspec.to_builtins(command)
    try:
        msgspec.convert(said, type(command))
    except msgspec.ValidationError as wrong:
        raise Refusal(in_words(wrong, Command, said)) from None
    return said
