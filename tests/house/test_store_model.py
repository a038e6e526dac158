"""The store against a model of dictionaries: commands, refusals, repeats and crashes come out the same."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from sqlalchemy import Connection

from house.deeds import assert_sound, put
from houseway.house.faults import Point
from houseway.house.record import Entry, Transfer
from houseway.house.schema import metadata
from houseway.house.store import Conflict, Crash, Earlier, MeterSet, NotEnough, Stopped, Store
from houseway.refusal import Refusal

STREAMS = ("house", "table/a", "table/b")
ACCOUNTS = ("cage", "issued", "wallet/Ann", "chips/a/Ann", "felt/b")
IDS = tuple("abcdef")

streams = st.sampled_from(STREAMS)
amounts = st.integers(1, 30)
places = st.sampled_from(ACCOUNTS)
actors = st.sampled_from(["Ann", "Bea"])
ids = st.one_of(st.none(), st.sampled_from(IDS))


class Model(RuleBasedStateMachine):
    """What the store should hold, and the store."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.crash_at: Point | None = None
        self.store = store.reopened(self._fault)
        self.store.change(_empty)
        self.heads = dict.fromkeys(STREAMS, 0)
        self.balances: dict[str, int] = {}
        self.done: dict[tuple[str, str], tuple[str, int, object]] = {}
        self.meters: dict[str, tuple[Fraction, int]] = {}

    @rule(stream=streams, actor=actors, id_=ids, source=places, goal=places, cents=amounts, off=st.integers(-1, 1))
    def move_money(
        self, stream: str, actor: str, id_: str | None, source: str, goal: str, cents: int, off: int
    ) -> None:
        transfer: Transfer = ((source, -cents), (goal, cents))
        self._ask(stream, self.heads[stream] + 1 + off, actor, id_, (source, goal, cents), transfer)

    @rule(stream=streams, actor=actors, id_=ids, cents=amounts, parts=st.integers(1, 7), off=st.integers(-1, 0))
    def feed_a_meter(self, stream: str, actor: str, id_: str | None, cents: int, parts: int, off: int) -> None:
        shown, changes = self.meters.get("royal", (Fraction(0), 0))
        after = shown + Fraction(cents, parts)
        more = int(after) - int(shown)
        transfer: Transfer = (("cage", -more), ("meter/royal", more)) if more else ()
        meter = MeterSet("royal", max(0, changes + off), after, 0)
        self._ask(stream, self.heads[stream] + 1, actor, id_, ("feed", cents, parts), transfer, meter)

    @rule(point=st.sampled_from(["before commit", "after commit"]))
    def crash(self, point: Point) -> None:
        """The process dies at a commit; who asks the next one again cannot tell."""
        stream = "house"
        self.crash_at = point
        with pytest.raises(Stopped):
            put(self.store, stream, self.heads[stream] + 1, actor="crash", command=f"c{self.heads[stream]}")
        self.store = self.store.reopened(self._fault)
        answer = put(self.store, stream, self.heads[stream] + 1, actor="crash", command=f"c{self.heads[stream]}")
        assert isinstance(answer, Earlier) == (point == "after commit")
        self.heads[stream] += 1

    @invariant()
    def both_hold_the_same(self) -> None:
        kept = {account: cents for account, cents in self.store.balances().items() if cents}
        assert kept == {account: cents for account, cents in self.balances.items() if cents}
        assert self.store.streams() == {stream: head for stream, head in self.heads.items() if head}
        meters = {name: (meter.amount, meter.changes) for name, meter in self.store.meters().items()}
        assert meters == self.meters

    def teardown(self) -> None:
        for (actor, id_), (stream, version, _) in self.done.items():
            found = self.store.command(actor, id_)
            assert found is not None
            assert (found.stream, found.version) == (stream, version)
        assert_sound(self.store)

    def _ask(
        self,
        stream: str,
        version: int,
        actor: str,
        id_: str | None,
        words: object,
        transfer: Transfer,
        meter: MeterSet | None = None,
    ) -> None:
        wanted = self._wanted(stream, version, actor, id_, words, transfer, meter)
        meters = [meter] if meter else []
        came: Any
        try:
            came = put(self.store, stream, version, transfer, actor=actor, command=id_, words=words, meters=meters)
        except (Conflict, Refusal, ValueError, AssertionError) as refused:
            came = refused
        assert type(came) is wanted, (came, wanted)
        if wanted is Entry:
            self.heads[stream] = version
            for account, cents in transfer:
                self.balances[account] = self.balances.get(account, 0) + cents
            if id_ is not None:
                self.done[actor, id_] = (stream, version, words)
            if meter is not None:
                self.meters["royal"] = (meter.amount, meter.read + 1)

    def _wanted(
        self,
        stream: str,
        version: int,
        actor: str,
        id_: str | None,
        words: object,
        transfer: Transfer,
        meter: MeterSet | None,
    ) -> type:
        """What should come of it, by the store's promises in their order."""
        if version < 1:
            return ValueError
        before = self.done.get((actor, id_)) if id_ is not None else None
        if before is not None:
            return Earlier if (before[0], before[2]) == (stream, words) else Refusal
        if version != self.heads[stream] + 1:
            return Conflict
        if meter is not None and meter.read != self.meters.get("royal", (0, 0))[1]:
            return Conflict
        after = dict(self.balances)
        for account, cents in transfer:
            after[account] = after.get(account, 0) + cents
        return NotEnough if any(after[a] < 0 and a not in ("cage", "issued") for a, _ in transfer) else Entry

    def _fault(self, point: Point) -> None:
        if point == self.crash_at:
            self.crash_at = None
            raise Crash


def test_the_store_does_what_its_model_does(sqlite_memory: list[Store]) -> None:
    _run(sqlite_memory, examples=30)


def test_the_store_on_postgresql_does_what_its_model_does(postgres_url: str) -> None:
    _run([Store.open(postgres_url)], examples=3)


@pytest.mark.long
def test_the_store_does_what_its_model_does_for_long(url: str) -> None:
    _run([Store.open(url)], examples=80)


@pytest.fixture
def sqlite_memory() -> list[Store]:
    return [Store.open("sqlite://")]


def _run(stores: list[Store], examples: int) -> None:
    """All examples with one store, emptied for each; the last one is closed."""

    class Kept(Model):
        def __init__(self) -> None:
            super().__init__(stores[-1])
            stores[-1] = self.store

        def teardown(self) -> None:
            stores[-1] = self.store
            super().teardown()

    run_state_machine_as_test(
        Kept,
        settings=settings(
            max_examples=examples,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
    stores[-1].close()


def _empty(connection: Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        connection.execute(table.delete())
