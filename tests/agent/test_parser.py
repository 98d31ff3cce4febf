from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from persona.agent.items import Action, Failed, Final, Item, Skipped, Text, Thinking
from persona.agent.parser import ReActParser, parse
from tests.strategies import NO_SHRINKING


def shown(items: list[Item]) -> str:
    return "".join(item.text for item in items if isinstance(item, Text))


def calls(items: list[Item]) -> list[tuple[str, Any]]:
    return [(item.name, item.input) for item in items if isinstance(item, Action)]


def answer(items: list[Item]) -> str:
    return "".join(item.text for item in items if isinstance(item, Final))


def failed(items: list[Item]) -> int:
    return sum(isinstance(item, Failed) for item in items)


def fed(pieces: list[str], names: tuple[str, ...] = ()) -> list[Item]:
    parser = ReActParser(names)
    return [item for piece in pieces for item in parser.feed(piece)] + parser.close()


def told(items: list[Item]) -> list[tuple[str, Any]]:
    """The items with neighbours of one sort joined: what must not depend on the pieces."""
    found: list[tuple[str, Any]] = []
    for item in items:
        sort = type(item).__name__
        value: Any = (
            (item.name, item.input, item.place)
            if isinstance(item, Action)
            else (item.why if isinstance(item, Failed) else getattr(item, "text", item.raw))
        )
        if sort in ("Text", "Final", "Thinking", "Skipped") and found and found[-1][0] == sort:
            found[-1] = (sort, found[-1][1] + value)
        elif value != "":
            found.append((sort, value))
    return found


TEA = '{"action": "brew", "action_input": {"cups": 2}}'
TEA_CALL = ("brew", {"cups": 2})


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (f"Thought: thirsty\nAction: {TEA}", " thirsty\n "),
        (f"Thought: thirsty\nAction:\n```json\n{TEA}\n```", " thirsty\n\n"),
        (f"思考：渴了\n行动：{TEA}", "渴了\n"),
        (f"**Action:** {TEA}", " "),
        (f"**Action**: {TEA}", " "),
        (f"**行动：** {TEA}", " "),
        (f"  \taction： {TEA} done", "  \t  done"),
        (f"Now the action: {TEA}", "Now the  "),
        (f"好，行动：{TEA}", "好，"),
        (f"~~~\n{TEA}\n~~~", "~~~\n\n~~~"),
        (f"<think>no {TEA}</think>{TEA}", ""),
        (f"<THINK>a<think>b</think>{TEA}</think>\n{TEA}", "\n"),
        (f"````\n[{TEA}]\n````", ""),
        ('Action: brew\nAction Input: {"cups": 2}', ""),
        ('Action: brew\nAction Input:\n```json\n{"cups": 2}\n```', ""),
        ('**Action:** brew\n**Action Input:** {"cups": 2}', ""),
        ('行动： brew\n行动输入：{"cups": 2}', ""),
        ('Action:\nbrew\nAction Input:\n{"cups": 2}', ""),
        (f"``` json\n{TEA}\n```", ""),
        (f"```json\nAction: {TEA}\n```", ""),
        ("Action: {“action”：“brew”，“action_input”：{“cups”：2}}", " "),
        ('{"tool": "brew", "tool_input": {"cups": 2}}', ""),
        ('{"name": "brew", "arguments": {"cups": 2}}', ""),
        ('{"name": "brew", "parameters": {"cups": 2}}', ""),
        ('{"type": "function", "function": {"name": "brew", "arguments": "{\\"cups\\": 2}"}}', ""),
        ('{"tool_calls": [{"action": "brew", "args": {"cups": 2}}]}', ""),
        ("{'action': 'brew', 'action_input': {'cups': 2}}", ""),
        ('{"action": "brew", "action_input": {"cups": 2,},}', ""),
    ],
)
def test_one_action_in_many_forms(said: str, text: str) -> None:
    items = parse(said)
    assert calls(items) == [TEA_CALL]
    assert shown(items) == text
    assert failed(items) == 0


