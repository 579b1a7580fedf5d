"""Marked copies: a network reads a graph once for every way to mark k of its nodes."""

from __future__ import annotations

from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import torch
from torch import Tensor, nn

from ._arguments import as_array, to_int
from ._core import Graph
from ._graphs import ColourChoice, coloured_graph
from .hash_free import tuple_orbits
from ._torch_pairs import row_keys
from ._torch_scales import as_list, column_scales, expect_batch


class MarkedBatch(NamedTuple):
    """Copies of graphs with k marked nodes, one for every orbit of k-tuples, as one batch."""

    edge_index: Tensor  # int64 [2, edges]: both directions
    node: Tensor  # int64 [nodes]: the node of the original batch that it is a copy of
    marks: Tensor  # [nodes, k]: 1 where the node is the j-th marked one
    copy_of_node: Tensor  # int64 [nodes]
    sample_of_copy: Tensor  # int64 [copies]: the graph that it is a copy of
    weights: Tensor  # [copies]: the share of the orbit in all tuples of its graph
    num_samples: int
    num_nodes: int  # of the original batch

    @property
    def num_copies(self) -> int:
        """How many copies there are of all graphs."""
        return self.weights.size(0)

    def to(self, device: Any) -> "MarkedBatch":
        """The batch on another device."""
        return MarkedBatch(self.edge_index.to(device), self.node.to(device),
                           self.marks.to(device), self.copy_of_node.to(device),
                           self.sample_of_copy.to(device), self.weights.to(device),
                           self.num_samples, self.num_nodes)


def marked_tuples(graph: Graph, size: int, max_copies: int, time_limit: Optional[float],
                  ) -> Tuple[np.ndarray, np.ndarray]:
    """The marked nodes of every copy [copies, k], and the shares of the copies. A graph with fewer
    than k nodes has one copy without marks: -1. All colours of the graph count."""
    n = graph.num_nodes
    if n < size:
        return np.full((1, size), -1), np.ones(1)
    try:
        nodes, sizes = tuple_orbits(
            graph, size, max_representatives=max_copies, time_limit=time_limit,
            node_colours=graph.node_colours is not None,
            edge_colours=graph.edge_colours is not None)
    except TimeoutError as error:
        raise TimeoutError(f"{error}; mark fewer nodes, or allow more copies or time") from None
    return nodes.astype(np.int64), sizes / np.prod([float(n - i) for i in range(size)])


def mark_columns(tuples: np.ndarray, num_nodes: int, dtype: torch.dtype) -> Tensor:
    """1 where the node of a copy is the j-th marked one: [copies * nodes, k]."""
    marks = torch.zeros(len(tuples), num_nodes, tuples.shape[1], dtype=dtype)
    copy, place = np.nonzero(tuples >= 0)
    marks[copy, tuples[copy, place], place] = 1
    return marks.view(-1, tuples.shape[1])


