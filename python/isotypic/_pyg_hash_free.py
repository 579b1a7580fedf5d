"""Transforms for the readouts without a hash: components, described pairs, marked copies."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import torch
from torch import Tensor

from ._arguments import as_array, to_int
from ._channels import decompose
from ._core import Graph
from ._graphs import as_graph
from .hash_free import describe_orbitals
from ._pyg_base import SymmetryTransform, store
from ._torch_components import component_tensors
from ._torch_marks import mark_columns, marked_tuples
from ._torch_pairs import pair_tensors, row_keys

COMPONENTS = "isotypic_component_"
PAIRS = "isotypic_pair_"
MARKS = "isotypic_copy_"


class AddIsotypicComponents(SymmetryTransform):
    """Adds the isotypic components of its graph to a ``Data``, for ``ComponentSetAggregation``.

    Use it as ``transform`` or ``pre_transform``, last of several. Called with a list or a data set
    it returns a list of ``Data``, worked on by all cores, with a progress bar.

    dtype
        that of the embeddings to be read.
    node_colours, edge_colours, simplify, threads, progress
        as in ``AddIsotypicChannels``.
    """

    description = "isotypic components"

    def attach(self, items: List[Any], graphs: List[Graph]) -> List[Any]:
        channels = decompose(graphs, grouping="components", threads=self.threads,
                             node_colours=self.node_colours is not None,
                             edge_colours=self.edge_colours is not None)
        return [store(data, COMPONENTS, component_tensors(own, graph, self.dtype))
                for data, own, graph in zip(items, channels, graphs)]


class AddOrbitalPairs(SymmetryTransform):
    """Adds the described pairs of its graph to a ``Data``, for ``OperatorsAggregation`` and
    ``StructureAggregation``.

    Use it as ``transform`` or ``pre_transform``, last of several. Called with a list or a data set
    it returns a list of ``Data``, worked on by all cores, with a progress bar.

    powers, max_distance
        as in ``isotypic.hash_free.describe_orbitals``; the aggregation must have the same.
    edge_categories
        the name of an attribute with one whole number, or several, per column of ``edge_index``,
        such as ``"edge_attr"``: edges that differ in it get types of their own.
    dtype
        that of the embeddings to be read.
    node_colours, edge_colours, simplify, threads, progress
        as in ``AddIsotypicChannels``.
    """

    description = "described pairs"

    def __init__(self, *, powers: int = 16, max_distance: int = 12,
                 edge_categories: Optional[str] = None, **options: Any) -> None:
        super().__init__(**options)
        self.powers = to_int(powers, "powers", low=1, high=1024)
        self.max_distance = to_int(max_distance, "max_distance", low=1, high=2**16)
        self.edge_categories = edge_categories

    def attach(self, items: List[Any], graphs: List[Graph]) -> List[Any]:
        rows = [self._categories(data) for data in items]
        described = describe_orbitals(
            graphs, edge_keys=[None if own is None else row_keys(own) for own in rows],
            powers=self.powers, max_distance=self.max_distance, threads=self.threads,
            node_colours=self.node_colours is not None,
            edge_colours=self.edge_colours is not None)
        return [store(data, PAIRS, pair_tensors(own, graph.num_nodes, categories, self.dtype))
                for data, own, graph, categories in zip(items, described, graphs, rows)]

    def _categories(self, data: Any) -> Optional[np.ndarray]:
        """Those of the edges of the graph, from those of the columns of ``edge_index``."""
        if self.edge_categories is None:
            return None
        rows = attribute_rows(data, self.edge_categories, whole=True)
        if len(rows) == 0:
            return np.empty((0, rows.shape[1]), dtype=np.int64)
        distinct, keys = np.unique(rows, axis=0, return_inverse=True)
        coloured = as_graph(data.edge_index, num_nodes=data.num_nodes,
                            edge_colours=keys.reshape(-1), simplify=self.simplify)
        return distinct[coloured.edge_colours].astype(np.int64)

    def _settings(self) -> List[str]:
        own = [f"powers={self.powers}", f"max_distance={self.max_distance}"]
        if self.edge_categories is not None:
            own.append(f"edge_categories={self.edge_categories!r}")
        return own + super()._settings()


class _Copies(NamedTuple):
    sizes: Tensor  # int64 [copies]: nodes of every copy
    weights: Tensor  # [copies]
    counts: Tensor  # int64 [1]: copies of the graph


class MarkNodes(SymmetryTransform):
    """Turns a ``Data`` into its marked copies, for any network and ``MarkedAggregation``.

    The graph of the result consists of one copy for every orbit of k-tuples of distinct nodes. The
    features of nodes and edges are repeated, and ``x`` gets k more columns: column j is 1 at the
    j-th marked node. Use it last; a network that reads ``x`` and ``edge_index`` works as before.

    size
        marked nodes of a copy: 1, 2 or 3. A graph with fewer nodes has one copy, without marks.
    features
        attributes of nodes and edges that the network sees. Automorphisms that change them leave no
        copy out. Those that a ``Data`` does not have are passed over.
    max_copies, time_limit
        give up on a graph with ``TimeoutError`` above so many copies, or after so many seconds.
    dtype
        of the marks, if there is no ``x``, and of the weights.
    simplify, progress
        as in ``AddIsotypicChannels``.
    """

    description = "marked copies"

    def __init__(self, size: int = 1, *, features: Sequence[str] = ("x", "edge_attr"),
                 max_copies: int = 100_000, time_limit: Optional[float] = None,
                 dtype: torch.dtype = torch.float32, simplify: bool = False,
                 progress: bool = True) -> None:
        super().__init__(dtype=dtype, simplify=simplify, progress=progress)
        if isinstance(features, str):
            raise ValueError(f"features must be a list of names, such as [{features!r}]")
        self.size = to_int(size, "size", low=1, high=3)
        self.features = tuple(features)
        self.max_copies = to_int(max_copies, "max_copies", low=1)
        self.time_limit = time_limit

    def _coloured_graph(self, data: Any) -> Graph:
        nodes, edges = self._keys(data)
        if data.edge_index is None:
            return Graph(data.num_nodes, np.empty((0, 2), np.int64), node_colours=nodes)
        return as_graph(data.edge_index, num_nodes=data.num_nodes, node_colours=nodes,
                        edge_colours=edges, simplify=self.simplify)

    def _keys(self, data: Any) -> Tuple[Optional[np.ndarray], Optional[np.ndarray]]:
        """Equal numbers for nodes, and for columns of ``edge_index``, of equal features."""
        nodes: List[np.ndarray] = []
        edges: List[np.ndarray] = []
        columns = 0 if data.edge_index is None else data.edge_index.size(1)
        for name in self.features:
            if getattr(data, name, None) is None:
                continue
            rows = attribute_rows(data, name)
            if "edge" in name and len(rows) == columns:
                edges.append(rows)
            elif len(rows) == data.num_nodes:
                nodes.append(rows)
            else:
                raise ValueError(f"the feature {name!r} has {len(rows)} rows, but there are "
                                 f"{data.num_nodes} nodes and {columns} columns of edge_index")
        return tuple(row_keys(np.concatenate(own, axis=1)) if own else None  # type: ignore
                     for own in (nodes, edges))

    def attach(self, items: List[Any], graphs: List[Graph]) -> List[Any]:
        return [self._copied(data, graph) for data, graph in zip(items, graphs)]

    def _copied(self, data: Any, graph: Graph) -> Any:
        n = graph.num_nodes
        tuples, weights = marked_tuples(graph, self.size, self.max_copies, self.time_limit)
        copies = len(weights)
        marks = mark_columns(tuples, n, self.dtype)
        repeated = {key: value for key, value in data.to_dict().items()
                    if isinstance(value, Tensor) and key not in ("x", "y", "edge_index")
                    and (data.is_node_attr(key) or data.is_edge_attr(key))}
        if data.edge_index is not None:
            first = torch.arange(copies, device=data.edge_index.device).view(-1, 1, 1) * n
            data.edge_index = (data.edge_index.unsqueeze(0) + first).permute(1, 0, 2).reshape(2, -1)
        for key, value in repeated.items():
            data[key] = value.repeat(copies, *[1] * (value.dim() - 1))
        x = getattr(data, "x", None)
        if x is not None:
            x = x.view(-1, 1) if x.dim() == 1 else x
            marks = torch.cat([x.repeat(copies, 1), marks.to(x)], 1)
        data.x = marks
        data.num_nodes = copies * n
        return store(data, MARKS, _Copies(torch.full((copies,), n),
                                          torch.from_numpy(weights).to(self.dtype),
                                          torch.tensor([copies])))

    def _settings(self) -> List[str]:
        return [f"size={self.size}", f"features={self.features!r}",
                f"max_copies={self.max_copies}", *super()._settings()]


def attribute_rows(data: Any, name: str, whole: bool = False) -> np.ndarray:
    """An attribute as an array of rows."""
    values = getattr(data, name, None)
    if values is None:
        raise ValueError(f"the data has no attribute {name!r}")
    rows = as_array(values, name)
    rows = rows.reshape(-1, 1) if rows.ndim == 1 else rows
    if rows.ndim != 2:
        raise ValueError(f"{name!r} must have one row per node or edge, not the shape {rows.shape}")
    if whole and rows.size and rows.dtype.kind not in "iub":
        raise ValueError(f"{name!r} must hold whole numbers, not {rows.dtype}; number the kinds of "
                         "edges first, in the same way for all graphs")
    if rows.dtype.kind == "f" and np.isnan(rows).any():
        raise ValueError(f"{name!r} holds a NaN, which equals nothing, not even itself; replace it")
    return rows
