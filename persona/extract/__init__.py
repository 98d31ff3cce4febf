"""What a window says: the rules, the model's answers, and the gate that grounds both."""

from __future__ import annotations

RULES_VERSION = "rules-3"
"""Part of the key of a cached answer of the rules: raised when they give other answers."""
