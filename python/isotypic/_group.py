"""The automorphism group as a group to compute with."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import AutomorphismGroup
from ._graphs import ColourChoice, coloured_graph
from ._symmetry import symmetry_options

__all__ = ["automorphism_group", "find_isomorphism"]


def automorphism_group(graph: Any, *, node_colours: ColourChoice = None,
                       edge_colours: ColourChoice = None,
                       time_limit: Optional[float] = None) -> AutomorphismGroup:
    """The automorphism group of a graph, to compute with.

    The arguments are those of ``symmetry``. Groups of any order work: elements are drawn and
    recognised without listing them.

    >>> from isotypic import family
    >>> group = automorphism_group(family("petersen"))
    >>> group.order, group.rank, group.subdegrees(), group.is_primitive
    (120, 3, [1, 3, 6], True)
    >>> group.stabiliser([0]).order
    12
    >>> sum(1 for p in group)
    120
    >>> group.random_elements(2, seed=1)[0] in group
    True
    >>> [(c.dim, c.multiplicity) for c in group.components()]
    [(5, 1), (4, 1), (1, 1)]
    """
    return AutomorphismGroup(coloured_graph(graph, node_colours, edge_colours),
                             symmetry_options(node_colours, edge_colours, time_limit))


def find_isomorphism(a: Any, b: Any, *, node_colours: ColourChoice = None,
                     edge_colours: ColourChoice = None,
                     time_limit: Optional[float] = None) -> Optional[NDArray[np.int32]]:
    """An isomorphism from one graph to another, or ``None`` if there is none.

    Node v of ``a`` goes to node ``map[v]`` of ``b``.

    >>> from isotypic import family
    >>> prism = family("prism", 5)
    >>> copy = prism.relabel([3, 1, 4, 0, 5, 9, 2, 6, 8, 7])
    >>> prism.relabel(find_isomorphism(prism, copy)) == copy
    True
    >>> find_isomorphism(prism, family("petersen")) is None
    True
    """
    return _core.find_isomorphism(coloured_graph(a, node_colours, edge_colours),
                                  coloured_graph(b, node_colours, edge_colours),
                                  symmetry_options(node_colours, edge_colours, time_limit))
