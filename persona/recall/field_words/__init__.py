"""The words of each field: tables to be read and extended, one a theme, with no logic in them.

Written ``wide.narrow: (English words, Chinese words)``; an underscore joins the words of a phrase,
and a word with ``=`` before it is compared as it is written, where its stem is that of another.
The narrow field ``general`` holds the words that name the wide field as a whole.
"""

from __future__ import annotations

from persona.recall.field_words.body import BODY
from persona.recall.field_words.eating import EATING
from persona.recall.field_words.entertainment import ENTERTAINMENT
from persona.recall.field_words.going import GOING
from persona.recall.field_words.living import LIVING
from persona.recall.field_words.things import THINGS
from persona.recall.field_words.work import WORK

__all__ = ["FIELDS"]

FIELDS: dict[str, tuple[str, str]] = {
    **EATING,
    **BODY,
    **ENTERTAINMENT,
    **WORK,
    **GOING,
    **THINGS,
    **LIVING,
}
"""Every field, by name."""
