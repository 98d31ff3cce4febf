from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from persona.agent.events import ToolCalled, ToolResult
from persona.agent.parts import image, text
from persona.llm.testing import Scripted, ScriptedServer
from scripts.examples.sales_chart import assistant, chart_tool, line_chart, main
from tests.agent.talk import WAYS, Way, calls, says

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 16
MONTHS = ["2026-01", "2026-02", "2026-03"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("en", "How did sales develop?", "Sales rose steadily: 1000 → 1200 → 1300."),
        ("zh", "销售趋势如何？", "销售额稳步上升：1000 → 1200 → 1300。"),
    ],
)
def test_an_image_two_tool_rounds_and_the_trend(
    way: Way, language: Any, question: str, answer: str, tmp_path: Path
) -> None:
    script: list[Any] = [
        calls(way, "query_sales", months=MONTHS),
        calls(way, "draw_chart", title="销售", labels=MONTHS, values=[1000, 1200, 1300]),
        says(way, answer),
    ]
    with ScriptedServer(script) as server:
        model = server.model()
        agent = assistant(model, tmp_path / "charts", language=language, mode=way)
        result = agent.run([text(question), image(PNG)])
        agent.close()
    assert (result.reason, result.answer, result.rounds) == ("final", answer, 3)
    assert [e.name for e in result.events if isinstance(e, ToolCalled)] == [
        "query_sales",
        "draw_chart",
    ]
    assert not any(e.error for e in result.events if isinstance(e, ToolResult))
    [chart] = (tmp_path / "charts").iterdir()
    drawn = "".join(ET.fromstring(chart.read_text("utf-8")).itertext())
    assert "1300" in drawn
    if way == "completion":
        assert "[image]" in server.requests[0]["prompt"]
    else:
        assert "image_url" in str(server.requests[0]["messages"])
    assert "image_url" not in str(server.requests[1])
    assert result.state.working.covered == tuple(MONTHS)


def test_a_trend_that_is_not_in_the_data_is_not_told(tmp_path: Path) -> None:
    script = [
        calls("function", "query_sales", months=MONTHS),
        Scripted("It went 1000 → 1500 → 1900."),
        Scripted("It went 1000 → 1200 → 1300."),
    ]
    with ScriptedServer(script) as server:
        model = server.model()
        agent = assistant(model, tmp_path)
        result = agent.run("How did sales develop?")
        agent.close()
    assert result.answer == "It went 1000 → 1200 → 1300."


def test_what_is_missing_is_said_to_the_model(tmp_path: Path) -> None:
    script = [
        calls("function", "query_sales", months=["2026-03", "2026-04"]),
        Scripted("1300, April is missing."),
    ]
    with ScriptedServer(script) as server:
        model = server.model()
        agent = assistant(model, tmp_path)
        result = agent.run("March and April 2026?")
        agent.close()
    assert result.state.working.missing == ("2026-04",)
    assert "missing: 2026-04" in server.requests[1]["messages"][-1]["content"]


def test_the_chart_is_text_only_and_wrong_calls_are_refused(tmp_path: Path) -> None:
    chart = line_chart("<script>", ["a & b"], [-1.5])
    assert "<script>" not in chart
    assert ET.fromstring(chart).tag.endswith("svg")
    with pytest.raises(Exception, match="one label for each value"):
        chart_tool(tmp_path).function(title="t", labels=["a"], values=[1.0, 2.0])


def test_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "q.png"
    file.write_bytes(PNG)
    with pytest.raises(SystemExit):
        main([str(file)])
    script = [calls("function", "query_sales", months=MONTHS), Scripted("1000 → 1200 → 1300")]
    with ScriptedServer(script) as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit):
            main([str(tmp_path / "none.png")])
        assert main([str(file), "--folder", str(tmp_path / "charts")]) == 0
    assert capsys.readouterr().out == "1000 → 1200 → 1300\n"
