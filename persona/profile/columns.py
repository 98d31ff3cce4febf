"""What the columns of a table, or the keys of an answer, are called that fill a profile."""

from __future__ import annotations

FIELDS = [
    "profile_id",
    "name",
    "role",
    "goal",
    "retry_goal",
    "desc",
    "constraints",
    "retry_constraints",
    "expand_prompt",
    "examples",
    "basic.age",
    "basic.gender",
    "basic.occupation",
    "psychology.character",
    "psychology.thinking",
    "social",
]
"""Fields of a profile that a column can fill."""

_CHINESE = {
    "name": ("姓名", "名字", "名称"),
    "role": ("角色", "身份"),
    "goal": ("目标",),
    "desc": ("描述", "简介"),
    "constraints": ("约束", "规则"),
    "examples": ("示例",),
    "basic.age": ("年龄",),
    "basic.gender": ("性别",),
    "basic.occupation": ("职业",),
    "psychology.character": ("性格",),
    "psychology.thinking": ("思维方式", "思考方式"),
}
_COLUMNS = {field.rpartition(".")[2]: field for field in FIELDS}
_COLUMNS |= {column: field for field, columns in _CHINESE.items() for column in columns}


def field_of(column: object) -> str | None:
    """The field that a column is named after, in English or Chinese, in any case of letters."""
    return _COLUMNS.get("_".join(str(column).casefold().replace("_", " ").split()))
