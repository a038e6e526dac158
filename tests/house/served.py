"""A house served by a process of its own, as an operator starts it; here it is started, told to end, and killed."""

import http.client
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from houseway.house import founding
from houseway.house.commands import OpenTable
from houseway.house.definition import Clocks, Definition
from houseway.house.office_commands import SetUpTable
from houseway.house.running import House
from houseway.house.store import Store

PATIENCE = 60  # seconds for a process to begin or to end
PROGRAM = "from houseway.cli import main; main()"
PASSWORD = "the first of them"
OPEN = "The house is open"


class Served:
    """`houseway serve`, on one port however often it is started."""

    def __init__(self, database: str, *options: str, program: str = PROGRAM) -> None:
        self.database = database
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.said = ""
        self._options = options
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "it was never started"
        return self._process

    def start(self, errors: int | None = None) -> None:
        """Begin to start; it has a session of its own, so that it can be killed with all that it began.

        `errors`: the file to which its error output goes.
        """
        words = ("--database", self.database, "--port", str(self.port), "--log-level", "warning", *self._options)
        self.said = ""
        if self._process is not None:
            self._gone()
        self._process = subprocess.Popen(
            [sys.executable, "-c", self._program, "serve", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )

    def await_open(self, seconds: int = PATIENCE) -> bool:
        """Wait until it says that it is open; False where it has not within the time."""
        until = time.monotonic() + seconds
        out = self.process.stdout
        assert out is not None
        while OPEN not in self.said:
            ready, _, _ = select.select([out], [], [], max(0, until - time.monotonic()))
            if not ready:
                return False
            heard = os.read(out.fileno(), 4096)
            assert heard, f"the house did not open: {self.said} (exit code {self.process.wait()})"
            self.said += heard.decode()
        return True

    def is_well(self) -> bool:
        """Does it answer?"""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            asking.request("GET", "/healthz")
            return asking.getresponse().status == 200
        except OSError:
            return False
        finally:
            asking.close()

    def beside(self, words: bytes) -> list[int]:
        """The processes that it has begun with these words in their command."""
        return begun_by(self.process.pid, words)

    def kill(self) -> None:
        """All of its processes, at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._gone()

    def terminate(self) -> None:
        """Tell it to end."""
        self.process.send_signal(signal.SIGTERM)

    def ended(self, seconds: int = PATIENCE) -> int:
        """Wait for its end; the exit code."""
        code = self.process.wait(seconds)
        self._gone()
        return code

    def close(self) -> None:
        """Leave nothing behind for the next test: no open pipe, and no process of a house that was killed alone."""
        if self._process is not None and self._process.stdout is not None and not self._process.stdout.closed:
            self.kill()

    def _gone(self) -> None:
        self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()


def prepare(database: str, clocks: Clocks, more: Iterable[Definition] = ()) -> None:
    """Found a house, its first tables with these clocks, and open more tables."""
    with Store.open(database) as store:
        house = House(store, now=lambda: time.time_ns() // 10**6, entropy=secrets.token_bytes)
        house.start()
        founding.found(house, PASSWORD, clocks)
        for definition in more:
            house.office(SetUpTable(definition, founding.REASON), founding.FOUNDER, f"set-up-{definition.name}")
            opening = OpenTable(founding.INVENTORY, founding.REASON)
            house.execute(definition.name, opening, founding.FOUNDER, f"open-{definition.name}")


def houseway(*words: str) -> subprocess.CompletedProcess[str]:
    """Another of the house's commands, to its end."""
    return subprocess.run([sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, check=False)


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def alive(pid: int) -> bool:
    """Is there such a process, and has it not ended?"""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def begun_by(parent: int, words: bytes) -> list[int]:
    """The processes that one has begun with these words in their command."""
    return sorted(pid for pid in _children(parent) if words in _command(pid))


def _children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def _command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
