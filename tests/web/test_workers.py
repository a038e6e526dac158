"""Workers: one that has answered is replaced however often it dies; those that never come to answer are given up."""

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from house.served import alive
from houseway.house.store import Store
from houseway.refusal import Refusal
from houseway.web import workers
from houseway.web.listening import bound
from houseway.web.serving import Settings
from web.running import LONG, wait_until

WORK = workers._work
OPEN = Store.open


def answers_and_dies(settings: Settings, listening: socket.socket, number: int, told: Any) -> None:
    _begins(settings)
    told.send_bytes(b"answers")
    os.kill(os.getpid(), signal.SIGKILL)


def dies(settings: Settings, listening: socket.socket, number: int, told: Any) -> None:
    _begins(settings)
    os._exit(7)


def answers_every_other_time(settings: Settings, listening: socket.socket, number: int, told: Any) -> None:
    if _begins(settings) % 2 == 0:
        told.send_bytes(b"answers")
    os._exit(7)


def first_answers_and_others_die(settings: Settings, listening: socket.socket, number: int, told: Any) -> None:
    _begins(settings)
    if number:
        os._exit(7)
    told.send_bytes(b"answers")
    time.sleep(LONG)


def finds_no_database(settings: Settings, listening: socket.socket, number: int, told: Any) -> None:
    _begins(settings)
    os._exit(workers.AWAY)


def begins_when_its_house_is_gone(settings: Settings, listening: socket.socket, number: int, told: Any) -> None:
    _until_orphaned(settings)
    WORK(settings, listening, number, told)
    _beside(settings, "ended").touch()


def is_orphaned_while_it_opens(settings: Settings, listening: socket.socket, number: int, told: Any) -> None:
    def opens(url: str) -> Store:
        _until_orphaned(settings)
        return OPEN(url)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workers, "answer", lambda *_: _beside(settings, "answered").touch())
        patched.setattr(Store, "open", opens)
        WORK(settings, listening, number, told)
    _beside(settings, "ended").touch()


def is_killed_before_its_worker_answers(settings: Settings, telling: Any, work: Callable[..., None]) -> None:
    workers._work = work
    with bound("127.0.0.1", 0) as listening:
        telling.send(workers.Workers(settings, listening)._running[0].process.pid)
        wait_until(_beside(settings, "waits").exists, LONG)
        os.kill(os.getpid(), signal.SIGKILL)


def _until_orphaned(settings: Settings) -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    _beside(settings, "waits").touch()
    wait_until(lambda: os.getppid() != parent.pid)


def _beside(settings: Settings, name: str) -> Path:
    return Path(settings.database.removeprefix("sqlite:///")).with_name(name)


def _begins(settings: Settings) -> int:
    """One more; they are counted in a file."""
    with Path(settings.database).open("a") as counting:
        counting.write(".")
        return counting.tell()


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """To begin a process takes a while."""
    monkeypatch.setattr(workers, "FRUITLESS", 3)


def replaced(settings: Settings, until: Callable[[], bool]) -> None:
    """Workers die and are replaced, until something is true."""
    with bound("127.0.0.1", 0) as listening:
        crew = workers.Workers(settings, listening)

        def looks() -> bool:
            crew.replace()
            return until()

        try:
            wait_until(looks, LONG)
        finally:
            crew.end()


@pytest.mark.parametrize("work", [answers_and_dies, answers_every_other_time])
def test_workers_that_have_answered_are_replaced_however_soon_they_die(
    work: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_work", work)
    begun = tmp_path / "begun"
    begun.touch()
    replaced(Settings(str(begun), workers=2, grace=0), lambda: begun.stat().st_size > 6)


def test_workers_that_never_answer_are_given_up_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_work", dies)
    with pytest.raises(Refusal) as refused:
        replaced(Settings(str(tmp_path / "begun"), workers=2, grace=0), lambda: False)
    assert "3 workers in a row ended before they answered anybody, the last with exit code 7" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert (tmp_path / "begun").stat().st_size <= 4


def test_a_house_in_which_somebody_answers_is_not_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_work", first_answers_and_others_die)
    monkeypatch.setattr(workers, "WHILE", 100)
    begun, many = tmp_path / "begun", 2 + 2 * workers.FRUITLESS
    begun.touch()
    replaced(Settings(str(begun), workers=2, grace=0), lambda: begun.stat().st_size > many)


def test_while_there_is_no_database_workers_are_begun_again_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_work", finds_no_database)
    begun, since = tmp_path / "begun", time.monotonic()
    begun.touch()
    replaced(Settings(str(begun), workers=1, grace=0), lambda: begun.stat().st_size > 4)
    assert time.monotonic() - since > 3 * workers.WHILE / 1000


def test_a_worker_that_cannot_begin_says_why_in_the_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'nowhere' / 'house.db'}", workers=1, grace=0)
    with pytest.raises(Refusal):
        replaced(settings, lambda: False)
    told = capfd.readouterr().err
    assert "there is no folder" in told
    assert "Traceback" not in told


def test_what_killed_houses_leave_is_removed_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    for name in (gone.stdout.strip(), f"{os.getpid()}", "somebody's"):
        (tmp_path / f"{workers.COUNTS}{name}-x").mkdir()
    with workers._counting_together():
        here = sorted(path.name.removeprefix(workers.COUNTS).partition("-")[0] for path in tmp_path.iterdir())
        assert here == sorted([f"{os.getpid()}", f"{os.getpid()}", "somebody's"])
    assert len(list(tmp_path.iterdir())) == 2


def test_a_worker_whose_house_is_gone_says_so_to_nobody() -> None:
    telling, told = workers.SPAWN.Pipe(duplex=False)
    telling.close()
    workers._say_so(told)
    told.close()


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("work", [begins_when_its_house_is_gone, is_orphaned_while_it_opens])
def test_a_worker_whose_house_was_killed_before_it_answers_ends_by_itself(
    work: Callable[..., None], tmp_path: Path
) -> None:
    told, telling = workers.SPAWN.Pipe(duplex=False)
    settings = Settings(f"sqlite:///{tmp_path / 'house.db'}", workers=1)
    house = workers.SPAWN.Process(target=is_killed_before_its_worker_answers, args=(settings, telling, work))
    house.start()
    telling.close()
    with told:
        worker = told.recv()
    house.join()
    try:
        wait_until(lambda: not alive(worker), LONG)
    finally:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    assert (tmp_path / "ended").exists(), "in order, with what it had begun"
    assert not (tmp_path / "answered").exists()
    assert (tmp_path / "house.db").exists() == (work is is_orphaned_while_it_opens), "it opens nothing by then"
