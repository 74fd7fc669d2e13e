"""Threads that work beside the program, also in the children that it forks."""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Workers:
    """A fork waits for what they have begun, since a child has none of its parent's threads. It starts its own."""

    def __init__(self, most: int, name: str) -> None:
        self._most, self._name = most, name
        self._begun: list[Future[Any]] = []
        self._start()
        os.register_at_fork(before=lambda: wait(self._begun), after_in_child=self._start)

    def _start(self) -> None:
        self._pool = ThreadPoolExecutor(self._most, self._name)

    def submit(self, work: Callable[..., Any], *values: Any) -> Future[Any]:
        """Begins a work. The result is what it returns."""
        future = self._pool.submit(work, *values)
        self._begun = [*(each for each in self._begun if not each.done()), future]
        return future

    def close(self) -> None:
        """Begins no other work."""
        self._pool.shutdown(wait=False, cancel_futures=True)
