"""Masking: secrets and personal numbers leave a text before it is stored, logged or sent."""

from persona.redact.hook import Redactor, redact_message
from persona.redact.masking import (
    PLACEHOLDER,
    Edit,
    Masked,
    mask,
    mask_message,
    mask_messages,
    mask_spans,
)
from persona.redact.numbers import chinese_id, luhn
from persona.redact.striking import strike, strike_message

__all__ = [
    "PLACEHOLDER",
    "Edit",
    "Masked",
    "Redactor",
    "chinese_id",
    "luhn",
    "mask",
    "mask_message",
    "mask_messages",
    "mask_spans",
    "redact_message",
    "strike",
    "strike_message",
]
