"""What bots play by is compiled beside the house, where it was not yet: nobody waits for that, and it ends with it."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from house.served import Served, alive
from houseway import games, kept_kernels
from houseway.odds import counting, preparing
from houseway.web.preparing import bots_prepared
from web.running import LONG, wait_until

SLEEPS = "import sys, time\nopen(sys.argv[1], 'w').write(sys.stdin.readline())\ntime.sleep(600)"
ANSWERS = "import sys\nopen(sys.argv[1], 'w').write(sys.stdin.readline())\nprint('{}', flush=True)\nsys.stdin.read()"
WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from houseway import games
from houseway.odds.preparing import play
for game in games.NAMES:
    if not any(offer.required for offer in games.load(game).offers(games.load(game).rules.read(()))):
        continue
    for strategy in games.load(game).strategies:
        try:
            play(game, strategy, rounds=3)
        except ImportError:
            print(game, strategy)
"""
FIRST_BOTS = """
import time
from houseway.odds.preparing import BY_KERNELS, play
from houseway import compiling
OTHERS = {"lunar": ("second_hand=ranked",), "blackjack": ("decks=6",)}
for game, strategies in BY_KERNELS.items():
    for strategy in strategies:
        begun = time.monotonic()
        play(game, strategy, rounds=1)
        print(f"{game} {strategy}: {time.monotonic() - begun:.1f} s")
        play(game, strategy, *OTHERS[game], rounds=60)
assert compiling.kept()
assert not any(kernel.stats.cache_misses for kernel in compiling._kernels)
"""


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for kernels where none is."""
    folder = tmp_path / "kernels"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """What the process beside the house was asked, once it was."""
    return tmp_path / "asked"


def test_a_note_counts_while_its_files_are_there_and_the_program_is_the_same(
    empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = tmp_path / "kernel.nbi"
    kernel.touch()
    assert not kept_kernels.at_hand()
    kept_kernels.leave_note([kernel])
    assert kept_kernels.at_hand()
    with monkeypatch.context() as changed:
        changed.setattr(kept_kernels, "stamp", lambda: "another")
        assert not kept_kernels.at_hand()
    with monkeypatch.context() as changed:
        changed.setattr(kept_kernels, "version", lambda name: "9.9")
        assert not kept_kernels.at_hand()
    assert kept_kernels.at_hand()
    kernel.unlink()
    assert not kept_kernels.at_hand()
    for note in empty.glob("*.json"):
        note.write_text("no note")
    assert not kept_kernels.at_hand()


def test_where_nothing_can_be_kept_there_is_nothing_to_do(
    empty: Path, asked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    with monkeypatch.context() as changed:
        changed.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
        assert not kept_kernels.can_be_kept()
    assert kept_kernels.can_be_kept()
    monkeypatch.setattr(kept_kernels, "_numba", lambda: None)
    assert not kept_kernels.can_be_kept()
    with bots_prepared((sys.executable, "-c", SLEEPS, str(asked))):
        _wait_for_thread()
    assert not asked.exists()


def test_where_all_is_there_no_process_begins(empty: Path, asked: Path) -> None:
    kept_kernels.leave_note([])
    with bots_prepared((sys.executable, "-c", SLEEPS, str(asked))):
        _wait_for_thread()
    assert not asked.exists()


def test_nobody_waits_for_it_and_it_ends_with_the_house(
    empty: Path, asked: Path, begun: Callable[[], list[subprocess.Popen[bytes]]]
) -> None:
    before = time.monotonic()
    with bots_prepared((sys.executable, "-c", SLEEPS, str(asked))):
        assert time.monotonic() - before < 60, "it sleeps for ten minutes"
        wait_until(lambda: asked.exists() and asked.read_text())
        assert json.loads(asked.read_text()) == {"type": "kernels"}
        (process,) = begun()
        assert process.poll() is None
    assert process.poll() is not None


def test_when_it_is_done_its_process_ends(
    empty: Path, asked: Path, begun: Callable[[], list[subprocess.Popen[bytes]]]
) -> None:
    with bots_prepared((sys.executable, "-c", ANSWERS, str(asked))):
        wait_until(lambda: begun() and begun()[0].poll() is not None)


@pytest.mark.parametrize("command", ["no such program", sys.executable], ids=["none", "one that fails"])
def test_a_house_is_open_though_it_fails(empty: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("houseway.web.logs.say", lambda level, event, **_: said.append(event))
    with bots_prepared((command, "-c", "raise SystemExit(1)")):
        pass
    assert said == [], "whoever ended the house may have ended it, too"
    monkeypatch.setattr("houseway.web.preparing.AT_LAST", 0.1)
    with bots_prepared((command, "-c", "raise SystemExit(1)")):
        _wait_for_thread()
    assert said == ["bots not prepared"]


def test_what_is_prepared_is_not_prepared_again(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, str]] = []
    monkeypatch.setattr(preparing, "play", lambda game, strategy: played.append((game, strategy)))
    for _ in range(2):
        assert counting.answer(counting.Kernels()) == counting.Counted()
    assert played == [(game, each) for game, strategies in preparing.BY_KERNELS.items() for each in strategies]


def test_one_process_prepares_at_a_time(empty: Path) -> None:
    waits = "from houseway import kept_kernels\nwith kept_kernels.alone(): print('mine', flush=True)"
    with kept_kernels.alone():
        other = subprocess.Popen([sys.executable, "-c", waits], stdout=subprocess.PIPE)
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(2)
    said, _ = other.communicate(timeout=20)
    assert said == b"mine\n"


def test_the_bots_that_play_by_kernels_are_known() -> None:
    came = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True)
    found = {tuple(line.split()) for line in came.stdout.splitlines()}
    assert found == {(game, each) for game, strategies in preparing.BY_KERNELS.items() for each in strategies}
    assert all(set(each) <= set(games.load(game).strategies) for game, each in preparing.BY_KERNELS.items())


@pytest.mark.parametrize("killed", [False, True], ids=["told to end", "killed"])
def test_a_house_that_is_served_has_it_done(empty: Path, sqlite_url: str, killed: bool) -> None:
    house = Served(sqlite_url)
    try:
        house.start()
        assert house.await_open()
        wait_until(lambda: _beside(house))
        (pid,) = _beside(house)
        wait_until(lambda: os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10))
        assert house.is_well()
        if killed:
            house.process.kill()
        else:
            house.terminate()
        house.ended()
        wait_until(lambda: not alive(pid))
    finally:
        house.close()


@pytest.mark.long
def test_the_first_bots_of_a_house_compile_nothing(empty: Path, sqlite_url: str) -> None:
    house = Served(sqlite_url)
    try:
        house.start()
        assert house.await_open()
        wait_until(kept_kernels.at_hand, seconds=LONG)
        wait_until(lambda: not _beside(house))
    finally:
        house.close()
    came = subprocess.run([sys.executable, "-c", FIRST_BOTS], capture_output=True, text=True, check=False)
    assert came.returncode == 0, came.stderr
    print(came.stdout)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[subprocess.Popen[bytes]]]:
    """The processes that were begun."""
    made: list[subprocess.Popen[bytes]] = []

    class Recorded(subprocess.Popen[bytes]):
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **kwargs)  # type: ignore[call-overload]
            made.append(self)

    monkeypatch.setattr("houseway.web.counting.subprocess.Popen", Recorded)
    return lambda: made


def _wait_for_thread() -> None:
    wait_until(lambda: not any(thread.name == "preparing" for thread in threading.enumerate()))


def _beside(house: Served) -> list[int]:
    """The processes that count for a house."""
    return house.beside(b"houseway.odds.counting")
