"""A running Dask scheduler whose workers play the games. The only file that uses `distributed`, the extra `cluster`.

Not here: which games are played, and what happens to their results.
"""

import logging
from concurrent.futures import Executor
from typing import Any, Self

from unoflex_cli.failures import RunError

PATIENCE = 5  # seconds until a scheduler answers


class Cluster:
    """The workers of a running Dask scheduler. Raises RunError if there is none."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client as Untyped
        except ImportError:
            install = "pip install 'unoflex-rules[cluster]'"
            raise RunError(f"a Dask scheduler needs the extra `cluster`: {install}") from None
        client: Any = Untyped
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # the errors below say it in plain words
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()
