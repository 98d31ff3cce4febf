from __future__ import annotations

import json
from pathlib import Path

import pytest

from persona.errors import TemplateError
from persona.templates import Audience, TemplateLibrary, shipped
from tests.templates.conftest import atomic

ADA = Audience(user="ada", role="admin", tenant="acme")


def with_overlay(base: dict[str, str], *files: tuple[str, str]) -> TemplateLibrary:
    return TemplateLibrary.from_layers([("overlay", dict(files)), ("base", base)])


def test_the_first_layer_that_has_it_wins(base: dict[str, str]) -> None:
    over = with_overlay(base, atomic("constraint/safe", "- No milk."))
    chosen = over.choose("constraint/safe")
    assert chosen.document.body == "- No milk."
    assert chosen.document.layer == "overlay"
    assert over.choose("constraint/safe", language="zh").document.body == "- 不放坚果。"


def test_a_variant_is_chosen_by_whom_it_is_for_and_says_why(base: dict[str, str]) -> None:
    def variant(name: str, body: str, audience: str) -> tuple[str, str]:
        _, text = atomic("constraint/safe", body, for_=audience)
        return f"atomic/constraint/{name}.md", text

    over = with_overlay(
        base,
        variant("role", "- role", "{role: admin}"),
        variant("tenant", "- tenant", "{tenant: acme}"),
        variant("user", "- user", "{user: ada}"),
        variant("other", "- other", "{tenant: other}"),
    )
    assert over.choose("constraint/safe", reader=ADA).document.body == "- user"
    assert (
        over.choose("constraint/safe", reader=Audience(tenant="acme")).document.body == "- tenant"
    )
    assert over.choose("constraint/safe", reader=Audience(role="admin")).document.body == "- role"
    assert over.choose("constraint/safe").document.body == "- No nuts."
    why = over.choose("constraint/safe", reader=Audience(tenant="acme", role="admin")).why
    assert why[0].startswith("chosen: atomic/constraint/tenant.md of overlay")
    assert "not for this reader: atomic/constraint/user.md is for user=ada" in why
    assert "not for this reader: atomic/constraint/other.md is for tenant=other" in why


def test_a_variant_for_a_reader_goes_into_the_prompt(base: dict[str, str]) -> None:
    file, text = atomic("constraint/safe", "- Acme rule.", for_="{tenant: acme}")
    over = with_overlay(base, ("atomic/constraint/acme.md", text))
    why = over.explain("scene/dinner", reader=Audience(tenant="acme"))
    assert list(why) == ["scene/dinner", "role/cook", "constraint/safe", "example/dish"]
    assert "for tenant=acme" in why["constraint/safe"][0]
    assert file != "atomic/constraint/acme.md"
    told = over.prompt("scene/dinner", reader=Audience(tenant="acme")).render().text
    assert "- Acme rule." in told
    assert "- Acme rule." not in over.prompt("scene/dinner").render().text


def test_a_language_that_is_missing_falls_back_and_says_so(library: TemplateLibrary) -> None:
    chosen = library.choose("example/dish", language="zh")
    assert "for want of zh" in chosen.why[0]


def test_a_variant_for_a_model(base: dict[str, str]) -> None:
    _, text = atomic("role/cook", "Short.", model="tiny")
    over = with_overlay(base, ("atomic/role/tiny.md", text))
    assert over.query("role/cook", prefer_model="tiny") == "Short."
    assert over.query("role/cook", prefer_model="big") == "You cook for {{ guest }}."
    assert over.query("role/cook") == "You cook for {{ guest }}."


def test_a_library_is_a_prompt_manager(library: TemplateLibrary) -> None:
    assert library.query("role/cook", prefer_prompt_language="zh") == "你为{{ guest }}做饭。"
    assert library.query("role/none") is None
    assert library.query("scene/dinner") is None


def test_an_unknown_id_names_the_nearest(library: TemplateLibrary) -> None:
    with pytest.raises(TemplateError, match="did you mean role/cook"):
        library.prompt("role/cok")


def test_two_files_of_one_layer_with_one_place_are_an_error(base: dict[str, str]) -> None:
    base["atomic/role/second.md"] = base["atomic/role/cook.en.md"]
    with pytest.raises(TemplateError, match=r"'role/cook' is in .* too"):
        TemplateLibrary.from_layers([("base", base)])


