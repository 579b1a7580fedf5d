"""Symmetry: automorphisms, orbits, canonical form."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Union, overload

from . import _core
from ._arguments import to_int, to_seconds
from ._core import Symmetry
from ._graphs import ColourChoice, coloured_graph, keep_names

__all__ = ["is_isomorphic", "symmetry"]


def symmetry_options(node_colours: ColourChoice, edge_colours: ColourChoice,
                     time_limit: Optional[float]) -> _core.SymmetryOptions:
    return _core.SymmetryOptions(bool(node_colours), bool(edge_colours), to_seconds(time_limit))


@overload
def symmetry(  # type: ignore[misc]  # a list is Any too
        graph: Sequence[Any], *, node_colours: ColourChoice = ...,
        edge_colours: ColourChoice = ..., time_limit: Optional[float] = ..., threads: int = ...) -> List[Symmetry]: ...
@overload
def symmetry(graph: Any, *, node_colours: ColourChoice = ..., edge_colours: ColourChoice = ...,
             time_limit: Optional[float] = ..., threads: int = ...) -> Symmetry: ...


def symmetry(graph: Any, *, node_colours: ColourChoice = None, edge_colours: ColourChoice = None,
             time_limit: Optional[float] = None,
             threads: int = 0) -> Union[Symmetry, List[Symmetry]]:
    """The automorphism group of a graph and its canonical form, exactly.

    graph
        anything ``as_graph`` takes; or a list of such, for a list of results.
    node_colours, edge_colours
        ``True``: automorphisms must keep the colours of the graph; or the name of an attribute of
        a NetworkX graph, an igraph graph or a ``Data`` that they must keep. ``False``: colours and
        weights do not count. ``None``: likewise, but weights and colours of other packages raise
        (see ``as_graph``).
    time_limit
        seconds after which to give up with ``TimeoutError``, rounded up to milliseconds; each
        graph has its own. 0 and ``None`` mean no limit.
    threads
        for a list: how many graphs are worked on at a time; 0 means one per core.

    The result has ``order`` (of any size), ``generators``, ``orbits`` (the orbit of every
    node), ``orbitals()``, ``position`` (node v stands at ``position[v]`` in the canonical form),
    ``canonical`` (the canonical form), ``hash`` (of it) and ``engine``. For graphs whose nodes have
    names it has ``node_names``, ``orbit_names()`` and ``generator_map(i)`` as well.

    >>> from isotypic import family
    >>> cube = symmetry(family("hypercube", 3))
    >>> cube.order, cube.num_orbits, cube.orbitals().count
    (48, 1, 4)
    >>> [s.order for s in symmetry([family("cycle", 5), family("complete", 30)])]
    [10, 265252859812191058636308480000000]
    >>> import networkx
    >>> symmetry(networkx.Graph([("O", "H1"), ("O", "H2")])).orbit_names()
    [['H1', 'H2'], ['O']]
    """
    options = symmetry_options(node_colours, edge_colours, time_limit)
    if isinstance(graph, (list, tuple)):
        graphs = [coloured_graph(item, node_colours, edge_colours) for item in graph]
        results = _core.symmetry_all(graphs, options, to_int(threads, "threads", high=1024))
        return [keep_names(result, own) for result, own in zip(results, graphs)]
    own = coloured_graph(graph, node_colours, edge_colours)
    return keep_names(_core.symmetry(own, options), own)


def is_isomorphic(a: Any, b: Any, *, node_colours: ColourChoice = None,
                  edge_colours: ColourChoice = None, time_limit: Optional[float] = None) -> bool:
    """Whether two graphs are isomorphic. The arguments are those of ``symmetry``.

    >>> from isotypic import family
    >>> is_isomorphic(family("rook", 4, 4), family("shrikhande"))
    False
    """
    return _core.is_isomorphic(coloured_graph(a, node_colours, edge_colours),
                               coloured_graph(b, node_colours, edge_colours),
                               symmetry_options(node_colours, edge_colours, time_limit))
