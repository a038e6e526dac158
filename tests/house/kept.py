"""An evening in a store: the house sets up the table, and every entry is appended as the running house appends it."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from house.evenings import ANN, BOB, EVE, SUE, Evening, definition
from houseway.games import NAMES
from houseway.house import ledger
from houseway.house.auditing import Audit
from houseway.house.commands import CLOCK, Actor, CloseTable
from houseway.house.definition import Definition
from houseway.house.history import noting
from houseway.house.office_deeds import SET_UP
from houseway.house.office_deeds import STREAM as HOUSE
from houseway.house.rebuilding import salvage
from houseway.house.record import Done
from houseway.house.store import MeterSet, Store
from houseway.house.turn import Sealed
from houseway.house.verifying import Verified, verify

PLAYED = {"blackjack": ("decks=1", "cut_card=40")}  # a shoe of a few rounds


class KeptEvening(Evening):
    """One table of a house that has a store."""

    def __init__(self, store: Store, defined: Definition, seed: int = 1) -> None:
        super().__init__(defined, seed)
        self.store = store
        if not store.head(HOUSE):
            for actor in (ANN, BOB, EVE):
                issued = Done("money.issued/1", {}, ledger.issue(actor.name, 100_000_000_00))
                store.append(HOUSE, store.head(HOUSE) + 1, self.at, "house", None, b"", issued)
        set_up = Done(SET_UP, {"definition": msgspec.to_builtins(defined)})
        store.append(HOUSE, store.head(HOUSE) + 1, self.at, SUE.name, None, b"", set_up)

    def keep(self, done: Done, actor: Actor) -> Done:
        super().keep(done, actor)
        meters, books = self.store.meters(), self.table.books
        resets = {books.meter(name): reset for name, reset in self.table.own_resets().items()}
        sets = [
            MeterSet(name, meters[name].changes if name in meters else 0, Fraction(shown), resets.get(name, 0))
            for name, shown in done.body.get("meters", {}).items()
        ]
        beside = noting(self.stream, self.table.version, done)
        self.store.append(self.stream, self.table.version, self.at, actor.name, None, b"", done, sets, beside=beside)
        return done

    def give_up(self) -> Done:
        """The round in play is lost: it is given up on the record."""
        self.table, done = salvage(self.defined, self.entries, self.at, Sealed(self.chance.randbytes(32)))
        return self.keep(done, CLOCK)


def played(store: Store, games: Sequence[str] = NAMES, rounds: int = 3) -> dict[str, KeptEvening]:
    """A house in which some rounds of each game were played, and the tables closed."""
    evenings = {}
    for game in games:
        evening = KeptEvening(store, definition(game, *PLAYED.get(game, ())))
        evening.open().seat(ANN, BOB, bots=1)
        evening.rounds(rounds, ANN, BOB)
        evening.do(CloseTable("the night"), SUE)
        evenings[game] = evening
    return evenings


def audited(store: Store) -> tuple[Verified, Audit]:
    """What a look through everything finds, with every round run again."""
    audit = Audit()
    return store.look(lambda connection: verify(connection, audit)), audit
