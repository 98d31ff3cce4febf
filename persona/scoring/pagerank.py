"""Personalised PageRank of many graphs in one sparse computation.

With teleport vector p (one node a block), damping d and row-stochastic P, and the mass of nodes
without an edge out sent to p, as networkx does,

    pagerank = z / sum(z)    where    (I - d * transpose(P)) z = p

(Gleich 2015, "PageRank beyond the Web", section 2.2; Del Corso, Gulli and Romani 2005 for the
linear form). The system is solved by `ITERATIONS` steps of z <- p + d * transpose(P) z, whatever is
in the batch, so a user scores the same alone and among others. The error of z left then is at most
d ** (ITERATIONS + 1) / (1 - d), about 6e-12.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DAMPING = 0.85
"""Share of steps that follow an edge (Brin and Page 1998)."""

ITERATIONS = 170
"""Fixed: 0.85 ** 170 is 1e-12."""


def pagerank(
    source: NDArray[np.int64],
    target: NDArray[np.int64],
    weight: NDArray[np.float64],
    block: NDArray[np.int64],
    home: NDArray[np.int64],
    *,
    damping: float = DAMPING,
    iterations: int = ITERATIONS,
) -> NDArray[np.float64]:
    """The rank of every node, each block by itself.

    Args:
        source: node from which each edge goes; edges stay within a block.
        target: node to which it goes. Parallel edges add up.
        weight: of each edge, finite and not negative.
        block: number of the block of each node, from 0.
        home: the node of each block that its walks restart from.
        damping: in [0, 1).
        iterations: number of steps.

    Returns:
        One number a node; those of a block sum to 1.
    """
    import numpy as np
    from scipy import sparse  # type: ignore[import-untyped]  # scipy ships no types

    size = len(block)
    out = np.bincount(source, weights=weight, minlength=size)
    share = np.divide(weight, out[source], out=np.zeros_like(weight), where=out[source] > 0)
    small = np.int32 if size < 2**31 else np.int64  # half of what a step reads is indices
    ends = (target.astype(small), source.astype(small))
    walk = sparse.csr_array((damping * share, ends), shape=(size, size))
    restart = np.zeros(size)
    restart[home] = 1.0
    mass = restart
    for _ in range(iterations):
        mass = walk @ mass
        mass += restart
    # bincount adds in the order of nodes, so a block's sum does not depend on its neighbours.
    rank: NDArray[np.float64] = mass / np.bincount(block, weights=mass)[block]
    return rank
