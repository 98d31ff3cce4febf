"""Times the agent: the parser, the loop around a model, and the first words while personas are rebuilt.

    python scripts/bench_agent.py [--largest N] [--rounds N] [--limit-flat X] [--limit-round MS]

Everything is measured in one run, what is compared in turn: the parser beside a plain ``json.loads``
of the same length; a round of the loop beside a bare call of the `openai` client on the same scripted
server, which answers at once; the time to the first text while a worker rebuilds a persona over and
over beside the same without. Exit code 1: a limit that was given is passed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parent.parent

_ROUND = (
    "Thought: the figures of March are missing, 还缺三月的数据。\nAction:\n```json\n"
    '{"action": "query_sales", "action_input": {"months": ["2026-03"], "note": "a } b {"}}\n```\n'
    "Some further words about it, and a list:\n- one\n- two\n"
)
SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


def best(call: Callable[[], object], repeats: int) -> float:
    """Processor seconds of the fastest of some calls; other processes do not count."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def parse(text: str, piece: int) -> int:
    """Feeds a text to the parser in pieces; gives the number of items."""
    from persona.agent import ReActParser

    parser = ReActParser()
    count = sum(len(parser.feed(text[at : at + piece])) for at in range(0, len(text), piece))
    return count + len(parser.close())


