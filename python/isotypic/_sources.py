"""Graphs of other packages as a ``Graph``: one function per kind of object.

Foreign types are known by what they offer, never by importing the package they come from. Nothing
that a Graph could hold is dropped silently: weights and colours are taken, or refused with the
argument that says what to do.
"""

from __future__ import annotations

from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arguments import as_array, kind_of, to_int
from ._core import Graph
from ._molecules import from_molecule

WEIGHT = "weight"
COLOUR_NAMES = ("colour", "color")


class Wanted(NamedTuple):
    """What the caller of ``as_graph`` asked for."""

    num_nodes: Any = None
    node_colours: Any = None
    edge_colours: Any = None
    simplify: bool = False


def convert(graph: Any, wanted: Wanted) -> Graph:
    """The ``Graph`` that an object describes. Raises ``ValueError`` with the reason and a remedy."""
    if isinstance(graph, Graph):
        return _from_graph(graph, wanted)
    if isinstance(graph, (str, bytes)):
        return _from_text(graph, wanted)
    if hasattr(graph, "GetAtoms") and hasattr(graph, "GetBonds"):
        _refuse_num_nodes("a molecule", wanted)
        return from_molecule(graph, wanted.node_colours, wanted.edge_colours)
    if hasattr(graph, "vcount") and hasattr(graph, "get_edgelist"):
        return _from_igraph(graph, wanted)
    if hasattr(graph, "edge_index"):
        return _from_data(graph, wanted)
    if hasattr(graph, "is_directed") and hasattr(graph, "edges"):
        return _from_networkx(graph, wanted)
    if hasattr(graph, "tocoo"):
        return _from_sparse(graph, wanted)
    if hasattr(graph, "to_homogeneous"):
        raise ValueError("the graph has nodes or edges of several kinds; take "
                         "data.to_homogeneous(), with node_type and edge_type as colours if they "
                         "count")
    if isinstance(graph, (list, tuple, dict, set)) or not hasattr(graph, "__array__"):
        raise ValueError(f"a graph cannot be made from {kind_of(graph)}; give an edge_index array, a "
                         "NetworkX or igraph graph, a SciPy sparse matrix, an RDKit molecule, a "
                         "graph6 string or a PyG Data. For a list of edges: Graph(num_nodes, edges)")
    return _from_edge_index(graph, wanted)


def is_one_graph(value: Any) -> bool:
    """Whether an object is a graph rather than a collection of graphs. Data sets of PyG have an
    edge_index too, that of all graphs together, but also indices."""
    return (isinstance(value, (Graph, str, bytes)) or hasattr(value, "GetAtoms") or
            hasattr(value, "vcount") or hasattr(value, "tocoo") or
            hasattr(value, "is_directed") and hasattr(value, "edges") or
            hasattr(value, "edge_index") and not hasattr(value, "indices"))


def _refuse_num_nodes(kind: str, wanted: Wanted) -> None:
    if wanted.num_nodes is not None:
        raise ValueError(f"num_nodes does not go with {kind}, which has its own number of nodes; "
                         "leave it out")


def _given_array(values: Any, what: str, kind: str) -> Optional[np.ndarray]:
    """Colours that can only come as an array."""
    if values is None or values is False:
        return None
    if values is True or isinstance(values, str):
        raise ValueError(f"{kind} has no colours of its own, so {what} must be an array of whole "
                         f"numbers, not {values!r}")
    return as_array(values, what)


def whole_numbers(values: Sequence[Any], what: str) -> np.ndarray:
    """Colours from the values of an attribute."""
    numbers = np.empty(len(values), dtype=np.int32)
    for i, value in enumerate(values):
        try:
            number = int(value)
            exact = bool(number == value) and -2**31 <= number < 2**31
        except Exception:
            exact = False
        if not exact:
            raise ValueError(f"{what} must be whole numbers of 32 bits to serve as colours, but one "
                             f"is {value!r}: number the values first, in the same way for all graphs")
        numbers[i] = number
    return numbers


