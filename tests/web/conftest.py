"""One house for the tests of a file that do no harm to it; databases as the tests of the house have them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from house.conftest import postgres_url, server, sqlite_template, sqlite_url, url
from web.running import Served, served

__all__ = ["house", "postgres_url", "server", "sqlite_template", "sqlite_url", "url"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house without limits of rate."""
    file: Path = tmp_path_factory.mktemp("house") / "house.db"
    with served(f"sqlite:///{file}") as running:
        yield running
