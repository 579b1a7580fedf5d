"""Node features for estimators: made from the graph, or taken from the objects that users give."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator, List, Optional, Union

import numpy as np

from ._arguments import as_array, kind_of
from ._core import Graph
from ._sources import is_one_graph

NodeFeatures = Union[str, Callable[[Any], Any]]
KNOWN = "known are 'constant', 'degree', 'colours' and attributes of the graph"


def as_items(X: Any) -> List[Any]:
    """X as a list of graphs."""
    if is_one_graph(X):
        raise ValueError("X must be a list of graphs; put a single graph into a list")
    if getattr(X, "dtype", object) != object or not hasattr(X, "__len__"):
        raise ValueError(f"X must be a list of graphs, not {kind_of(X)}; see isotypic.as_graph for "
                         "what a graph may be")
    return list(X)


@contextlib.contextmanager
def naming(place: int) -> Iterator[None]:
    """Errors say which graph they are about."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"graph {place}: {error}") from None


def as_sources(given: Any) -> List[NodeFeatures]:
    """One or several sources of node features, as a list."""
    sources = list(given) if isinstance(given, (list, tuple)) else [given]
    if not sources:
        raise ValueError("node_features names nothing; 'constant' is the least there is")
    for source in sources:
        if not (isinstance(source, str) or callable(source)):
            raise ValueError(f"node_features must be names or functions, not {kind_of(source)}")
    return sources


def colours_of(graph: Graph) -> np.ndarray:
    if graph.node_colours is None:
        raise ValueError("its nodes have no colours, but node_features has 'colours'")
    return graph.node_colours


def all_colours(graphs: List[Graph]) -> np.ndarray:
    """The colours of all nodes, ascending."""
    seen = []
    for i, graph in enumerate(graphs):
        with naming(i):
            seen.append(np.unique(colours_of(graph)))
    return np.unique(np.concatenate(seen))


def expect_widths(widths: List[int], expected: int) -> None:
    """Refuses graphs with another number of columns than the graphs of fit."""
    for i, width in enumerate(widths):
        if width != expected:
            raise ValueError(f"graph {i}: it has {width} columns of node features, but the first "
                             f"graph of fit has {expected}")


def node_rows(sources: List[NodeFeatures], item: Any, graph: Graph,
              colours: Optional[np.ndarray]) -> np.ndarray:
    """One row per node, the columns of all sources side by side; ``colours`` are those that have a
    column of their own."""
    return np.concatenate([_read(source, item, graph, colours) for source in sources], axis=1)


def _read(source: NodeFeatures, item: Any, graph: Graph,
          colours: Optional[np.ndarray]) -> np.ndarray:
    if source == "constant":
        return np.ones((graph.num_nodes, 1))
    if source == "degree":
        degrees = np.bincount(graph.edge_index[0], minlength=graph.num_nodes)
        return degrees.reshape(-1, 1).astype(np.float64)
    if source == "colours":
        return (colours_of(graph)[:, None] == colours).astype(np.float64)
    values = source(item) if callable(source) else getattr(item, source, None)
    if values is None:
        raise ValueError(f"there are no node features {source!r}; {KNOWN}")
    rows = as_array(values, "node features")
    if rows.ndim == 1:
        rows = rows.reshape(-1, 1)
    if rows.ndim != 2 or rows.shape[0] != graph.num_nodes or rows.dtype.kind not in "biuf":
        raise ValueError(f"its node features must be numbers, one row for each of "
                         f"{graph.num_nodes} nodes, not {rows.dtype} of shape {rows.shape}")
    return rows.astype(np.float64)


def propagate(graph: Graph, rows: np.ndarray, rounds: int) -> np.ndarray:
    """``rounds`` times M <- M + A M, as ``isotypic embed`` does."""
    source, target = graph.edge_index
    for _ in range(rounds):
        received = rows.copy()
        np.add.at(received, source, rows[target])
        rows = received
    return rows


def pool_rows(rows: List[np.ndarray], pool: Optional[str]) -> np.ndarray:
    """Sums or means of the rows of every graph; nothing for None."""
    if pool is None:
        return np.empty((len(rows), 0))
    sums = np.array([own.sum(axis=0) for own in rows])
    counts = np.array([[max(1, len(own))] for own in rows])
    return sums if pool == "sum" else sums / counts
