from __future__ import annotations

import json
import math
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from persona.errors import ProfileError
from persona.profile import DatasetProfileFactory, ProfileConfig

IVO = {"name": "Ivo", "role": "Clerk", "goal": "File papers."}
MAPPING = {
    "name": "full name",
    "role": "job",
    "goal": "Help with {{ topic }} in {{ city }}.",
    "basic.age": "age",
    "psychology.character": "traits",
}
PERSON = {
    "full name": "李雷",
    "job": "医生",
    "topic": "复诊",
    "city": "杭州",
    "age": 41,
    "traits": "耐心; 幽默",
    "other": "not read",
}


def test_columns_fill_the_fields_they_are_named_after() -> None:
    profile = DatasetProfileFactory([IVO]).create_profile(1062)
    assert profile is not None
    assert (profile.get_name(), profile.get_role(), profile.get_goal()) == tuple(IVO.values())


def test_plain_columns_fill_the_inner_fields() -> None:
    row = {**IVO, "age": 41, "character": ["calm"], "weight": 80}
    (profile,) = DatasetProfileFactory([row]).profiles()
    assert (profile.basic.age, profile.psychology.character) == (41, ("calm",))


def test_columns_may_be_named_in_chinese_or_capitals() -> None:
    (profile,) = DatasetProfileFactory(
        [
            {
                "姓名": "小满",
                "角色": "店员",
                "目标": "看店",
                "年龄": 31,
                "性格": "耐心;细心",
                "城市": "杭州",
            }
        ]
    ).profiles(prefer_prompt_language="zh")
    assert (profile.name, profile.role, profile.goal) == ("小满", "店员", "看店")
    assert (profile.basic.age, profile.psychology.character) == (31, ("耐心", "细心"))
    (profile,) = DatasetProfileFactory(
        [{"Name": "Ivo", "ROLE": "Clerk", "Retry Goal": "Again.", "姓名": "Ivo the second"}]
    ).profiles()
    assert (profile.name, profile.role, profile.retry_goal) == ("Ivo", "Clerk", "Again.")


def test_a_role_that_nobody_says_is_the_occupation() -> None:
    factory = DatasetProfileFactory([{"姓名": "小满", "职业": "店员"}, {"name": "Ivo"}])
    made = factory.create_profile(0)
    assert made is not None
    assert (made.get_name(), made.get_role()) == ("小满", "店员")
    made = factory.create_profile(0, role="Shopkeeper")
    assert made is not None
    assert made.get_role() == "Shopkeeper"
    with pytest.raises(ProfileError, match="row 2: role missing"):
        factory.create_profile(1)


def test_a_mapping_says_which_column_is_what() -> None:
    (profile,) = DatasetProfileFactory([PERSON], MAPPING, language="zh").profiles()
    assert profile.name == "李雷"
    assert profile.goal == "Help with 复诊 in 杭州."
    assert profile.basic.age == 41
    assert profile.psychology.character == ("耐心", "幽默")
    text = profile.format_system_prompt()
    assert "性格：耐心、幽默" in text
    assert "not read" not in text


def test_a_number_takes_its_row_again_and_again() -> None:
    factory = DatasetProfileFactory([{**IVO, "name": f"P{i}"} for i in range(3)])
    numbers = [0, 1, 2, 3, 4, 4, 0, 2, 1, 1000]
    names = [factory.create_profile(i).get_name() for i in numbers]  # type: ignore[union-attr]  # rows are there
    assert names == [f"P{i % 3}" for i in numbers]


class Counted:
    """Rows that count how often they are read."""

    reads = 0

    def __iter__(self) -> Iterator[dict[str, str]]:
        for number in range(500):
            self.reads += 1
            yield {**IVO, "name": f"P{number}"}


def test_going_through_the_numbers_reads_each_row_twice_and_threads_do_not_mix_them() -> None:
    rows = Counted()
    factory = DatasetProfileFactory(rows)
    assert [factory.create_profile(i).get_name() for i in range(500)] == [  # type: ignore[union-attr]  # rows are there
        f"P{i}" for i in range(500)
    ]
    assert rows.reads == 1000  # once to count, once to give
    with ThreadPoolExecutor(4) as pool:
        names = pool.map(lambda i: factory.create_profile(i).get_name(), range(0, 500, 50))  # type: ignore[union-attr]  # rows are there
    assert list(names) == [f"P{i}" for i in range(0, 500, 50)]


def test_what_the_table_does_not_say_is_taken_from_the_config() -> None:
    config = ProfileConfig(role="Guide", factory=DatasetProfileFactory([{"name": "Ivo"}]))
    profile = config.create_profile()
    assert (profile.get_name(), profile.get_role()) == ("Ivo", "Guide")


def test_an_empty_table_leaves_it_to_the_fields() -> None:
    assert DatasetProfileFactory([]).create_profile(1) is None


