"""A Chromium for the tests of the web client: the one that is named, one that is there, or one that is installed now.

    python scripts/find_browser.py

prints where it is. Where none can be had it says what to do, and ends with 1.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

VARIABLE = "HOUSEWAY_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
PATIENCE = 60  # seconds for a browser to tell its version
NONE = f"There is no Chromium: install one, or name one in {VARIABLE}"


def main() -> None:
    there = find() or install()
    if there is None:
        sys.exit(NONE)
    print(there)


def find() -> str | None:
    """A browser that starts. One that is named is the only one that is looked at."""
    if named := os.environ.get(VARIABLE):
        if not _works(named):
            raise SystemExit(f"{VARIABLE} names {named}, which does not start")
        return named
    return next((there for there in _candidates() if _works(there)), None)


def install() -> str | None:
    """Debian's where we may install it, else the one that Playwright brings."""
    apt = shutil.which("apt-get")
    if apt is not None and (before := _as_root()) is not None:
        installing = [*before, "env", "DEBIAN_FRONTEND=noninteractive", apt, "install", "-y", "-q", "chromium"]
        done = _ran(installing) or (_ran([*before, apt, "update", "-q"]) and _ran(installing))
        if done and (there := find()) is not None:
            return there
    return find() if _ran([sys.executable, "-m", "playwright", "install", "chromium"]) else None


def _candidates() -> Iterator[str]:
    yield from (there for name in NAMES if (there := shutil.which(name)))
    yield from (place for place in PLACES if Path(place).exists())
    for cache in (Path.home() / ".cache", Path.home() / "Library" / "Caches"):
        yield from map(str, sorted(cache.glob("ms-playwright/chromium-*/chrome-*/**/chrome"), reverse=True))
        yield from map(str, sorted(cache.glob("ms-playwright/chromium-*/**/MacOS/Chromium"), reverse=True))


def _works(there: str) -> bool:
    """Some systems have a Chromium that only says where to get one."""
    try:
        asked = subprocess.run([there, "--version"], capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def _as_root() -> list[str] | None:
    """The words before a command that only root may run; None where we cannot."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    return [sudo, "-n"] if sudo is not None and _ran([sudo, "-n", "true"]) else None


def _ran(words: Sequence[str]) -> bool:
    """What is installed tells so on the standard error: the answer alone is on the standard output."""
    return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode == 0


if __name__ == "__main__":
    main()
