from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from persona.agent.agent import Result
from persona.agent.events import Note, ToolResult
from persona.errors import AgentError
from persona.llm.testing import Script, Scripted, ScriptedServer
from scripts.examples.sql_analyst import MOST_ROWS, Sales, analyst, main
from tests.agent.talk import Way, calls, says, texts_of

ROWS = [
    ("杭州", "tea", 700.0, "2026-03-02"),
    ("杭州", "cups", 534.5, "2026-03-20"),
    ("杭州", "tea", 400.0, "2026-02-11"),
    ("Marburg", "tea", 90.0, "2026-03-05"),
    ("Marburg", "pots", 310.0, "2026-03-09"),
]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "sales.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE sales (region, product, amount REAL, sale_date TEXT)")
        connection.executemany("INSERT INTO sales VALUES (?, ?, ?, ?)", ROWS)
        connection.execute("CREATE TABLE secrets (password)")
        connection.execute("INSERT INTO secrets VALUES ('hunter2')")
    connection.close()
    return path


def converse(database: Path, question: str, script: Script, **settings: Any) -> tuple[Result, Any]:
    with ScriptedServer(script) as server:
        model = server.model()
        agent = analyst(model, database, **settings)
        result = agent.run(question)
        agent.close()
        return result, server.requests


def last_rows(request: Any) -> list[list[Any]]:
    """The rows of the last result that a request shows."""
    texts = [str(m["content"]) for m in request["messages"] if "row_count" in str(m["content"])]
    found = texts[-1]
    rows: list[list[Any]] = json.JSONDecoder().raw_decode(found[found.rindex('{"columns"') :])[0][
        "rows"
    ]
    return rows


@pytest.mark.parametrize("way", ["function", "react"])
def test_a_total_by_city_and_month(database: Path, way: Way) -> None:
    sql = "SELECT SUM(amount) AS total FROM sales WHERE region = '杭州' AND sale_date LIKE '2026-03-%'"

    def script(request: Any) -> Scripted:
        if "row_count" not in str(request["messages"]):
            return calls(way, "query_sales", thought="先查三月", sql=sql)
        [[total]] = last_rows(request)
        return says(way, f"杭州 2026 年 3 月的销售总额是 {total}。")

    result, requests = converse(
        database, "杭州 2026 年 3 月的总额？", script, language="zh", mode=way
    )
    assert result.answer == "杭州 2026 年 3 月的销售总额是 1234.5。"
    assert result.reason == "final"
    assert "sales(region, product, amount, sale_date)" in texts_of(requests[0])


def test_a_request_to_change_data_is_refused_by_the_database_too(database: Path) -> None:
    script = [
        calls("function", "query_sales", sql="UPDATE sales SET amount = 0"),
        Scripted("I can only read the data, so I cannot change it."),
    ]
    result, _ = converse(database, "Set all sales of March to zero.", script)
    [refused] = [e for e in result.events if isinstance(e, ToolResult)]
    assert refused.error
    assert "only one SELECT" in refused.text
    assert "cannot change" in result.answer
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT SUM(amount) FROM sales").fetchone() == (2034.5,)
    connection.close()


def test_a_ranking_whose_first_query_is_empty_is_rewritten(database: Path) -> None:
    top = "SELECT product, SUM(amount) AS s FROM sales WHERE region = '{}' GROUP BY product ORDER BY s DESC"
    regions = "SELECT DISTINCT region FROM sales"
    script: list[Any] = [
        calls("function", "query_sales", sql=top.format("Hangzhou City")),
        calls("function", "query_sales", thought="no rows: look at the regions", sql=regions),
        calls("function", "query_sales", sql=top.format("杭州")),
        Scripted("In 杭州 tea leads with 1100, before cups with 534.5."),
    ]
    result, requests = converse(database, "Which product sells best in Hangzhou, 2026?", script)
    assert '"row_count": 0' in texts_of(requests[1])
    assert last_rows(requests[3]) == [["tea", 1100.0], ["cups", 534.5]]
    assert result.answer.endswith("534.5.")
    assert not [e for e in result.events if isinstance(e, Note)]


def test_this_month_against_last_in_two_queries(database: Path) -> None:
    month = "SELECT SUM(amount) FROM sales WHERE region = '杭州' AND sale_date LIKE '2026-{}-%'"
    both = Scripted(
        tool_calls=(
            ("query_sales", json.dumps({"sql": month.format("03")})),
            ("query_sales", json.dumps({"sql": month.format("02")})),
        )
    )
    script: list[Any] = [
        both,  # two at once: only one call a turn is made
        calls("function", "query_sales", sql=month.format("02")),
        Scripted("三月 1234.5，比二月的 400 多 834.5。"),
    ]
    result, _ = converse(database, "杭州三月和二月相比如何？", script, language="zh")
    results = [e for e in result.events if isinstance(e, ToolResult)]
    assert [e.called for e in results] == [True, False, True]
    assert result.answer == "三月 1234.5，比二月的 400 多 834.5。"


