"""The threads that answer: as many as cores, with a bounded queue in front of them."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from groundcast.errors import Busy

Result = TypeVar("Result")
QUEUED_PER_WORKER = 16
# Eight threads at the default of 5 ms keep an event loop waiting up to 290 ms (2 cores).
SWITCH_SECONDS = 0.0005


class Workers:
    """Runs blocking calls off the event loop."""

    def __init__(self, workers: int | None = None) -> None:
        self.size = workers or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self.size, thread_name_prefix="answer")
        self._room = threading.BoundedSemaphore(self.size * (1 + QUEUED_PER_WORKER))
        sys.setswitchinterval(SWITCH_SECONDS)

    async def run(self, call: Callable[[], Result]) -> Result:
        """The result of a call; raises Busy where the queue is full.

        A call that is cancelled while it waits is never begun.
        """
        if not self._room.acquire(blocking=False):
            raise Busy(
                "Too many calls are waiting.",
                hint=f"Try again in {Busy.retry_after_seconds} seconds.",
            )
        future = self._pool.submit(call)
        future.add_done_callback(lambda _: self._room.release())
        return await asyncio.wrap_future(future)

    def close(self, *, wait: bool = False) -> None:
        """Lets running calls end, waiting for them if told to, and drops those that wait."""
        self._pool.shutdown(wait=wait, cancel_futures=True)
