"""What extraction with a model costs: calls, tokens and time, against the scripted server.

    python scripts/bench_llm.py [--users N] [--messages N] [--edits N] [--delay S] [--json]

P6: an unchanged log rebuilt makes no call and takes a small share of the first run's time.
P7: the first run makes as many calls as there are windows and retries; the fixed part of a request is
small; many calls in flight come near the ideal, which is the number of calls times the server's delay
over the number in flight; one message added or forgotten has few windows asked again.

The log is made of random draws with a fixed seed: people of several conversations with gaps of
minutes to days and messages of a few to some hundred tokens, in English and Chinese. The server is a
function of the request and answers after a fixed delay. Exit code 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

_ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(_ROOT))

from persona.config import Settings  # noqa: E402  # run as a file, it needs the line above
from persona.engine import Limits, PersonaEngine  # noqa: E402
from persona.extract.prompt import instructions  # noqa: E402
from persona.extract.windows import content_key, windows  # noqa: E402
from persona.llm import OpenAIChat  # noqa: E402
from persona.llm.testing import Scripted, ScriptedServer  # noqa: E402
from persona.records import Message  # noqa: E402
from persona.tokens import estimate  # noqa: E402

MOST_SHARE = 0.02
MOST_FIXED = 1200
LEAST_OF_IDEAL = {8: 0.85, 64: 0.60}
MOST_ASKED = {"median": 2, "p95": 4}

_THINGS = ("tea", "jazz", "Vim", "火锅", "羽毛球", "Postgres", "hiking", "拿铁")
_START = 1_767_225_600


def log(user: int, messages: int, seed: int = 0) -> list[dict[str, Any]]:
    """A person's log: dicts as `engine.add` takes them, in order of time."""
    drawn = random.Random(f"{seed}:{user}")  # a sample, not a secret
    at, said = float(_START), []
    for number in range(messages):
        at += drawn.choice((60, 180, 600, 3600, 6 * 3600, 30 * 3600))
        thing = drawn.choice(_THINGS)
        role = "user" if number % 2 == 0 else "assistant"
        filler = drawn.choice(("and so the day went on ", "今天又忙了一整天，")) * drawn.randint(
            0, 30
        )
        text = f"I like {thing}. {filler}" if drawn.random() < 0.5 else f"我喜欢{thing}。{filler}"
        said.append(
            {
                "id": f"u{user}m{number}",
                "role": role,
                "content": text if role == "user" else f"Noted. {filler}",
                "timestamp": at,
                "conversation_id": f"c{drawn.randrange(3)}",
            }
        )
    return said


def answer(request: Mapping[str, Any]) -> str:
    """The model: the user likes each thing that their messages name."""
    shown = json.loads(request["messages"][1]["content"])["messages"]
    rows = [
        {
            "source": "USER",
            "target": thing,
            "relation": "likes",
            "kind": "likes",
            "polarity": 1,
            "weight": 0.9,
            "evidence": [item["id"]],
        }
        for item in shown
        for thing in _THINGS
        if item["role"] == "user" and thing in item["text"]
    ]
    return json.dumps({"entities": [], "relations": rows[:40]}, ensure_ascii=False)


def _flaky(delay: float, every: int) -> Any:
    """The same after a delay; each `every`-th new request gets a broken answer first."""
    seen: set[str] = set()

    def respond(request: Mapping[str, Any]) -> Scripted:
        shown = request["messages"][1]["content"]
        first = shown not in seen
        seen.add(shown)
        if every and first and len(seen) % every == 0:
            return Scripted("I would rather not.", delay=delay)
        return Scripted(answer(request), delay=delay)

    return respond


@dataclass(frozen=True, slots=True)
class Served:
    """A server in another process.

    Attributes:
        url: base URL for a client.
    """

    url: str
    _to: IO[str]
    _from: IO[str]

    def counts(self) -> dict[str, int]:
        """Requests so far, retries among them, and the most in flight."""
        self._to.write("\n")
        self._to.flush()
        found: dict[str, int] = json.loads(self._from.readline())
        return found


