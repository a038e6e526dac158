"""A kernel is a function that numba compiles on its first call and keeps on disk for the next process.

numba takes a kept kernel as fresh while the file that holds it has not changed; it does not look at the kernels that
this one calls. Here every kernel carries the stamp of all files that hold kernels beside that of its own, so that none
outlives a change of another. Numbers that may differ from call to call (pay tables, decks, strategies) are arguments:
a kept kernel has its globals frozen in.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent


def compiled(function: Function) -> Function:
    """The function as a kernel, run without the global lock."""
    dispatcher: Any = numba.njit(cache=True, nogil=True)(function)
    file = dispatcher._cache._cache_file
    file._source_stamp = (file._source_stamp, stamp())
    return cast(Function, dispatcher)


@cache
def stamp() -> str:
    """The hash of every file of the package that holds a kernel."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_bytes()
        if b"@compiled" in text:
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + text)
    return digest.hexdigest()
