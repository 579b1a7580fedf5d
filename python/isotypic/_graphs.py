"""Whatever users call a graph, as a ``Graph``; and graphs from files.

Foreign types are known by what they offer, never by importing the package they come from.
"""

from __future__ import annotations

import os
from typing import Any, Iterable, List, Optional, Union

import numpy as np

from . import _core
from ._core import Graph

__all__ = ["as_graph", "family", "read_graphs", "write_graphs"]

PathLike = Union[str, "os.PathLike[str]"]


def as_graph(graph: Any, *, num_nodes: Optional[int] = None, node_colours: Any = None,
             edge_colours: Any = None, simplify: bool = False) -> Graph:
    """The ``Graph`` that an object of another package describes.

    graph
        an ``edge_index`` array or tensor of shape (2, E) with both directions of every edge; a
        NetworkX graph, whose nodes are numbered in its own order; a square SciPy sparse matrix
        with a symmetric pattern (the values do not matter, explicit zeros are no edges); a graph6
        or sparse6 string; an object with ``edge_index`` and ``num_nodes`` such as a PyG ``Data``;
        a ``Graph``, which is returned as it is.
    num_nodes
        for an ``edge_index``: the number of nodes, when the last ones are isolated.
    node_colours, edge_colours
        for an ``edge_index``, a ``Data`` or a ``Graph``-like object: whole numbers, one per node
        and one per column of ``edge_index``.
    simplify
        leave out loops and repeated edges instead of raising.

    Raises ``ValueError`` when the graph is directed, has loops or repeated edges, or anything
    else is wrong with it.

    >>> as_graph(np.array([[0, 1, 1, 2], [1, 0, 2, 1]]))
    Graph(num_nodes=3, num_edges=2)
    >>> as_graph("IsP@OkWHG")
    Graph(num_nodes=10, num_edges=15)
    >>> as_graph(np.array([[0, 1], [1, 2]]))
    Traceback (most recent call last):
    ...
    ValueError: the graph is directed: edge (0, 1) has no reverse (1, 0). An edge_index holds both \
directions of every edge; for edges listed once use Graph(num_nodes, edges)
    """
    if isinstance(graph, Graph):
        _refuse("a Graph", num_nodes=num_nodes, node_colours=node_colours,
                edge_colours=edge_colours)
        return graph
    if isinstance(graph, (str, bytes)):
        _refuse("a string", num_nodes=num_nodes, node_colours=node_colours,
                edge_colours=edge_colours)
        return _from_text(graph, simplify)
    if hasattr(graph, "edge_index"):
        return _from_data(graph, num_nodes, node_colours, edge_colours, simplify)
    if hasattr(graph, "is_directed") and hasattr(graph, "edges"):
        _refuse("a NetworkX graph", num_nodes=num_nodes, edge_colours=edge_colours)
        return _from_networkx(graph, node_colours, simplify)
    if hasattr(graph, "tocoo"):
        _refuse("a sparse matrix", num_nodes=num_nodes, edge_colours=edge_colours)
        return _from_sparse(graph, node_colours, simplify)
    if isinstance(graph, (list, tuple, dict, set)) or not hasattr(graph, "__array__"):
        raise ValueError(f"a graph cannot be made from {_kind(graph)}; give an edge_index array, a "
                         "NetworkX graph, a SciPy sparse matrix, a graph6 string or a PyG Data")
    return _from_edge_index(graph, num_nodes, node_colours, edge_colours, simplify)


def _refuse(kind: str, **arguments: Any) -> None:
    for name, value in arguments.items():
        if value is not None:
            raise ValueError(f"{name} does not go with {kind}")


def _kind(value: Any) -> str:
    return f"an object of type {type(value).__module__}.{type(value).__qualname__}"


def as_array(values: Any, what: str) -> np.ndarray:
    """A NumPy array, from a torch tensor on any device too; without a copy where it can be."""
    if hasattr(values, "detach"):
        values = values.detach().cpu()
    try:
        array = np.asarray(values)
    except Exception as error:
        raise ValueError(f"{what} cannot be read as an array: {error}") from error
    if array.dtype == object:
        raise ValueError(f"{what} must hold numbers, not objects")
    return array


def _optional_array(values: Any, what: str) -> Optional[np.ndarray]:
    return None if values is None else as_array(values, what)


def to_int(value: Any, what: str, *, low: int = 0, high: int = 2**63 - 1) -> int:
    """A whole number within bounds, or ``ValueError``."""
    try:
        number = value.__index__()
    except Exception:
        raise ValueError(f"{what} must be a whole number, not {value!r}") from None
    if not low <= number <= high:
        raise ValueError(f"{what} must lie between {low} and {high}, not {number}")
    return number


def _from_edge_index(edge_index: Any, num_nodes: Any, node_colours: Any, edge_colours: Any,
                     simplify: bool) -> Graph:
    return _core.graph_from_edge_index(
        as_array(edge_index, "edge_index"),
        None if num_nodes is None else to_int(num_nodes, "num_nodes"),
        _optional_array(node_colours, "node_colours"),
        _optional_array(edge_colours, "edge_colours"), bool(simplify))


def _from_text(text: Union[str, bytes], simplify: bool) -> Graph:
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    graphs = list(_core.GraphReader.from_bytes(raw, "<string>", "detect", bool(simplify)))
    if len(graphs) != 1:
        raise ValueError(f"the string holds {len(graphs)} graphs, not one; see read_graphs")
    return graphs[0]


def _from_data(data: Any, num_nodes: Any, node_colours: Any, edge_colours: Any,
               simplify: bool) -> Graph:
    if num_nodes is None:
        num_nodes = getattr(data, "num_nodes", None)
    if data.edge_index is None:
        if num_nodes is None:
            raise ValueError("the object has neither an edge_index nor num_nodes")
        return Graph(to_int(num_nodes, "num_nodes"), np.empty((0, 2), np.int64),
                     node_colours=_optional_array(node_colours, "node_colours"),
                     simplify=bool(simplify))
    return _from_edge_index(data.edge_index, num_nodes, node_colours, edge_colours, simplify)


def _from_networkx(graph: Any, node_colours: Any, simplify: bool) -> Graph:
    if graph.is_directed():
        raise ValueError("the graph is directed; take graph.to_undirected()")
    number = {node: i for i, node in enumerate(graph.nodes())}
    edges = np.array([(number[u], number[v]) for u, v in graph.edges()], dtype=np.int64)
    return Graph(len(number), edges.reshape(-1, 2),
                 node_colours=_optional_array(node_colours, "node_colours"),
                 simplify=bool(simplify))


def _from_sparse(matrix: Any, node_colours: Any, simplify: bool) -> Graph:
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"an adjacency matrix must be square, not of shape {matrix.shape}")
    entries = matrix.tocsr().tocoo()
    data = as_array(entries.data, "the matrix")
    if data.dtype.kind not in "biuf":
        raise ValueError(f"the matrix must hold real numbers, not {data.dtype}")
    if data.dtype.kind == "f" and np.isnan(data).any():
        raise ValueError("the matrix holds a NaN")
    present = data != 0
    edge_index = np.stack([entries.row[present], entries.col[present]]).astype(np.int64)
    return _from_edge_index(edge_index, matrix.shape[0], node_colours, None, simplify)


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