def bench_parser(largest: int) -> float:
    """Prints MB/s by length; gives how much dearer the dearest character is than the cheapest.

    Lengths from 10,000 on are compared: below, the cost of a call stands before that of a character.
    """
    print("parser: length, in pieces of 4096, letter by letter, json.loads")
    by_size: dict[int, float] = {}
    for size in (n for n in SIZES if n <= largest):
        text = (_ROUND * (size // len(_ROUND) + 1))[:size]
        row = {"action": "query_sales", "action_input": {"months": ["2026-03"], "note": "a } b {"}}
        one = json.dumps(row)
        plain = "[" + ",".join([one] * max(size // (len(one) + 1), 1)) + "]"
        repeats = max(1, min(200, 1_000_000 // size))
        blocks = best(lambda text=text: parse(text, 4096), repeats)  # type: ignore[misc]
        loads = best(lambda plain=plain: json.loads(plain), repeats)  # type: ignore[misc]
        letters = best(lambda text=text: parse(text, 1), 1) if size <= 1_000_000 else None  # type: ignore[misc]
        by_size[size] = blocks / size
        slow = "-" if letters is None else f"{size / letters / 1e6:.2f}"
        print(
            f"  {size:>10,}: {size / blocks / 1e6:6.2f} MB/s, {slow} MB/s,"
            f" {len(plain) / loads / 1e6:6.1f} MB/s; {blocks / size * 1e9:.0f} ns a character"
        )
    compared = [seconds for size, seconds in by_size.items() if size >= 10_000] or [1.0]
    flat = max(compared) / min(compared)
    print(f"  the dearest character is {flat:.2f} times the cheapest, from 10,000 on")
    return flat


def bench_loop(rounds: int) -> float:
    """Prints milliseconds of a round beside a bare call; gives the median difference."""
    import openai

    from persona.agent import Agent, Limits
    from persona.llm.testing import Scripted, ScriptedServer

    def look(n: int) -> str:
        """Looks."""
        return f"seen {n}"

    def script(request: Any) -> Scripted:
        done = sum(m["role"] == "tool" for m in request["messages"])
        if "tools" not in request or done >= 4:
            return Scripted("done")
        return Scripted(tool_calls=(("look", json.dumps({"n": done})),))

    async def measure(server: ScriptedServer) -> tuple[list[float], list[float]]:
        model = server.model()
        client = openai.AsyncOpenAI(base_url=server.url, api_key="none", max_retries=0)
        agent = Agent(model, tools=[look], limits=Limits(rounds=8))
        ours, bare = [], []
        for _ in range(rounds):
            before = len(server.requests)
            start = time.perf_counter()
            await agent.arun("look four times")
            ours.append((time.perf_counter() - start) / (len(server.requests) - before))
            sent = server.requests[before:]
            start = time.perf_counter()
            for request in sent:
                fields = {k: v for k, v in request.items() if k != "stream"}
                pieces = await client.chat.completions.create(stream=True, **fields)
                async for _ in pieces:
                    pass
            bare.append((time.perf_counter() - start) / len(sent))
        await client.close()
        await model.aclose()
        return ours, bare

    with ScriptedServer(script) as server:
        ours, bare = asyncio.run(measure(server))
    own, other = statistics.median(ours) * 1e3, statistics.median(bare) * 1e3
    print(f"loop: {own:.2f} ms a round, bare client {other:.2f} ms, {own - other:.2f} ms on top")
    return own - other


def bench_first_token(rounds: int) -> float:
    """Prints the time to the first text with and without rebuilds going on; gives their ratio."""
    from persona.agent import Agent
    from persona.agent.events import TextDelta
    from persona.config import Settings
    from persona.engine import PersonaEngine
    from persona.jobs import Worker
    from persona.llm.testing import ScriptedServer

    async def first(agent: Agent) -> float:
        start = time.perf_counter()
        async with aclosing(agent.events("which tea for me?", user_id="ann")) as events:
            async for event in events:
                if isinstance(event, TextDelta):
                    return time.perf_counter() - start
        raise AssertionError("no text came")

    def said(number: int) -> dict[str, Any]:
        text = f"I love tea number {number}. 我喜欢第{number}种茶。"
        return {"role": "user", "content": text, "timestamp": 1_767_225_600 + number}

    def write(engine: PersonaEngine, worker: Worker, stop: threading.Event) -> None:
        number = 100
        while not stop.wait(0.01):
            number += 1
            engine.observe("bob", [said(number)])
            worker.notify("bob")

    async def measure(model: Any, engine: PersonaEngine) -> tuple[list[float], list[float], int]:
        agent = Agent(model, engine=engine)
        quiet, busy = [], []
        rebuilt = 0
        for _ in range(4):
            quiet += [await first(agent) for _ in range(rounds)]
            with Worker(engine, quiet=0.0) as worker:
                stop = threading.Event()
                writer = threading.Thread(target=write, args=(engine, worker, stop))
                writer.start()
                busy += [await first(agent) for _ in range(rounds)]
                stop.set()
                await asyncio.to_thread(writer.join)
                rebuilt += worker.counts["rebuilt"]
        await model.aclose()
        return quiet, busy, rebuilt

    with tempfile.TemporaryDirectory() as folder, ScriptedServer(lambda _: "oolong") as server:
        settings = Settings(db=f"sqlite:///{folder}/store.db", extractor="rules")
        with PersonaEngine(settings=settings) as engine:
            engine.add("ann", [said(n) for n in range(50)])
            engine.rebuild(["ann"])
            quiet, busy, rebuilt = asyncio.run(measure(server.model(), engine))
    calm, loud = statistics.median(quiet) * 1e3, statistics.median(busy) * 1e3
    worst = sorted(busy)[int(len(busy) * 0.95)] * 1e3
    print(
        f"first text: {calm:.2f} ms, while personas are rebuilt {loud:.2f} ms"
        f" (95 in 100 within {worst:.2f} ms), {loud / calm:.2f} times; {rebuilt} rebuilds"
    )
    return loud / calm


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Times the agent.")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="characters for the parser")
    parser.add_argument("--rounds", type=int, default=20, help="runs of each, in turn")
    parser.add_argument("--limit-flat", type=float, help="exit with 1 above this ratio")
    parser.add_argument("--limit-round", type=float, help="exit with 1 above these milliseconds")
    call = parser.parse_args(arguments)
    flat = bench_parser(call.largest)
    over = bench_loop(call.rounds)
    bench_first_token(call.rounds)
    passed = call.limit_flat is not None and flat > call.limit_flat
    return 1 if passed or (call.limit_round is not None and over > call.limit_round) else 0


if __name__ == "__main__":
    sys.path.insert(0, str(_ROOT))
    raise SystemExit(main())
