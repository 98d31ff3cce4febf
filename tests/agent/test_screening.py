from __future__ import annotations

from typing import Any

from persona.agent.screening import closest, rank, screen, terms
from persona.agent.tools import Tool


def made(name: str, description: str, **settings: Any) -> Tool:
    return Tool(name, description, print, **settings)


BOX = {
    t.name: t
    for t in (
        made("query_sales", "Queries the sales table with SQL. 查询销售数据"),
        made("draw_chart", "Draws a chart. 画图表", needs=("query_sales",)),
        made("send_mail", "Sends mail. 发送邮件"),
        made("weather", "Tells the weather of a town. 查询天气"),
        made("convert", "Converts currencies. 货币换算"),
        made("translate", "Translates a text. 翻译文字"),
        made("ask_user", "Asks the user.", always=True),
    )
}


def names(found: list[Tool]) -> list[str]:
    return [tool.name for tool in found]


def test_words_of_both_languages() -> None:
    assert terms("Queries the salesTables_of 销售数据") == [
        "querie",
        "sale",
        "table",
        "销售",
        "售数",
        "数据",
    ]


def test_a_rare_word_weighs_more() -> None:
    first, second, third = rank("sales chart", ["sales sales", "sales chart", "weather"])
    assert second > first > third == 0


def test_few_tools_are_all_shown() -> None:
    assert names(screen({"a": made("a", "x")}, "anything")) == ["a"]


def test_those_that_matter_are_shown() -> None:
    for query in ("how will the weather be in Marburg?", "杭州天气怎么样"):
        shown = names(screen(BOX, query, most=3))
        assert "weather" in shown
        assert "ask_user" in shown
        assert len(shown) == 3


def test_the_last_one_used_and_what_a_tool_needs_stay() -> None:
    shown = names(screen(BOX, "draw a chart", used=["convert", "send_mail"], most=3))
    assert shown == ["query_sales", "draw_chart", "send_mail", "ask_user"]


def test_a_tool_is_found_by_what_it_does() -> None:
    assert names(closest(BOX, "把金额换算成欧元货币"))[0] == "convert"
    assert closest(BOX, "zzz") == []


def test_recall_over_each_tool_by_its_own_description() -> None:
    for name, tool in BOX.items():
        assert name in names(screen(BOX, tool.description, most=3))