@pytest.mark.parametrize(
    "said",
    [
        "plain words, and an action: later",
        "transaction: done, redaction: none",
        "the set {a, b} and {x: 1}",
        "a map [1] and [link](there) {",
        '{"tone": "dry"}',
        "```python\nd = {1: 2}\nprint('```')\n",
        "use ``ls`` and ```ls``` here",
        "{{ a }} }} ]",
        "我的想法 {甲, 乙}",
        "< 3 and <thin and </thi",
    ],
)
def test_prose_stays_as_it_was_written(said: str) -> None:
    items = parse(said)
    assert shown(items) == said
    assert calls(items) == []
    assert failed(items) == 0


@pytest.mark.parametrize("colon", [": ", "： "])
@pytest.mark.parametrize("word", ["Final Answer", "FinalAnswer", "final_answer", "最终答案"])
def test_a_final_answer_as_text(word: str, colon: str) -> None:
    items = parse(f"Thought: ready\n{word}{colon}42 \nAction: {TEA}")
    assert answer(items) == f"42 \nAction: {TEA}"
    assert calls(items) == []


def test_a_bold_final_answer_loses_its_stars() -> None:
    assert answer(parse("**Final Answer:** 42")) == "42"
    assert answer(parse("**最终答案**：四十二")) == "四十二"


def test_a_final_answer_streams_as_it_comes() -> None:
    parser = ReActParser()
    assert parser.feed("Final Answer: sal") == [
        Skipped("Final Answer:", "prefix"),
        Skipped(" ", "prefix"),
        Final("sal", "sal"),
    ]
    assert parser.feed("es rose") == [Final("es rose", "es rose")]


def test_a_final_answer_inside_json_streams_as_it_comes() -> None:
    parser = ReActParser()
    head = 'Action: {"action": "Final Answer", "action_input": "'
    assert answer(parser.feed(head + r"10\n\u665")) == "10\n"
    assert answer(parser.feed(r"a \"ok\" \ud83d")) == '晚 "ok" '
    assert answer(parser.feed(r"\ude00")) == "😀"
    [action] = [item for item in parser.feed('"}') if isinstance(item, Action)]
    assert action.input == '10\n晚 "ok" 😀'


def test_a_lone_half_of_a_pair_is_not_passed_on() -> None:
    said = r'{"action": "Final Answer", "action_input": "a\ud83dz\udc00"}'
    assert answer(parse(said)) == "a\ufffdz\ufffd"


def test_a_plain_input_runs_to_the_next_prefix() -> None:
    said = "Action: query\nAction Input: SELECT 1\nFROM t\nObservation: 7\nFinal Answer: 7"
    items = parse(said)
    assert calls(items) == [("query", "SELECT 1\nFROM t")]
    assert answer(items) == ""
    assert "7" not in shown(items)


@pytest.mark.parametrize("half", ["Obs", "Observ", "Observation", "观察"])
def test_half_a_stop_word_is_no_input(half: str) -> None:
    assert calls(parse(f"Action: query\nAction Input: SELECT 1\n{half}")) == [("query", "SELECT 1")]
    assert shown(parse(f"{TEA}\n{half}")) == "\n"


def test_an_observation_that_the_model_made_up_is_cut_and_counted() -> None:
    parser = ReActParser()
    said = f"Action: {TEA}\nObservation: two cups\nThought: good\nAction: {TEA}"
    items = [*parser.feed(said), *parser.close()]
    assert calls(items) == [TEA_CALL]
    assert shown(items) == " \n"
    assert parser.made_up == 1
    assert shown(parse("Observation: it rains")) == "Observation: it rains"


def test_braces_and_fences_within_strings() -> None:
    said = '```json\n{"action": "say", "action_input": "a } b { ```c``` \\" }"}\n``` after'
    items = parse(said)
    assert calls(items) == [("say", 'a } b { ```c``` " }')]
    assert shown(items) == " after"


