"""A SQL analyst over a table of sales: it reads, asks back, repairs its queries, and never invents.

    python scripts/examples/sql_analyst.py sales.db "Total sales in Hangzhou in March 2026?"

The table is ``sales(region, product, amount, sale_date)``, dates as YYYY-MM-DD. What it may not do is
refused by the database, not by the prompt: the file is opened read-only, and SQLite's own parser asks
us about each thing that a statement would touch. The model is that of OPENAI_MODEL.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parent.parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(_ROOT))

from persona.agent import ASK_USER, Agent, Learned, Limits, Policy, Tool, tool  # noqa: E402
from persona.agent.wording import Language  # noqa: E402
from persona.errors import AgentError  # noqa: E402
from persona.templates import shipped  # noqa: E402

TABLE = "sales"
COLUMNS = ("region", "product", "amount", "sale_date")
MOST_ROWS = 100
MOST_SECONDS = 5.0
RETRIES = 3

_RULES: dict[Language, list[str]] = {
    "en": [
        "If the question names no period, or no region where one is needed, ask for it with ask_user.",
        "If a query gives no rows, look which values there are and rewrite it once; if there is still"
        " nothing, say plainly that nothing was found.",
        "Every number of the answer comes from a result. Never estimate or invent one.",
        "Dates are texts, YYYY-MM-DD.",
    ],
    "zh": [
        "如果问题没有说明时间范围，或者需要地区而没有说明，用 ask_user 询问。",
        "如果查询结果为空，先查看有哪些取值，再改写一次查询；仍然为空就明确说明没有查到。",
        "回答中的每个数字都来自查询结果，绝不估计或编造。",
        "日期是文本，格式为 YYYY-MM-DD。",
    ],
}
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE})
_REFUSED_FUNCTIONS = frozenset(
    {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"}
)


class Sales:
    """The table, to be read only.

    Args:
        path: of the SQLite file.

    Raises:
        AgentError: there is no such file, or it has no such table.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        with self._reading() as connection:
            try:
                found = {row[1] for row in connection.execute(f"PRAGMA table_info({TABLE})")}
            except sqlite3.DatabaseError as error:
                raise AgentError(f"{path}: this is no SQLite database") from error
        if not found >= set(COLUMNS):
            raise AgentError(f"{path}: there is no table {TABLE}({', '.join(COLUMNS)})")

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        address = f"{self._path.absolute().as_uri()}?mode=ro"
        try:
            connection = sqlite3.connect(address, uri=True, isolation_level=None)
        except sqlite3.OperationalError as error:
            raise AgentError(f"{self._path}: the database cannot be opened") from error
        try:
            connection.execute("PRAGMA query_only = ON")
            yield connection
        finally:
            connection.close()

    def query(self, sql: str) -> dict[str, Any]:
        """The rows of one SELECT, at most a hundred.

        Raises:
            AgentError: it is no single SELECT on the table, it is wrong, or it takes too long.
        """
        judge = _Judge()
        until = time.monotonic() + MOST_SECONDS
        with self._reading() as connection:
            judge.learn(connection)
            connection.set_authorizer(judge)
            connection.set_progress_handler(lambda: time.monotonic() > until, 10_000)
            try:
                cursor = connection.execute(sql.strip().rstrip(";"))
                rows = cursor.fetchmany(MOST_ROWS + 1)
            except (sqlite3.Error, sqlite3.Warning) as error:
                raise AgentError(_why(error, judge.refused)) from error
            if cursor.description is None:
                raise AgentError("only SELECT is possible: this is a reading connection")
            columns = [column[0] for column in cursor.description]
        found = {"columns": columns, "rows": [list(row) for row in rows[:MOST_ROWS]]}
        more = {"note": f"only the first {MOST_ROWS} rows"} if len(rows) > MOST_ROWS else {}
        return {**found, "row_count": min(len(rows), MOST_ROWS), **more}


