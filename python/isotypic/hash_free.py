"""Readouts without a hash as ``torch.nn.Module``: components as a set, and marked copies.

Their numbers are those of the C++ modules ``isotypic::nn::ComponentSetReadout`` and
``isotypic::nn::MarkedReadout``, and so are the names in their ``state_dict``.

>>> import torch
>>> from isotypic import family
>>> from isotypic.hash_free import ComponentSetReadout, batch_components
>>> graphs = [family("cycle", 5), family("petersen")]
>>> readout = ComponentSetReadout(16)
>>> readout(torch.ones(15, 16), batch_components(graphs)).shape
torch.Size([2, 16])
"""

from typing import Any, List, NamedTuple, Optional, Sequence

import numpy as np
import torch
from torch import Tensor, nn

from . import _core
from ._arguments import to_int
from ._channels import decompose
from ._graphs import as_graph
from ._hash_free import tuple_orbits
from ._readout import random_projection
from .torch import ChannelBatch, channel_tensors, isotypic_features

__all__ = ["ComponentBatch", "ComponentSetReadout", "MarkedCopies", "MarkedReadout",
           "batch_components", "marked_copies"]

STRUCTURE_SIZE = 17
RP_DIM = 8


class ComponentBatch(NamedTuple):
    """The isotypic components of several graphs; nodes stand graph after graph."""

    channels: ChannelBatch  # one block per component
    descriptions: Tensor  # [components, 17]


def batch_components(graphs: Sequence[Any], *, dtype: torch.dtype = torch.float32,
                     device: Optional[torch.device] = None) -> ComponentBatch:
    """The components of a batch, for graphs whose nodes stand one graph after the other.

    graphs
        a list of anything ``as_graph`` takes.
    dtype
        that of the embeddings to be read: ``torch.float32`` or ``torch.float64``.
    """
    own = [as_graph(graph) for graph in graphs]
    if not own:
        raise ValueError("a batch needs at least one graph")
    channels = decompose(own, grouping="components")
    most = max(len(item) for item in channels)
    parts = [channel_tensors(item, most, dtype) for item in channels]
    basis, sums, dims = (torch.cat(tensors) for tensors in zip(*parts))
    nodes = torch.tensor([item.num_nodes for item in channels], dtype=torch.long)
    rows = np.concatenate([_core.structure_rows(item, graph)[item.component_of]
                           for item, graph in zip(channels, own)])
    batch = ChannelBatch(basis.to(device), sums.to(device), dims.to(device), nodes.to(device))
    return ComponentBatch(batch, torch.from_numpy(np.ascontiguousarray(rows)).to(device, dtype))


class ComponentSetReadout(nn.Module):
    """Node embeddings to one vector per graph: a learned sum over the isotypic components.

    Every component is read by log(1 + s) of the statistics s1, s2, s3 of its part of M, mu^T R,
    and its structure, standardised. A small network maps this, and the results are added up. No
    component is left out, and none is padded.

    in_features
        width of the node embeddings, and of the result.
    seed
        of the fixed random projection ``R``.

    Call ``learn_scales`` with the components of the training part before the first step.

    Shape: x [N, in_features] and the ``ComponentBatch`` of its graphs -> [graphs, in_features].
    """

    R: Tensor
    description_mean: Tensor
    description_factor: Tensor

    def __init__(self, in_features: int, *, seed: int = 0) -> None:
        super().__init__()
        self.in_features = to_int(in_features, "in_features", low=1)
        self.register_buffer("R", torch.from_numpy(np.ascontiguousarray(
            random_projection(self.in_features, RP_DIM, seed))))
        self.register_buffer("description_mean",
                             torch.zeros(STRUCTURE_SIZE, dtype=torch.float64))
        self.register_buffer("description_factor",
                             torch.ones(STRUCTURE_SIZE, dtype=torch.float64))
        self.map = nn.Sequential(nn.Linear(3 + RP_DIM + STRUCTURE_SIZE, self.in_features),
                                 nn.ReLU(), nn.Linear(self.in_features, self.in_features))

    def learn_scales(self, components: ComponentBatch) -> None:
        """Standardises the structure over these components; columns that do not vary stay."""
        rows = components.descriptions.double()
        mean = rows.mean(0)
        variance = rows.square().mean(0) - mean.square()
        varies = variance > 1e-12 * (1 + mean.square())
        factor = torch.where(varies, variance.clamp(min=1e-300).rsqrt(), torch.ones_like(variance))
        self.description_mean.copy_(mean)
        self.description_factor.copy_(factor)

    def forward(self, x: Tensor, components: ComponentBatch) -> Tensor:
        channels, descriptions = components
        if x.dim() != 2 or x.size(1) != self.in_features:
            raise ValueError(f"x must have the shape [nodes, {self.in_features}], "
                             f"not {list(x.shape)}")
        if x.size(0) != int(channels.num_nodes.sum()):
            raise ValueError(f"x has {x.size(0)} rows, but the components are those of "
                             f"{int(channels.num_nodes.sum())} nodes")
        if x.dtype != descriptions.dtype:
            raise ValueError(f"x is {x.dtype}, but the components are {descriptions.dtype}")
        graphs, most = channels.dims.shape
        slots = isotypic_features(x, channels, self.R.to(x.dtype), most)
        graph, block = torch.nonzero(channels.dims, as_tuple=True)
        statistics = slots.view(graphs, most, 3 + RP_DIM)[graph, block]
        structure = ((descriptions - self.description_mean.to(x.dtype))
                     * self.description_factor.to(x.dtype))
        values = self.map(torch.cat([statistics[:, :3].log1p(), statistics[:, 3:], structure], 1))
        return torch.zeros(graphs, self.in_features, dtype=x.dtype,
                           device=x.device).index_add(0, graph, values)


