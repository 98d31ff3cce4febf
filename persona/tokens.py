"""How many tokens a text takes: the estimate that windows and budgets are cut by."""

from __future__ import annotations

from persona.text import is_cjk


def estimate(text: str) -> int:
    """Tokens of a text by the project's rule: one a CJK character, one for every four begun others.

    The rule depends on no tokenizer and no model, so that windows are the same everywhere.
    """
    if text.isascii():
        return -(-len(text) // 4)
    cjk = sum(map(is_cjk, text))
    return cjk - (-(len(text) - cjk) // 4)