class _Judge:
    """Asked by SQLite's parser for each thing that a statement would do.

    Attributes:
        refused: tables that may not be read; "" for anything else.
    """

    def __init__(self) -> None:
        self.refused: list[str] = []
        self._others: set[str] = set()

    def learn(self, connection: sqlite3.Connection) -> None:
        """The tables of the database: what else is read is a name within the statement."""
        names = {
            str(row[0]).lower() for row in connection.execute("SELECT name FROM sqlite_master")
        }
        self._others = names - {TABLE}

    def __call__(self, action: int, first: str | None, second: str | None, *_: Any) -> int:
        """Whether it may."""
        name = (first or "").lower()
        if action == sqlite3.SQLITE_READ:
            if name not in self._others and not name.startswith(("sqlite_", "pragma_")):
                return sqlite3.SQLITE_OK
            self.refused.append(name)
        elif action in _ALLOWED and (second or "").lower() not in _REFUSED_FUNCTIONS:
            return sqlite3.SQLITE_OK
        else:
            self.refused.append("")
        return sqlite3.SQLITE_DENY


def _why(error: Exception, refused: list[str]) -> str:
    if refused:
        what = next((name for name in refused if name), "")
        told = f": {what} may not be read" if what else ""
        return f"only one SELECT on the table {TABLE} is possible{told}"
    if "interrupted" in str(error):
        return f"the query took over {MOST_SECONDS:g} seconds; make it simpler"
    if "one statement" in str(error):
        return f"only one SELECT on the table {TABLE} is possible, not several statements"
    return f"{error}; the columns are {', '.join(COLUMNS)}"


def query_tool(sales: Sales) -> Tool:
    """The one tool of the analyst."""

    def query_sales(sql: str) -> dict[str, Any]:
        """Reads the table sales(region, product, amount, sale_date). Only one SELECT, never a change.

        Args:
            sql: one SELECT for SQLite, for example
                "SELECT SUM(amount) FROM sales WHERE sale_date LIKE '2026-03-%'".
        """
        return sales.query(sql)

    def learn(arguments: Mapping[str, Any], found: dict[str, Any]) -> Learned:
        asked = " ".join(str(arguments.get("sql", "")).split())[:80]
        return Learned(facts=(f"{found['row_count']} rows: {asked}",))

    return tool(query_sales, always=True, learn=learn)


def analyst(model: Any, path: str | Path, *, language: Language = "en", **settings: Any) -> Agent:
    """The agent.

    Args:
        model: a chat model.
        path: of the database.
        language: of its prompts.
        settings: further ones of `Agent`.

    Raises:
        AgentError: the database cannot be used.
    """
    values = {
        "dialect": "SQLite",
        "tables": [f"{TABLE}({', '.join(COLUMNS)})"],
        "max_rows": MOST_ROWS,
        "domain_rules": _RULES[language],
        "user_role": "admin",
        "tools": ["query_sales", "ask_user"],
        "format": "table",
    }
    system = shipped().prompt("composite/sql_agent", language=language).render(values).text
    chosen: dict[str, Any] = {
        "limits": Limits(tool_failures=RETRIES),
        "policy": Policy(most=1),
        **settings,
    }
    tools = [query_tool(Sales(path)), ASK_USER]
    return Agent(model, tools=tools, system=system, language=language, check_numbers=True, **chosen)


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    from persona.llm import OpenAIChat

    parser = argparse.ArgumentParser(description="Answers questions from a table of sales.")
    parser.add_argument("database", type=Path)
    parser.add_argument("question")
    parser.add_argument("--lang", choices=("en", "zh"), default="en")
    call = parser.parse_args(arguments)
    name = os.environ.get("OPENAI_MODEL", "")
    if not name:
        parser.error("set OPENAI_MODEL (and OPENAI_API_KEY or OPENAI_BASE_URL)")
    try:
        agent = analyst(OpenAIChat(name), call.database, language=call.lang)
    except AgentError as error:
        parser.error(str(error))
    with agent:
        result = agent.run(call.question)
    print(result.answer)
    return 0 if result.reason in ("final", "needs_input") else 1


if __name__ == "__main__":
    raise SystemExit(main())
