"""Metrics: numbers for Prometheus, in its text form. Each request reads the state of the tables."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hmac import compare_digest
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = tuple(milliseconds / 1000 for milliseconds in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000))

Ending = Literal["done", "repeated", "refused", "failed"]
State = tuple[str, str, int]  # a table's game, its phase, the rounds it has had
Look = Callable[[], Iterable[State]]


class Metrics:
    """What one process counts."""

    def __init__(self, token: str | None = None) -> None:
        self._token = token
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = counted = CollectorRegistry()
        self.requests = Counter(
            "houseway_requests", "Requests by route and status.", ("method", "route", "status"), registry=counted
        )
        self.request_seconds = Histogram(
            "houseway_request_seconds", "Time to answer a request.", ("route",), buckets=BOUNDS, registry=counted
        )
        self.commands = Counter(
            "houseway_commands", "Commands by what they do and how they ended.", ("do", "outcome"), registry=counted
        )
        self._command = cache(self.commands.labels)
        self.command_seconds = Histogram(
            "houseway_command_seconds", "Time to carry out a command.", buckets=BOUNDS, registry=counted
        )
        self.sockets = Gauge("houseway_sockets", "Open sockets.", registry=counted)
        self.frames = Counter("houseway_frames", "Frames that were heard.", registry=counted)
        self.refusals = Counter("houseway_refusals", "What was not done, by code.", ("code",), registry=counted)
        self.errors = Counter("houseway_errors", "Errors of the program, by kind.", ("kind",), registry=counted)
        self.conflicts = Counter("houseway_store_conflicts", "Races for a version that were lost.", registry=counted)
        self.lost = Counter(
            "houseway_store_failures", "Failures of the database, by its name.", ("error",), registry=counted
        )
        self.voided = Counter("houseway_rounds_voided", "Rounds given up by an error.", registry=counted)
        self.closed = Counter("houseway_sockets_closed", "Sockets the house closed.", ("code",), registry=counted)
        self.cut = Counter("houseway_connections_cut", "Connections cut before they asked.", ("why",), registry=counted)

    def command(self, do: str, outcome: Ending, nanoseconds: int) -> None:
        self._command(do, outcome).inc()
        self.command_seconds.observe(nanoseconds / 10**9)

    def admits(self, token: str | None) -> bool:
        """Is it the token that lets a program read the numbers without a session?"""
        return None not in (self._token, token) and compare_digest(str(self._token).encode(), str(token).encode())

    def text(self, look: Look) -> bytes:
        """All numbers, with how the tables stand now."""
        tables = CollectorRegistry()
        tables.register(_Tables(look))
        return generate_latest(self._registry) + generate_latest(tables)


class _Tables(Collector):
    def __init__(self, look: Look) -> None:
        self._look = look

    def collect(self) -> Iterator[Metric]:
        phases = GaugeMetricFamily("houseway_tables", "Tables by game and phase.", labels=("game", "phase"))
        rounds = CounterMetricFamily("houseway_rounds", "Rounds that were opened, by game.", labels=("game",))
        counted: dict[tuple[str, str], int] = {}
        opened: dict[str, int] = {}
        for game, phase, number in self._look():
            counted[game, phase] = counted.get((game, phase), 0) + 1
            opened[game] = opened.get(game, 0) + number
        for (game, phase), many in sorted(counted.items()):
            phases.add_metric((game, phase), many)
        for game, many in sorted(opened.items()):
            rounds.add_metric((game,), many)
        yield phases
        yield rounds
