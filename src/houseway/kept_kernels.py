"""Kernels on disk, as they are known without numba: their stamp, and whether those that bots play by are there.

numba keeps kernels in the folder that NUMBA_CACHE_DIR names, else beside their source, else in a folder of the user's.
Who has had all of them compiled that bots need leaves a note of the files, by what they were compiled of and for. A
program that has changed finds no such note, and one whose files are gone counts for nothing.
"""

import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = Path(__file__).parent
NAME = "houseway-bots"


@cache
def stamp() -> str:
    """The hash of every file of the package that holds a kernel."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_bytes()
        if b"@compiled" in text:
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + text)
    return digest.hexdigest()


def can_be_kept() -> bool:
    """Is numba installed, and a folder there to write to?"""
    return _numba() is not None and _folder() is not None


def at_hand() -> bool:
    """Is every kernel on disk that bots play by?"""
    note = _place_of_note()
    if note is None:
        return False
    with suppress(OSError, ValueError):
        return all(os.path.exists(file) for file in json.loads(note.read_bytes()))
    return False


def leave_note(files: Iterable[Path]) -> None:
    """All that bots play by is in these files."""
    path = _place_of_note()
    if path is not None:
        new = path.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps([str(file) for file in files]), encoding="utf-8")
        new.replace(path)


@contextmanager
def alone() -> Iterator[None]:
    """No other process compiles for bots meanwhile; whoever does is waited for."""
    folder = _folder()
    if folder is None or sys.platform == "win32":
        yield
        return
    import fcntl

    with (folder / f"{NAME}.lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # given back by the system, however the process ends
        yield


def _place_of_note() -> Path | None:
    """The note's place, for what the kernels were compiled of, by what, and for which machine."""
    folder, numba = _folder(), _numba()
    if folder is None or numba is None:
        return None
    made_of = (stamp(), str(PACKAGE), numba, sys.version, platform.machine(), platform.node())
    return folder / f"{NAME}-{hashlib.sha256(repr(made_of).encode()).hexdigest()[:16]}.json"


def _numba() -> str | None:
    """Which numba is installed; it is not loaded for that, since it takes long."""
    try:
        return version("numba")
    except PackageNotFoundError:
        return None


def _folder() -> Path | None:
    """Where something can be left beside the kernels, or as near as may be."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    own = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "houseway"
    for folder in [Path(named)] if named else [PACKAGE / "__pycache__", own]:
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None
