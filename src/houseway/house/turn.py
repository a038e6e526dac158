"""One command as it is carried out: who asks, when, with what is sealed; and what it comes to."""

import hmac
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from houseway.felt import INVENTORY, ChipsMoved, MeterMoved, Move, hides
from houseway.house.commands import Actor
from houseway.house.fallen import Fall, levels
from houseway.house.finished import SUPERVISOR, Said
from houseway.house.in_round import HG1, HG2, meters_moved, say
from houseway.house.ledger import change_reset, holder, postings_of
from houseway.house.practice import NOW, Practice, SoNow
from houseway.house.record import Account, Transfer
from houseway.house.state import Live, Playing, Told
from houseway.meter import AS_IT_STANDS, exactly, parted
from houseway.money import Cents, dollars
from houseway.procedure import Setup
from houseway.refusal import Refusal
from houseway.rules import GameRules
from houseway.shoe import SEED_SIZE, Seed

# A command is looked at first, which may refuse it and changes nothing; what it does then cannot be refused.
Deed = Callable[[], None]


class Sealed(msgspec.Struct, frozen=True):
    """What comes in from outside with a command: a fresh seed, and what the linked meters show and are reset to.

    The seed, and what was used of the rest, is kept with the entry; nobody sees it before the round is over. So every
    entry holds something that cannot be guessed, and its hash tells nothing of the cards in it.
    """

    seed: Seed = b""
    meters: dict[str, str] = {}  # in cents, exactly
    changes: dict[str, int] = {}  # how often each of them was set when it was read
    resets: dict[str, Cents] = {}
    lowest: dict[str, Fall] = {}  # those off which other tables' prizes came since a setting of theirs
    presence: dict[str, int | None] = {}  # since when players are not connected, where the table knows otherwise
    floor_watches: bool = True  # does somebody of the floor watch this table?
    came: int | None = None  # when it came to the house, where that is not when it is carried out
    lost: bool = False  # the round that begins, or is in play, cannot be carried out again
    failed: str | None = None  # how the procedure failed when it was carried out, whatever it does now
    practice: Practice = NOW  # as it was when a record was made
    decided: tuple[Any, ...] | None = None  # what bots decided then, whatever their strategies would say now


