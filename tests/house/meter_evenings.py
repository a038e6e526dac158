"""Evenings at tables that share meters, by a seed: what is asked together is carried out together, and much fails."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from house.evenings import START, SUE
from house.houses import ADM, MONEY, REASON
from house.kept import audited
from house.meter_oracle import wrong_with_meters
from house.meter_shoes import RESETS, tables
from house.meter_wishes import PLAYERS, at_once, wish
from house.settled import settled
from house.simulation.databases import Database, SimulatedStore
from houseway.house import ledger
from houseway.house.answering import Answer
from houseway.house.commands import CLOCK, Actor, OpenTable, Ready, Wager
from houseway.house.definition import Definition
from houseway.house.faults import Lost, Point
from houseway.house.founding import FOUNDER
from houseway.house.live import LiveTable
from houseway.house.office_commands import ChangeReset, HangMeter, SetUpTable
from houseway.house.office_deeds import STREAM
from houseway.house.outings import Errand, Outcome, Way
from houseway.house.rebuilding import rebuild
from houseway.house.record import Done
from houseway.house.running import House
from houseway.house.watching import LOOK_AGAIN
from houseway.procedure import Round
from houseway.refusal import Refusal

TRUST = 0.7  # how often
MADE = {  # wagers that move meters
    "lunar": (("ante", 10_00), ("progressive", 1_00)),
    "packs": (("five_card_1", 1_00), ("five_card_2", 3_00), ("seven_card_1", 25_00), ("seven_card_3", 1_00)),
}


class Evening:
    """One or two houses on one database, and everybody who plays there."""

    def __init__(self, database: Database, seed: int, several: bool) -> None:
        self.chance = Random(seed)
        self.at = START
        self.definitions, self._resets = tables(self.chance)
        self._several = several
        self._armed: list[Point] = []  # the database fails there, once
        self._fails = False  # the procedure of a round does, once
        self._asked = 0
        self.stores: list[SimulatedStore] = [database.open(self._fault) for _ in range(2 if several else 1)]
        self.houses = [self._house(store) for store in self.stores]
        self.watching: dict[tuple[int, str], list[bytes]] = {}
        self._open()

    @property
    def store(self) -> SimulatedStore:
        return self.stores[0]

    def _house(self, store: SimulatedStore) -> House:
        return House(store, now=lambda: self.at, entropy=lambda size: self.chance.randbytes(size), shared=self._several)

    def _fault(self, point: Point) -> None:
        if point in self._armed:
            self._armed.remove(point)
            raise OSError("the disk is gone")

    def _open(self) -> None:
        house, chance = self.houses[0], self.chance
        for name, reset in self._resets.items():
            shown = reset + chance.choice((0, 0, 0, 1, 50_00, 30_000_00))
            house.office(HangMeter(name, shown, reset, REASON), FOUNDER, f"hang-{name}")
        for definition in self.definitions:
            house.office(SetUpTable(definition, REASON), FOUNDER, f"set-up-{definition.name}")
            house.execute(definition.name, OpenTable(100_000_00, REASON), FOUNDER, f"open-{definition.name}")
        for actor in PLAYERS:
            done = Done("money.issued/1", {}, ledger.issue(actor.name, 10 * MONEY))
            self.store.append(STREAM, self.store.head(STREAM) + 1, self.at, FOUNDER.name, None, b"", done)
        for other in self.houses[1:]:
            other.start(recover=False)
        for place in range(len(self.houses)):
            self._watch(place)

    def _watch(self, place: int) -> None:
        """The supervisor looks at all tables."""
        for definition in self.definitions:
            told = self.watching[place, definition.name] = []
            self.houses[place].watch(definition.name, SUE, None, told.append)

    def live(self, house: House, name: str) -> LiveTable:
        table = house.table(name)
        with table.lock:
            return house.current(table, self.at)

    # An evening

    def run(self, steps: int) -> None:
        for _ in range(steps):
            place = self.chance.randrange(len(self.houses))
            self._trouble(place)
            self._step(place)

    def _step(self, place: int) -> None:
        house, chance = self.houses[place], self.chance
        if chance.random() < 0.2:
            dues = [due for each in self.houses for table in each.all() if (due := each.to_do(table)) is not None]
            self.at = max(self.at + 1, min(dues, default=0)) if chance.random() < 0.8 else self.at + 500
            house.tick()
            return
        if self._several and chance.random() < 0.5:
            house.hear(self.stores[place].streams())
        if chance.random() < 0.5:
            self._prepare(house, chance.choice(self.definitions).name)
        errands = self._moment(house) if chance.random() < 0.2 else []
        for definition in (
            chance.sample(self.definitions, chance.randint(1, len(self.definitions))) if not errands else ()
        ):
            errands += [each for _ in range(chance.choice((1, 1, 1, 2))) if (each := self._errand(house, definition))]
        self._fails = chance.random() < 0.03
        together = chance.random() < 0.5
        for outcome in house.carry_out(errands) if together else self._in_parts(house, errands):
            if not isinstance(outcome, Answer | Refusal | Lost):
                raise outcome

    def _prepare(self, house: House, name: str) -> None:
        """All who sit at a table make their wagers, and all but one are ready."""
        live = self.live(house, name)
        people = [person for person in live.state.people.values() if not person.ready]
        for person in people if live.state.phase == "betting" else ():
            actor = Actor(person.name, "player")
            with suppress(Refusal, Lost):
                for wager, amount in MADE[live.game.name]:
                    house.execute(name, Wager(person.seat, wager, amount), actor, None)
                if person is not people[-1]:
                    house.execute(name, Ready(), actor, None)

    def _moment(self, house: House) -> list[Errand]:
        """A prize, wagers at another table and the end of a void round at a third: all of it is asked at once."""
        found = [(each.name, at_once(self.live(house, each.name), self.chance)) for each in self.definitions]
        wanted = sorted([(there[0], name, there[1]) for name, there in found if there], key=lambda each: each[0])
        if [place for place, _, _ in wanted[:1]] != [1]:
            return []
        self._asked += 1
        return [Errand(name, *asked, f"id-{self._asked}-{name}") for _, name, asked in wanted]

    def _errand(self, house: House, definition: Definition) -> Errand | None:
        live = self.live(house, definition.name)
        said = house.clock_says(house.table(definition.name))
        if said is not None and self.chance.random() < 0.7:
            return Errand(definition.name, said, CLOCK, None)
        wanted = wish(live, self.chance)
        self._asked += 1
        return Errand(definition.name, *wanted, f"id-{self._asked}") if wanted is not None else None

    def _in_parts(self, house: House, errands: Sequence[Errand]) -> list[Outcome]:
        """As the carrier does it: when an outing is stored the next sets out, at other tables, before it comes back."""
        chance, carrying = self.chance, house.carrying
        ways = [carrying.way(errand) for errand in errands]
        while waiting := [way for way in ways if way.outcome is None]:
            first = list({way.table.name: way for way in reversed(waiting)}.values())  # at each table
            chance.shuffle(first)
            part = chance.randint(1, len(first))
            one = carrying.set_out(first[:part], wait=self._waits(house, first[:part]))
            one.store(house.store)
            other = carrying.set_out(first[part:], wait=self._waits(house, first[part:]), before=one)
            if told_first := chance.random() < 0.5:
                carrying.come_back(one)
            other.store(house.store)
            if not told_first:
                carrying.come_back(one)
            carrying.come_back(other)
        return [way.outcome for way in ways if way.outcome is not None]

    def _waits(self, house: House, ways: Sequence[Way]) -> bool:
        trusts = house.shared and not any(way.put_off or way.doubted for way in ways)
        return not (trusts and self.chance.random() < TRUST)

    def _trouble(self, place: int) -> None:
        house, chance = self.houses[place], self.chance
        table = house.table(chance.choice(self.definitions).name)
        if chance.random() < 0.04:
            self._armed.append(chance.choice(("before commit", "after commit")))
        with table.lock:
            if chance.random() < 0.05:
                table.forget()
            try:
                if chance.random() < 0.02 and self.live(house, table.name).state.phase == "playing":
                    table.give_up_round(self.at)
                if chance.random() < 0.01:
                    name = chance.choice(sorted(self._resets))
                    house.office(ChangeReset(name, chance.choice(RESETS), REASON), ADM, None)
            except (Refusal, Lost):
                table.forget()
        if chance.random() < 0.01:
            self._armed.clear()
            self.houses[place] = self._house(self.stores[place])
            self.houses[place].start()
            self._watch(place)

    def failing(self, answer: Callable[..., None]) -> Callable[..., None]:
        """A procedure that fails now and then: when it is asked, and not when it is carried out again."""

        def answers(round_: Round, *args: Any) -> None:
            if self._fails:
                self._fails = False
                raise RuntimeError("planted")
            answer(round_, *args)

        return answers

    # What must be

    def check(self) -> None:
        self._armed.clear()
        self._fails = False
        problem = audited(self.store)[0].problem
        assert problem is None, str(problem)
        balances = self.store.balances()
        assert sum(balances.values()) == 0
        assert [account for account, cents in balances.items() if cents < 0 and account not in ledger.BELOW_ZERO] == []
        wrong = wrong_with_meters(self.store, self.definitions)
        assert wrong == [], "; ".join(wrong)
        for house, store in zip(self.houses, self.stores, strict=True):
            house.hear(store.streams())
        for definition in self.definitions:
            again = rebuild(definition, self.store.whole(f"table/{definition.name}"))
            check_files(again)
            for house in self.houses:
                live = self.live(house, definition.name)
                assert live.state == again.state, definition.name
                assert list(live.state.people) == list(again.state.people)
                assert live.cards.keep() == again.cards.keep()
        self._check_what_was_told()

    def _check_what_was_told(self) -> None:
        """Who watches knows what the meters of his table show, a while later."""
        for _ in range(3):
            self.at += LOOK_AGAIN
            for house in self.houses:
                for table in house.all():
                    house.show_table(table)
        meters = self.store.meters()
        for (place, table_name), frames in self.watching.items():
            live, told = self.live(self.houses[place], table_name), told_meters(frames)
            for name in live.meters:
                assert told[name] == int(meters[live.definition.meters[name]].amount), (place, table_name, name)


def check_files(live: LiveTable) -> None:
    """The files of its last rounds settle to what was paid.

    Not where two prizes were: between them another table may have moved the meter, which no file tells.
    """
    for finished in live.finished:
        prizes = [payoff for payoff in finished.payoffs if payoff.line is not None and payoff.net > 0]
        for viewer in finished.deciders.values() if len(prizes) < 2 else ():
            text = live.round_file(finished.number, viewer)
            assert settled(text) == [], text


def told_meters(raw: Sequence[bytes]) -> dict[str, int]:
    """What somebody makes of the frames that he is told."""
    known: dict[str, int] = {}
    for frame in map(msgspec.json.decode, raw):
        if frame["type"] == "table":
            known = dict(frame["view"]["felt"]["meters"])
        elif frame["type"] == "meters":
            known |= frame["meters"]
        elif frame["type"] == "moved":
            moves = [*frame.get("beside", ()), *frame["moves"]]
            known |= {move["meter"]: move["amount"] for move in moves if move["move"] == "meter"}
    return known