def _from_graph(graph: Graph, wanted: Wanted) -> Graph:
    _refuse_num_nodes("a Graph", wanted)
    for what, values in (("node_colours", wanted.node_colours),
                         ("edge_colours", wanted.edge_colours)):
        if values is not None and not isinstance(values, bool):
            raise ValueError(f"{what} does not go with a Graph, which has its own colours; make "
                             f"another one with Graph(num_nodes, edges, {what}=...)")
    return graph


def _from_text(text: Union[str, bytes], wanted: Wanted) -> Graph:
    _refuse_num_nodes("a string", wanted)
    for what, values in (("node_colours", wanted.node_colours),
                         ("edge_colours", wanted.edge_colours)):
        if _given_array(values, what, "a graph6 string") is not None:
            raise ValueError(f"{what} does not go with a string; read it with as_graph, and make a "
                             f"coloured one with Graph(num_nodes, edges, {what}=...)")
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    graphs = list(_core.GraphReader.from_bytes(raw, "<string>", "detect", bool(wanted.simplify)))
    if len(graphs) != 1:
        raise ValueError(f"the string holds {len(graphs)} graphs, not one; see read_graphs")
    return graphs[0]


def _from_edge_index(edge_index: Any, wanted: Wanted, kind: str = "an edge_index") -> Graph:
    num_nodes = wanted.num_nodes
    return _core.graph_from_edge_index(
        as_array(edge_index, "edge_index"),
        None if num_nodes is None else to_int(num_nodes, "num_nodes"),
        _given_array(wanted.node_colours, "node_colours", kind),
        _given_array(wanted.edge_colours, "edge_colours", kind), bool(wanted.simplify))


def _from_data(data: Any, wanted: Wanted) -> Graph:
    node_colours = _data_colours(data, wanted.node_colours, "node_colours")
    edge_colours = _data_colours(data, wanted.edge_colours, "edge_colours")
    num_nodes = wanted.num_nodes
    if num_nodes is None:
        num_nodes = getattr(data, "num_nodes", None)
    if data.edge_index is not None:
        return _from_edge_index(data.edge_index, Wanted(num_nodes, node_colours, edge_colours,
                                                        wanted.simplify), "the object")
    if getattr(data, "adj_t", None) is not None:
        raise ValueError("the object has adj_t instead of edge_index; convert it before ToSparseTensor")
    if num_nodes is None:
        raise ValueError("the object has neither an edge_index nor num_nodes; set one of them")
    return Graph(to_int(num_nodes, "num_nodes"), np.empty((0, 2), np.int64),
                 node_colours=_given_array(node_colours, "node_colours", "the object"))


def _data_colours(data: Any, values: Any, what: str) -> Any:
    if not isinstance(values, str):
        return values
    named = getattr(data, values, None)
    if named is None:
        raise ValueError(f"{what}={values!r}, but the object has no attribute of that name")
    array = as_array(named, values)
    return array.reshape(-1) if array.ndim == 2 and array.shape[1] == 1 else array


def _attribute(values: List[Any], what: str, name: str, owners: str) -> np.ndarray:
    if any(value is None for value in values):
        raise ValueError(f"{what}={name!r}, but some {owners} have no attribute of that name")
    return whole_numbers(values, f"the attributes {name!r} of the {owners}")


def _refuse_dropped(values: Iterable[Any], name: str, what: str, owners: str) -> None:
    """Refuses an attribute that tells nodes or edges apart and that nobody asked for."""
    seen = list(values)
    try:
        tells_apart = any(value is not None for value in seen) and any(
            value is None or not bool(value == seen[0]) for value in seen)
    except Exception:  # values that cannot be compared, such as arrays
        tells_apart = True
    if not tells_apart:
        return
    raise ValueError(f"the {owners} have the attribute {name!r}, and its values differ: give "
                     f"{what}={name!r} to have symmetries keep it, or {what}=False to leave it out")