class MarkedCopies(NamedTuple):
    """Copies of graphs with k marked nodes, one for every orbit of k-tuples, as one batch.

    Run your network on ``edge_index`` with ``marks`` beside the features of ``node`` (the node of
    the original batch that a node of the copies stands for), pool by ``copy_of_node``, and give the
    result to ``MarkedReadout``.
    """

    edge_index: Tensor  # int64 [2, edges]: both directions
    node: Tensor  # int64 [nodes]
    marks: Tensor  # [nodes, k]: 1 where the node is the j-th marked one
    copy_of_node: Tensor  # int64 [nodes]
    sample_of_copy: Tensor  # int64 [copies]
    weights: Tensor  # [copies]: the share of the orbit in all tuples of its graph
    num_samples: int


def marked_copies(graphs: Sequence[Any], size: int = 2, *, max_copies: int = 1_000_000,
                  time_limit: Optional[float] = None,
                  dtype: torch.dtype = torch.float32) -> MarkedCopies:
    """The marked copies of several graphs.

    graphs
        a list of anything ``as_graph`` takes; node features must be equal along each orbit of the
        automorphism group, for example constant.
    size
        marked nodes of a copy: 1, 2 or 3. A graph with fewer nodes has one copy, without marks.
    max_copies, time_limit
        give up on a graph with ``TimeoutError`` above so many copies, or after so many seconds.
    """
    edges: List[Tensor] = []
    nodes: List[Tensor] = []
    marks: List[Tensor] = []
    counts: List[int] = []
    samples: List[int] = []
    weights: List[Tensor] = []
    first_node = 0
    copies_before = 0
    for number, item in enumerate(graphs):
        graph = as_graph(item)
        n = graph.num_nodes
        tuples, sizes = tuple_orbits(graph, size, max_representatives=max_copies,
                                     time_limit=time_limit)
        copies = max(len(sizes), 1)
        total = np.prod([float(n - i) for i in range(size)]) if len(sizes) else 1.0
        own = torch.zeros(copies, n, size, dtype=dtype)
        for j in range(size if len(sizes) else 0):
            own[torch.arange(copies), torch.from_numpy(tuples[:, j].astype(np.int64)), j] = 1
        start = copies_before + torch.arange(copies).view(-1, 1, 1) * n
        edge_index = torch.from_numpy(np.ascontiguousarray(graph.edge_index))
        edges.append((edge_index.unsqueeze(0) + start).permute(1, 0, 2).reshape(2, -1))
        nodes.append((first_node + torch.arange(n)).repeat(copies))
        marks.append(own.view(-1, size))
        counts += [n] * copies
        samples += [number] * copies
        weights.append(torch.from_numpy(sizes / total) if len(sizes)
                       else torch.ones(1, dtype=torch.float64))
        first_node += n
        copies_before += copies * n
    copy_of_node = torch.repeat_interleave(torch.arange(len(counts)), torch.tensor(counts))
    return MarkedCopies(torch.cat(edges, 1), torch.cat(nodes), torch.cat(marks), copy_of_node,
                        torch.tensor(samples), torch.cat(weights).to(dtype), len(graphs))


class MarkedReadout(nn.Module):
    """Vectors of marked copies to one vector per graph: sum of w_c relu(A z_c + b).

    With w_c the share of the copy's orbit, this is the mean over all k-tuples of nodes, at the cost
    of one copy per orbit.

    Shape: z [copies, width] and the ``MarkedCopies`` -> [graphs, width].
    """

    copy_mean: Tensor
    copy_factor: Tensor

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = to_int(width, "width", low=1)
        self.register_buffer("copy_mean", torch.zeros(self.width))
        self.register_buffer("copy_factor", torch.ones(self.width))
        self.map = nn.Linear(self.width, self.width)

    def forward(self, z: Tensor, copies: MarkedCopies) -> Tensor:
        if z.dim() != 2 or z.size(1) != self.width or z.size(0) != len(copies.weights):
            raise ValueError(f"z must have the shape [{len(copies.weights)}, {self.width}], "
                             f"not {list(z.shape)}")
        values = self.map((z - self.copy_mean) * self.copy_factor).relu()
        values = values * copies.weights.unsqueeze(1)
        return torch.zeros(copies.num_samples, self.width, dtype=z.dtype,
                           device=z.device).index_add(0, copies.sample_of_copy, values)
