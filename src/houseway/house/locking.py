"""The lock against a second server on one SQLite file: on a file beside it, and on the database itself.

The file beside it says who serves. It stays behind when a server is killed, and somebody may think that it can go: so
a byte of the database is locked, too, which nobody can take away, and which is the same by whatever name the file is
found. SQLite must not notice:

- SQLite locks bytes of the file by `fcntl`, and gives back all that its process has so locked when it is done. Our byte
  is locked by the open file description, as Linux can: it is not among what SQLite gives back. It is a byte that SQLite
  never locks, and behind all that a file of SQLite's can hold: so SQLite does not wait for it where locks of all kinds
  are one (NFS), or keep others from reading (SMB). `flock` would lock the whole file, and SQLite wait for it there.
- When a process closes any descriptor of a file, it loses what it has locked there by `fcntl`, SQLite's locks included.
  So the byte is held until SQLite has closed the file, and a process that serves it does not open it once more to try.

Where there are no such locks (macOS, the BSDs, some file systems) the file beside it is all there is. On Windows, too:
there a file that is open cannot be removed.
"""

import errno
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from houseway.refusal import Refusal

BEHIND = 1 << 20  # the byte of the lock file that Windows locks, behind what can be read of it
BYTE = 1 << 50  # the byte of the database that is locked; SQLite's files end before it
FLOCK = "hhqqi"  # what C calls a struct flock
LOCKS_BYTES = sys.platform == "linux"  # by the open file description
OWNERS_ALONE = 0o600  # the mode of a new database
UNKNOWN = "unknown"
TAKEN = (errno.EAGAIN, errno.EACCES)  # what is said of a lock that somebody else has

_ours: set[tuple[int, int]] = set()  # device and number of the databases that this process serves


@contextmanager
def only_server(file: Path) -> Iterator[None]:
    """The lock against a second server on the same file, held as long as the process lives.

    A file with several names would have a log of what is to be written by each of them. Whatever opens the file is
    closed before the lock is given back.
    """
    check_names(file)
    path = beside(file)
    try:
        opened = path.open("a+", encoding="ascii")
    except OSError as wrong:
        raise Refusal(
            f"{path} cannot be written: {wrong.strerror}; let who serves write in its folder, or choose another file"
        ) from wrong
    with opened as held:
        if not _locked(held):
            held.seek(0)
            raise _in_use(file, held.read().strip())
        with _database_locked(file):
            held.truncate(0)
            held.write(str(os.getpid()))
            held.flush()
            yield


def identity(name: str) -> tuple[int, int] | None:
    """Which file has a name now; None where none has."""
    try:
        return _identity(os.stat(name))
    except FileNotFoundError:
        return None


def beside(file: Path) -> Path:
    """The file that says who serves."""
    return file.with_name(f"{file.name}.lock")


def check_names(file: Path) -> None:
    """A file with several names is refused."""
    if file.is_file() and (names := file.stat().st_nlink) > 1:
        raise Refusal(f"{file} has {names} names (hard links): copy it, or remove the others")


def server_of(file: Path) -> str | None:
    """The process that serves a file, or None, as far as can be told; nothing is kept, and nothing made.

    The byte of the database is only asked for, so that a server that starts meanwhile is not kept from it. Where that
    tells nothing the file beside it is tried for a moment. SQLite must not have the file open in this process.
    """
    if not file.is_file():
        return None
    if _identity(file.stat()) in _ours:
        return str(os.getpid())
    taken = _byte_taken(file)
    if taken is False:
        return None
    try:
        with beside(file).open("r+", encoding="ascii") as held:
            if taken is None and _locked(held):
                return None
            held.seek(0)
            return held.read().strip() or UNKNOWN
    except OSError:
        return UNKNOWN if taken else None


@contextmanager
def _database_locked(file: Path) -> Iterator[None]:
    """The byte of the database is ours."""
    if file.exists() and _identity(file.stat()) in _ours:
        raise _in_use(file, str(os.getpid()))
    descriptor = _opened(file)
    if descriptor is None:
        yield
        return
    try:
        if not _byte_locked(descriptor):
            raise _in_use(file)
        identity = _identity(os.fstat(descriptor))
        _ours.add(identity)
        try:
            yield
        finally:
            _ours.discard(identity)
    finally:
        os.close(descriptor)


def _opened(file: Path) -> int | None:
    """A descriptor of the database, which is made where it is not there yet: SQLite begins with an empty file.

    It has the seeds of rounds in play: nobody else on the machine may read it, nor what SQLite writes beside it, which
    has the file's own mode. None where there are no such locks, and where it cannot be opened: SQLite then refuses it,
    and says why.
    """
    if os.name == "posix" and (file.is_file() or not file.exists()):
        with suppress(OSError):
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT, OWNERS_ALONE)
            if LOCKS_BYTES:
                return descriptor
            os.close(descriptor)  # before SQLite has locked anything
    return None


def _byte_locked(descriptor: int) -> bool:
    """Is the byte ours? On a file system where it cannot be locked nobody else has it."""
    if sys.platform == "linux":
        import fcntl

        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, _byte(fcntl.F_WRLCK))
        except OSError as wrong:
            return wrong.errno not in TAKEN
    return True


def _byte_taken(file: Path) -> bool | None:
    """Has somebody the byte? None where nobody can tell."""
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError):
            descriptor = os.open(file, os.O_RDONLY)
            try:
                found = fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, _byte(fcntl.F_WRLCK))
            finally:
                os.close(descriptor)
            kind: int = struct.unpack(FLOCK, found)[0]
            return kind != fcntl.F_UNLCK
    return None


def _byte(kind: int) -> bytes:
    return struct.pack(FLOCK, kind, os.SEEK_SET, BYTE, 1, 0)


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _locked(held: IO[str]) -> bool:
    """Is the lock ours? The system gives it back when the process ends, however it ends."""
    with suppress(OSError):
        if sys.platform == "win32":
            import msvcrt

            held.seek(BEHIND)
            msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _in_use(file: Path, process: str = "") -> Refusal:
    return Refusal(f"{in_use(file, process or UNKNOWN)}: stop it first")


def in_use(file: Path, process: str) -> str:
    return f"{file} is in use by another server (process {process})"
