"""`houseway play` as it is called: without a terminal, with one, and with what it refuses."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from houseway import games
from houseway.cli import houseway
from houseway.shoe import commitment, read_seed

ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
COMMAND = [sys.executable, "-c", "from houseway.cli import main; main()"]
PATIENCE = 20  # seconds


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(houseway, ["play", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("name", games.NAMES)
def test_without_a_terminal_bots_play_one_round_that_the_seed_determines(name: str) -> None:
    first, again, other = printed(name, "--seed", "1"), printed(name, "--seed", "1"), printed(name, "--seed", "2")
    assert first == again
    assert first != other
    title = games.load(name).title
    assert f"{title}, round 1" in first
    assert f"{title}, round 2" not in first
    assert "Clause" in first
    assert "You" not in first


def test_without_a_terminal_and_a_game_it_is_lucky8s() -> None:
    assert printed().startswith("Lucky 8's, round 1")


def test_several_rounds_are_printed_if_asked_for() -> None:
    assert "Pack's Poker, round 3" in printed("packs", "--rounds", "3", "--seed", "f")


@pytest.mark.parametrize("name", ["lucky8s", "blackjack"])
def test_the_printed_check_line_repeats_the_shuffle(name: str) -> None:
    text = printed(name, "--seed", "a", *(["--rules", "decks=2"] if name == "blackjack" else []))
    shown = re.search(r"SHA-256 ([0-9a-f]{64})", text)
    line = re.search(r"houseway (verify-shuffle .*)", text)
    assert shown is not None
    assert line is not None
    checked = CliRunner().invoke(houseway, [*line[1].split(), "--commitment", shown[1]])
    assert checked.exit_code == 0, checked.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["roulette"], "there is no game 'roulette'"),
        (["lucky8s", "packs"], "name one game"),
        (["lucky8s", "--rules", "bonus_table=9"], "bonus_table"),
        (["lucky8s", "--rules", "colour=red"], "there is no option 'colour'"),
        (["lucky8s", "--rules", "bonus_table"], "is not KEY=VALUE"),
        (["lucky8s", "--seats", "7"], "--seats is from 1 to 6 at this table, not 7 [69E-1.10E(a)]"),
        (["lucky8s", "--seats", "0"], "--seats is from 1 to 6"),
        (["lunar", "--bots", "6"], "--bots is from 0 to 5"),
        (["lunar", "--bots", "some"], "--bots is a number or all"),
        (["packs", "--seed", "xyz"], "--seed is 1 to 64 hexadecimal digits"),
        (["ultimate8", "--bots", "0"], "is played among players"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(arguments: list[str], told: str) -> None:
    done = subprocess.run([*COMMAND, "play", *arguments], capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_options_may_follow_one_another() -> None:
    text = printed("blackjack", "--rules", "decks=2", "cut_card=0", "--seed", "5")
    assert "--rules decks=2 --rules cut_card=0" in text


def test_play_starts_without_the_libraries_of_simulation() -> None:
    code = (
        "import sys; import houseway.cli.play, houseway.games as g; [g.load(n) for n in g.NAMES]; print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "numba"} & set(loaded)


class Terminal:
    """`houseway play` in a pseudo-terminal of 80 by 24."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.end, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, "play", *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=ENVIRONMENT | environment,
            cwd=Path(__file__).parent,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(inside)
        self.raw = ""

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)

    def send(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def frame(self) -> str:
        """What stands on the screen after the last whole frame, without colours."""
        return without_escapes(self.raw.rpartition("\x1b[H")[2])

    def wait(self, pattern: str) -> str:
        """Read until the screen shows the pattern, or the command is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.raw.endswith("\x1b[J") and re.search(pattern, self.frame()):
                return self.frame()
            if not self.read():
                break
        pytest.fail(f"{pattern!r} was not shown:\n{self.frame()}")

    def read(self) -> bool:
        if select.select([self.end], [], [], 0.5)[0]:
            try:
                self.raw += os.read(self.end, 65536).decode("utf-8", "replace")
            except OSError:
                return False
        return True

    def finish(self) -> str:
        """What is left on the screen when the command is over."""
        until = time.monotonic() + PATIENCE
        while self.read() and time.monotonic() < until:
            pass
        assert self.process.wait(PATIENCE) == 0, self.frame()
        return without_escapes(self.raw.rpartition("\x1b[?1049l")[2])


def without_escapes(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


Opened = Callable[..., Terminal]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Opens terminals, and closes them whatever comes."""
    terminals: list[Terminal] = []

    def open_terminal(*arguments: str, **environment: str) -> Terminal:
        terminals.append(Terminal(*arguments, **environment))
        return terminals[-1]

    yield open_terminal
    for terminal in terminals:
        terminal.close()


ASKED = r"Your turn[\s\S]*\[q\] leave\s*$|\[Enter\] (deal|leave)[\s\S]*$|> $"


def play_by_key(terminal: Terminal, rounds: int) -> str:
    """Any legal keys until so many rounds are over."""
    chance, dealt = Random(8), 0
    for _ in range(400):
        frame = terminal.wait(ASKED)
        terminal.raw = ""
        if "[Enter] leave" in frame:
            terminal.send("\n")
            assert dealt == rounds
            return terminal.finish()
        if "[Enter] deal" in frame:
            dealt += 1
            terminal.send("\n")
        elif frame.endswith("> "):
            terminal.send("\n")
        else:
            menu = frame[frame.rindex("Your turn") :]
            terminal.send(chance.choice([key for key in re.findall(r"\[(\S)\]", menu) if key not in "?!q"]))
    pytest.fail("the rounds do not end")


@pytest.mark.parametrize("name", games.NAMES)
def test_rounds_by_key_in_a_terminal(opened: Opened, name: str) -> None:
    left = play_by_key(opened(name, "--speed", "0", "--rounds", "2", "--seed", "2"), 2)
    assert f"{games.load(name).title}, 2 rounds: " in left
    seeds = re.findall(r"houseway verify-shuffle ([0-9a-f]{64}) --game " + name, left)
    assert len(seeds) == (1 if name == "blackjack" else 2)


def test_the_commitment_stands_before_the_wagers_and_is_that_of_the_seed(opened: Opened) -> None:
    terminal = opened("packs", "--speed", "0")
    shown = re.search(r"SHA-256 ([0-9a-f]{64})", terminal.wait(r"\[Enter\] deal"))
    assert shown is not None
    terminal.raw = ""
    terminal.send("\n")
    after = terminal.wait(r"\[a\] all payoffs")
    seed = re.search(r"verify-shuffle ([0-9a-f]{64})", after.replace("\r\n", ""))
    assert seed is not None
    assert commitment(read_seed(seed[1])) == shown[1]
    terminal.send("q")
    assert seed[1] in terminal.finish()


@pytest.mark.parametrize("key", ["\x03", "\x04", "qy"])
def test_leaving_in_the_middle_of_a_round_is_graceful(opened: Opened, key: str) -> None:
    terminal = opened("lucky8s", "--speed", "0")
    terminal.wait(r"\[Enter\] deal")
    terminal.send("\n")
    terminal.wait("Your turn, set")
    terminal.send(key)
    left = terminal.finish()
    assert "Lucky 8's, 1 round: -10, 990 in chips." in left
    assert "Traceback" not in left


def test_all_bots_are_watched(opened: Opened) -> None:
    terminal = opened("lunar", "--bots", "all", "--speed", "0", "--rounds", "1")
    frame = terminal.wait(r"\[Enter\] leave")
    assert "You" not in frame
    terminal.send("\n")
    assert "Lunar Poker, 1 round: Ada" in terminal.finish()


def test_no_color_is_respected_and_rests_can_be_cut_short(opened: Opened) -> None:
    terminal = opened("packs", "--rounds", "1", "--speed", "9", NO_COLOR="1")
    terminal.wait(r"\[Enter\] deal")
    terminal.send("\n")
    terminal.wait("No more bets")
    terminal.send(" ")
    terminal.wait(r"\[Enter\] leave")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", terminal.raw)
    terminal.send("\n")
    assert "Pack's Poker, 1 round" in terminal.finish()


def test_the_game_is_asked_for_where_none_is_named(opened: Opened) -> None:
    terminal = opened("--speed", "0")
    while "Which game" not in terminal.raw:
        assert terminal.read()
    terminal.send("9\n5\n")
    assert "Pack's Poker" in terminal.wait(r"\[Enter\] deal")
    terminal.send("q")
    assert "No round was played." in terminal.finish()
