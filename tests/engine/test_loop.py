from __future__ import annotations

import asyncio
import threading

import pytest

from persona.engine.loop import LoopThread
from persona.errors import UsageError


async def answer() -> int:
    await asyncio.sleep(0)
    return 42


def test_it_runs_from_many_threads_in_one_loop() -> None:
    loop = LoopThread()
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(loop.run(answer()))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    loop.close()
    assert found == [42] * 5


def test_it_runs_inside_a_running_loop() -> None:
    async def outer() -> int:
        loop = LoopThread()
        found = loop.run(answer())
        loop.close()
        return found

    assert asyncio.run(outer()) == 42


def test_an_error_comes_out_as_it_was_raised() -> None:
    async def fail() -> None:
        raise ValueError("as it was")

    loop = LoopThread()
    with pytest.raises(ValueError, match="as it was"):
        loop.run(fail())
    loop.close()


def test_it_refuses_to_wait_for_itself() -> None:
    loop = LoopThread()

    async def inner() -> int:
        return loop.run(answer())

    with pytest.raises(UsageError, match="await"):
        loop.run(inner())
    loop.close()


def test_closing_twice_or_unused_is_fine() -> None:
    loop = LoopThread()
    loop.close()
    loop.run(answer())
    loop.close()
    loop.close()
