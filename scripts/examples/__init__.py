"""Worked examples of agents, each a scene that is tested as a whole."""
