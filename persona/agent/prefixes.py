"""The words that mark the parts of a ReAct text, and whether the end of a piece may become one."""

from __future__ import annotations

import re

from persona.agent.braces import OPENING

_WORDS = {
    "input": ("action input", "action_input", "actioninput", "行动输入"),
    "action": ("action", "行动"),
    "thought": ("thought", "思考"),
    "final": ("final answer", "final_answer", "finalanswer", "最终答案"),
    "observation": ("observation", "观察结果", "观察"),
}
_COLON = r"[ \t]?[:：]"
STARS = 3

_NAMED = "|".join(
    f"(?P<{kind}>{'|'.join(map(re.escape, words))})" for kind, words in _WORDS.items()
)

LINE = re.compile(rf"(?P<open>\*{{0,{STARS}}})(?:{_NAMED})(?P<inner>\*{{0,{STARS}}}){_COLON}", re.I)
"""A prefix at the start of a line; ``**Action:**`` and ``**Action**:`` are too."""

INPUT = re.compile(
    rf"\s{{0,64}}(\*{{0,{STARS}}})(?:{'|'.join(_WORDS['input'])})(?:\1)?{_COLON}(?:\1)?", re.I
)
"""``Action Input:`` after the line that names the action."""

_INNER = (*_WORDS["action"], *_WORDS["thought"], *_WORDS["final"])
_LATIN = "|".join(word for word in _INNER if word.isascii())
_CJK = "|".join(word for word in _INNER if not word.isascii())

INLINE = re.compile(rf"(?:(?:{_LATIN})|(?:{_CJK})){_COLON}", re.I)
"""A prefix within a line; it counts where JSON or a fence follows."""

TRIGGER = re.compile(
    rf"[{{\[`<｛［]|\n(?=[ \t*]*(?:[atfo行思最观]|\Z))|(?<![A-Za-z0-9_])(?:action|thought|final[ _]?answer)|{_CJK}",
    re.I,
)
"""Whatever in plain text has to be looked at; of line breaks those before what may be a prefix."""


def _growing(word: str, end: str) -> str:
    """A pattern of every beginning of a word and of what may come after it."""
    pattern = end
    for letter in reversed(word):
        pattern = f"{re.escape(letter)}(?:{pattern})?" if pattern else re.escape(letter)
    return pattern


_END = rf"\*{{0,{STARS}}}[ \t]?"
_ANY = "|".join(_growing(word, _END) for words in _WORDS.values() for word in words)
_GROWING_LINE = re.compile(rf"\*{{0,{STARS}}}(?:{_ANY})?\Z", re.I)
_GROWING_INPUT = re.compile(
    rf"\s{{0,64}}\*{{0,{STARS}}}(?:{'|'.join(_growing(w, _END) for w in _WORDS['input'])})?\Z", re.I
)
_LATIN_ENDS = "|".join(_growing(word, r"[ \t]?") for word in _INNER if word.isascii())
_CJK_ENDS = "|".join(_growing(word, r"[ \t]?") for word in _INNER if not word.isascii())
_GROWING_INLINE = re.compile(rf"(?:(?<![A-Za-z0-9_])(?:{_LATIN_ENDS})|(?:{_CJK_ENDS}))\Z", re.I)
_LONGEST = 24

HALF_STOP = re.compile(r"(?:obs(?:e(?:r(?:v(?:a(?:t(?:i(?:o(?:n)?)?)?)?)?)?)?)?|观察)\s*\Z", re.I)
"""The beginning of ``Observation:`` that a stop word left at the end."""


def grows_at_line(text: str, at: int) -> bool:
    """Whether the rest of a text may become a prefix at the start of a line."""
    return len(text) - at <= _LONGEST and _GROWING_LINE.match(text, at) is not None


def grows_to_input(text: str, at: int) -> bool:
    """Whether the rest of a text may become ``Action Input:``."""
    return _GROWING_INPUT.match(text, at) is not None


def inline_end(text: str, at: int) -> int:
    """The place in a text, at or after `at`, from which its end may become a prefix; else its length."""
    found = _GROWING_INLINE.search(text, max(at, len(text) - _LONGEST))
    return len(text) if found is None else found.start()


# --- what opens at a place --------------------------------------------------------------------

_KEYED = re.compile(r"[{｛]\s{0,64}(?:\"[^\"\n]{1,64}\"|'[^'\n]{1,64}'|“[^”\n]{1,64}”)\s{0,8}[:：]")
_GROWING_KEYED = re.compile(
    r"[{｛]\s{0,64}(?:\"[^\"\n]{0,64}(?:\"\s{0,8})?|'[^'\n]{0,64}(?:'\s{0,8})?|“[^”\n]{0,64}(?:”\s{0,8})?)?\Z"
)
_LISTED = re.compile(r"[\[［]\s{0,64}(?=[{｛])")
_GROWING_LISTED = re.compile(r"[\[［]\s{0,64}\Z")
TICKS = re.compile(r"`{1,64}")
RESUME = re.compile(
    r"\n(?=[ \t]*\*{0,3}(?:action|thought|final[ _]?answer|行动|思考|最终答案)\*{0,3}[ \t]?[:：]|[`{])",
    re.IGNORECASE,
)
"""Where reading goes on after JSON or a fence that has no end."""

YES, NO, MORE = "yes", "no", "more"


def json_opens(text: str, at: int, *, any_object: bool) -> str:
    """Whether a JSON object, or a list of them, opens at a place: yes, no, or more text is needed.

    Args:
        text: so far.
        at: a place of an opening brace or bracket in it.
        any_object: any brace will do; else a quoted key with a colon must follow it.
    """
    if text.startswith(("[", "［"), at):
        listed = _LISTED.match(text, at)
        if listed is None:
            return MORE if _GROWING_LISTED.match(text, at) else NO
        at = listed.end()
    if any_object or _KEYED.match(text, at):
        return YES
    return MORE if _GROWING_KEYED.match(text, at) else NO


def fence_opens(text: str, at: int) -> str:
    """Whether 3 to 64 backticks stand at a place: yes, no, or more text is needed."""
    ticks = TICKS.match(text, at)
    if ticks is None or text.startswith("`", ticks.end()):
        return NO
    if ticks.end() == len(text):
        return MORE
    return YES if ticks.end() - at >= 3 else NO


def follows(text: str, at: int, *, any_object: bool = False) -> str:
    """Whether JSON or a fence comes next, up to 64 white-space characters ahead."""
    end = at
    while end < len(text) and end - at <= 64 and text[end].isspace():
        end += 1
    if end == len(text):
        return MORE if end - at <= 64 else NO
    if text[end] in OPENING:
        return json_opens(text, end, any_object=any_object)
    return fence_opens(text, end)


def before_ticks(text: str) -> int:
    """Where a run of up to 64 backticks at the end begins."""
    return len(text) - min(len(text) - len(text.rstrip("`")), 64)
