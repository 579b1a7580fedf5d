"""Whatever users call a graph, as a ``Graph``; and graphs from files."""

from __future__ import annotations

import os
from typing import Any, Iterable, List, Optional, Tuple, TypeVar, Union

import numpy as np

from . import _core
from ._arguments import PathLike, to_int
from ._core import Channels, Graph, LocalChannels, Symmetry
from ._sources import Wanted, convert

__all__ = ["as_graph", "family", "read_graphs", "write_graphs"]

ColourChoice = Union[None, bool, str]
Named = TypeVar("Named", Symmetry, Channels, LocalChannels)


def as_graph(graph: Any, *, num_nodes: Optional[int] = None, node_colours: Any = None,
             edge_colours: Any = None, simplify: bool = False) -> Graph:
    """The ``Graph`` that an object of another package describes.

    graph
        an ``edge_index`` array or tensor of shape (2, E) with both directions of every edge; a
        NetworkX or igraph graph, whose nodes are numbered in its own order; a square SciPy sparse
        matrix with a symmetric pattern (explicit zeros are no edges); an RDKit molecule; a graph6
        or sparse6 string; an object with ``edge_index`` and ``num_nodes`` such as a PyG ``Data``;
        a ``Graph``, which is returned as it is.
    num_nodes
        for an ``edge_index``: the number of nodes, when the last ones are isolated.
    node_colours, edge_colours
        whole numbers: an array with one per node, and one per column of ``edge_index`` or per edge;
        or the name of an attribute of a NetworkX graph, an igraph graph or a ``Data``; or ``True``
        for the atoms and bonds of a molecule or the entries of a matrix; or ``False`` to leave out
        what there is.
    simplify
        leave out loops and repeated edges instead of raising.

    The names of NetworkX nodes, and igraph's ``name``, are kept as ``node_names``.

    Raises ``ValueError`` when the graph is directed, has loops or repeated edges, or anything
    else is wrong with it. Weights and colours (attributes ``weight``, ``colour`` and ``color`` of
    NetworkX and igraph, entries of a matrix) that differ are never dropped silently: without
    ``node_colours`` or ``edge_colours`` they raise as well.

    >>> as_graph(np.array([[0, 1, 1, 2], [1, 0, 2, 1]]))
    Graph(num_nodes=3, num_edges=2)
    >>> as_graph("IsP@OkWHG")
    Graph(num_nodes=10, num_edges=15)
    >>> as_graph(np.array([[0, 1], [1, 2]]))
    Traceback (most recent call last):
    ...
    ValueError: the graph is directed: edge (0, 1) has no reverse (1, 0). An edge_index holds both \
directions of every edge; for edges listed once use Graph(num_nodes, edges), or the transform \
ToUndirected() of PyTorch Geometric
    >>> import networkx
    >>> as_graph(networkx.Graph([("oxygen", "carbon")])).node_names
    ('oxygen', 'carbon')
    """
    return convert(graph, Wanted(num_nodes, node_colours, edge_colours, simplify))


def coloured_graph(graph: Any, node_colours: ColourChoice,
                   edge_colours: ColourChoice) -> Graph:
    """The graph of an argument of ``symmetry`` or ``decompose``."""
    for what, choice in (("node_colours", node_colours), ("edge_colours", edge_colours)):
        if not (choice is None or isinstance(choice, (bool, str, np.bool_))):
            raise ValueError(f"{what} must be True, False or the name of an attribute here; give "
                             f"arrays of colours to as_graph")
    node_choice, edge_choice = (bool(choice) if isinstance(choice, np.bool_) else choice
                                for choice in (node_colours, edge_colours))
    return as_graph(graph, node_colours=node_choice, edge_colours=edge_choice)


def keep_names(result: Named, graph: Graph) -> Named:
    """The result with the names of the graph's nodes."""
    if graph.node_names is not None:
        result.node_names = graph.node_names
    return result


def family(name: str, *arguments: Any, seed: int = 0) -> Graph:
    """A graph by the name of its family; ``isotypic generate --list`` names them all.

    >>> family("rook", 4, 4)
    Graph(num_nodes=16, num_edges=48)
    """
    return _core.family(str(name), [str(argument) for argument in arguments],
                        to_int(seed, "seed", high=2**64 - 1))


def read_graphs(path: PathLike, *, format: str = "detect", simplify: bool = False) -> List[Graph]:
    """All graphs of a file: graph6, sparse6, DIMACS or an edge list, gzipped or not.

    For files that do not fit into memory iterate over ``GraphReader(path)`` instead.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "graphs.g6")
    ...     write_graphs(path, [family("cycle", 5), "IsP@OkWHG"])
    ...     read_graphs(path)
    [Graph(num_nodes=5, num_edges=5), Graph(num_nodes=10, num_edges=15)]
    """
    os.stat(path)  # a missing file is an OSError, as everywhere in Python
    return list(_core.GraphReader(os.fspath(path), str(format), bool(simplify)))


def write_graphs(path: PathLike, graphs: Iterable[Any], *, format: str = "graph6") -> None:
    """Writes graphs to a file that appears whole or not at all."""
    _core.write_graphs(os.fspath(path), [as_graph(graph) for graph in graphs], str(format))
