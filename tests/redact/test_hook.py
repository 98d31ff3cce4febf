from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from persona.config import Settings
from persona.engine import PersonaEngine
from persona.errors import UsageError
from persona.records import Message, Reason, Span
from persona.redact import redact_message


def no_clients(text: str) -> str:
    return text.replace("Oakmere", "[client]").replace("橡湖", "[客户]")


def test_a_redactor_has_the_last_word_on_what_is_kept() -> None:
    with PersonaEngine(settings=Settings(db="sqlite://"), redactor=no_clients) as made:
        said = [
            {"role": "user", "content": "I work at Oakmere and I love jazz. Call 13800138000."},
            {"role": "user", "content": "我在橡湖上班，我喜欢火锅。"},
            {"role": "user", "content": "我喜欢拿铁。"},
        ]
        report = made.add("ann", said)
        assert (report.noted["redacted"], report.noted["masked_phone"]) == (2, 1)
        kept = " ".join(m.text for m in made.store.messages("ann"))
        assert "Oakmere" not in kept
        assert "橡湖" not in kept
        assert "[client]" in kept
        assert made.add("ann", said).counts.added == 0
        made.rebuild(["ann"])
        assert {line.entity for line in made.persona("ann").likes} == {"jazz", "火锅", "拿铁"}


@given(st.text("ab橡湖 ", max_size=20), st.integers(0, 20), st.integers(0, 20))
def test_spans_still_hold_what_they_held(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    message = Message("ann", "c", "m", "user", text, foreign=(Span(start, end, Reason.QUOTED),))

    def longer(part: str) -> str:
        return part.replace("a", "xyz").replace("橡", "")

    made = redact_message(message, longer)
    (span,) = made.foreign
    assert made.text[span.start : span.end] == longer(text[start:end])
    assert made.text == longer(text)


def test_what_is_no_text_is_refused_and_nothing_is_kept() -> None:
    redactor: object = lambda _: None  # noqa: E731  # what a careless caller hands over
    with PersonaEngine(settings=Settings(db="sqlite://"), redactor=redactor) as made:  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="redactor"):
            made.add("ann", [{"role": "user", "content": "hi"}])
        assert made.users() == []
