"""Interprets assertions: which names are one thing, and when what was said held.

Pure functions of the set of assertions and of the person's corrections.
"""

from persona.resolve.proposals import Proposal
from persona.resolve.resolution import Resolution, resolve

__all__ = ["Proposal", "Resolution", "resolve"]
