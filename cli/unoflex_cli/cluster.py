"""A running Dask scheduler whose workers play the games. The only file that uses `distributed`, the extra `cluster`.

Not here: which games are played, and what happens to their results.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any, Self

from unoflex_cli.failures import RunError

PATIENCE = 5  # seconds until a scheduler answers
LOOK = 2  # seconds between two looks at the workers
LOGGERS = ("distributed", "tornado", "asyncio")  # the errors below say in plain words what these would log


class Cluster:
    """The workers of a running Dask scheduler. Raises RunError if there is none."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client as Untyped
        except ImportError:
            install = "pip install 'unoflex-rules[cluster]'"
            raise RunError(f"a Dask scheduler needs the extra `cluster`: {install}") from None
        client: Any = Untyped
        for name in (*LOGGERS, *logging.root.manager.loggerDict):
            if name.partition(".")[0] in LOGGERS:
                logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = address
        try:
            self._client = client(address, timeout=f"{PATIENCE}s")
        except (OSError, ValueError, TimeoutError) as problem:
            why = " ".join(str(problem).split()) or type(problem).__name__
            raise RunError(f"there is no Dask scheduler at `{address}`: {why}") from None
        self.workers: int = sum(self._client.nthreads().values())
        if not self.workers:
            self._client.close()
            raise RunError(f"the Dask scheduler at `{address}` has no workers; start some with `dask worker {address}`")

    @property
    def executor(self) -> Executor:
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    @contextmanager
    def watched(self, notice: Callable[[str], None]) -> Iterator[None]:
        """Report once, within three looks, that the scheduler has no workers left and the run waits for some."""
        over = Event()

        def watch() -> None:
            alone = 0
            while not over.wait(LOOK):
                alone = alone + 1 if self._has_no_workers() else 0
                if alone == 2:
                    notice(
                        f"waiting: the Dask scheduler at `{self.address}` has no workers left; start some with "
                        f"`dask worker {self.address}`, or end with Ctrl-C and keep the games so far"
                    )

        thread = Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join(LOOK)

    def _has_no_workers(self) -> bool:
        """Whether the scheduler answers and has no workers; without an answer it is lost, which the run reports."""
        try:
            return not self._client.nthreads()
        except Exception:
            return False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()
