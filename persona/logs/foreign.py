"""Which parts of a person's message are not their own words.

People quote, forward and paste; tools and this project itself put blocks into messages. None of it
may become evidence. A code fence is not foreign by itself: people write notes and lists in fences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from persona.records import Reason, Span

_OURS = re.compile(  # the end of our own block carries its id, as the beginning does
    r"<(memory|user_persona)\b[^<>]*>.*?(?:</\1\b[^<>]*>|\Z)", re.DOTALL | re.IGNORECASE
)
_PASTED = re.compile(
    r"<(documents?|attachments?|attached_files?|quote|blockquote|context|search_results|transcript"
    r"|pasted_text|tool_results?|tool_response|function_results|system-reminder"
    r"|environment_context|user_instructions)\b[^<>]*>.*?(?:</\1\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_QUOTE_LINES = re.compile(
    r"^(?:(?:On|Am|Le|El) [^\n]{4,140}(?:wrote|schrieb|écrit|escribió)[^\n]{0,40}:[ \t]{0,8}\n"
    r"|[^\n]{0,80}写道[:：][ \t]{0,8}\n)?"
    r"(?:[ \t]{0,3}[>＞](?:[ \t>＞][^\n]*)?(?:\n|\Z))+",
    re.MULTILINE,
)
_FORWARDED = re.compile(
    r"^(?:-{2,}[ \t]*(?:Forwarded message|Original Message|Weitergeleitete Nachricht"
    r"|原始邮件|邮件原件|转发的?(?:邮件|消息|讯息)|轉寄的?(?:郵件|訊息))[ \t]*-{2,}"
    r"|Begin forwarded message:|转发(?:的)?(?:邮件|消息)[:：])",
    re.MULTILINE | re.IGNORECASE,
)
_FENCED = re.compile(r'"""(?=\S|\s*\n).*?"""', re.DOTALL)


def mark(text: str) -> tuple[Span, ...]:
    """The parts of a user's text that are not their own words, in order, not overlapping.

    Marked are, as `Reason.ECHO`, the blocks that this project puts into prompts (``<memory>`` and
    ``<user_persona>``, to the end of the text where one is not closed), and, as `Reason.QUOTED`,
    lines that begin with ``>``, what follows the head of a forwarded message, text between triple
    quotes, and elements that programs wrap around documents and the output of tools.
    """
    if not _has_sign(text):
        return ()
    spans = sorted(_found(text), key=lambda span: (span.start, -span.end))
    return tuple(_apart(spans))


def _has_sign(text: str) -> bool:
    """Whether a text has what no part comes without; one character is found faster than more."""
    return (
        ">" in text
        or "＞" in text
        or ('"' in text and '"""' in text)
        or ("-" in text and "--" in text)
        or ("转" in text and "转发" in text)
        or "warded" in text
    )


def _found(text: str) -> Iterator[Span]:
    for match in _OURS.finditer(text):
        yield Span(*match.span(), Reason.ECHO)
    for pattern in (_PASTED, _QUOTE_LINES, _FENCED):
        for match in pattern.finditer(text):
            yield Span(*match.span(), Reason.QUOTED)
    if head := _FORWARDED.search(text):
        yield Span(head.start(), len(text), Reason.QUOTED)


def _apart(spans: list[Span]) -> Iterator[Span]:
    """Spans sorted by start, each cut to what the ones before it leave."""
    reached = 0
    for span in spans:
        if span.end > reached:
            start = max(span.start, reached)
            reached = span.end
            yield Span(start, span.end, span.reason)