@pytest.mark.parametrize(
    "said",
    [
        'Action: {"action": "brew", "action_input": {"cups": ',
        '{"action": "brew", "action_input": {"cups": 2}',
        '{"action": "  ", "action_input": {}}',
        '{"action": 7, "action_input": {}}',
        '{"input": "x"}',
        'Action Input: {"cups": 2}',
        "Action: {cups: ?}",
        '{"action": , oops "action_input": {{}}}',
    ],
)
def test_an_action_that_cannot_be_read_is_a_failure_and_text(said: str) -> None:
    items = parse(said)
    assert calls(items) == []
    assert failed(items) == 1
    assert "".join(item.raw for item in items) == said


def test_after_what_is_broken_the_next_action_is_found() -> None:
    items = parse(f'Action: {{"action": "brew, \nAction: {TEA}')
    assert calls(items) == [TEA_CALL]
    assert failed(items) == 1


def test_a_closing_fence_shows_that_only_a_brace_was_forgotten() -> None:
    items = parse('```json\n{"action": "brew", "action_input": {"cups": 2\n```\nso')
    assert calls(items) == [TEA_CALL]
    assert shown(items) == "\nso"


def test_a_fence_that_does_not_close() -> None:
    assert calls(parse(f"```json\n{TEA}")) == [TEA_CALL]
    items = parse(f"```json\n{TEA}\nand so on")
    assert calls(items) == [TEA_CALL]
    assert shown(items) == "\nand so on"


def test_several_actions_and_their_places() -> None:
    items = parse(f"maybe {TEA}\n{TEA}\nAction: {TEA}{TEA}")
    places = [item.place for item in items if isinstance(item, Action)]
    assert places == ["inline", "line", "prefix", "line"]


def test_json_in_a_sentence_counts_only_for_a_tool_that_exists() -> None:
    said = f'I might use {{"action": "rm", "action_input": "all"}}\nAction: {TEA}'
    assert calls(parse(said, ("brew",))) == [TEA_CALL]
    assert len(calls(parse(said))) == 2


def test_a_bare_name_of_a_tool_is_a_call_without_input() -> None:
    assert calls(parse("Action: clock", ("clock",))) == [("clock", {})]
    assert calls(parse("Action: clock\nObservation: 9", ("clock",))) == [("clock", {})]
    assert calls(parse("Action: later", ("clock",))) == []


def test_thinking_is_told_apart_and_an_open_one_runs_to_the_end() -> None:
    items = parse(f"<think>a {TEA}")
    assert "".join(item.text for item in items if isinstance(item, Thinking)) == f"a {TEA}"
    assert calls(items) == []
    assert shown(parse("reasons</think>words")) == "reasonswords"


def test_a_name_alone_is_no_action_in_prose() -> None:
    said = 'The user is {"name": "Runa", "age": 30}.'
    assert shown(parse(said)) == said


# --- whatever comes, however it is cut ----------------------------------------------------------

PARTS = st.sampled_from([
    "Action:", "action：", "行动：", "Thought: ", "思考：", "Final Answer:", "最终答案：", "Action Input: ",
    "Observation: ", "观察：", "**", "*", " ", "\n", "\r\n", "\t", "```", "````", "`", "```json\n", "~~~",
    "{", "}", "[", "]", '"', "'", "\\", ":", ",", "<think>", "</think>", "<th", "<", "brew", "act", "fin",
    TEA, f"[{TEA}]", '{"action": "Final Answer", "action_input": "a\\n\\u665a', '"}', '{"k": 1}', "晚上好",
    "{'action': 'brew'}", '{"input": 1}', "x" * 70, " " * 70, "“a”", "Obser",
    "｛", "｝", "［", "“", "”：", "brew(", "brew[", ")",
])  # fmt: skip
SAID = st.lists(PARTS, max_size=14).map("".join)


