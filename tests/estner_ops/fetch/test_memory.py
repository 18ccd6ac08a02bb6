import asyncio
import random

import pytest

from estner_ops.fetch.failures import Failure
from estner_ops.fetch.memory import Memory


@pytest.mark.parametrize(("total", "largest"), [(100, 40), (100, 100), (100, 300), (1000, 60)])
def test_many_downloads_never_exceed_the_budget_nor_wait_for_ever(total, largest):
    chance = random.Random(1)
    most = 0

    async def download(memory: Memory) -> None:
        nonlocal most
        own = memory.reserve()
        for _ in range(chance.randint(1, 10)):
            await own.grow(min(largest, total) // 10)
            most = max(most, memory.held)
            assert memory.held <= total
            await asyncio.sleep(0)
        own.release()

    async def run() -> None:
        memory = Memory(total, largest)
        async with asyncio.timeout(20):
            await asyncio.gather(*(download(memory) for _ in range(200)))
        assert memory.held == 0
        assert memory.lane is None
        assert memory.pool == total - memory.lane_size

    asyncio.run(run())
    assert most > total // 2


def test_a_document_larger_than_the_memory_is_too_large():
    async def run() -> None:
        own = Memory(100, 200).reserve()
        await own.grow(90)
        with pytest.raises(Failure, match="too-large"):
            await own.grow(20)

    asyncio.run(run())


def test_a_cancelled_wait_leaves_no_trace():
    async def run() -> None:
        memory = Memory(100, 50)
        first, second, third = memory.reserve(), memory.reserve(), memory.reserve()
        await first.grow(50)
        await second.grow(50)
        waiting = asyncio.create_task(third.grow(10))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        first.release()
        second.release()
        assert memory.held == 0
        await third.grow(50)

    asyncio.run(run())