def write(path: Path, rows: list[dict[str, Any]], *, bom: bool = False) -> Path:
    encoding = "utf-8-sig" if bom else "utf-8"
    if path.suffix == ".jsonl":
        text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n\n"
    else:
        mark = "\t" if path.suffix == ".tsv" else ","
        lines = [mark.join(rows[0]), *(mark.join(str(v) for v in row.values()) for row in rows)]
        text = "\r\n".join(lines) + "\r\n"
    path.write_text(text, encoding=encoding, newline="")
    return path


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".CSV"])
@pytest.mark.parametrize("bom", [True, False])
def test_files(tmp_path: Path, suffix: str, *, bom: bool) -> None:
    path = write(tmp_path / f"people{suffix}", [PERSON], bom=bom)
    (profile,) = DatasetProfileFactory(path, MAPPING).profiles()
    assert (profile.name, profile.role) == ("李雷", "医生")
    assert str(profile.basic.age) == "41"


class Frame:
    """The part of a pandas DataFrame that is used."""

    columns = ("name", "role", "goal")

    def itertuples(self, *, index: bool, name: None) -> Iterator[tuple[Any, ...]]:
        assert (index, name) == (False, None)
        return iter([("Ivo", "Clerk", math.nan), ("Ana", "Cook", "Bake.")])


class Polar:
    """The part of a polars DataFrame that is used."""

    def iter_rows(self, *, named: bool) -> Iterator[dict[str, Any]]:
        assert named
        return iter([IVO])


def test_frames() -> None:
    first, second = DatasetProfileFactory(Frame()).profiles()
    assert (first.name, first.goal) == ("Ivo", None)  # NaN is no value
    assert second.goal == "Bake."
    assert [p.name for p in DatasetProfileFactory(Polar()).profiles()] == ["Ivo"]


def test_rows_that_give_none_are_counted_and_named() -> None:
    rows = [IVO, {"name": "Ana"}, {**IVO, "name": " "}, {**IVO, "profile_id": "x"}, IVO]
    loaded = DatasetProfileFactory(rows).load()
    assert len(loaded.profiles) == 2
    assert loaded.skipped == {"invalid_row": 3}
    assert [r.split(":")[0] for r in loaded.rejects] == ["row 2", "row 3", "row 4"]
    assert "role missing" in loaded.rejects[0]
    with pytest.raises(ProfileError, match="row 2"):
        list(DatasetProfileFactory(rows).profiles())


def test_a_table_of_people_holds_no_templates() -> None:
    (profile,) = DatasetProfileFactory(
        [{**IVO, "goal": "{{ question }} {{ 7*7 }}", "constraints": "{% if; {{ x }}"}]
    ).profiles()
    text = profile.format_system_prompt("Q?")
    assert "{{ question }} {{ 7*7 }}" in text
    assert "1. {% if\n2. {{ x }}" in text


def test_no_column_of_a_table_is_a_template_of_the_profile() -> None:
    (profile,) = DatasetProfileFactory([{**IVO, "system_prompt_template": "PWNED"}]).profiles()
    assert "PWNED" not in profile.format_system_prompt()


@pytest.mark.parametrize(
    ("mapping", "told"),
    [
        ({"nam": "name"}, "'nam'; did you mean name"),
        ({"system_prompt_template": "x"}, "system_prompt_template"),
        ({"goal": "{{ a"}, "mapping of goal"),
    ],
)
def test_mappings_that_cannot_be(mapping: dict[str, str], told: str) -> None:
    with pytest.raises(ProfileError, match=told):
        DatasetProfileFactory([IVO], mapping)


@pytest.mark.parametrize(
    ("mapping", "told"),
    [
        ({"name": "nmae", "role": "role"}, "row 1: there is no column 'nmae'; did you mean name"),
        ({"name": "{{ nope }}", "role": "role"}, "row 1: mapping of name.*nope"),
    ],
)
def test_columns_that_are_not_there(mapping: dict[str, str], told: str) -> None:
    with pytest.raises(ProfileError, match=told):
        list(DatasetProfileFactory([IVO], mapping).profiles())


def test_data_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="no such file"):
        DatasetProfileFactory(tmp_path / "none.csv")
    with pytest.raises(ProfileError, match=r"\.csv"):
        DatasetProfileFactory(tmp_path / "people.xlsx")
    with pytest.raises(ProfileError, match="only once"):
        DatasetProfileFactory(iter([IVO]))
    with pytest.raises(ProfileError, match="row 1: values by column"):
        list(DatasetProfileFactory(["Ivo"]).profiles())
    (tmp_path / "bad.csv").write_bytes(b"name,role\n\xff,x\n")
    with pytest.raises(ProfileError, match="UTF-8"):
        list(DatasetProfileFactory(tmp_path / "bad.csv").profiles())
    (tmp_path / "bad.jsonl").write_text("{\n", encoding="utf-8")
    with pytest.raises(ProfileError, match=r"bad\.jsonl"):
        list(DatasetProfileFactory(tmp_path / "bad.jsonl").profiles())


def test_many_thousand_people_are_streamed(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("name,role,desc\n")
        for number in range(3000):
            file.write(f"人{number},医生,{'很长的介绍' * 40}\n")
    assert path.stat().st_size > 1_500_000
    tracemalloc.start()
    names = {profile.name for profile in DatasetProfileFactory(path).profiles()}
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(names) == 3000
    assert peak < path.stat().st_size / 2
