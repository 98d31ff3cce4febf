"""Finds what of a user's past bears on a question: facts, remarks and messages.

Pure functions of what is known and said, and a question; no model, no network, no store.
"""

from persona.recall.index import Known, Line, Log, Post
from persona.recall.paged import PagedLog
from persona.recall.pages import Entry, Page, changed
from persona.recall.ranking import line_scores, message_scores, ranked
from persona.recall.recalling import Recalled, recall
from persona.recall.remarks import remarks
from persona.recall.statements import Statement, statements

__all__ = [
    "Entry",
    "Known",
    "Line",
    "Log",
    "Page",
    "PagedLog",
    "Post",
    "Recalled",
    "Statement",
    "changed",
    "line_scores",
    "message_scores",
    "ranked",
    "recall",
    "remarks",
    "statements",
]
