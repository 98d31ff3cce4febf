from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from persona.cli import main
from persona.llm.testing import ScriptedServer
from persona.store import Store

LOG = [
    ("m1", "user", "I love jazz and I can't stand karaoke.", "2026-03-01T09:00:00Z"),
    ("m2", "assistant", "Noted!", "2026-03-01T09:00:05Z"),
    ("m3", "user", "我对花生过敏。我每天都用 Vim。", "2026-03-02T09:00:00Z"),
]


@dataclass
class Ran:
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs the command line in a folder of its own, as a person would."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["persona", *args])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return Ran(captured.out, captured.err, code)

    return call


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A small log of ann's."""
    path = tmp_path / "log.jsonl"
    lines = (
        {"id": i, "role": r, "content": c, "timestamp": t, "user": "ann", "conversation_id": "c"}
        for i, r, c, t in LOG
    )
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return path


@pytest.fixture
def built(run: Run, log: Path) -> Run:
    """The command line, with ann's log ingested and rebuilt."""
    assert run("ingest", str(log)).code == 0
    assert run("rebuild", "--all").code == 0
    return run


def test_ingest_says_what_it_kept(run: Run, log: Path) -> None:
    first = run("ingest", str(log), "--json")
    assert first.code == 0
    report = first.json
    assert (report["format"], report["users"], report["added"]) == ("openai-jsonl", ["ann"], 3)
    assert run("ingest", str(log), "--json").json["unchanged"] == 3
    assert "3 there already" in run("ingest", str(log)).out


def test_a_dry_run_keeps_nothing_and_shows_the_messages(
    run: Run, log: Path, tmp_path: Path
) -> None:
    shown = run("ingest", str(log), "--dry-run", "--json").json
    assert shown["conversations"] == 1
    assert [m["message_id"] for m in shown["messages"]] == ["m1", "m2", "m3"]
    assert set(shown) >= {"format", "conversations", "messages", "skipped", "warnings"}
    assert not (tmp_path / "persona.db").exists()


def test_stdin(log: Path, tmp_path: Path) -> None:
    with log.open("rb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "persona", "ingest", "-", "--json"],
            stdin=stream, cwd=tmp_path, capture_output=True, check=True,
        )  # fmt: skip
    assert json.loads(done.stdout)["added"] == 3


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"", 2, "empty"),
        (b"\xff\xfe\x00nonsense", 2, ""),
        (b"just some words\n", 2, ""),
        (b'{"role": "user", "content": "hi", "id": "1"}\n', 2, "--user"),
    ],
)
def test_a_log_that_cannot_be_read_is_one_sentence(
    run: Run, tmp_path: Path, content: bytes, code: int, words: str
) -> None:
    (tmp_path / "bad.jsonl").write_bytes(content)
    ran = run("ingest", "bad.jsonl")
    assert ran.code == code
    assert words in ran.err
    assert ran.out == ""


def test_a_torn_line_is_skipped_counted_and_named(run: Run, log: Path) -> None:
    with log.open("ab") as stream:
        stream.write(b'{"role": "user", "content": "torn')
    ran = run("ingest", str(log), "--json")
    assert ran.code == 0
    assert ran.json["added"] == 3
    assert "line 4" in ran.err
    assert ran.json["warnings"]


def test_strict_exits_1_where_something_was_skipped(run: Run, log: Path) -> None:
    with log.open("ab") as stream:
        stream.write(b'{"role": "user", "content": "", "user": "ann", "conversation_id": "c"}\n')
    assert run("ingest", str(log), "--strict").code == 1
    assert run("ingest", str(log)).code == 0


def test_an_unreadable_file_among_several_is_named_and_the_rest_kept(run: Run, log: Path) -> None:
    ran = run("ingest", str(log), "absent.jsonl", "--json")
    assert ran.code == 1
    assert ran.json["added"] == 3
    assert "absent.jsonl" in ran.err


@pytest.mark.parametrize("user", ["", " ", "a\nb", "x" * 129])
def test_a_user_id_that_is_none(run: Run, log: Path, user: str) -> None:
    assert run("ingest", str(log), "--user", user).code == 2


