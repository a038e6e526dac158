"""The parts of houseway that each extra promises, all imported: `python promises.py EXTRA [BLOCKED PACKAGE...]`.

It runs in a process of its own, which has nothing of the tests.
"""

import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pkgutil import walk_packages
from types import ModuleType

CORE = "core"  # no extra at all
PROMISED = {  # a package with everything below it, or a module
    CORE: (
        "houseway.cli",
        "houseway.terminal",
        "houseway.procedure",
        "houseway.rounds",
        "houseway.games.lunar.strategy",
    ),
    "sim": ("houseway.games", "houseway.odds.simulation", "houseway.odds.executors", "houseway.odds.coaching"),
    "report": ("houseway.odds", "typst"),
    "dask": ("houseway.odds.executors", "houseway.odds.simulation", "distributed"),
    "client": ("houseway.client",),
    "serve": ("houseway.client", "houseway.house", "houseway.web"),
    "postgres": ("houseway.house", "houseway.web", "psycopg"),
}
RUN_BY_ALEMBIC = "houseway.house.migrations"


class Blocked(MetaPathFinder):
    """Finds nothing of these packages, as if they were not installed."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = frozenset(names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


def modules(name: str) -> Iterator[str]:
    """A module, and everything below it."""
    yield name
    for found in walk_packages(getattr(import_module(name), "__path__", ()), f"{name}."):
        if not found.name.startswith(RUN_BY_ALEMBIC) and name.startswith("houseway"):
            yield found.name


def main() -> None:
    extra, *blocked = sys.argv[1:]
    sys.meta_path.insert(0, Blocked(blocked))
    names = [name for promised in PROMISED[extra] for name in modules(promised)]
    for name in names:
        import_module(name)
    print(len(names))


if __name__ == "__main__":
    main()
