"""The fence of a block and its line of introduction."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from persona.profile.measure import Measure, counts
from persona.profile.wording import WORDS, Language, Words
from persona.records import Persona

_HASH = 16


def nonce_of(body: Sequence[str], persona: Persona) -> str:
    """A hash of the content, which a name in the content cannot foretell."""
    content = "\n".join([persona.user_id, *body])
    return hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:_HASH]


def framed(body: Sequence[str], persona: Persona, words: Words, nonce: str) -> str:
    """The whole block: the lines of the body within the fence."""
    known = f' as_of="{persona.as_of.date().isoformat()}"' if persona.as_of else ""
    return "\n".join(
        [
            f'<user_persona id="{nonce}"{known}>',
            words.intro,
            *body,
            f'</user_persona id="{nonce}">',
        ]
    )


def frame_cost(
    persona: Persona,
    lang: Language = "en",
    nonce: str | None = None,
    measure: Measure | None = None,
) -> tuple[int, int]:
    """What the fence and the line of introduction take of a budget, in the parts of `Measure`."""
    return (measure or counts)(framed([], persona, WORDS[lang], nonce or "0" * _HASH))
