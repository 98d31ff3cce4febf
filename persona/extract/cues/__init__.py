"""Words that tell how a clause is meant: questions, suppositions, irony, play, orders.

Every function takes text in the form of `persona.extract.clauses.plain_form` (lower case,
Simplified, straight apostrophes) and answers yes or no.
"""

from persona.extract.cues.irony import is_ironic, is_only_irony_mark, marks_line_as_ironic
from persona.extract.cues.orders import is_instruction, overrides_instructions
from persona.extract.cues.play import asks_for_role_play, ends_role_play, takes_part, tells_a_story
from persona.extract.cues.predicates import has_predicate, is_continuation, is_only_conjunction
from persona.extract.cues.questions import (
    elides_subject,
    ends_as_question,
    gives_reason,
    goes_on_requesting,
    goes_on_telling,
    is_lead_in,
    is_question,
    is_request,
    is_topic_question,
    is_verdict,
)
from persona.extract.cues.suppositions import goes_on_supposing, is_condition, is_supposed

__all__ = [
    "asks_for_role_play",
    "elides_subject",
    "ends_as_question",
    "ends_role_play",
    "gives_reason",
    "goes_on_requesting",
    "goes_on_supposing",
    "goes_on_telling",
    "has_predicate",
    "is_condition",
    "is_continuation",
    "is_instruction",
    "is_ironic",
    "is_lead_in",
    "is_only_conjunction",
    "is_only_irony_mark",
    "is_question",
    "is_request",
    "is_supposed",
    "is_topic_question",
    "is_verdict",
    "marks_line_as_ironic",
    "overrides_instructions",
    "takes_part",
    "tells_a_story",
]
