"""Who does the work: threads of this process, a Dask cluster, or any other concurrent.futures.Executor."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from houseway.refusal import Refusal


@contextmanager
def opened(workers: int | None = None, url: str | None = None) -> Iterator[tuple[Executor, int]]:
    """An executor and how many workers it has. Kernels run without the global lock, so threads are enough here."""
    if url is not None and workers is not None:
        raise Refusal("give --workers for this machine or --executor for a cluster, not both")
    if url is None:
        number = workers or os.cpu_count() or 1
        with ThreadPoolExecutor(number) as threads:
            yield threads, number
        return
    try:
        from distributed import Client
    except ImportError:
        raise Refusal("--executor needs Dask: pip install 'houseway[dask]'") from None
    try:
        client: Any = Client(url, timeout="5s")
    except (OSError, ValueError) as error:
        raise Refusal(f"no Dask scheduler answers at {url}: {error}") from None
    with client:
        yield client.get_executor(pure=False), max(1, sum(client.nthreads().values()))