class Turn:
    """What a command comes to, as it is gathered."""

    def __init__(self, live: Live, actor: Actor, at: int, sealed: Sealed) -> None:
        self.live = live
        self.actor = actor
        self.at = at
        self.event = ""
        self.answer: dict[str, Any] = {}
        self.facts: dict[str, Any] = {}  # what else the entry says
        self.moves: list[Move] = []  # of the round
        self.beside: list[Move] = []  # what happened beside it
        self.used: dict[str, Any] = {"seed": sealed.seed.hex()} if sealed.seed else {}  # of what is sealed
        self.wrong: str | None = None  # where the procedure failed now, and not when this was carried out before
        if sealed.changes:
            self.used["changes"] = sealed.changes
        self._sealed = sealed
        self._derived: dict[str, int] = {}  # how often a seed was made for each use
        self._added: dict[Account, Cents] = {}
        self._meters_moved = False
        self._before: dict[str, Cents] = {}  # as Told has it

    @property
    def failed(self) -> str | None:
        """How the procedure failed when this was carried out the first time, if it did."""
        return self._sealed.failed

    @property
    def lost(self) -> bool:
        """Is the round known from its record alone?"""
        return self._sealed.lost

    @property
    def decisions(self) -> int:
        """How many decisions bots have taken."""
        return len(self.used.get("decided", ()))

    def forget(self, decisions: int) -> None:
        """What bots decided after so many decisions counts for nothing."""
        if self.decisions > decisions:
            del self.used["decided"][decisions:]
        if not self.decisions:
            self.used.pop("decided", None)

    @property
    def has_posted(self) -> bool:
        """Has it moved any chips, or a meter of the table's own?"""
        return bool(self._added)

    @property
    def transfer(self) -> Transfer:
        """What the command adds to each account."""
        return tuple(sorted([posting for posting in self._added.items() if posting[1]]))

    def told(self, deciders: dict[int, str], setup: Setup | None) -> Told:
        """What happened in the version that it makes; every chip that moved is in what was added to an account."""
        wallets = frozenset(filter(None, map(holder, self._added)))
        meters = self._meters_moved or setup is not None
        moves, beside = tuple(self.moves), tuple(self.beside)
        hidden, before = any(map(hides, moves)), self._before
        return Told(self.live.version, moves, beside, deciders, setup, hidden, wallets, meters, before)

    def round_opens(self) -> None:
        """Who is told of the round is told first what lay there, then what moved beside it: so that comes off."""
        self._before = self.live.purses()
        for move in self.beside:
            if isinstance(move, ChipsMoved):
                for area, cents in ((move.source, move.amount), (move.target, -move.amount)):
                    self._before[area] = self._before.get(area, 0) + cents

    def derived(self, use: str) -> Seed:
        """A seed for one use, made of the one that is sealed: none of them tells of another."""
        if len(self._sealed.seed) != SEED_SIZE:
            raise ValueError(f"{use} needs a sealed seed of {SEED_SIZE} bytes")
        number = self._derived[use] = self._derived.get(use, 0) + 1
        return hmac.digest(self._sealed.seed, f"{use} {number}".encode(), "sha256")

    def decided(self, kind: Any, decide: Callable[[], Any]) -> Any:
        """What a bot decides it decides once: when the record is carried out again it is taken from there."""
        made: list[Any] = self.used.setdefault("decided", [])
        before = self._sealed.decided
        value = decide() if before is None else msgspec.convert(before[len(made)], kind)
        made.append(msgspec.to_builtins(value))
        return value

    def is_late(self, deadline: int | None) -> bool:
        """Has it come after a deadline? It may have come before, and had to wait for its turn: that is kept."""
        if deadline is None or self.at < deadline:
            return False
        if self._sealed.came is None or self._sealed.came >= deadline:
            return True
        self.used["came"] = self._sealed.came
        return False

    @property
    def presence(self) -> dict[str, int | None]:
        """The players of whom the table knows otherwise: since when they are not connected, or None if they are."""
        return self._sealed.presence

    def read_presence(self) -> None:
        """Tell the table, before the command is carried out, of connections that came or went."""
        if new := self.live.note_presence(self._sealed.presence, self.at):
            self.used["presence"] = new

    def floor_watches(self) -> bool:
        """Does somebody of the floor watch this table? The entry keeps the answer."""
        self.used["floor_watches"] = self._sealed.floor_watches
        return self._sealed.floor_watches

    def is_so(self, what: SoNow) -> bool:
        """Is something as it is now, and not as in older records? Where it is, that is kept with the entry."""
        so = what in self._sealed.practice
        if so:
            self.used[what] = True
        return so

    def keeps(self, state: Callable[[], Any]) -> None:
        """What the table is when a round is over is kept with the entry: the round need not be played again for it."""
        if "kept" in self._sealed.practice:
            self.used["kept"] = state()

    def begins_by(self, pay_tables: str) -> None:
        """By which pay tables a round is begun is kept with the entry: it is settled by no others."""
        if "pay_tables" in self._sealed.practice:
            self.used["pay_tables"] = pay_tables

    def read_meters(self) -> None:
        """Meters that other tables moved since this one looked: they show that before the command is carried out."""
        if not (self._sealed.meters or self._sealed.resets or self._sealed.lowest):
            return
        self._read_resets()
        shown = self.live.state.meters
        for name, fall in self._sealed.lowest.items():
            if name in self.live.own_meters() and name in shown:
                self.used.setdefault("lowest", {})[name] = fall
                for left in levels(fall):
                    self.show_meter(name, left)
        moved = {name: text for name, text in self._sealed.meters.items() if shown.get(name) not in (None, text)}
        for name in self.live.own_meters() if moved else ():
            if name in moved:
                self.used.setdefault("meters", {})[name] = moved[name]
                in_play = self.live.state.phase == "playing" and self.is_so("prizes_alone")
                self.show_meter(name, exactly(moved[name]), AS_IT_STANDS if in_play else HG1)

    def check_meters(self, rules: GameRules) -> None:
        """Refuse rules with a meter that is to be linked to one which the house does not have."""
        for name in self.live.game.meters(rules):
            linked = self.live.definition.meters.get(name)
            if linked is not None and name not in self.live.state.meters and self.linked_meter(name) is None:
                raise Refusal(f"the house has no meter {linked!r}: hang it up first")

    def check_resets(self, rules: GameRules) -> None:
        """Refuse rules that choose a reset amount for a linked meter which is not the house's."""
        game, usual = self.live.game, self.live.game.rules()
        for name, reset in {**self.live.state.resets, **self._sealed.resets}.items():
            option = game.resets[name]
            if getattr(rules, option) not in (reset, getattr(usual, option)):
                linked = self.live.definition.meters[name]
                raise Refusal(
                    f"the meter {linked!r} is the house's and is reset to {dollars(reset)}: leave {option} out", HG2
                )

    def linked_meter(self, name: str) -> Fraction | None:
        """What a meter shows that is hung up at this table now; None where it is the table's own."""
        text = self._sealed.meters.get(name)
        if text is None:
            return None
        self.used.setdefault("meters", {})[name] = text
        return exactly(text)

    def show_meter(self, name: str, amount: Fraction, clause: str = HG1) -> None:
        """A meter shows what another table made of it: nothing of this table's moved."""
        move = MeterMoved(name, *parted(amount), clause)
        (self.moves if self._meanwhile(move) else self.beside).append(move)
        self.live.state.meters[name] = str(amount)
        self._meters_moved = True

    def tell(self, moves: Iterable[Move]) -> None:
        """What is said at the table while no round is played."""
        self.beside += moves

    def play(self, moves: Sequence[Move]) -> None:
        """Moves of the round: its chips are posted, and what it moves on the meters."""
        playing = self.live.playing
        assert playing is not None
        self._post(moves)
        self.moves += moves
        playing.record += moves

    def pay(self, moves: Sequence[Move]) -> None:
        """Chips that move beside the round; one that is in play learns what the inventory is."""
        self._post(moves)
        for move in moves:
            inventory = isinstance(move, ChipsMoved) and INVENTORY in (move.source, move.target)
            (self.moves if inventory and self._meanwhile(move) else self.beside).append(move)

    def lay_aside(self, meter: str, before: Cents, reset: Cents) -> None:
        """The house's money behind the reset amount of a meter of this table's own, which is set by that as well."""
        name = self.live.books.meter(meter)
        for account, cents in change_reset(name, before, reset):
            self._added[account] = self._added.get(account, 0) + cents
        self._is_set(meter)

    def _post(self, moves: Sequence[Move]) -> None:
        state = self.live.state
        moved = [move for move in moves if type(move) is MeterMoved]
        shown = {move.meter: exactly(state.meters[move.meter]) for move in moved}
        for account, cents in postings_of(moves, self.live.books, shown).items():
            self._added[account] = self._added.get(account, 0) + cents
            if account in state.books or self.live.is_own(account):
                state.books[account] = state.books.get(account, 0) + cents
        for move in moved:
            state.meters[move.meter] = str(move.shown)
            self._meters_moved = True
            self._is_set(move.meter)

    def _is_set(self, meter: str) -> None:
        """The entry says what a meter shows now: by the house's name for it, and in cents exactly."""
        self.facts.setdefault("meters", {})[self.live.books.meter(meter)] = self.live.state.meters[meter]

    def _read_resets(self) -> None:
        """Reset amounts that the house has chosen since this table looked; a round goes on with what it began with."""
        live, known = self.live, self.live.state.resets
        others = {name: reset for name, reset in self._sealed.resets.items() if known.get(name) != reset}
        chosen = {name: reset for name, reset in others.items() if name in live.definition.meters} if others else {}
        if chosen:
            self.used["resets"] = chosen
            known.update(chosen)
            if live.is_between_rounds:
                live.resets_take_effect()

    def _meanwhile(self, move: Move) -> bool:
        """Something happens beside a round in play: it learns of it."""
        playing, running = self.live.playing, self.live.round
        if playing is None or not isinstance(move, MeterMoved | ChipsMoved):
            return False
        if running is not None:
            ask = running.ask
            running.meanwhile(move)
            if running.ask is not ask and playing.asked is ask and self.is_so("same_deadline"):
                playing.asked = running.ask  # it asks the same, with another amount
            if (said := self._said(playing, move)) is not None:
                say(playing, running, said, SUPERVISOR in running.waiting())
        elif self.lost or not playing.lost or self.live.state.phase != "playing" or not self.is_so("lost_learns"):
            return False
        playing.record.append(move)
        return True

    def _said(self, playing: Playing, move: MeterMoved | ChipsMoved) -> Said | None:
        """What of that the round's file says where it happened.

        Of a meter what others took off it, what they moved after that or after a prize of the round: what they put on
        it before counts as having been there.
        """
        if isinstance(move, ChipsMoved):
            cents = move.amount if move.target == INVENTORY else -move.amount
            return Said(None, inventory=cents) if self.is_so("says_inventory") else None
        meter = meters_moved(self.live.game, playing, playing.record)[move.meter]
        if meter.prized:
            says = self.is_so("says_meters")
        else:
            says = (move.shown < meter.shown or meter.says) and self.is_so("says_falls")
        return Said(None, meter=(move.meter, str(move.shown))) if says else None
