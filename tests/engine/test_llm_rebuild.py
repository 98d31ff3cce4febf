"""A rebuild that asks a model, over real HTTP, against a server whose answers are scripted."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from persona.config import Settings
from persona.engine import Limits, PersonaEngine
from persona.errors import ConfigError
from persona.llm.testing import Answer, Scripted, ScriptedServer
from persona.records import USER
from tests.strategies import NO_SHRINKING, THINGS, Said, logs

DAY = 86_400
START = 1_767_225_600


def message(
    number: int, text: str, *, day: float | None = None, role: str = "user"
) -> dict[str, Any]:
    time = START + DAY * (number if day is None else day)
    return {"id": f"m{number}", "role": role, "content": text, "timestamp": time}


def shown(request: Mapping[str, Any]) -> list[dict[str, str]]:
    """The messages that a request asks about."""
    found: list[dict[str, str]] = json.loads(request["messages"][1]["content"])["messages"]
    return found


def likes_what_stands_there(request: Mapping[str, Any]) -> str:
    """A model that is a function of the request: the user likes each thing that they name."""
    relations = [
        {
            "source": "USER",
            "target": thing,
            "relation": "likes",
            "weight": 0.9,
            "evidence": [m["id"]],
        }
        for m in shown(request)
        for thing in THINGS
        if m["role"] == "user" and thing.casefold() in m["text"].casefold()
    ]
    return json.dumps({"entities": [], "relations": relations}, ensure_ascii=False)


@contextmanager
def engine_on(
    server: ScriptedServer, url: str = "sqlite://", **values: Any
) -> Iterator[PersonaEngine]:
    chosen = Settings(db=url, **values)
    with PersonaEngine(settings=chosen, model=server.model()) as made:
        yield made


def liked(made: PersonaEngine) -> set[str]:
    return {f.target for f in made.facts("ann") if f.source == USER and f.kind == "likes"}


def test_the_model_reads_and_the_persona_says_so() -> None:
    with ScriptedServer(likes_what_stands_there) as server, engine_on(server) as made:
        made.add("ann", [message(1, "I like jazz"), message(2, "还有火锅")])
        (report,) = made.rebuild(["ann"]).users
        assert (report.status, report.extractor) == ("ok", "llm:scripted")
        assert (report.windows["done"], report.calls) == (2, 2)
        assert report.tokens > 0
        assert liked(made) == {"jazz", "火锅"}
        assert made.persona("ann").extractor == "llm:scripted"


def test_what_is_known_is_not_asked_again_and_what_is_new_is_asked_alone() -> None:
    with ScriptedServer(likes_what_stands_there) as server, engine_on(server) as made:
        made.add("ann", [message(n, "I like jazz") for n in range(3)])
        made.rebuild(["ann"])
        assert len(server.requests) == 3
        assert made.rebuild(["ann"]).users[0].status == "unchanged"
        made.add("ann", [message(3, "and tea")])
        (report,) = made.rebuild(["ann"]).users
        assert (report.windows["cached"], report.windows["done"]) == (3, 1)
        assert len(server.requests) == 4


def test_a_failed_window_is_pending_and_the_next_run_asks_it_alone() -> None:
    answers: list[Answer] = [likes_answer("jazz"), "no", "no", likes_answer("tea")]
    with ScriptedServer(answers) as server, engine_on(server) as made:
        made.add("ann", [message(1, "I like jazz"), message(2, "I like tea")])
        (report,) = made.rebuild(["ann"], limits=Limits(concurrency=1)).users
        assert (report.status, report.windows["failed"], report.windows["done"]) == (
            "partial",
            1,
            1,
        )
        assert report.rejected["invalid_answer"] == 1
        assert report.error
        assert liked(made) == {"jazz"}
        (report,) = made.rebuild(["ann"]).users
        assert (report.status, report.calls) == ("ok", 1)
        assert liked(made) == {"jazz", "tea"}


def likes_answer(thing: str) -> str:
    row = {"source": "USER", "target": thing, "relation": "likes", "weight": 0.9}
    return json.dumps({"entities": [], "relations": [row]}, ensure_ascii=False)


def test_a_window_that_fails_in_five_runs_is_dead_until_it_is_asked_for() -> None:
    with ScriptedServer(lambda _: "no") as server, engine_on(server, retries=0) as made:
        made.add("ann", [message(1, "I like jazz")])
        for run in range(1, 6):
            assert made.rebuild(["ann"]).users[0].windows["failed"] == 1
            assert len(server.requests) == run
        report = made.rebuild(["ann"], refresh=False).users[0]
        assert (report.windows["dead"], report.windows["failed"]) == (1, 0)
        assert len(server.requests) == 5
        made.rebuild(["ann"], retry_dead=True)
        assert len(server.requests) == 6


@pytest.mark.parametrize("limits", [Limits(max_calls=2), Limits(max_tokens=2500)])
def test_limits_stop_cleanly_and_leave_the_rest_pending(limits: Limits) -> None:
    limits.concurrency = 1
    with ScriptedServer(likes_what_stands_there) as server, engine_on(server) as made:
        made.add("ann", [message(n, "I like jazz") for n in range(4)])
        (report,) = made.rebuild(["ann"], limits=limits).users
        assert report.status == "pending"
        assert (report.windows["done"], report.windows["pending"]) == (2, 2)
        assert made.status("ann")["pending"] == 2
        assert made.rebuild(["ann"]).users[0].windows["cached"] == 2
        assert len(server.requests) == 4


def test_without_the_model_its_answers_stay_and_new_windows_wait(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    with ScriptedServer(likes_what_stands_there) as server, engine_on(server, url) as made:
        made.add("ann", [message(1, "I like jazz")])
        made.rebuild(["ann"])
    with PersonaEngine(settings=Settings(db=url)) as made:
        made.add("ann", [message(2, "I love tea")])
        (report,) = made.rebuild(["ann"]).users
        assert (report.status, report.windows["pending"], report.windows["cached"]) == (
            "pending",
            1,
            1,
        )
        assert liked(made) == {"jazz"}
    with pytest.raises(ConfigError, match="OPENAI_MODEL"):
        PersonaEngine(settings=Settings(db=url, extractor="llm")).rebuild(["ann"])


def test_answers_of_another_model_stay_in_use_and_are_counted() -> None:
    with ScriptedServer(likes_what_stands_there) as server, engine_on(server) as made:
        made.add("ann", [message(1, "I like jazz")])
        made.rebuild(["ann"])
        made.model = server.model("newer")
        (report,) = made.rebuild(["ann"]).users
        assert (report.windows["outdated"], report.windows["cached"], report.calls) == (1, 1, 0)
        (report,) = made.rebuild(["ann"], refresh=True).users
        assert (report.windows["outdated"], report.windows["done"], report.calls) == (0, 1, 1)


def test_a_grown_window_keeps_its_old_answer_until_the_new_one_commits() -> None:
    script: list[Answer] = [likes_answer("jazz"), Scripted(status=500), likes_answer("jazz")]
    with ScriptedServer(script) as server, engine_on(server, retries=0) as made:
        made.add("ann", [message(1, "I like jazz", day=1)])
        made.rebuild(["ann"])
        made.add("ann", [message(2, "ok", day=1.01)])
        (report,) = made.rebuild(["ann"]).users
        assert report.windows["failed"] == 1
        assert liked(made) == {"jazz"}
        made.rebuild(["ann"])
        assert len(made.store.answers("ann")) == 1


def test_a_refresh_that_loses_too_much_is_refused_and_can_be_accepted() -> None:
    answers = {"empty": False}

    def model(request: Mapping[str, Any]) -> str:
        return (
            '{"entities": [], "relations": []}'
            if answers["empty"]
            else likes_what_stands_there(request)
        )

    with ScriptedServer(model) as server, engine_on(server) as made:
        made.add("ann", [message(n, f"I like {thing}") for n, thing in enumerate(THINGS)])
        made.rebuild(["ann"])
        before = made.facts("ann")
        answers["empty"] = True
        report = made.rebuild(["ann"], refresh=True)
        assert report.users[0].status == "refused"
        assert report.failed
        assert report.rejected["loss_guard"] == 1
        assert "accept-loss" in (report.users[0].error or "")
        assert made.facts("ann") == before
        calls = len(server.requests)
        assert made.rebuild(["ann"]).users[0].status == "unchanged"
        (taken,) = made.rebuild(["ann"], accept_loss=True).users
        assert taken.status == "ok"
        assert made.facts("ann") == ()
        assert len(server.requests) == calls


@pytest.mark.slow
@settings(max_examples=15, phases=NO_SHRINKING)
@given(logs(), st.integers(0, 99))
def test_laws_1_to_3_with_a_model_that_is_a_function_of_the_request(
    said: list[Said], seed: int
) -> None:
    with ScriptedServer(likes_what_stands_there) as server:
        with engine_on(server) as made:
            made.add("ann", [s.as_dict() for s in said])
            made.rebuild(["ann"])
            whole = (made.facts("ann"), made.persona("ann"))
            calls = len(server.requests)
            made.add("ann", [s.as_dict() for s in reversed(said)])
            made.rebuild(["ann"])
            assert len(server.requests) == calls
        with engine_on(server) as made:
            for start in range(0, len(said), 3):
                made.add("ann", [s.as_dict() for s in said[start : start + 3]])
                made.rebuild(["ann"])
            assert (made.facts("ann"), made.persona("ann")) == whole


@pytest.mark.slow
@settings(
    max_examples=10,
    phases=NO_SHRINKING,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(logs())
def test_law_1_a_rebuild_from_nothing_asks_nothing(
    tmp_path_factory: pytest.TempPathFactory, said: list[Said]
) -> None:
    """Other weights make everybody due: every view is made anew, of the answers that are kept."""
    url = f"sqlite:///{tmp_path_factory.mktemp('law') / 's.db'}"
    with ScriptedServer(likes_what_stands_there) as server:
        with engine_on(server, url) as made:
            made.add("ann", [s.as_dict() for s in said])
            made.rebuild(["ann"])
            whole = (made.facts("ann"), made.persona("ann"))
        calls = len(server.requests)
        for weights in ((1.0, 0.0, 0.0), (0.4, 0.3, 0.3)):
            with engine_on(server, url, weights=weights) as made:
                (report,) = made.rebuild(["ann"]).users
                assert report.calls == 0
                again = (made.facts("ann"), made.persona("ann"))
                if any(s.role == "user" for s in said):
                    assert report.status == "ok"
        assert again == whole
        assert len(server.requests) == calls


def test_many_threads_rebuild_one_user(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 's.db'}"
    with ScriptedServer(likes_what_stands_there) as server:

        def work() -> None:
            with engine_on(server, url) as own:
                own.add("ann", [message(1, "I like jazz")])
                try:
                    own.rebuild(["ann"])
                except Exception as error:  # noqa: BLE001 - a lease may be held, nothing else
                    errors.append(type(error).__name__)

        errors: list[str] = []
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with engine_on(server, url) as made:
            made.rebuild(["ann"])
            assert set(errors) <= {"BusyError"}
            assert [line.mentions for line in made.persona("ann").likes] == [1]


def likes_all(*things: str) -> str:
    rows = [
        {"source": "USER", "relation": "likes", "weight": 0.9, "target": thing} for thing in things
    ]
    return json.dumps({"entities": [], "relations": rows}, ensure_ascii=False)


def cut_off(*things: str) -> Scripted:
    """An answer that stops after the first character of its last thing."""
    whole = likes_all(*things)
    return Scripted(whole[: whole.rindex(things[-1]) + 1], finish_reason="length")


def test_an_answer_that_broke_off_is_in_use_until_a_later_run_has_a_whole_one() -> None:
    answers: list[Answer] = [cut_off("jazz", "火锅"), likes_all("jazz", "火锅")]
    with ScriptedServer(answers) as server, engine_on(server) as made:
        made.add("ann", [message(1, "I like jazz and 火锅")])
        (report,) = made.rebuild(["ann"]).users
        assert (report.status, report.windows["partial"], report.calls) == ("ok", 1, 1)
        assert report.rejected["invalid_answer"] == 1
        assert liked(made) == {"jazz"}
        assert made.status("ann")["pending"] == 1
        (report,) = made.rebuild(["ann"]).users
        assert (report.windows["done"], report.calls) == (1, 1)
        assert report.rejected["invalid_answer"] == 0
        assert liked(made) == {"jazz", "火锅"}
        assert made.status("ann")["pending"] == 0
        assert made.rebuild(["ann"]).users[0].status == "unchanged"


def test_a_window_whose_answer_always_breaks_off_is_let_be_after_five_runs() -> None:
    with ScriptedServer(lambda _: cut_off("jazz", "tea")) as server, engine_on(server) as made:
        made.add("ann", [message(1, "I like jazz and tea")])
        for run in range(1, 6):
            made.rebuild(["ann"])
            assert (len(server.requests), liked(made)) == (run, {"jazz"})
        (report,) = made.rebuild(["ann"]).users
        assert (report.windows["partial"], report.windows["dead"]) == (1, 0)
        assert report.rejected["invalid_answer"] == 1
        assert (len(server.requests), liked(made)) == (5, {"jazz"})
        assert made.rebuild(["ann"]).users[0].status == "unchanged"
