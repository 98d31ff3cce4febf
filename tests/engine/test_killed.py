"""A run that is killed at any moment loses at most the calls in flight."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.engine.clock import system_clock
from persona.engine.lease import Lease
from persona.errors import BusyError
from persona.llm.testing import Scripted, ScriptedServer
from persona.store import Store
from tests.engine.test_llm_rebuild import engine_on, likes_what_stands_there, message
from tests.strategies import THINGS

CONCURRENCY = 4
WINDOWS = 60
PATIENCE_SECONDS = 60.0


def slowly(request: Mapping[str, Any]) -> Scripted:
    return Scripted(likes_what_stands_there(request), delay=0.05)


def fill(engine: PersonaEngine) -> None:
    for number in range(WINDOWS):
        user, thing = ("ann", "bob")[number % 2], THINGS[number % len(THINGS)]
        engine.add(user, [message(number, f"I like {thing}. 我喜欢{thing}。")])


def run_and_kill(server: ScriptedServer, url: str, after: int | None) -> int | None:
    """Rebuilds in a process that is killed after so many more calls; its exit code if it ended."""
    command = [
        sys.executable,
        "-m",
        "persona",
        "rebuild",
        "--all",
        "--extractor",
        "llm",
        "--db",
        url,
    ]
    environment = {**os.environ, **server.environment()}
    began = len(server.requests)
    with subprocess.Popen(
        [*command, "--concurrency", str(CONCURRENCY)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        until = time.monotonic() + PATIENCE_SECONDS
        while process.poll() is None and time.monotonic() < until:
            if after is not None and len(server.requests) - began >= after:
                process.send_signal(signal.SIGKILL)
                process.wait()
                return None
            time.sleep(0.002)
        return process.wait(timeout=1)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is of POSIX")
def test_killed_at_random_points_and_run_until_done_it_ends_as_undisturbed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'killed.db'}"
    drawn = random.Random(7)  # points in time, not secrets
    with ScriptedServer(slowly) as server:
        with engine_on(server, f"sqlite:///{tmp_path / 'calm.db'}") as calm:
            fill(calm)
            calm.rebuild()
            wanted = {user: (calm.facts(user), calm.persona(user)) for user in calm.users()}
        undisturbed = len(server.requests)
        with engine_on(server, url) as filled:
            fill(filled)
        kills = 0
        while run_and_kill(server, url, drawn.randint(1, 25) if kills < 5 else None) != 0:
            kills += 1
            assert kills <= 6
        assert kills == 5
        calls = len(server.requests) - undisturbed
        assert undisturbed <= calls <= undisturbed + kills * CONCURRENCY
        with engine_on(server, url) as done:
            assert {user: (done.facts(user), done.persona(user)) for user in done.users()} == wanted


def test_the_lease_of_a_process_that_is_gone_is_taken_over(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    code = (
        "import os\n"
        "from persona.engine.clock import system_clock\n"
        "from persona.engine.lease import Lease\n"
        "from persona.store import Store\n"
        f"Lease(Store({url!r}), 'run', system_clock).__enter__()\n"
        "os._exit(9)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    store = Store(url)
    with Lease(store, "run", system_clock), pytest.raises(BusyError):
        Lease(store, "run", system_clock).__enter__()  # that of a process that lives is not
    store.close()


def test_a_lease_of_another_machine_is_left_alone(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 's.db'}")
    lease = Lease(store, "run", system_clock)
    store.take_lease("run", "elsewhere/0:999999:1", now=system_clock(), length=lease_length())
    with pytest.raises(BusyError):
        lease.__enter__()
    store.close()


def lease_length() -> Any:
    from persona.engine.lease import LENGTH

    return LENGTH


def test_a_model_that_is_not_configured_leaves_a_kept_answer_in_use(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    with ScriptedServer(likes_what_stands_there) as server, engine_on(server, url) as made:
        made.add("ann", [message(1, "我喜欢火锅")])
        made.rebuild()
        before = made.persona("ann")
    with PersonaEngine(settings=Settings(db=url)) as later:
        later.rebuild()
        assert later.persona("ann") == before
