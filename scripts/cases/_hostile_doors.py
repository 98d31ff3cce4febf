"""Ops of hostile cases through other doors than the engine: templates, commands, settings, servers."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from persona.config import load
from persona.llm import OpenAIChat
from persona.templates import render
from scripts.cases._hostile_ops import NotBuiltError, op
from scripts.cases._hostile_world import Took, World, environment

_ROOT = Path(__file__).resolve().parents[2]
_CLI_SECONDS = 120


@op
def _render_template(
    _world: World,
    took: Took,
    template: str,
    values: Mapping[str, Any],
    env: Mapping[str, str] | None = None,
) -> None:
    with environment(env or {}):
        took.texts.append(render(template, values))


@op
def _cli(
    world: World, took: Took, args: Sequence[str], env: Mapping[str, str] | None = None
) -> None:
    done = command(world, args, env or {})
    took.exit_code, took.megabytes = done.exit_code, done.megabytes
    took.printed += done.printed


class _Done:
    exit_code: int
    megabytes: float
    printed: str


def command(world: World, args: Sequence[str], env: Mapping[str, str]) -> _Done:
    """Runs ``persona`` in a process of its own, in the working folder, on the case's store."""
    kept = {n: v for n, v in os.environ.items() if re.fullmatch("PATH|LANG|LC_.*|TZ|TMPDIR", n)}
    home = world.root / "a"
    known = {"HOME": str(home), "PYTHONPATH": str(_ROOT), "PERSONA_DB": world.url}
    out, err = world.root / "a" / "out", world.root / "a" / "err"
    done = _Done()
    with out.open("wb") as stdout, err.open("wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "persona", *args],
            cwd=world.folder,
            env={**kept, **known, "PYTHONDONTWRITEBYTECODE": "1", **env},
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
        )
        watch = threading.Timer(_CLI_SECONDS, process.kill)
        watch.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.cancel()
    done.exit_code, done.megabytes = process.returncode, _megabytes(used)
    done.printed = "".join(f.read_text("utf-8", "replace") for f in (out, err))
    out.unlink()
    err.unlink()
    return done


def _megabytes(used: resource.struct_rusage) -> float:
    return used.ru_maxrss / (1024 if sys.platform != "darwin" else 2**20)


@op
def _load_config(
    world: World,
    took: Took,
    env: Mapping[str, str] | None = None,
    files: Mapping[str, str] | None = None,
    path: str | None = None,
) -> None:
    env = dict(env or {})
    for name, content in (files or {}).items():
        target = world.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
        took.files.append(target)
    told = [] if path is None else ["--file", path]
    took.printed += command(world, ["config", "show", *told], env).printed
    with environment(env):
        settings = load(path=path)
        took.texts += [str(settings), repr(settings)]
        key = None if settings.api_key is None else settings.api_key.get_secret_value()
        chat = OpenAIChat(settings.model or "any", base_url=settings.base_url, api_key=key or "any")
    took.endpoint = chat.endpoint
    chat.close()
    took.printed += _first_call(world, env)


def _first_call(world: World, env: Mapping[str, str]) -> str:
    """What a command that calls the model prints; nothing leaves this machine."""
    log = world.folder / "said.jsonl"
    log.write_text('{"messages": [{"role": "user", "content": "I like tea"}]}\n', encoding="utf-8")
    nowhere = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
    model = {"OPENAI_MODEL": "any", "OPENAI_API_KEY": "any", **env, **nowhere}
    command(world, ["ingest", log.name, "--user", "somebody"], {})
    printed = command(world, ["rebuild", "--user", "somebody", "--extractor", "llm"], model).printed
    log.unlink()
    return printed


@op
def _http(_world: World, _took: Took, method: str, path: str, token_of: str | None = None) -> None:
    whose = "no token" if token_of is None else f"the token of {token_of}"
    raise NotBuiltError(f"persona.server is not built: {method} {path} with {whose} has no answer")


@op
def _mcp_call(
    _world: World, _took: Took, user: str, tool: str, arguments: Mapping[str, Any]
) -> None:
    raise NotBuiltError(f"persona.mcp is not built: {tool} of {user!r} ({arguments}) is not called")
