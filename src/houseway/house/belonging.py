"""Whose a database is, as its schema tells: nobody's yet, a house's of this or another version, another program's."""

import re
import sqlite3
from collections.abc import Collection
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from houseway.house.migrations import LATEST
from houseway.house.schema import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
REVISIONS = "alembic_version"  # the table that names the revision; other programs may have one, too
_OURS = re.compile(r"[0-9]{4}", re.ASCII)  # how the house numbers its revisions


def revision(connection: Connection) -> str | None:
    """The schema that the database has."""
    if not inspect(connection).has_table(REVISIONS):
        return None
    found: str | None = connection.execute(text(f"SELECT version_num FROM {REVISIONS}")).scalar()
    return found


def is_ours(found: str) -> bool:
    """Is a revision the house's, of whatever version?"""
    return _OURS.fullmatch(found) is not None


def unfit(connection: Connection) -> str | None:
    """Why a house cannot be kept there, and what to do; None where it can."""
    inspector = inspect(connection)
    return _unfit(revision(connection), inspector.get_table_names(inspector.default_schema_name))


def unfit_file(connection: sqlite3.Connection) -> str | None:
    """The same of a file that nothing was written to yet."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    if REVISIONS not in tables:
        return _unfit(None, tables)
    found = connection.execute(f"SELECT version_num FROM {REVISIONS}").fetchone()
    return _unfit(found[0] if found is not None else None, tables)


def _unfit(found: str | None, tables: Collection[str]) -> str | None:
    if found is None:
        taken = sorted(metadata.tables.keys() & set(tables))
        return f"is another program's, with tables {', '.join(taken)}: choose another database" if taken else None
    if not is_ours(found):
        return f"{found} is not houseway's: choose another database"
    if found not in _steps():
        return f"{found} is of a newer houseway, this one's is {LATEST}: install the newest, or choose another database"
    return None


def _steps() -> set[str]:
    """The schemas that this program knows."""
    from alembic.script import ScriptDirectory

    return {step.revision for step in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
