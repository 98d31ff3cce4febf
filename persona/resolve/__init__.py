"""Interprets assertions: which names are one thing, and when what was said held.

Pure functions of the set of assertions and of the person's corrections.
"""

from persona.resolve.amending import Refused, amend
from persona.resolve.named import named
from persona.resolve.proposals import Proposal
from persona.resolve.resolution import Resolution, resolve

__all__ = ["Proposal", "Refused", "Resolution", "amend", "named", "resolve"]