def test_a_user_id_that_looks_like_a_path_is_only_a_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(
        json.dumps({"messages": [{"role": "user", "content": "I love jazz"}]}) + "\n"
    )
    assert run("ingest", "x.jsonl", "--user", "../../evil").code == 0
    assert run("rebuild", "--user", "../../evil").code == 0
    assert run("users").out == "../../evil\n"
    assert {p.name for p in tmp_path.iterdir()} <= {"x.jsonl", "log.jsonl", *_store_files()}


def _store_files() -> tuple[str, ...]:
    return ("persona.db", "persona.db-wal", "persona.db-shm")


def test_rebuild_reports_each_user_and_totals(run: Run, log: Path) -> None:
    run("ingest", str(log))
    report = run("rebuild", "--json").json
    (user,) = report["users"]
    assert user["user_id"] == "ann"
    assert user["status"] == "ok"
    assert user["extractor"] == "rules"
    assert set(user["windows"]) == {
        "done", "cached", "empty", "partial", "failed", "dead", "pending", "outdated",
    }  # fmt: skip
    assert set(user["facts"]) == {"added", "superseded", "removed"}
    assert user["facts"]["added"] > 0
    assert user["calls"] == user["tokens"] == 0
    assert report["totals"]["users"] == 1
    assert run("rebuild", "--json").json["users"][0]["status"] == "unchanged"


def test_show_has_the_shape_that_others_call(built: Run) -> None:
    shown = built("show", "ann", "--json").json
    assert set(shown) >= {
        "user_id", "as_of", "extractor", "sections", "top", "summary", "statistics",
    }  # fmt: skip
    assert list(shown["sections"])[:3] == ["safety", "attributes", "likes"]
    (jazz,) = shown["sections"]["likes"]
    assert set(jazz) >= {
        "entity", "type", "kind", "relation", "polarity", "score", "components", "mentions",
        "first_seen", "last_seen", "valid_from", "valid_to", "evidence",
    }  # fmt: skip
    assert (jazz["entity"], jazz["polarity"], jazz["mentions"]) == ("jazz", 1, 1)
    assert set(jazz["components"]) == {"pagerank", "degree", "frequency"}
    assert jazz["evidence"][0]["message_id"] == "m1"
    assert "jazz" in jazz["evidence"][0]["quote"]
    assert [line["entity"] for line in shown["sections"]["dislikes"]] == ["karaoke"]
    assert [line["entity"] for line in shown["sections"]["safety"]] == ["花生"]
    assert set(shown["statistics"]) == {"nodes", "edges", "user_connections", "average_clustering"}


def test_show_as_a_table(built: Run) -> None:
    ran = built("show", "ann")
    assert "jazz" in ran.out
    assert "花生" in ran.out
    assert "2026-03-01" in ran.out
    assert built("show", "ann", "--top", "1").out.count("jazz") + ran.out.count("rank") >= 1


def test_show_as_of_an_earlier_time(built: Run) -> None:
    sections = built("show", "ann", "--as-of", "2026-03-01", "--json").json["sections"]
    assert sections["likes"]
    assert not sections["safety"]
    assert built("show", "ann", "--as-of", "yesterday").code == 2


def test_why_names_the_message(built: Run) -> None:
    assert "m1" in built("why", "ann", "Jazz").out
    explained = built("why", "ann", "jazz", "--json").json
    assert explained["evidence"][0]["message_id"] == "m1"
    ran = built("why", "ann", "jaz")
    assert ran.code == 2
    assert "jazz" in ran.err


def test_prompt_in_its_three_shapes(built: Run) -> None:
    block = built("prompt", "ann", "--json").json
    assert set(block) >= {"text", "tokens", "included", "omitted"}
    assert "jazz" in block["text"]
    assert built("prompt", "ann").out.strip() == block["text"].strip()
    assert "花生" in built("prompt", "ann", "--lang", "zh", "--max-tokens", "80").out
    assert built("prompt", "ann", "--format", "messages").json[0]["role"] == "system"
    assert built("prompt", "ann", "--format", "text", "--json").code == 0
    assert built("prompt", "ann", "--format", "json", "--json").code == 2
    assert built("prompt", "ann", "--lang", "fr").code == 2