def batch_marks(graphs: Sequence[Any], size: int = 1, *, x: Any = None,
                max_copies: int = 1_000_000, time_limit: Optional[float] = None,
                dtype: torch.dtype = torch.float32, device: Optional[torch.device] = None,
                node_colours: ColourChoice = None,
                edge_colours: ColourChoice = None) -> MarkedBatch:
    """The marked copies of a batch, for graphs whose nodes stand one graph after the other.

    graphs
        a list of anything ``as_graph`` takes.
    size
        marked nodes of a copy: 1, 2 or 3. A graph with fewer nodes has one copy, without marks.
    x
        the features [N, F] of the nodes. Give them unless they are constant on every graph: only
        automorphisms that keep them may be used to leave copies out.
    max_copies, time_limit
        give up on a graph with ``TimeoutError`` above so many copies, or after so many seconds.
    node_colours, edge_colours
        what automorphisms must keep besides, as in ``symmetry``: name the kind of the edges here,
        if the network sees it.
    """
    size = to_int(size, "size", low=1, high=3)
    if not isinstance(dtype, torch.dtype) or not dtype.is_floating_point:
        raise ValueError(f"dtype must be a floating-point type of torch, not {dtype!r}")
    max_copies = to_int(max_copies, "max_copies", low=1)
    own = [coloured_graph(graph, node_colours, edge_colours) for graph in as_list(graphs)]
    own = _with_features(own, x, bool(node_colours), bool(edge_colours))
    edges: List[Tensor] = []
    nodes: List[Tensor] = []
    marks: List[Tensor] = []
    shares: List[np.ndarray] = []
    first_node, first_copied = 0, 0
    for graph in own:
        n = graph.num_nodes
        tuples, weights = marked_tuples(graph, size, max_copies, time_limit)
        copies = len(weights)
        edges.append(_copied_edges(graph, copies) + first_copied)
        nodes.append((first_node + torch.arange(n)).repeat(copies))
        marks.append(mark_columns(tuples, n, dtype))
        shares.append(weights)
        first_node += n
        first_copied += copies * n
    counts = torch.tensor([len(weights) for weights in shares])
    sizes = torch.tensor([graph.num_nodes for graph in own]).repeat_interleave(counts)
    return MarkedBatch(torch.cat(edges, 1), torch.cat(nodes), torch.cat(marks),
                       torch.arange(len(sizes)).repeat_interleave(sizes),
                       torch.arange(len(own)).repeat_interleave(counts),
                       torch.from_numpy(np.concatenate(shares)).to(dtype), len(own),
                       first_node).to(device)


def _with_features(graphs: List[Graph], x: Any, node_colours: bool,
                   edge_colours: bool) -> List[Graph]:
    """The graphs with what automorphisms must keep as their colours, and nothing else."""
    rows: Optional[np.ndarray] = None
    if x is not None:
        rows = as_array(x, "x")
        total = sum(graph.num_nodes for graph in graphs)
        if rows.ndim != 2 or len(rows) != total:
            raise ValueError(f"x must have {total} rows, one per node of all graphs, not the shape "
                             f"{rows.shape}")
    result, first = [], 0
    for graph in graphs:
        keys = graph.node_colours if node_colours else None
        if rows is not None:
            features = rows[first:first + graph.num_nodes]
            keys = row_keys(features if keys is None else np.column_stack([features, keys]))
        result.append(Graph(graph.num_nodes, graph.edges, node_colours=keys,
                            edge_colours=graph.edge_colours if edge_colours else None))
        first += graph.num_nodes
    return result


def _copied_edges(graph: Graph, copies: int) -> Tensor:
    edge_index = torch.from_numpy(np.ascontiguousarray(graph.edge_index))
    first = torch.arange(copies).view(-1, 1, 1) * graph.num_nodes
    return (edge_index.unsqueeze(0) + first).permute(1, 0, 2).reshape(2, -1)


def _check_rows(x: Any, rows: int, what: str) -> Tensor:
    if not isinstance(x, Tensor):
        raise ValueError("x must be a tensor [nodes, features]")
    if x.dim() != 2 or x.size(0) != rows:
        raise ValueError(f"x must have {rows} rows, one per node of {what}, not the shape "
                         f"{list(x.shape)}")
    if not x.is_floating_point():
        raise ValueError(f"x must hold floating-point numbers, not {x.dtype}")
    return x


