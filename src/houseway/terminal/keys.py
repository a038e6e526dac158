"""The keyboard of a terminal: single keys, edited lines, and rests that a key cuts short."""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol, Self

ENTER, ESCAPE = "\n", "\x1b"
_ENDS, _ERASE_LINE, _BACKSPACES = ("\x03", "\x04"), "\x15", ("\x7f", "\x08")
_IDLE = 0.25  # seconds after which a waiting keyboard lets the screen look whether its size has changed
_SEQUENCE_WAIT = 0.03  # seconds within which the rest of an arrow key's bytes follow


class Leave(Exception):  # noqa: N818  (what the player does)
    """The player leaves the table."""


class Keys(Protocol):
    """What a session needs of a keyboard."""

    idle: Callable[[], None]

    def key(self) -> str: ...

    def line(self) -> str | None: ...

    def rest(self, seconds: float) -> bool: ...


class Keyboard:
    """The terminal's own keyboard, read key by key. Ctrl-C and Ctrl-D leave the table."""

    def __init__(self) -> None:
        self.idle: Callable[[], None] = lambda: None
        self._ahead: list[str] = []
        self._before: Any = None
        self._interrupted: Any = None

    def __enter__(self) -> Self:
        if sys.platform != "win32":
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin.fileno())
            tty.setcbreak(sys.stdin.fileno(), termios.TCSADRAIN)
        # A shell that starts it in the background has Ctrl-C ignored: at a table it leaves all the same.
        self._interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._interrupted)
        if sys.platform != "win32":
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)

    def key(self) -> str:
        """One key, without Enter; an Enter that follows at once belongs to it."""
        pressed = self._next()
        if pressed != ENTER and self._ready(_SEQUENCE_WAIT):
            follows = self._next()
            if follows != ENTER:
                self._ahead.insert(0, follows)
        return pressed

    def line(self) -> str | None:
        """A line, edited and echoed; None after Escape."""
        typed = ""
        while True:
            pressed = self._next()
            if pressed == ENTER:
                _echo("\n")
                return typed.strip()
            if pressed == ESCAPE:
                return None
            if pressed in _BACKSPACES:
                _echo("\b \b" if typed else "")
                typed = typed[:-1]
            elif pressed == _ERASE_LINE:
                _echo("\b \b" * len(typed))
                typed = ""
            elif pressed.isprintable():
                _echo(pressed)
                typed += pressed

    def rest(self, seconds: float) -> bool:
        """Wait; Enter or space cuts the rest short, and then True is returned. Other keys keep for the next ask."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self._ahead or not self._ready(left):
                time.sleep(max(0.0, until - time.monotonic()))
                return False
            pressed = self._next()
            if pressed in (ENTER, " "):
                return True
            self._ahead.append(pressed)
        return False

    def _next(self) -> str:
        """The next key; arrow keys and the like, several bytes long, are passed over."""
        pressed = self._ahead.pop(0) if self._ahead else self._read()
        if pressed == ESCAPE and self._ready(_SEQUENCE_WAIT):
            while self._ready(0):
                self._read()
            return self._next()
        if pressed in _ENDS:
            raise Leave
        return ENTER if pressed == "\r" else pressed

    def _read(self) -> str:
        if sys.platform == "win32":
            import click

            return click.getchar()
        while not self._ready(_IDLE):
            self.idle()
        first = os.read(sys.stdin.fileno(), 1)
        if not first:
            raise Leave  # the terminal is gone
        following = 3 if first[0] >= 0xF0 else 2 if first[0] >= 0xE0 else 1 if first[0] >= 0xC0 else 0
        rest = b"".join(os.read(sys.stdin.fileno(), 1) for _ in range(following))
        return (first + rest).decode("utf-8", "replace")

    def _ready(self, seconds: float) -> bool:
        if sys.platform == "win32":
            return False
        return bool(select.select([sys.stdin.fileno()], [], [], seconds)[0])


def _echo(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