def _from_networkx(graph: Any, wanted: Wanted) -> Graph:
    _refuse_num_nodes("a NetworkX graph", wanted)
    if graph.is_directed():
        raise ValueError("the graph is directed; take graph.to_undirected()")
    nodes = list(graph.nodes(data=True))
    ends = list(graph.edges(data=True))
    number = {node: i for i, (node, _) in enumerate(nodes)}
    colours, edge_colours = wanted.node_colours, wanted.edge_colours
    if colours is None:
        for name in COLOUR_NAMES:
            _refuse_dropped((own.get(name) for _, own in nodes), name, "node_colours", "nodes")
    elif isinstance(colours, str):
        colours = _attribute([own.get(colours) for _, own in nodes], "node_colours", colours,
                             "nodes")
    if edge_colours is None:
        for name in (WEIGHT, *COLOUR_NAMES):
            _refuse_dropped((own.get(name) for _, _, own in ends), name, "edge_colours", "edges")
    elif isinstance(edge_colours, str):
        edge_colours = _attribute([own.get(edge_colours) for _, _, own in ends], "edge_colours",
                                  edge_colours, "edges")
    edges = np.array([(number[u], number[v]) for u, v, _ in ends], dtype=np.int64)
    result = _listed_once(len(number), edges, colours, edge_colours, wanted, "a NetworkX graph")
    result.node_names = tuple(number)
    return result


def _from_igraph(graph: Any, wanted: Wanted) -> Graph:
    _refuse_num_nodes("an igraph graph", wanted)
    if graph.is_directed():
        raise ValueError("the graph is directed; take graph.as_undirected()")
    colours, edge_colours = wanted.node_colours, wanted.edge_colours
    nodes, edges = graph.vs, graph.es
    if colours is None:
        for name in set(COLOUR_NAMES) & set(nodes.attributes()):
            _refuse_dropped(nodes[name], name, "node_colours", "nodes")
    elif isinstance(colours, str):
        colours = _attribute(_igraph_values(nodes, colours), "node_colours", colours, "nodes")
    if edge_colours is None:
        for name in {WEIGHT, *COLOUR_NAMES} & set(edges.attributes()):
            _refuse_dropped(edges[name], name, "edge_colours", "edges")
    elif isinstance(edge_colours, str):
        edge_colours = _attribute(_igraph_values(edges, edge_colours), "edge_colours", edge_colours,
                                  "edges")
    pairs = np.array(graph.get_edgelist(), dtype=np.int64)
    result = _listed_once(graph.vcount(), pairs, colours, edge_colours, wanted, "an igraph graph")
    if "name" in nodes.attributes():
        result.node_names = tuple(nodes["name"])
    return result


def _igraph_values(sequence: Any, name: str) -> List[Any]:
    return list(sequence[name]) if name in sequence.attributes() else [None]


def _listed_once(num_nodes: int, edges: np.ndarray, node_colours: Any, edge_colours: Any,
                 wanted: Wanted, kind: str) -> Graph:
    kind += " whose attribute is not named"
    return Graph(num_nodes, edges.reshape(-1, 2),
                 node_colours=_given_array(node_colours, "node_colours", kind),
                 edge_colours=_given_array(edge_colours, "edge_colours", kind),
                 simplify=bool(wanted.simplify))


def _from_sparse(matrix: Any, wanted: Wanted) -> Graph:
    _refuse_num_nodes("a sparse matrix", wanted)
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"an adjacency matrix must be square, not of shape {matrix.shape}")
    entries = matrix.tocsr().tocoo()
    data = as_array(entries.data, "the matrix")
    if data.dtype.kind not in "biuf":
        raise ValueError(f"the matrix must hold real numbers, not {data.dtype}; take matrix != 0")
    if data.dtype.kind == "f" and np.isnan(data).any():
        raise ValueError("the matrix holds a NaN; take them out, or take matrix != 0")
    present = data != 0
    values = data[present]
    colours = wanted.edge_colours
    if colours is None and len(values) and (values != values[0]).any():
        raise ValueError("the entries of the matrix differ: give edge_colours=True to have "
                         "symmetries keep them, or edge_colours=False to leave them out")
    if colours is True:
        colours = whole_numbers(values, "the entries of the matrix")
    elif colours is not None and colours is not False:
        raise ValueError("the edge colours of a matrix are its entries: edge_colours must be True or "
                         "False")
    edge_index = np.stack([entries.row[present], entries.col[present]]).astype(np.int64)
    return _from_edge_index(edge_index, Wanted(matrix.shape[0], wanted.node_colours, colours,
                                               wanted.simplify), "a sparse matrix")
