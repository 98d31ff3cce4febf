"""The graph as one offline web page: coloured by polarity, sized by score, with quotes on hover.

Its role: to show a person's graph to the person, in a file that needs no network.

Its method: `page`, which gives the HTML of a graph.

Its flow: `spots` reads the entities of the graph with what is said of each, `places` gives each a place,
`drawing` makes nodes and edges of them, `rendering` the page around these; `labels` cuts and breaks words.
"""

from __future__ import annotations

from persona.viz.drawing import MAX_NODES, page

__all__ = ["MAX_NODES", "page"]
