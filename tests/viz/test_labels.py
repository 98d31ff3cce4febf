import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.records import USER
from persona.viz import page
from tests.viz.pages import Page, graph_of, named


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("platform engineer", "platform\nengineer"),
        ("bright backgrounds", "bright\nbackgrounds"),
        ("C++ and C#", "C++ and C#"),
        ("the Lord of the Rings", "the Lord of the\nRings"),
        ("machine learning infrastructure team", "machine\nlearning…"),
        ("internationalisation", "internationalis\nation"),  # longer than a line by itself
        ("在上海的一家很安静的小咖啡馆写代码", "在上海的一家很\n安静的小咖啡馆…"),
        ("Postgres 数据库 迁移 to SQLite", "Postgres 数据库\n迁移 to SQLite"),
    ],
)
def test_a_label_breaks_at_spaces_and_between_chinese_characters(name: str, label: str) -> None:
    graph = graph_of((USER, "likes", name, 1, True, ()))
    assert named(Page(page(graph, title="Ann")).data, name)["label"] == label


@given(st.lists(st.text(alphabet="ab", min_size=1, max_size=15), min_size=1, max_size=6))
def test_a_label_has_two_lines_of_whole_words(words: list[str]) -> None:
    graph = graph_of((USER, "likes", " ".join(words), 1, True, ()))
    data = Page(page(graph, title="Ann")).data
    label = named(data, data["about"][0]["name"])["label"]
    lines = label.removesuffix("…").split("\n")
    assert len(lines) <= 2
    assert all(len(line) <= 15 for line in lines)
    whole = label.removesuffix("…").split()
    assert whole == " ".join(words)[:79].split()[: len(whole)]  # a name is cut at 80
    assert label.endswith("…") == (len(whole) < len(words))
