"""One house for all rounds that are played in the browser: with a table for each, and a clock that can be put forward.

Nobody is hurried: people have an hour to wager and to decide, and a result is shown until the clock is put forward.
"""

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser

from browser.driving import Visits
from house.served import Served as OwnProcess
from house.served import prepare
from houseway.house.commands import OpenTable
from houseway.house.definition import Clocks
from houseway.house.founding import FOUNDER, INVENTORY, REASON, TABLES
from houseway.house.office_commands import SetUpTable
from web.running import Served, machine_clock, served

HOUR = 3_600_000
RESULT = 600_000
CLOCKS = Clocks(betting=HOUR, decision=HOUR, validation=100, result=RESULT)
FIRST = {definition.game: definition for definition in TABLES}


class Salon:
    """The house, its clock, and tables as they are needed."""

    def __init__(self) -> None:
        self.ahead = 0
        self._numbers = count(2)
        self._served: Served | None = None

    @property
    def served(self) -> Served:
        assert self._served is not None, "it is not open"
        return self._served

    def opens(self, served: Served) -> None:
        self._served = served

    def now(self) -> int:
        return machine_clock() + self.ahead

    def forward(self, milliseconds: int = RESULT) -> None:
        """Put the clock forward: by itself as far as a result is shown."""
        self.ahead += milliseconds
        self.served.house.woken.set()

    def table(self, game: str, *rules: str, clocks: Clocks = CLOCKS) -> str:
        """A new table of a game with the house's own rules, but for these; it is open."""
        house, name = self.served.house, f"{game}-{next(self._numbers)}"
        named = {rule.partition("=")[0] for rule in rules}
        first = FIRST[game]
        kept = tuple(rule for rule in first.rules if rule.partition("=")[0] not in named)
        wanted = msgspec.structs.replace(first, name=name, rules=(*kept, *rules), clocks=clocks)
        house.office(SetUpTable(wanted, REASON), FOUNDER, f"set-up-{name}")
        house.execute(name, OpenTable(INVENTORY, REASON), FOUNDER, f"open-{name}")
        return name


@pytest.fixture(scope="session")
def salon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Salon]:
    file: Path = tmp_path_factory.mktemp("salon") / "house.db"
    made = Salon()
    with served(f"sqlite:///{file}", clocks=CLOCKS, now=made.now) as running:
        made.opens(running)
        yield made


@pytest.fixture
def comes(salon: Salon, browser: Browser) -> Iterator[Visits]:
    """People who come to the salon."""
    visits = Visits(salon.served.url, browser, salon.served.guest)
    yield visits
    visits.end()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[OwnProcess]:
    """A house with a process of its own, which has just opened and can be killed; nobody is hurried there either."""
    database = f"sqlite:///{tmp_path / 'house.db'}"
    prepare(database, CLOCKS)
    with closing(OwnProcess(database, "--unlimited", "--grace", "0")) as made:
        made.start()
        assert made.await_open()
        yield made
