from __future__ import annotations

import pytest

from persona.errors import TemplateError
from persona.templates.definitions import Atomic, Scene, read_document, read_yaml

FRONT = "---\nid: role/x\nkind: role\n{more}---\n\nYou are x.\n"


def front(more: str) -> str:
    return FRONT.replace("{more}", more)


def test_an_atomic_is_read_with_its_front_matter() -> None:
    document = read_document(
        "atomic/role/x.md",
        front(
            "language: zh\ninputs:\n  n: {type: int, default: 3}\ntrimmable: true\npriority: 7\n"
        ),
    )
    definition = document.definition
    assert isinstance(definition, Atomic)
    assert (definition.language, definition.trimmable, definition.priority) == ("zh", "tail", 7)
    assert not definition.inputs["n"].is_required
    assert document.body == "You are x."
    # 3 + 5 lines of front matter and its borders, one blank line
    assert document.text.split("\n")[document.body_line - 1] == "You are x."


def test_windows_line_ends_and_a_byte_order_mark_are_no_content() -> None:
    text = front("")
    same = read_document("atomic/role/x.md", "\ufeff" + text.replace("\n", "\r\n"))
    assert same.hash == read_document("atomic/role/x.md", text).hash


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("colour: red\n", "colour"),
        ("priority: 101\n", "priority"),
        ("trimmable: maybe\n", "trimmable"),
        ("language: fr\n", "language"),
        ("inputs: {a b: {}}\n", "'a b' is no name of a variable"),
        ("inputs: {a: {type: number}}\n", r"inputs\.a\.type"),
        ("for: {planet: mars}\n", "planet"),
        ("kind: task\n", "line 4: 'kind' is given twice"),
        ("title: [\n", r"line \d+"),
        ("a: &x 1\nb: *x\n", "line 5: aliases are not offered"),
        ("title: !!python/object/apply:os.system ['touch pwned']\n", "line 4"),
    ],
)
def test_front_matter_that_is_wrong_names_file_and_place(more: str, told: str) -> None:
    with pytest.raises(TemplateError, match=told) as caught:
        read_document("atomic/role/x.md", front(more))
    assert str(caught.value).startswith("atomic/role/x.md")


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("atomic/role/x.md", "You are x.", "line 1: it must begin with front matter"),
        ("atomic/task/x.md", front(""), "it must lie in atomic/role/"),
        ("elsewhere/x.md", front(""), "it must lie in atomic, composite, scene"),
        ("atomic/role/x.md", front("").replace("role/x", "Role X"), "kind/name"),
        ("scene/x.yaml", "- a\n", "keys and values"),
        ("scene/x.yaml", "id: scene/x\nlimits: {tokens: 0}\n", r"limits\.tokens"),
        ("atomic/role/x.md", front("") + "a" * 200_000, "a template may have 200000"),
        ("atomic/role/x.md", front("") + "\0", "NUL"),
        ("atomic/role/x.md", front("").replace("kind: role", "kind: task"), "begin with its kind"),
    ],
)
def test_files_that_cannot_be(file: str, text: str, told: str) -> None:
    with pytest.raises(TemplateError, match=told):
        read_document(file, text)


def test_a_scene_is_read() -> None:
    document = read_document(
        "scene/x.yaml", "id: scene/x\ncomposite: composite/y\nadd: [role/z]\nlimits: {steps: 3}\n"
    )
    assert isinstance(document.definition, Scene)
    assert document.definition.add[0].use == "role/z"
    assert document.definition.limits.steps == 3


def test_yaml_of_depth_is_an_error_not_a_crash() -> None:
    with pytest.raises(TemplateError):
        read_yaml("[" * 20_000, "x.yaml")
