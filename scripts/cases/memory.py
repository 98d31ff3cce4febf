"""Cases of memory: messages, the model's answers, and what the graph and persona must be then.

The whole engine is driven over the scripted server; there is no rules extractor. A case with
`variants` is run once from nothing with each list of answers. Checks with the same `after` share
one run of it, from a copy of the state after the feed.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scripts.cases import Outcome
from scripts.cases._checks import CHECKS, differences
from scripts.cases._script import Answers, Row
from scripts.cases._world import (
    Dump,
    World,
    afterwards,
    answers_of,
    case_messages,
    do,
    play,
    play_before,
    world,
)

_ROOT = Path(__file__).resolve().parent.parent.parent
_FOR_PEOPLE = ("expected", "title", "symptom", "root_cause", "why", "note", "category", "severity", "ref", "kind", "source")  # fmt: skip
_READ = ("checks", "feed", "id", "input_messages", "mocked_llm_output", "setup", "variants")
_SETUP = ("answers", "before", "concurrent", "env", "generate", "retries", "summary", "timezone")
_AROUND = ("after", "user")
_COMPARISONS = ("equals_build_of", "order_independent", "roundtrip_exact", "unchanged")


def run(path: Path) -> Iterator[Outcome]:
    """One outcome for each case of the file."""
    read = json.loads(path.read_text("utf-8"))
    for case in read["cases"] if isinstance(read, Mapping) else read:
        yield Outcome(str(case["id"]), failures_of(case))


def failures_of(case: Row) -> tuple[str, ...]:
    """What does not hold in a case, over all its variants."""
    unknown = [word for word in case if word not in (*_READ, *_FOR_PEOPLE)]
    unknown += [word for word in case.get("setup") or {} if word not in _SETUP]
    if unknown:
        return tuple(f"the runner does not know the field {word!r}" for word in unknown)
    env = (case.get("setup") or {}).get("env")
    if env:
        return _in_another_process(case, env)
    variants = case.get("variants") or [case.get("mocked_llm_output") or []]
    failures: list[str] = []
    for number, rows in enumerate(variants):
        where = f"variant {number}: " if len(variants) > 1 else ""
        try:
            failures += [where + failure for failure in _variant(case, rows)]
        except Exception as error:  # noqa: BLE001  # a crash is a failure of this case only
            failures.append(f"{where}came a crash: {type(error).__name__}: {error}")
    return tuple(failures)


def _in_another_process(case: Row, env: Mapping[str, str]) -> tuple[str, ...]:
    """The case in a process with that environment; only files pass between the two."""
    setup = {key: value for key, value in case["setup"].items() if key != "env"}
    with tempfile.TemporaryDirectory() as folder:
        given, result = Path(folder, "case.json"), Path(folder, "result.json")
        given.write_text(json.dumps({**case, "setup": setup}), encoding="utf-8")
        done = subprocess.run(  # this interpreter, this file
            [sys.executable, "-m", "scripts.cases.memory", str(given), str(result)],
            cwd=_ROOT,
            env={**os.environ, **env},
            capture_output=True,
            check=False,
        )
        if not result.exists():
            return (f"the process ended with {done.returncode}: {done.stderr[-500:]!r}",)
        return tuple(json.loads(result.read_text("utf-8")))


def _variant(case: Row, rows: Sequence[Row]) -> Iterator[str]:
    messages = case_messages(case)
    groups: dict[str, list[Row]] = defaultdict(list)
    for check in case["checks"]:
        groups[json.dumps(check.get("after"), sort_keys=True)].append(check)
    with world(case) as made:
        play(made, rows, messages)
        before = made.dumps()
        for check in groups.pop("null", ()):
            yield from _check(made, check, before, rows)
        for action, checks in groups.items():
            with afterwards(made) as later:
                do(later, json.loads(action))
                for check in checks:
                    for failure in _check(later, check, before, rows):
                        yield f"after {action}: {failure}"


def _check(
    made: World, check: Row, before: Mapping[str, Dump], rows: Sequence[Row]
) -> Iterator[str]:
    words = [word for word in check if word not in _AROUND]
    if len(words) != 1:
        yield f"wanted one check word, came {words}"
        return
    (word,) = words
    users = made.engine().users()
    user = check.get("user") or (users[0] if users else "u1")
    if word == "unchanged":
        owners = [check["user"]] if "user" in check else sorted(before)
        for owner in owners:
            yield from differences(before[owner], made.dump(owner), f"unchanged {owner}")
    elif word == "equals_build_of":
        messages = [m for m in made.fed if m["id"] in check[word] and m["user"] == user]
        built = _built(made.case, rows, messages, made.script.answers)
        yield from differences(built[user], made.dump(user), word)
    elif word == "order_independent":
        yield from _order_independent(made.case, rows, before)
    elif word == "roundtrip_exact":
        yield from _roundtrip_exact(made, user)
    elif word in CHECKS:
        yield from CHECKS[word](made, check[word], user)
    else:
        yield f"the runner does not know the check {word!r}"


def _built(
    case: Row, rows: Sequence[Row], messages: Sequence[Row], given: Answers | None = None
) -> dict[str, Dump]:
    """The views of an empty store that is fed with these messages and their answers.

    Args:
        case: whose setup and feed.
        rows: its answers.
        messages: some of its messages, in the order in which they are fed.
        given: which answers went to which messages, where they belong to windows.
    """
    with world({**case, "setup": {**(case.get("setup") or {}), "concurrent": None}}) as other:
        ours = {message["id"] for message in case_messages(case)}
        play_before(other)
        other.script.answers = answers_of(case, rows, case_messages(case))
        if given is not None and given.given and len(given.given) > 1:
            other.script.answers = Answers(given=given.given)
        other.feed([m for m in messages if m["id"] in ours], case.get("feed", "once"))
        return other.dumps()


def _order_independent(case: Row, rows: Sequence[Row], before: Mapping[str, Dump]) -> Iterator[str]:
    messages = case_messages(case)
    shuffled = list(messages)
    random.Random(0).shuffle(shuffled)  # an order, not a secret
    for name, order in (("in reverse", messages[::-1]), ("shuffled", shuffled)):
        for user, came in _built(case, rows, order).items():
            yield from differences(before[user], came, name)


def _roundtrip_exact(made: World, user: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, world(made.case) as other:
        first, second = Path(folder, "first.json"), Path(folder, "second.json")
        made.engine().export(user, first)
        other.engine().import_(first)
        yield from differences(made.dump(user), other.dump(user), "export and import")
        other.engine().export(user, second)
        if first.read_bytes() != second.read_bytes():
            yield "the export of the import differs"


if __name__ == "__main__":
    result = failures_of(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    Path(sys.argv[2]).write_text(json.dumps(result), encoding="utf-8")