@pytest.mark.parametrize("name", ["g.html", "g.graphml", "g.json"])
def test_graph_files(built: Run, tmp_path: Path, name: str) -> None:
    ran = built("graph", "ann", "-o", name)
    assert ran.code == 0
    assert ran.out == ""
    assert "jazz" in (tmp_path / name).read_text("utf-8")


def test_a_graph_of_an_unknown_ending(built: Run) -> None:
    assert built("graph", "ann", "-o", "g.png").code == 2


def test_users_status_doctor_formats(built: Run) -> None:
    assert built("users", "--json").json == ["ann"]
    (status,) = built("status", "--json").json
    assert (status["messages"], status["due"]) == (3, False)
    assert "ann" in built("status").out
    assert built("doctor", "--json").json["store"]["users"] == 1
    assert "store" in built("doctor").out
    names = [f["name"] for f in built("formats", "--json").json]
    assert "openai-jsonl" in names
    assert "openai-jsonl" in built("formats").out


def test_an_unknown_user_and_one_never_rebuilt(run: Run, log: Path) -> None:
    assert run("show", "nobody").code == 2
    run("ingest", str(log))
    ran = run("show", "ann")
    assert ran.code == 2
    assert "rebuild" in ran.err


def test_configuration_errors_exit_3(run: Run, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("ingest", str(log))
    assert run("rebuild", "--extractor", "llm").code == 3
    assert run("rebuild", "--extractor", "magic").code == 2  # a flag of a wrong value is usage
    assert run("users", "--db", "nonsense").code == 3
    monkeypatch.setenv("PERSONA_WEIGHTS", "a,b,c")
    assert run("users").code == 3


def test_a_held_lease_exits_75(built: Run, log: Path, tmp_path: Path) -> None:
    from datetime import UTC, datetime, timedelta

    store = Store(f"sqlite:///{tmp_path / 'persona.db'}")
    store.take_lease("user:ann", "somebody", now=datetime.now(UTC), length=timedelta(hours=1))  # noqa: TID251 - a real lease
    store.close()
    assert built("rebuild", "--refresh").code == 75


def test_a_model_from_the_environment(run: Run, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("ingest", str(log))
    with ScriptedServer(lambda _: '{"entities": [], "relations": []}') as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        report = run("rebuild", "--json").json
    assert report["users"][0]["extractor"] == "llm:scripted"
    assert report["totals"]["calls"] == 2


def test_a_failed_window_exits_1(run: Run, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("ingest", str(log))
    monkeypatch.setenv("PERSONA_RETRIES", "0")
    with ScriptedServer(lambda _: "no JSON") as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        ran = run("rebuild", "--json", "--extractor", "llm")
    assert ran.code == 1
    assert ran.json["totals"]["windows"]["failed"] == 2


@pytest.mark.parametrize(
    "args",
    [
        ("schedule",),
        ("schedule", "--tz", "Mars/Olympus"),
        ("schedule", "--tz", "UTC", "--at", "3am"),
    ],
)
def test_schedule_needs_a_zone_and_a_time_of_day(run: Run, args: tuple[str, ...]) -> None:
    assert run(*args).code == 2


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; sys.argv = ['persona', '--help']\n"
        "from persona.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "heavy = ('openai', 'networkx', 'scipy', 'sqlalchemy', 'pyvis', 'numpy', 'pydantic')\n"
        "print('HEAVY', *(m for m in heavy if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip().endswith("HEAVY")


def test_every_command_has_help(run: Run) -> None:
    listed = run("--help").out
    for command in (
        "demo", "ingest", "rebuild", "schedule", "show", "why", "prompt", "graph", "users", "status",
        "doctor", "formats",
    ):  # fmt: skip
        assert command in listed
        assert run(command, "--help").code == 0


def test_output_is_utf8_in_an_ascii_locale(built: Run, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "persona", "show", "ann"],
        cwd=tmp_path, capture_output=True, check=True,
        env={"LC_ALL": "C", "PYTHONUTF8": "0", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert "花生" in done.stdout.decode("utf-8")


@pytest.mark.slow
def test_the_demo_shows_three_people(run: Run, tmp_path: Path) -> None:
    ran = run("demo")
    assert ran.code == 0
    for name in ("nora", "suqing", "leo"):
        assert name in ran.out
        assert (tmp_path / "persona-demo" / f"{name}.html").stat().st_size > 10_000
    assert ran.out.count("<user_persona") == 3
    assert run("demo").code == 0


def test_an_empty_answer_is_a_sentence_and_no_empty_table(built: Run, tmp_path: Path) -> None:
    for args, words in (
        (("recall", "ann", ""), "nothing that is kept bears on it"),
        (("related", "ann", "jazz"), "no stated fact ties it"),
        (("observations", "ann", "--since", "2030-01-01"), "nothing that happened in that time"),
        (("users", "--db", "sqlite:///new.db"), "there are no users"),
        (("status", "--db", "sqlite:///new.db"), "there are no users"),
    ):
        ran = built(*args)
        assert ran.code == 0
        assert words in ran.err
        assert "━" not in ran.out
    small = built("prompt", "ann", "--max-tokens", "1")
    assert small.out == ""
    assert "no block fits into 1 token:" in small.err


def test_an_unknown_name_is_told_the_near_ones_and_no_others(built: Run) -> None:
    near = built("why", "ann", "karoake")
    assert near.code == 2
    assert "did you mean 'karaoke'?" in near.err
    assert "did you mean '花生'?" in built("why", "ann", "花牛").err
    far = built("why", "ann", "qqq")
    assert far.code == 2
    assert "`persona show` lists them" in far.err


def test_what_cannot_be_meant_is_usage(built: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    for args, words in (
        (("demo", "-o", "file"), "file: the demo's folder cannot be made there"),
        (("demo", "-o", "file/below"), "the demo's folder cannot be made there"),
        (("rebuild", "--since", "2026-01-01", "--user", "nobody"), "no user 'nobody'"),
        (("forget", "ann"), "say what to forget"),
        (("template", "render", "scene/fiance"), "no template 'scene/fiance'"),
        (("template", "render", "scene/finance", "--lang", "xx"), "'xx' is not supported"),
        (("template", "diff", "a", "b"), "no version or label 'a'"),
        (("template", "rollback", "live"), "no label 'live'"),
    ):
        ran = built(*args)
        assert (ran.code, ran.out) == (2, ""), args
        assert words in ran.err
        assert ran.err.count("\n") == 1


def test_a_dry_run_says_how_much_was_read(run: Run, log: Path) -> None:
    assert "3 messages read, none kept, in 1 conversation of ann" in run(
        "ingest", str(log), "--dry-run"
    ).out  # fmt: skip


def test_the_list_of_commands_cuts_no_sentence_that_fits(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    listed = run("--help").out
    assert max(map(len, listed.splitlines())) <= 100
    assert "..." not in listed.partition("Commands:")[2]
    assert (
        "Finds the facts and past messages that bear on a question; no model, no network." in listed
    )


def test_a_line_that_another_says_with_more_is_counted_and_not_shown(
    run: Run, tmp_path: Path
) -> None:
    said = "I love noodles. I love the noodles in Xi'an. 我喜欢豆花。我喜欢老家的豆花。"
    record = {"role": "user", "content": said, "user": "bo"}
    (tmp_path / "bo.jsonl").write_text(json.dumps(record, ensure_ascii=False), "utf-8")
    assert run("ingest", "bo.jsonl").code == run("rebuild").code == 0
    whole = {line["entity"] for line in run("show", "bo", "--json").json["sections"]["likes"]}
    shown = run("show", "bo")
    assert {"豆花", "老家的豆花"} <= whole
    assert "│ 豆花" not in shown.out
    assert "老家的豆花" in shown.out
    assert "that others say with more" in shown.err
    assert "│ 豆花" not in run("show", "bo", "--top", "9").out
