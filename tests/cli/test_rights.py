"""What people type to put right, review and forget what is known of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from persona.cli import main

Run = Callable[..., tuple[int, str, str]]

LOG = (
    ("m1", "I love jazz and I use Vim every day.", "2026-03-01T09:00:00Z"),
    ("m2", "我喜欢火锅。", "2026-03-02T09:00:00Z"),
    ("m3", "I love tea.", "2026-03-03T09:00:00Z"),
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs the command line in a folder of its own, with ann's log read and rebuilt."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["persona", *args])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return code, captured.out, captured.err

    lines = (
        {"id": i, "role": "user", "content": c, "timestamp": t, "user": "ann"} for i, c, t in LOG
    )
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", "utf-8")
    assert call("ingest", "log.jsonl")[0] == 0
    assert call("rebuild", "--all")[0] == 0
    return call


def shown(run: Run) -> Any:
    return json.loads(run("show", "ann", "--json")[1])


def likes(run: Run) -> list[str]:
    return [line["entity"] for line in shown(run)["sections"]["likes"]]


def test_forgetting_asks_and_says_what_it_did(run: Run, tmp_path: Path) -> None:
    code, _, err = run("forget", "ann", "--message", "m3")
    assert (code, "--yes" in err) == (2, True)
    assert "tea" in likes(run)
    code, out, err = run("forget", "ann", "--message", "m3", "--yes")
    assert code == 0
    assert "1 message," in out
    assert "compacted" in err
    assert likes(run) == ["jazz", "火锅"]
    assert b"tea" not in (tmp_path / "persona.db").read_bytes()
    assert "1 forgotten" in run("ingest", "log.jsonl")[1]
    assert likes(run) == ["jazz", "火锅"]
    code, out, _ = run("forget", "ann", "--message", "m3", "--restore", "--json")
    assert json.loads(out)["lifted"] == 1
    assert "1 message added" in run("ingest", "log.jsonl")[1]


def test_a_receipt_as_json(run: Run) -> None:
    code, out, _ = run("forget", "ann", "--entity", "火锅", "--yes", "--json")
    receipt = json.loads(out)
    assert code == 0
    assert receipt["scope"] == "entity"
    assert receipt["removed"]["redacted"] == 1
    assert (receipt["sweep"], receipt["bytes_left"], receipt["pending"]) == ("done", [], [])
    code, out, _ = run("forget", "ann", "--older-than", "2026-03-03", "--yes", "--json")
    assert json.loads(out)["removed"]["messages"] == 2
    assert json.loads(run("forget", "ann", "--sweep", "--json")[1]) == {"sweep": "done"}
    assert run("forget", "ann", "--everything", "--yes")[0] == 0
    assert run("users")[1] == ""


@pytest.mark.parametrize(
    "args",
    [
        ("ann",),
        ("", "--everything"),
        ("%", "--everything"),
        ("*", "--everything"),
        ("bob", "--everything"),
        ("ann", "--message", ""),
        ("ann", "--message", "m9"),
        ("ann", "--entity", "%"),
        ("ann", "--entity", "tea", "--everything"),
        ("ann", "--message", "m1", "--sweep"),
        ("ann", "--older-than", "yesterday"),
    ],
)
def test_what_cannot_be_meant_exits_2_and_changes_nothing(run: Run, args: tuple[str, ...]) -> None:
    before = run("status", "--json")
    code, _, err = run("forget", *args, "--yes")
    assert code == 2
    assert len(err.strip().splitlines()) == 1
    assert run("status", "--json") == before


def test_corrections_are_taken_in_by_the_next_rebuild(run: Run) -> None:
    for args in (
        ("correct", "ann", "tea", "--wrong"),
        ("correct", "ann", "Vim", "--instead", "Emacs", "--kind", "uses"),
        ("pin", "ann", "jazz"),
        ("merge", "ann", "jazz", "火锅"),
        ("split", "ann", "jazz", "jazz"),
        ("hide", "ann", "nothing of the sort"),
    ):
        code, out, err = run(*args)
        assert (code, bool(out)) in ((0, True), (2, False)), err
    assert run("rebuild", "--all")[0] == 0
    assert likes(run) == ["jazz"]
    assert [line["entity"] for line in shown(run)["sections"]["uses"]] == ["Emacs"]
    kept = json.loads(run("hide", "ann", "jazz", "--json")[1])
    assert (kept["action"], kept["number"]) == ("hide", 5)
    run("rebuild", "--all")
    assert likes(run) == []


def test_the_review_is_listed_and_answered(run: Run) -> None:
    run("ingest", "log.jsonl")
    more = {"id": "m9", "role": "user", "content": "I love green teas. Do you like opera?"}
    more |= {"timestamp": "2026-03-04T09:00:00Z", "user": "ann"}
    Path("more.jsonl").write_text(json.dumps(more) + "\n", "utf-8")
    run("ingest", "more.jsonl")
    run("rebuild", "--all")
    items = json.loads(run("review", "ann", "--json")[1])
    for item in items:
        code, _, err = run("review", "ann", "--reject", item["id"])
        assert code == 0
        assert "rebuild" in err
    assert json.loads(run("review", "ann", "--json")[1]) == []
    assert run("review", "ann", "--accept", "nothing")[0] == 2


def test_the_person_is_taken_along(run: Run) -> None:
    assert run("export", "ann", "-o", "ann.json")[0] == 0
    assert run("import", "ann.json")[0] == 2
    assert run("import", "ann.json", "--user", "bob")[1] == "imported bob\n"
    ann, bob = (json.loads(run("show", user, "--json")[1]) for user in ("ann", "bob"))
    assert {**ann, "user_id": "bob"} == bob
    assert run("export", "ann", "-o", "ann.csv")[0] == 0
    assert Path("ann.csv").read_text("utf-8").startswith("section,entity,")


def test_a_diff_and_what_a_thing_leads_to(run: Run) -> None:
    code, out, _ = run("diff", "ann", "--since", "2026-03-02")
    assert (code, "now likes 火锅 (since 2026-03-02)" in out.splitlines()) == (0, True)
    assert (
        "现在喜欢火锅（自 2026-03-02）"
        in run("diff", "ann", "--lang", "zh", "--since", "2026-03-02")[1]
    )
    assert (
        json.loads(run("diff", "ann", "--since", "2026-03-03", "--json")[1])[0]["what"] == "began"
    )
    code, out, err = run("diff", "ann", "--since", "2026-03-03", "--until", "2026-03-03T00:00")
    assert (code, out, err) == (0, "", "nothing changed\n")
    assert run("diff", "ann", "--lang", "fr")[0] == 2


def test_a_diff_of_two_rebuilds(run: Run) -> None:
    code, out, _ = run("diff", "ann", "--rebuilds")
    assert code == 0
    assert "ann: 1 rebuild that changed something" in out
    assert run("diff", "ann", "--to-rebuild", "1")[0] == 2
    assert run("correct", "ann", "火锅", "--instead", "茶")[0] == 0
    assert run("rebuild", "--all")[0] == 0
    code, out, _ = run("diff", "ann", "--from-rebuild", "1")
    assert out.splitlines() == [
        "now likes 茶 (since 2026-03-03)",
        "no longer likes 火锅 (was since 2026-03-02)",
    ]
    code, out, _ = run("diff", "ann", "--from-rebuild", "1", "--to-rebuild", "2", "--lang", "zh")
    assert out.splitlines()[1] == "不再喜欢火锅（此前自 2026-03-02）"
    listed = json.loads(run("diff", "ann", "--rebuilds", "--json")[1])
    assert [(each["number"], each["lines"], each["changed"]) for each in listed] == [
        (1, 4, {}),
        (2, 4, {}),
    ]
    assert json.loads(run("diff", "ann", "--to-rebuild", "2", "--json")[1])[1]["entity"] == "火锅"
    code, out, err = run("diff", "ann", "--from-rebuild", "2")
    assert (code, out, err.strip()) == (0, "", "nothing changed")
    for args in (
        ("--from-rebuild", "9"),
        ("--from-rebuild", "1", "--since", "2026-03-02"),
        ("--rebuilds", "--from-rebuild", "1"),
        ("--from-rebuild", "x"),
    ):
        assert run("diff", "ann", *args)[0] == 2
    assert json.loads(run("related", "ann", "jazz", "--json")[1]) == []
    assert run("related", "ann", "opera")[0] == 2
