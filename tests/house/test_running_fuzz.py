"""Random commands to a whole house, legal and not, twice, late, with restarts: money stays, refusals change nothing."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from house.deeds import assert_sound
from house.deeds import everything as whole_database
from house.evenings import ANN, BOB, EVE, FLO, SUE
from house.houses import CLOCKS, Client, Running, defined
from house.kept import audited
from house.test_live_fuzz import everything, random_command
from houseway.games import NAMES
from houseway.house import commands as c
from houseway.house.answering import Answer
from houseway.house.commands import CLOCK, Actor, Command
from houseway.house.live import LiveTable
from houseway.house.store import Store
from houseway.refusal import Refusal

SHORT, LONG, LONG_ON_POSTGRES = 2_000, 100_000, 20_000
KIT = Actor("Kit", "player", True)
VIEWERS = (ANN, EVE, SUE)
TABLES = tuple(defined(game, clocks=CLOCKS) for game in NAMES)
SELDOM: tuple[tuple[Command, Actor], ...] = (
    (c.CountDrop("because"), SUE),
    (c.CollectCommission("because"), SUE),
    (c.CloseTable("because"), SUE),
    (c.OpenTable(10_000_00, "because"), SUE),
    (c.ChangeCards("because"), FLO),
    (c.Resume(), CLOCK),
    (c.Abandon(), Actor("Ann", "player")),
)


class Fuzzing:
    """A house of five tables to which anything is said."""

    def __init__(self, store: Store, seed: int) -> None:
        self.chance = Random(seed)
        self.running = Running(store, seed=seed).open(*TABLES)
        self.running.give(100_000_00, ANN, BOB, EVE, KIT).give_coupon(200_00, ANN, BOB, EVE, KIT)
        self.said: list[tuple[str, Command, Actor, str, Answer]] = []  # what was carried out by an id
        self.came: Counter[str] = Counter()
        self.collected = 0  # of coupons, in the end
        self.clients = {(table.name, actor.name): Client(self.running, table.name, actor) for table, actor in watched()}

    @property
    def at(self) -> int:
        return self.running.at

    def say(self, number: int) -> None:
        """One command, and what must hold after it."""
        name = f"{self.chance.choice(NAMES)}-1"
        self.table: LiveTable = self.running.live(name)
        if self.chance.random() < 0.04:
            return self.repeat()
        if self.chance.random() < 0.003:
            self.running = self.running.again()
            self.clients = {}
            return None
        actor, command = random_command(self, self.chance)  # type: ignore[arg-type]
        if self.table.state.phase == "closed" and self.chance.random() < 0.5:
            command, actor = c.OpenTable(10_000_00, "because"), SUE
        elif self.chance.random() < 0.02:
            command, actor = self.chance.choice(SELDOM)
        self.running.at += self.chance.choice((0, 1, 200, 2_000))
        if self.chance.random() < 0.2 and self.table.deadline is not None:
            self.running.at = max(self.running.at, self.table.deadline)
        self.execute(name, command, actor, f"id-{number}")
        if self.chance.random() < 0.3:
            self.running.house.tick()
        return None

    def execute(self, name: str, command: Command, actor: Actor, id_: str) -> None:
        before, standing = everything(self.running.live(name)), self.standing()
        looks = self.chance.random() < 0.01
        database = whole_database(self.running.store) if looks else {}
        try:
            answer = self.running.do(name, command, actor, id_)
        except Refusal:
            self.came["refused"] += 1
            assert everything(self.running.live(name)) == before
            assert self.standing() == standing
            assert not looks or whole_database(self.running.store) == database
            return
        self.came[answer.event] += 1
        self.said.append((name, command, actor, id_, answer))

    def repeat(self) -> None:
        """What was carried out is said again by the same id; or something else by it."""
        if not self.said:
            return
        name, command, actor, id_, answer = self.chance.choice(self.said[-200:])
        standing = self.standing()
        assert self.running.do(name, command, actor, id_) == msgspec.structs.replace(answer, repeated=True)
        with pytest.raises(Refusal):
            self.running.do(name, c.Sit(1, 12_345_00), actor, id_)
        self.came["repeated"] += 1
        assert self.standing() == standing

    def standing(self) -> Any:
        store = self.running.store
        return store.streams(), store.balances(), store.meters()

    def check(self) -> None:
        """All money is there, the record can be carried out again, and who watched saw every version once."""
        store = self.running.store
        balances = store.balances()
        assert sum(balances.values()) == 0
        assert sum(cents for account, cents in balances.items() if "coupon" in account) == 0
        below = {account for account, cents in balances.items() if cents < 0}
        assert below <= {"cage", "issued", "coupons issued"}
        assert_sound(store)
        assert audited(store)[0].problem is None
        for (table, _), client in self.clients.items():
            assert client.versions == sorted(set(client.versions))
            if table != "ultimate8-1":
                assert client.versions[-1] == self.running.live(table).version
        for definition in TABLES:
            name = definition.name
            for felt in (f"felt/{name}", f"coupon felt/{name}"):
                assert balances.get(felt, 0) == 0 or self.running.live(name).state.phase == "playing"
        self.collected = sum(cents for account, cents in balances.items() if account.startswith("coupon box/"))
        assert [noticed for noticed in self.running.noticed if noticed.what in ("failed", "voided")] == []


def watched() -> list[tuple[Any, Actor]]:
    return [(definition, actor) for definition in TABLES for actor in VIEWERS]


def fuzzed(store: Store, seed: int, commands: int) -> Fuzzing:
    fuzzing = Fuzzing(store, seed)
    for number in range(commands):
        fuzzing.say(number)
    fuzzing.check()
    return fuzzing


def test_random_commands_to_a_house() -> None:
    with Store.open("sqlite://") as store:
        fuzzing = fuzzed(store, 7, SHORT)
    wanted = {"table.sat/1", "table.wagered/1", "round.opened/1", "round.closed/1", "repeated", "refused"}
    assert wanted <= set(fuzzing.came)
    assert fuzzing.came["refused"] < SHORT * 0.9
    assert fuzzing.collected > 0


@pytest.mark.long
def test_many_random_commands_to_a_house(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        fuzzed(store, 8, LONG)


@pytest.mark.long
def test_many_random_commands_to_a_house_on_postgres(url: str) -> None:
    with Store.open(url) as store:
        fuzzed(store, 9, LONG_ON_POSTGRES)
