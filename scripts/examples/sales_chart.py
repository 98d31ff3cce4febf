"""A sales chart assistant: an image comes in, two tool rounds follow, and the answer quotes the trend.

    python scripts/examples/sales_chart.py question.png --folder charts

It looks up the sales of the months that the image shows, draws them as a line chart (SVG), and tells
how they developed. The model is that of OPENAI_MODEL; it has to see images.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

_ROOT = Path(__file__).resolve().parent.parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(_ROOT))

from persona.agent import Agent, Learned, Tool, tool  # noqa: E402
from persona.agent.parts import image, text  # noqa: E402
from persona.agent.wording import Language  # noqa: E402
from persona.errors import AgentError  # noqa: E402

SALES: dict[str, int] = {"2026-01": 1000, "2026-02": 1200, "2026-03": 1300}
"""Sales by month, in thousands."""

_SYSTEM: dict[Language, str] = {
    "en": "You explain sales. Look the figures up with query_sales, draw them with draw_chart, then tell"
    " the trend in one sentence and quote every figure.",
    "zh": "你负责解释销售数据。先用 query_sales 查询数据，再用 draw_chart 画图，然后用一句话说明趋势，"
    "并引用每个数字。",
}
_WIDTH, _HEIGHT, _MARGIN = 480, 240, 40


def query_tool(sales: Mapping[str, int]) -> Tool:
    """Looks up sales by month."""

    def query_sales(months: list[str]) -> dict[str, Any]:
        """Gives the sales of months, in thousands. Not for single days.

        Args:
            months: as YYYY-MM, for example ["2026-01", "2026-02"].
        """
        found = {month: sales[month] for month in months if month in sales}
        return {"sales": found, "not_found": [month for month in months if month not in sales]}

    def learn(_: Mapping[str, Any], found: Mapping[str, Any]) -> Learned:
        facts = tuple(f"{month}: {amount}" for month, amount in found["sales"].items())
        return Learned(facts, tuple(found["sales"]), tuple(found["not_found"]))

    return tool(query_sales, learn=learn)


def chart_tool(folder: Path) -> Tool:
    """Draws a line chart into a folder."""

    def draw_chart(title: str, labels: list[str], values: list[float]) -> dict[str, Any]:
        """Draws a line chart and keeps it as an SVG file. Only for figures that were looked up.

        Args:
            title: of the chart, for example "Sales".
            labels: one for each point, for example ["Jan", "Feb"].
            values: one for each label, for example [10, 12.5].
        """
        if len(labels) != len(values) or not labels:
            raise AgentError("there must be one label for each value, and at least one")
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"chart-{len(list(folder.glob('chart-*.svg'))) + 1}.svg"
        file.write_text(line_chart(title, labels, values), encoding="utf-8")
        return {"file": file.name, "points": len(values)}

    return tool(draw_chart, needs=("query_sales",))


def line_chart(title: str, labels: Sequence[str], values: Sequence[float]) -> str:
    """A line chart as SVG; texts are escaped."""
    top, low = max(*values, 0), min(*values, 0)
    span = (top - low) or 1
    step = (_WIDTH - 2 * _MARGIN) / max(len(values) - 1, 1)
    points = [
        (_MARGIN + i * step, _HEIGHT - _MARGIN - (v - low) / span * (_HEIGHT - 2 * _MARGIN))
        for i, v in enumerate(values)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
        f'<text x="{x:.1f}" y="{y - 8:.1f}">{value:g}</text>'
        f'<text x="{x:.1f}" y="{_HEIGHT - 12}">{escape(label)}</text>'
        for (x, y), label, value in zip(points, labels, values, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' font-size="12" text-anchor="middle"><text x="{_WIDTH / 2}" y="16">{escape(title)}</text>'
        f'<polyline fill="none" stroke="black" points="{line}"/>{marks}</svg>'
    )


def assistant(
    model: Any,
    folder: Path,
    *,
    language: Language = "en",
    sales: Mapping[str, int] = SALES,
    **settings: Any,
) -> Agent:
    """The agent; settings are further ones of `Agent`."""
    tools = [query_tool(sales), chart_tool(folder)]
    system = _SYSTEM[language]
    return Agent(
        model, tools=tools, system=system, language=language, check_numbers=True, **settings
    )


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    from persona.llm import OpenAIChat

    parser = argparse.ArgumentParser(description="Explains the sales that an image asks about.")
    parser.add_argument("image", type=Path)
    parser.add_argument("--folder", type=Path, default=Path("charts"), help="for the chart")
    parser.add_argument("--lang", choices=("en", "zh"), default="en")
    call = parser.parse_args(arguments)
    name = os.environ.get("OPENAI_MODEL", "")
    if not name:
        parser.error("set OPENAI_MODEL (and OPENAI_API_KEY or OPENAI_BASE_URL)")
    asks = {"en": "How did the sales of these months develop?", "zh": "这几个月的销售趋势如何？"}
    try:
        question = [text(asks[call.lang]), image(call.image)]
    except AgentError as error:
        parser.error(str(error))
    with assistant(OpenAIChat(name), call.folder, language=call.lang) as agent:
        result = agent.run(question)
    print(result.answer)
    return 0 if result.reason == "final" else 1


if __name__ == "__main__":
    raise SystemExit(main())
