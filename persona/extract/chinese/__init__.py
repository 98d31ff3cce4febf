"""What a person says of themself in Chinese: rules, clause by clause.

`statements` reads words that are already known to be the person's own statement, in Simplified or
Traditional characters and mixed with English, and gives what they state; `topics` reads a question
or request and gives what it is about; `requirements` reads a whole message and gives what the thing
must have that it looks for, and the places it asks after. The cues stand in `rules`, the reading of
one clause in `reading`, the cutting of phrases in `phrases`, amounts in `amounts`, the thing sought in
`sought`, what it has and serves in `serving`, names of places in `named`.

Matching is done on the Simplified form, kept character by character, so offsets are those of the
text that was given and targets are spelled as they stand in it.
"""

from __future__ import annotations

from persona.extract.chinese.asking import topics
from persona.extract.chinese.clauses import clauses, fold, level, other_subject
from persona.extract.chinese.reading import read_clause, read_links, read_people
from persona.extract.chinese.requirements import requirements
from persona.extract.chinese.slips import take_back
from persona.extract.chinese.state import Reading
from persona.extract.chinese.turning import finish
from persona.extract.statement import Statement
from persona.text import has_cjk

__all__ = ["requirements", "statements", "topics"]


def statements(text: str) -> list[Statement]:
    """What a clause, or a run of clauses of one sentence, states of the person who wrote it.

    Args:
        text: words already known to be the person's own statement. A run of clauses reads better
            than its pieces: a thing named in one may be judged in the next (榴莲，敬谢不敏).

    Returns:
        The statements in the order of the text. Empty where the text has no CJK character, or says
        nothing of the person. Other people's likes give only that the person knows them.
    """
    if not has_cjk(text):
        return []
    reading = Reading(text, level(fold(text)))
    others = False
    for start, end, last in clauses(reading.folded):
        read_people(reading, start, end)
        others = other_subject(reading.folded, start, end, others)
        if not others and not read_links(reading, start, end):
            read_clause(reading, start, end)
        take_back(reading, start, end)
        if last:
            others = reading.listing = False
    finish(reading)
    return sorted(reading.found, key=lambda s: s.start)
