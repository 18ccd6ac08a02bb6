"""How many bytes of documents may be held at once, so that a shard of any size fits."""

import asyncio
from collections import deque

from estner_ops.fetch.failures import Failure


class Memory:
    """A budget that downloads draw on as they grow, without ever waiting for each other in a circle.

    One download at a time may own the lane, a part of the budget large enough for the largest document; all others
    share the rest, the pool. A download that finds the pool empty waits for room in it or for the lane. The owner of
    the lane can always finish, so somebody always can, as long as finished documents are taken.
    """

    def __init__(self, total: int, largest: int) -> None:
        self.lane_size = min(total, largest)
        self.pool = total - self.lane_size
        self.lane: Reservation | None = None
        self.held = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    def reserve(self) -> "Reservation":
        return Reservation(self)

    async def changed(self) -> None:
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        await waiter

    def wake(self) -> None:
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)


class Reservation:
    """What one document holds, from before its request until it is handed on."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.held = 0

    def try_grow(self, size: int) -> bool:
        memory = self._memory
        if memory.lane is not self and memory.pool < size and memory.lane is None:
            memory.lane = self
            memory.pool += self.held
        if memory.lane is self:
            if self.held + size > memory.lane_size:
                raise Failure("too-large", f"more than the {memory.lane_size} bytes of memory for one document")
        elif memory.pool >= size:
            memory.pool -= size
        else:
            return False
        self.held += size
        memory.held += size
        return True

    async def grow(self, size: int) -> None:
        while not self.try_grow(size):
            await self._memory.changed()

    def release(self, size: int | None = None) -> None:
        """Gives back some, or all of it."""
        memory = self._memory
        given = self.held if size is None else min(size, self.held)
        self.held -= given
        memory.held -= given
        if memory.lane is not self:
            memory.pool += given
        elif size is None:
            memory.lane = None
        memory.wake()