def test_a_missing_period_is_asked_for(database: Path) -> None:
    script = [calls("function", "ask_user", question="Which month do you mean?")]
    result, _ = converse(database, "How much did we sell in Marburg?", script)
    assert (result.reason, result.answer) == ("needs_input", "Which month do you mean?")


def test_nothing_found_is_said_and_a_number_is_never_invented(database: Path) -> None:
    nothing = calls("function", "query_sales", sql="SELECT amount FROM sales WHERE region = 'Oslo'")
    invents = [nothing, Scripted("Oslo sold 5,210."), Scripted("Nothing was found for Oslo.")]
    result, _ = converse(database, "Sales in Oslo in 2026?", invents)
    assert result.answer == "Nothing was found for Oslo."
    stubborn = [nothing, Scripted("Oslo sold 5,210."), Scripted("Oslo sold 5,310.")]
    result, _ = converse(database, "Sales in Oslo in 2026?", stubborn)
    assert "Oslo sold" not in result.answer


def test_after_three_failures_the_user_is_told(database: Path) -> None:
    script = [calls("function", "query_sales", sql=f"SELECT town{n} FROM sales") for n in range(3)]
    result, requests = converse(
        database, "By town, 2026?", [*script, Scripted("There is no town.")]
    )
    assert (result.reason, result.answer) == ("tool_error", "There is no town.")
    assert "no such column: town0; the columns are region" in texts_of(requests[1])


@pytest.mark.parametrize(
    "sql",
    [
        "update sales set amount = 0",
        "DELETE FROM sales",
        "INSERT INTO sales VALUES (1, 2, 3, 4)",
        "DROP TABLE sales",
        "CREATE TABLE t (x)",
        "SELECT 1; DROP TABLE sales",
        "SELECT * FROM secrets",
        "SELECT amount FROM sales WHERE EXISTS (SELECT 1 FROM secrets)",
        "SELECT * FROM sqlite_master",
        "SELECT * FROM pragma_table_info('secrets')",
        "WITH s AS (SELECT * FROM secrets) SELECT * FROM s",
        "PRAGMA table_info(sales)",
        "ATTACH DATABASE 'other.db' AS other",
        "SELECT load_extension('x')",
        "WITH t AS (SELECT 1) DELETE FROM sales",
        "EXPLAIN DELETE FROM sales",
        "VACUUM",
        "/* SELECT */ REPLACE INTO sales VALUES (1, 2, 3, 4)",
        "SELECT (",
        "",
    ],
)
def test_whatever_is_no_select_on_the_table_is_refused(database: Path, sql: str) -> None:
    before = database.read_bytes()
    with pytest.raises(AgentError) as error:
        Sales(database).query(sql)
    assert "hunter2" not in str(error.value)
    assert database.read_bytes() == before
    assert not (database.parent / "other.db").exists()


@pytest.mark.parametrize(
    "sql",
    [
        "select region, sum(amount) from sales group by region;",
        "WITH m AS (SELECT * FROM sales WHERE amount > 100) SELECT COUNT(*) FROM m",
        "SELECT 'DROP TABLE sales; DELETE' AS words, region FROM sales",
    ],
)
def test_selects_of_all_kinds_are_read(database: Path, sql: str) -> None:
    assert Sales(database).query(sql)["row_count"] > 0


def test_rows_are_capped_and_a_query_without_end_is_stopped(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT i FROM n"
    found = Sales(database).query(many)
    assert found["row_count"] == MOST_ROWS
    assert "first 100" in found["note"]
    monkeypatch.setattr("scripts.examples.sql_analyst.MOST_SECONDS", 0.1)
    endless = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"
    )
    with pytest.raises(AgentError, match="seconds"):
        Sales(database).query(endless)


def test_a_file_that_is_no_such_database(tmp_path: Path, database: Path) -> None:
    (tmp_path / "no.db").write_text("no database at all, only words" * 100)
    empty = tmp_path / "empty.db"
    sqlite3.connect(empty).close()
    for path in (tmp_path / "none.db", tmp_path / "no.db", empty):
        with pytest.raises(AgentError):
            Sales(path)


def test_the_command_line(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([str(database), "how much?"])
    script = [
        calls("function", "query_sales", sql="SELECT MAX(amount) FROM sales"),
        Scripted("700.0"),
    ]
    with ScriptedServer(script) as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        assert main([str(database), "the largest sale of 2026?"]) == 0
    assert capsys.readouterr().out == "700.0\n"