class MarkedReadout(nn.Module):
    """Embeddings of marked copies to one vector per graph: the sum of w_c relu(A z_c + b).

    z_c is what the inner readout makes of copy c, standardised. With w_c the share of the copy's
    orbit, the result is the mean over all k-tuples of nodes, at the cost of one copy per orbit.

    width
        of z_c, and of the result.
    inner
        the readout of a copy, called as ``inner(x, copy_of_node, copies)``, as the pooling functions
        of PyG are; without one, the sum of the embeddings.

    Shape: x [nodes of all copies, features] and the ``MarkedBatch`` -> [graphs, width].
    """

    copy_mean: Tensor
    copy_factor: Tensor

    def __init__(self, width: int, inner: Optional[Callable[..., Tensor]] = None) -> None:
        super().__init__()
        self.width = self.out_features = to_int(width, "width", low=1, high=2**24)
        if inner is not None and not callable(inner):
            raise ValueError(f"inner must be called with (x, copy_of_node, copies), not {inner!r}")
        self.inner = inner
        self.register_buffer("copy_mean", torch.zeros(self.width))
        self.register_buffer("copy_factor", torch.ones(self.width))
        self.map = nn.Linear(self.width, self.width)

    def read_copies(self, x: Tensor, copies: MarkedBatch) -> Tensor:
        """z_c of all copies: [copies, width]."""
        expect_batch(copies, MarkedBatch, "batch_marks")
        x = _check_rows(x, copies.copy_of_node.size(0), "all copies")
        if self.inner is None:
            z = torch.zeros(copies.num_copies, x.size(1), dtype=x.dtype,
                            device=x.device).index_add(0, copies.copy_of_node, x)
        else:
            z = self.inner(x, copies.copy_of_node, copies.num_copies)
        return self._check(z, copies)

    def _check(self, z: Tensor, copies: MarkedBatch) -> Tensor:
        if z.dim() != 2 or z.size(0) != copies.num_copies or z.size(1) != self.width:
            raise ValueError(f"the copies were read to the shape {list(z.shape)}, not "
                             f"[{copies.num_copies}, {self.width}]")
        if z.dtype in (torch.float16, torch.bfloat16):  # as autocast gives it
            z = z.float()
        if z.dtype != self.map.weight.dtype:
            raise ValueError(f"the copies were read as {z.dtype}, but the readout is "
                             f"{self.map.weight.dtype}; convert one of them")
        return z

    def learn_scales(self, x: Tensor, copies: MarkedBatch) -> None:
        """Standardises z_c over these copies, each with its weight: those of the training part."""
        with torch.no_grad():
            mean, factor = column_scales([(self.read_copies(x, copies), copies.weights)])
        self.copy_mean.copy_(mean)
        self.copy_factor.copy_(factor)

    def combine(self, z: Tensor, copies: MarkedBatch) -> Tensor:
        """The vectors z_c [copies, width] of the copies to one per graph."""
        z = self._check(z, copies)
        values = self.map((z - self.copy_mean) * self.copy_factor).relu()
        values = values * copies.weights.to(z.dtype).unsqueeze(1)
        return torch.zeros(copies.num_samples, self.width, dtype=z.dtype,
                           device=z.device).index_add(0, copies.sample_of_copy, values)

    def forward(self, x: Tensor, copies: MarkedBatch) -> Tensor:
        return self.combine(self.read_copies(x, copies), copies)

    def extra_repr(self) -> str:
        return f"{self.width}"


class Marked(nn.Module):
    """Any network on graphs, run on their marked copies: what it cannot tell apart, marks may show.

    network
        called as ``network(x, edge_index, batch)``, with k more columns of x than without marks; it
        gives one row of ``width`` numbers per copy.
    width
        of its result, and of the result here.

    Shape: x [N, F] and the ``MarkedBatch`` of its graphs -> [graphs, width].

    >>> class Degrees(nn.Module):
    ...     def forward(self, x, edge_index, batch):
    ...         seen = torch.zeros_like(x).index_add(0, edge_index[1], x[edge_index[0]])
    ...         sums = torch.zeros(int(batch.max()) + 1, x.size(1))
    ...         return sums.index_add(0, batch, seen * seen)
    >>> copies = batch_marks(["IsP@OkWHG"], 2)
    >>> Marked(Degrees(), 3)(torch.ones(10, 1), copies).shape
    torch.Size([1, 3])
    """

    def __init__(self, network: nn.Module, width: int) -> None:
        super().__init__()
        if not callable(network):
            raise ValueError(f"network must be called with (x, edge_index, batch), not {network!r}")
        self.network = network
        self.readout = MarkedReadout(width)

    def forward(self, x: Tensor, copies: MarkedBatch) -> Tensor:
        expect_batch(copies, MarkedBatch, "batch_marks")
        x = _check_rows(x, copies.num_nodes, "all graphs")
        rows = torch.cat([x[copies.node], copies.marks.to(x.dtype)], 1)
        return self.readout.combine(self.network(rows, copies.edge_index, copies.copy_of_node),
                                    copies)
