"""Features without a hash: isotypic components as a set, and orbits of marked nodes."""

from __future__ import annotations

from typing import Any, Optional, Tuple

import numpy as np

from . import _core
from ._arguments import as_array, to_int
from ._channels import decompose
from ._core import Symmetry
from ._graphs import as_graph
from ._symmetry import symmetry

__all__ = ["component_features", "component_structures", "tuple_orbits"]


def component_structures(graph: Any) -> np.ndarray:
    """The structure of every isotypic component of a graph: an array (components, 17).

    Columns: log(1 + dimension), log(1 + multiplicity), 0 or 1 for real, complex and quaternionic
    type and for the trivial component, and the moments tr(P X^k) / n for k = 0..10 of the
    normalised adjacency matrix X. The rows are a set: their order means nothing.

    >>> from isotypic import family
    >>> component_structures(family("petersen")).shape
    (3, 17)
    """
    own = as_graph(graph)
    return _core.structure_rows(decompose(own, grouping="components"), own)


def component_features(graph: Any, embeddings: Any, *, num_features: int = 64,
                       centre: bool = False) -> np.ndarray:
    """One vector from node embeddings M, one row per node, without seed, order or truncation.

    Every isotypic component is described by statistics of its part of M and by its structure. The
    features are sums over the components of fixed cosines of this description. They depend on no
    canonical labelling: a small change of the graph that keeps its symmetry changes them little.

    graph
        anything ``as_graph`` takes.
    embeddings
        an array or tensor (n, d).
    num_features
        length of the result; fewer features are the first of more.
    centre
        subtract the mean row of M first.

    >>> from isotypic import family
    >>> rook, shrikhande = (component_features(graph, np.ones((16, 1)))
    ...                     for graph in (family("rook", 4, 4), family("shrikhande")))
    >>> bool(abs(rook - shrikhande).max() > 0.1)
    True
    """
    own = as_graph(graph)
    return _core.component_features(decompose(own, grouping="components"), own,
                                    as_array(embeddings, "embeddings"),
                                    to_int(num_features, "num_features"), bool(centre))


def tuple_orbits(graph: Any, size: int = 2, *, max_representatives: int = 0,
                 time_limit: Optional[float] = None) -> Tuple[np.ndarray, np.ndarray]:
    """One representative of every orbit of ordered tuples of distinct nodes, and the orbit sizes.

    graph
        anything ``as_graph`` takes, or the ``Symmetry`` of one.
    size
        nodes of a tuple: 1, 2 or 3.
    max_representatives
        give up with ``TimeoutError`` above so many; 0 means no limit.
    time_limit
        seconds after which to give up with ``TimeoutError``. 0 and ``None`` mean no limit.

    Returns ``nodes`` (orbits, size) and ``weights`` (orbits,). The weights add up to
    n (n - 1) ... (n - size + 1): a sum over all tuples is a weighted sum over representatives.

    >>> from isotypic import family
    >>> nodes, weights = tuple_orbits(family("petersen"))
    >>> nodes.shape, sorted(weights.tolist())
    ((2, 2), [30, 60])
    """
    own = graph if isinstance(graph, Symmetry) else symmetry(graph)
    limit = 0.0 if time_limit is None else float(time_limit)
    return _core.tuple_orbits(own, to_int(size, "size"),
                              to_int(max_representatives, "max_representatives"), limit)