@contextmanager
def served(delay: float, *, flaky: int = 0) -> Iterator[Served]:
    """The scripted server in a process of its own, so that only the client is timed."""
    command = [sys.executable, __file__, "--serve", str(delay), "--flaky", str(flaky)]
    with subprocess.Popen(  # this interpreter, this file
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Served(process.stdout.readline().strip(), process.stdin, process.stdout)
        process.stdin.close()


def serve(delay: float, flaky: int) -> None:
    """The other process: a server until its input ends; each line that comes is answered by counts."""
    with ScriptedServer(_flaky(delay, flaky)) as server:
        print(server.url, flush=True)
        for _ in sys.stdin:
            requests = list(server.requests)
            retries = sum(len(request["messages"]) > 2 for request in requests)
            counts = {"calls": len(requests), "retries": retries, "most": server.most_in_flight}
            print(json.dumps(counts), flush=True)


@contextmanager
def _engine(url: str) -> Iterator[PersonaEngine]:
    with tempfile.TemporaryDirectory() as folder:
        chat = OpenAIChat("scripted", base_url=url, api_key="none")
        settings = Settings(db=f"sqlite:///{Path(folder, 'bench.db')}")
        with PersonaEngine(settings=settings, model=chat) as engine:
            yield engine
        chat.close()


def first_and_again(users: int, messages: int, delay: float) -> dict[str, Any]:
    """P6 and the calls of P7: a first run with some broken answers, then the same again."""
    with served(delay, flaky=10) as server, _engine(server.url) as engine:
        for user in range(users):
            engine.add(f"user{user}", log(user, messages))
        started = time.perf_counter()
        report = engine.rebuild(limits=Limits(concurrency=8))
        first = time.perf_counter() - started
        counts = server.counts()
        started = time.perf_counter()
        engine.rebuild()
        again = time.perf_counter() - started
        return {
            "windows": sum(report.windows.values()),
            "retries": counts["retries"],
            "calls": counts["calls"],
            "tokens_a_call": round(sum(u.tokens for u in report.users) / counts["calls"]),
            "first_seconds": round(first, 3),
            "again_calls": server.counts()["calls"] - counts["calls"],
            "again_seconds": round(again, 4),
            "again_share": round(again / first, 5),
        }


def fan_out(in_flight: int, rounds: int, delay: float) -> dict[str, Any]:
    """P7: the time of `in_flight` x `rounds` calls against the ideal, with that many in flight."""
    calls = in_flight * rounds
    with served(delay) as server, _engine(server.url) as engine:
        said = [
            {
                "id": f"m{n}",
                "role": "user",
                "content": "I like tea.",
                "timestamp": _START + n * 18_000,
            }
            for n in range(calls + 1)
        ]
        engine.add("warm", said[:1])
        engine.rebuild(["warm"])  # the client is loaded, and the server's rung is found
        before = server.counts()["calls"]
        engine.add("ann", said[1:])
        started = time.perf_counter()
        engine.rebuild(["ann"], limits=Limits(concurrency=in_flight))
        took = time.perf_counter() - started
        counts = server.counts()
        made = counts["calls"] - before
        ideal = made / in_flight * delay
        return {
            "in_flight": in_flight,
            "most_in_flight": counts["most"],
            "calls": made,
            "seconds": round(took, 3),
            "ideal_seconds": round(ideal, 3),
            "of_ideal": round(ideal / took, 3),
        }


def _edits(number: int, messages: int) -> Iterator[int]:
    """How many windows are asked again after each of many random edits, one message at a time."""
    drawn = random.Random(1)
    said = [_message(row, at) for at, row in enumerate(log(0, messages))]
    before = {content_key(window) for window in windows("ann", said)}
    for edit in range(number):
        at = drawn.randrange(len(said))
        if edit % 2:
            changed = said[:at] + said[at + 1 :]
        else:
            near = said[at]
            new = Message(
                "ann", near.conversation_id, f"new{edit}", "user", "I like tea.", near.time,
                position=near.position,
            )  # fmt: skip
            changed = [*said, new]
        yield sum(content_key(window) not in before for window in windows("ann", changed))


def _message(row: Mapping[str, Any], at: int) -> Message:
    from datetime import UTC, datetime

    when = datetime.fromtimestamp(row["timestamp"], UTC)
    return Message(
        "ann", row["conversation_id"], row["id"], row["role"], row["content"], when, position=at
    )


def asked_again(number: int, messages: int) -> dict[str, int]:
    """P7: windows asked again after an edit: median, 95th percentile and most."""
    counts = sorted(_edits(number, messages))
    return {
        "edits": number,
        "median": counts[len(counts) // 2],
        "p95": counts[min(int(0.95 * len(counts)), len(counts) - 1)],
        "most": counts[-1],
    }


def measure(*, users: int, messages: int, edits: int, delay: float) -> dict[str, Any]:
    """Everything, with whether each bar holds."""
    run = first_and_again(users, messages, delay)
    fixed = {lang: estimate(instructions(lang)) for lang in ("en", "zh")}
    fans = [fan_out(8, 12, delay), fan_out(64, 6, delay)]
    edit = asked_again(edits, messages * users)
    return {
        "P6": {**run, "holds": run["again_calls"] == 0 and run["again_share"] <= MOST_SHARE},
        "P7": {
            "calls": {"holds": run["calls"] == run["windows"] + run["retries"]},
            "fixed_tokens": {**fixed, "holds": max(fixed.values()) <= MOST_FIXED},
            "fan_out": [
                {**fan, "holds": fan["of_ideal"] >= LEAST_OF_IDEAL[fan["in_flight"]]}
                for fan in fans
            ],
            "asked_again": {
                **edit,
                "holds": all(edit[name] <= most for name, most in MOST_ASKED.items()),
            },
        },
    }


def rows_of(report: Mapping[str, Any]) -> list[tuple[str, str, str, bool]]:
    """The report as rows: what, came, bar, whether it holds."""
    first, seven = report["P6"], report["P7"]
    fixed, edit = seven["fixed_tokens"], seven["asked_again"]
    rows = [
        ("P6 unchanged log", f"{first['again_calls']} calls, {first['again_share']:.2%} of the first run",
         f"0 calls, at most {MOST_SHARE:.0%}", first["holds"]),
        ("P7 calls", f"{first['calls']} for {first['windows']} windows and {first['retries']} retries",
         "their sum", seven["calls"]["holds"]),
        ("P7 fixed prompt", f"en {fixed['en']}, zh {fixed['zh']} tokens", f"at most {MOST_FIXED}",
         fixed["holds"]),
    ]  # fmt: skip
    for fan in seven["fan_out"]:
        came = f"{fan['of_ideal']:.0%} of ideal ({fan['calls']} calls in {fan['seconds']} s)"
        bar = f"at least {LEAST_OF_IDEAL[fan['in_flight']]:.0%}"
        rows.append((f"P7 {fan['in_flight']} in flight", came, bar, fan["holds"]))
    came = (
        f"median {edit['median']}, p95 {edit['p95']}, most {edit['most']} of {edit['edits']} edits"
    )
    bar = f"median {MOST_ASKED['median']}, p95 {MOST_ASKED['p95']}"
    return [*rows, ("P7 windows asked again", came, bar, edit["holds"])]


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="What extraction with a model costs.")
    parser.add_argument("--users", type=int, default=6)
    parser.add_argument("--messages", type=int, default=100, help="of each user")
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--delay", type=float, default=0.3, help="seconds of the server's answer")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--flaky", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve is not None:
        serve(options.serve, options.flaky)
        return 0
    report = measure(
        users=options.users, messages=options.messages, edits=options.edits, delay=options.delay
    )
    rows = rows_of(report)
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        for what, came, bar, holds in rows:
            print(f"{what:24}{came:52}{bar:28}{'holds' if holds else 'MISSED'}")
    return 0 if all(holds for *_, holds in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
