"""The database of who names none: a file in his own folder for data."""

import os
from pathlib import Path
from urllib.parse import quote

from houseway.refusal import Refusal


def own_file() -> Path:
    """Where it is, or would be."""
    if os.name == "nt":
        under = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        under = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return under / "houseway" / "house.db"


def own_address() -> str:
    return f"sqlite:///{quote(str(own_file()))}"


def default_database() -> str:
    """Its address; the folder is made where it is missing."""
    file = own_file()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as wrong:
        raise Refusal(f"{file.parent} cannot be made: {wrong.strerror}; name a file with --database") from wrong
    return own_address()
