"""Why something was not taken."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why something was not taken. Each is counted, reported, and listed for review."""

    ASSISTANT = "assistant"
    UNGROUNDED = "ungrounded"
    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    THIRD_PERSON = "third_person"
    ECHO = "echo"
    CANARY = "canary"
    INSTRUCTION = "instruction"
    SENSITIVE = "sensitive"
    NULL_RELATION = "null_relation"
    SELF_LOOP = "self_loop"
    QUOTED = "quoted"
    ROLE_PLAY = "role_play"
    IRONY = "irony"
    NULL_EVIDENCE = "null_evidence"
    INVALID_ROW = "invalid_row"
    INVALID_ANSWER = "invalid_answer"
    UNKNOWN_ID = "unknown_id"
    TOO_MANY = "too_many"
    LOSS_GUARD = "loss_guard"