@settings(max_examples=400, phases=NO_SHRINKING)
@given(SAID, st.data())
def test_the_pieces_do_not_matter_and_nothing_is_lost_or_doubled(said: str, data: Any) -> None:
    whole = parse(said, ("brew",))
    assert "".join(item.raw for item in whole) == said
    cuts = sorted(data.draw(st.lists(st.integers(0, len(said)), max_size=6)))
    places = [0, *cuts, len(said)]
    pieces = [said[a:b] for a, b in pairwise(places)]
    for cut in (pieces, list(said)):
        items = fed(cut, ("brew",))
        assert told(items) == told(whole)
        assert "".join(item.raw for item in items) == said


@pytest.mark.parametrize("piece", [None, 3, 2.5, [], {}, b"x", ""])
def test_what_is_no_string_is_passed_over(piece: object) -> None:
    parser = ReActParser()
    assert parser.feed(piece) == []
    assert [*parser.feed("hi"), *parser.close()] == [Text("hi")]


@pytest.mark.parametrize(
    ("said", "name", "given"),
    [
        ("Action: brew[strong, please]", "brew", "strong, please"),
        ('Action: brew("strong")', "brew", "strong"),
        ('行动：brew(kind="龙井", cups=2)', "brew", {"kind": "龙井", "cups": 2}),
        ("Action: brew()\nObservation: done", "brew", {}),
        ('Action: brew[{"cups": 3}]', "brew", {"cups": 3}),
        ('Action: brew("a\\d")', "brew", '"a\\d"'),
        ("Action: brew(kind=open('x'))", "brew", "kind=open('x')"),
        ("Action: brew\nAction Input: `green`", "brew", "green"),
        ('Action: `brew`\nAction Input: `{"cups": 1}`', "brew", {"cups": 1}),
    ],
)
def test_a_call_that_is_written_on_the_action_line(said: str, name: str, given: Any) -> None:
    for pieces in ([said], list(said)):
        [action] = [item for item in fed(pieces, ("brew",)) if isinstance(item, Action)]
        assert (action.name, action.input) == (name, given)


@pytest.mark.parametrize("said", ["Action: boil(3)", "Action: brew (or never) we shall see"])
def test_only_a_tool_that_there_is_is_called_so(said: str) -> None:
    assert not [item for item in parse(said, ("brew",)) if isinstance(item, Action)]


@pytest.mark.parametrize(
    "said",
    [
        "行动：｛“action”：“brew”，“action_input”：｛“说”：“早，王先生：好”｝｝",
        "行动：［｛“action”：“brew”，“action_input”：｛“说”：“早，王先生：好”｝｝］",
        '行动：{“action”：“brew”，“action_input”：{"说": "早，王先生：好"}}',
    ],
)
def test_full_width_json_is_an_action_and_its_texts_keep_their_marks(said: str) -> None:
    for pieces in ([said], list(said)):
        [action] = [item for item in fed(pieces) if isinstance(item, Action)]
        assert (action.name, action.input) == ("brew", {"说": "早，王先生：好"})
    assert parse("他说｛好｝，见［下］。") == [Text("他说｛好｝，见［下］。")]


HOSTILE = {
    "wide": "｛“a”：“",
    "calls": "Action: brew(\n",
    "braces": "{",
    "keys": '{"a":',
    "lists": "[{",
    "fences": '```{"a\n',
    "ticks": "`",
    "stars": "*",
    "spaces": " ",
    "prefixes": "Action: ",
    "lines": "Action: a\n",
    "tags": "<think>",
    "escapes": '{"a": "\\',
    "broken": 'Action: {"action": "b, \n',
    "inputs": "Action: a\nAction Input: b\n",
    "words": "晚上好 good evening. ",
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("size", [1, 4096], ids=["letter by letter", "in blocks"])
def test_time_grows_with_the_length_and_nothing_else(name: str, size: int) -> None:
    unit = HOSTILE[name]

    def seconds(length: int) -> float:
        text = (unit * (length // len(unit) + 1))[:length]
        pieces = [text[at : at + size] for at in range(0, length, size)]
        start = time.process_time()
        fed(pieces)
        return time.process_time() - start

    assert seconds(64_000) < 30  # work that grows with the square would not end
