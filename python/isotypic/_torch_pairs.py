"""The described pairs of several graphs as tensors, and the operators that are made of them."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence

import numpy as np
import torch
from torch import Tensor

from ._arguments import as_array
from ._core import Graph
from ._graphs import ColourChoice, coloured_graph
from .hash_free import OrbitalDescriptors, describe_orbitals
from ._torch_channels import pad_rows
from ._torch_scales import as_list

SIZE_COLUMNS = 3  # of the described values, behind the powers
DEGREE_COLUMNS = 2


class PairBatch(NamedTuple):
    """The described pairs of several graphs; nodes stand graph after graph."""

    values: Tensor  # [types, powers + 5]: as describe_orbitals says
    distances: Tensor  # int64 [types]
    categories: Tensor  # int64 [types, C]: those of the edge, -1 for pairs without one
    counts: Tensor  # int64 [types]: ordered pairs of the type
    type_of: Tensor  # int64 [pairs]: the type of the pairs v <= u of a graph, numbered within it
    num_types: Tensor  # int64 [graphs]
    num_nodes: Tensor  # int64 [graphs]

    def to(self, device: Any) -> "PairBatch":
        """The batch on another device."""
        return PairBatch(*(tensor.to(device) for tensor in self))


def pair_tensors(described: OrbitalDescriptors, num_nodes: int,
                 edge_categories: Optional[np.ndarray] = None,
                 dtype: torch.dtype = torch.float32) -> PairBatch:
    """The pairs of one graph, from ``describe_orbitals``. ``edge_categories`` [edges, C]."""
    categories = np.full((len(described.edges), 0), -1, dtype=np.int64)
    if edge_categories is not None:
        rows = np.append(edge_categories, np.full((1, edge_categories.shape[1]), -1), axis=0)
        categories = rows[described.edges]  # -1, no edge, is the last row
    return PairBatch(torch.from_numpy(described.values).to(dtype),
                     torch.from_numpy(described.distances).long(),
                     torch.from_numpy(categories.astype(np.int64)),
                     torch.from_numpy(described.pairs), torch.from_numpy(described.type_of).long(),
                     torch.tensor([len(described.edges)]), torch.tensor([num_nodes]))


def category_rows(graph: Graph, categories: Any) -> np.ndarray:
    """Categories of edges as an array [edges, C] of whole numbers."""
    rows = as_array(categories, "edge_categories")
    rows = rows.reshape(-1, 1) if rows.ndim == 1 else rows
    if rows.ndim != 2 or len(rows) != graph.num_edges:
        raise ValueError(f"edge_categories must have one row per row of graph.edges, "
                         f"{graph.num_edges}, not the shape {rows.shape}")
    if rows.size and rows.dtype.kind not in "iub":
        raise ValueError(f"edge_categories must be whole numbers, not {rows.dtype}; number the "
                         "kinds of edges first, in the same way for all graphs")
    return rows.astype(np.int64)


def row_keys(rows: np.ndarray) -> Optional[np.ndarray]:
    """Equal numbers for equal rows."""
    if rows.shape[1] == 0 or rows.shape[0] == 0:
        return None
    return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int32)


def batch_pairs(graphs: Sequence[Any], *, edge_categories: Optional[Sequence[Any]] = None,
                powers: int = 16, max_distance: int = 12, dtype: torch.dtype = torch.float32,
                device: Optional[torch.device] = None, node_colours: ColourChoice = None,
                edge_colours: ColourChoice = None, threads: int = 0) -> PairBatch:
    """The described pairs of a batch, for graphs whose nodes stand one graph after the other.

    graphs
        a list of anything ``as_graph`` takes.
    edge_categories
        one array per graph: for every row of ``graph.edges`` one whole number, or several.
    powers, max_distance, node_colours, edge_colours, threads
        as in ``describe_orbitals``.
    dtype
        that of the embeddings to be read: ``torch.float32`` or ``torch.float64``.
    """
    own = [coloured_graph(graph, node_colours, edge_colours) for graph in as_list(graphs)]
    rows: List[Optional[np.ndarray]] = [None] * len(own)
    if edge_categories is not None:
        if not isinstance(edge_categories, (list, tuple)) or len(edge_categories) != len(own):
            raise ValueError(f"edge_categories must be a list of {len(own)} arrays, one per graph")
        rows = [category_rows(graph, item) for graph, item in zip(own, edge_categories)]
    described = describe_orbitals(
        own, edge_keys=[None if item is None else row_keys(item) for item in rows], powers=powers,
        max_distance=max_distance, node_colours=bool(node_colours),
        edge_colours=bool(edge_colours), threads=threads)
    parts = [pair_tensors(item, graph.num_nodes, categories, dtype)
             for item, graph, categories in zip(described, own, rows)]
    return PairBatch(*(torch.cat(tensors) for tensors in zip(*parts))).to(device)


def largest_graph(x: Tensor, pairs: PairBatch) -> int:
    """The nodes of the largest graph: all that must be known on the host, in one transfer."""
    total, largest = 0, 0
    if pairs.num_nodes.size(0) > 0:
        total, largest = torch.stack([pairs.num_nodes.sum(), pairs.num_nodes.max()]).tolist()
    if x.size(0) != total:
        raise ValueError(f"x has {x.size(0)} rows, but the pairs are those of {total} nodes")
    return largest


def _first(counts: Tensor) -> Tensor:
    return torch.cumsum(counts, 0) - counts


def return_probabilities(pairs: PairBatch, graph: Optional[Tensor] = None) -> Tensor:
    """(N^k)_ii for k = 1 .. powers and every node i, N the normalised adjacency matrix:
    [nodes, powers]. ``graph`` says which graph every node belongs to, if it is known."""
    nodes = pairs.num_nodes
    if graph is None:
        graph = torch.repeat_interleave(torch.arange(nodes.size(0), device=nodes.device), nodes)
    i = torch.arange(graph.size(0), device=nodes.device) - _first(nodes)[graph]
    pair = _first(nodes * (nodes + 1) // 2)[graph] + i * (i + 3) // 2
    types = pairs.type_of[pair] + _first(pairs.num_types)[graph]
    powers = pairs.values.size(1) - SIZE_COLUMNS - DEGREE_COLUMNS
    return pairs.values[types][:, :powers]


def operator_products(c: Tensor, v: Tensor, pairs: PairBatch, graph: Tensor,
                      largest: int) -> Tensor:
    """[S_h v_h, S_h 1, diagonal of S_h] of every node, [N, d + 2 heads], for coefficients
    c [types, heads] and v [N, d]."""
    graphs, heads = pairs.num_nodes.size(0), c.size(1)
    if v.size(0) == 0:
        return torch.cat([v, v.new_zeros(0, 2 * heads)], 1)
    s = _operators(c, pairs, largest)
    own = pad_rows(v, pairs.num_nodes, largest).view(graphs, largest, heads, -1)
    own = own.permute(0, 2, 1, 3).reshape(graphs * heads, largest, -1)
    mixed = s.view(graphs * heads, largest, largest).bmm(own)
    mixed = mixed.view(graphs, heads, largest, -1).permute(0, 2, 1, 3)
    rows = torch.cat([mixed.reshape(graphs, largest, -1), s.sum(3).transpose(1, 2),
                      s.diagonal(dim1=2, dim2=3).transpose(1, 2)], 2)
    place = torch.arange(v.size(0), device=v.device) - _first(pairs.num_nodes)[graph]
    return rows[graph, place]


def _operators(c: Tensor, pairs: PairBatch, largest: int) -> Tensor:
    """S_h of all graphs, padded with zeros: [graphs, heads, largest, largest]."""
    nodes = pairs.num_nodes
    i = torch.arange(largest, device=nodes.device)
    low, high = torch.minimum(i.view(-1, 1), i), torch.maximum(i.view(-1, 1), i)
    present = high < nodes.view(-1, 1, 1)
    pair = _first(nodes * (nodes + 1) // 2).view(-1, 1, 1) + high * (high + 1) // 2 + low
    types = pairs.type_of[torch.where(present, pair, torch.zeros_like(pair))]
    types = torch.where(present, types + _first(pairs.num_types).view(-1, 1, 1),
                        torch.zeros_like(types))
    return (c[types] * present.unsqueeze(3).to(c.dtype)).permute(0, 3, 1, 2).contiguous()
