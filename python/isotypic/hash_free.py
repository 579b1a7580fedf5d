"""What readouts without a hash read: components as a set, orbits of tuples, described pairs.

None of it depends on a seed, on a canonical labelling or on the engine that finds the symmetry.
``isotypic.torch`` and ``isotypic.pyg`` hold the readouts.
"""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

import numpy as np

from . import _core
from ._arguments import as_array, to_int, to_seconds
from ._channels import decompose
from ._core import Symmetry
from ._graphs import ColourChoice, coloured_graph
from ._symmetry import symmetry, symmetry_options

__all__ = ["OrbitalDescriptors", "component_features", "component_structures",
           "describe_orbitals", "tuple_orbits"]


class OrbitalDescriptors(NamedTuple):
    """The types of all pairs of nodes of a graph, and the numbers that describe each."""

    values: np.ndarray  # [types, powers + 5]
    distances: np.ndarray  # int32 [types]
    pairs: np.ndarray  # int64 [types]: ordered pairs of the type
    edges: np.ndarray  # int32 [types]: an edge of the type by its place in graph.edges, or -1
    type_of: np.ndarray  # int32: the type of the pair v <= u is type_of[u * (u + 1) // 2 + v]


@overload
def describe_orbitals(  # type: ignore[misc]  # a list is Any too
        graph: Sequence[Any], *, edge_keys: Any = ..., powers: int = ..., max_distance: int = ...,
        node_colours: ColourChoice = ..., edge_colours: ColourChoice = ...,
        threads: int = ...) -> List[OrbitalDescriptors]: ...
@overload
def describe_orbitals(graph: Any, *, edge_keys: Any = ..., powers: int = ...,
                      max_distance: int = ..., node_colours: ColourChoice = ...,
                      edge_colours: ColourChoice = ...,
                      threads: int = ...) -> OrbitalDescriptors: ...


def describe_orbitals(graph: Any, *, edge_keys: Any = None, powers: int = 16,
                      max_distance: int = 12, node_colours: ColourChoice = None,
                      edge_colours: ColourChoice = None, threads: int = 0
                      ) -> Union[OrbitalDescriptors, List[OrbitalDescriptors]]:
    """Describes every pair of nodes by numbers that mean the same in every graph.

    Pairs in one orbit of the automorphism group, in either direction, share a type. The columns of
    ``values``: the entry of N^k, k = 1 .. ``powers``, N = D^-1/2 A D^-1/2; the logarithm of the size
    of the orbital; sum and absolute difference of the logarithms of the sizes of the two orbits;
    sum and product of the two degrees.

    graph
        anything ``as_graph`` takes, or a list of such, for a list of results; at most 4,000 nodes.
    edge_keys
        whole numbers, one per row of ``graph.edges``: edges of different keys get different types.
        For a list of graphs a list of such arrays.
    max_distance
        longer distances, and ends without a path, count as this.
    node_colours, edge_colours, threads
        as in ``symmetry``.

    >>> from isotypic import family
    >>> described = describe_orbitals(family("petersen"))
    >>> described.distances, described.pairs
    (array([0, 1, 2], dtype=int32), array([10, 30, 60]))
    """
    many = isinstance(graph, (list, tuple))
    graphs = [coloured_graph(item, node_colours, edge_colours)
              for item in (graph if many else [graph])]
    keys = edge_keys if many else [edge_keys]
    if keys is None:
        keys = [None] * len(graphs)
    if not isinstance(keys, (list, tuple)):
        raise ValueError("edge_keys of a list of graphs must be a list of arrays, one per graph")
    found = _core.orbital_descriptors(
        graphs, [None if own is None else as_array(own, "edge_keys") for own in keys],
        symmetry_options(node_colours, edge_colours, None),
        to_int(powers, "powers", low=1, high=1024),
        to_int(max_distance, "max_distance", low=1, high=2**30),
        to_int(threads, "threads", high=1024))
    results = [OrbitalDescriptors(*own) for own in found]
    return results if many else results[0]


def component_structures(graph: Any, *, node_colours: ColourChoice = None,
                         edge_colours: ColourChoice = None) -> np.ndarray:
    """The structure of every isotypic component of a graph: an array (components, 17).

    Columns: log(1 + dimension), log(1 + multiplicity), 0 or 1 for real, complex and quaternionic
    type and for the trivial component, and the moments tr(P X^k) / n for k = 0..10 of the
    normalised adjacency matrix X. The rows are a set: their order means nothing.

    The arguments are those of ``symmetry``.

    >>> from isotypic import family
    >>> component_structures(family("petersen")).shape
    (3, 17)
    """
    own = coloured_graph(graph, node_colours, edge_colours)
    channels = decompose(own, grouping="components", node_colours=bool(node_colours),
                         edge_colours=bool(edge_colours))
    return _core.structure_rows(channels, own)


def component_features(graph: Any, embeddings: Any, *, num_features: int = 64,
                       centre: bool = False) -> np.ndarray:
    """One vector from node embeddings M, one row per node, without seed, order or truncation.

    Every isotypic component is described by statistics of its part of M and by its structure. The
    features are sums over the components of fixed cosines of this description. They depend on no
    canonical labelling: a small change of M changes them little.

    graph
        anything ``as_graph`` takes.
    embeddings
        an array or tensor (n, d).
    num_features
        length of the result, at most 65536; fewer features are the first of more.
    centre
        subtract the mean row of M first.

    >>> from isotypic import family
    >>> rook, shrikhande = (component_features(graph, np.ones((16, 1)))
    ...                     for graph in (family("rook", 4, 4), family("shrikhande")))
    >>> bool(abs(rook - shrikhande).max() > 0.1)
    True
    """
    own = coloured_graph(graph, None, None)
    return _core.component_features(decompose(own, grouping="components"), own,
                                    as_array(embeddings, "embeddings"),
                                    to_int(num_features, "num_features", low=1, high=65536),
                                    bool(centre))


def tuple_orbits(graph: Any, size: int = 2, *, max_representatives: int = 10_000_000,
                 node_colours: ColourChoice = None, edge_colours: ColourChoice = None,
                 time_limit: Optional[float] = None) -> Tuple[np.ndarray, np.ndarray]:
    """One representative of every orbit of ordered tuples of distinct nodes, and the orbit sizes.

    graph
        anything ``as_graph`` takes, or the ``Symmetry`` of one.
    size
        nodes of a tuple: 1, 2 or 3.
    max_representatives
        give up with ``TimeoutError`` above so many; 0 means no limit.
    node_colours, edge_colours
        as in ``symmetry``; not with a ``Symmetry``.
    time_limit
        seconds after which to give up with ``TimeoutError``. 0 and ``None`` mean no limit.

    Returns ``nodes`` (orbits, size) and ``weights`` (orbits,). The weights add up to
    n (n - 1) ... (n - size + 1): a sum over all tuples is a weighted sum over representatives.

    >>> from isotypic import family
    >>> nodes, weights = tuple_orbits(family("petersen"))
    >>> nodes.shape, sorted(weights.tolist())
    ((2, 2), [30, 60])
    """
    if isinstance(graph, Symmetry):
        if node_colours is not None or edge_colours is not None:
            raise ValueError("colours have no effect on a Symmetry, which is already computed: "
                             "give them to symmetry()")
        own = graph
    else:
        own = symmetry(coloured_graph(graph, node_colours, edge_colours), time_limit=time_limit,
                       node_colours=bool(node_colours), edge_colours=bool(edge_colours))
    return _core.tuple_orbits(own, to_int(size, "size", low=1, high=3),
                              to_int(max_representatives, "max_representatives"),
                              to_seconds(time_limit))

