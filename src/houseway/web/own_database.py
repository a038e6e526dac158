"""The database of who names none: a file in his own folder for data."""

import os
from pathlib import Path

from houseway.refusal import Refusal


def default_database() -> str:
    """The house of who starts it, in his own folder for data; the folder is made where it is missing."""
    if os.name == "nt":
        under = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        under = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = under / "houseway"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as wrong:
        raise Refusal(f"{folder} cannot be made: {wrong.strerror}; name a file with --database") from wrong
    return f"sqlite:///{folder / 'house.db'}"
