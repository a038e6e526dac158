"""A kernel is a function that numba compiles on its first call and keeps on disk for the next process.

numba takes a kept kernel as fresh while the file that holds it has not changed; it does not look at the kernels that
this one calls. Here every kernel carries the stamp of all files that hold kernels beside that of its own, so that none
outlives a change of another. Numbers that may differ from call to call (pay tables, decks, strategies) are arguments:
a kept kernel has its globals frozen in.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from houseway.kept_kernels import stamp

Function = TypeVar("Function", bound=Callable[..., Any])

_kernels: list[Any] = []


def compiled(function: Function) -> Function:
    """The function as a kernel, run without the global lock."""
    dispatcher: Any = numba.njit(cache=True, nogil=True)(function)
    file = dispatcher._cache._cache_file
    file._source_stamp = (file._source_stamp, stamp())
    _kernels.append(dispatcher)
    return cast(Function, dispatcher)


def kept() -> list[Path]:
    """The files of all kernels that this process has called."""
    return [Path(kernel._cache._cache_file._index_path) for kernel in _kernels if kernel.signatures]