def test_folders_overlay_the_shipped_templates(tmp_path: Path) -> None:
    file, text = atomic("constraint/security", "- Ours.", inputs="{}")
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    over = TemplateLibrary(tmp_path)
    assert over.layers == (str(tmp_path), "shipped")
    before = {
        name: shipped().prompt(name).render(shipped().prompt(name).samples).text
        for name in ("composite/sql_agent", "composite/analysis_agent")
    }
    for name, old in before.items():  # two composites share the atomic: one edit changes both
        new = over.prompt(name).render(over.prompt(name).samples).text
        assert "- Ours." in new
        assert "- Ours." not in old
        assert "Read only" in old
        assert "Read only" not in new


def test_a_folder_that_is_not_there_or_not_utf8(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match="no such folder"):
        TemplateLibrary(tmp_path / "none")
    (tmp_path / "scene").mkdir()
    (tmp_path / "scene" / "x.yaml").write_bytes(b"id: \xff\n")
    with pytest.raises(TemplateError, match="UTF-8"):
        TemplateLibrary(tmp_path)


def test_impact_names_all_that_changes(library: TemplateLibrary) -> None:
    assert library.impact("constraint/safe") == (
        "composite/cook",
        "composite/host",
        "scene/dinner",
    )
    assert library.impact("example/dish") == ("composite/cook", "scene/dinner")
    assert library.impact("scene/dinner") == ()


def test_impact_is_what_does_change(base: dict[str, str], library: TemplateLibrary) -> None:
    over = with_overlay(base, atomic("example/dish", "Soup."))
    changed = {
        name
        for name in library.ids()
        if name != "example/dish" and library.prompt(name).version != over.prompt(name).version
    }
    assert changed == set(library.impact("example/dish"))


def test_export_as_json_and_back_is_the_same(base: dict[str, str]) -> None:
    over = with_overlay(base, atomic("constraint/safe", "- 不放牛奶。", "zh"))
    back = TemplateLibrary.from_dict(json.loads(json.dumps(over.to_dict())))
    assert back.version == over.version
    assert back.files() == over.files()
    with pytest.raises(TemplateError, match="layers"):
        TemplateLibrary.from_dict({"layer": []})


def test_the_version_is_the_content(base: dict[str, str], library: TemplateLibrary) -> None:
    assert TemplateLibrary.from_layers([("elsewhere", base)]).version == library.version
    changed = with_overlay(base, atomic("constraint/safe", "- No nuts!"))
    assert changed.version != library.version


def test_prompts_are_compiled_once(library: TemplateLibrary) -> None:
    assert library.prompt("scene/dinner") is library.prompt("scene/dinner", language="en-GB")


def test_users_who_see_the_same_share_a_prompt(base: dict[str, str]) -> None:
    _, text = atomic("constraint/safe", "- Ada's.", for_="{user: ada}")
    over = with_overlay(base, ("atomic/constraint/ada.md", text))
    prompts = {id(over.prompt("scene/dinner", reader=Audience(user=f"u{i}"))) for i in range(50)}
    assert prompts == {id(over.prompt("scene/dinner"))}
    assert over.prompt("scene/dinner", reader=ADA) is not over.prompt("scene/dinner")


def test_every_kind_of_template_is_shipped_in_both_languages() -> None:
    wanted = [
        "role/assistant",
        "role/sql_expert",
        "role/data_analyst",
        "task/code_generation",
        "task/data_query",
        "task/report_explanation",
        "constraint/output_format",
        "constraint/security",
        "constraint/tool_usage",
        "example/sql",
        "example/tool_call",
        "composite/sql_agent",
        "composite/analysis_agent",
        "composite/coordinator",
        "scene/finance",
        "scene/healthcare",
        "scene/internal_tool",
    ]
    assert set(wanted) <= set(shipped().ids())
    for name in wanted:
        texts = [
            prompt.render(
                prompt.samples | {"tools": ["t"]} if "tools" in prompt.inputs else prompt.samples
            )
            for prompt in (shipped().prompt(name, language=la) for la in ("en", "zh"))
        ]
        assert texts[0].text != texts[1].text
        assert any("\u4e00" <= c <= "\u9fff" for c in texts[1].text)
        assert not any("\u4e00" <= c <= "\u9fff" for c in texts[0].text)
