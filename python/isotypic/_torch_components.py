"""Isotypic components as a set: ``ComponentSetReadout`` and the tensors it reads."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional, Sequence, Union

import numpy as np
import torch
from torch import Tensor, nn

from . import _core
from ._arguments import to_int
from ._channels import decompose
from ._core import Channels, Graph
from ._graphs import ColourChoice, coloured_graph
from ._readout import random_projection
from ._torch_channels import ChannelBatch, channel_tensors, check_embeddings, isotypic_features
from ._torch_scales import as_batches, as_list, column_scales, expect_batch

STRUCTURE_SIZE = 17
RP_DIM = 8
STATISTICS = 3  # s1, s2, s3


class ComponentBatch(NamedTuple):
    """The isotypic components of several graphs; nodes stand graph after graph."""

    basis: Tensor  # flat: per graph one row of n entries per basis vector
    sums: Tensor  # [columns]: the sum of every basis vector; 0 outside the trivial component
    dims: Tensor  # int64 [components]
    structures: Tensor  # [components, 17]: as component_structures describes them
    counts: Tensor  # int64 [graphs]: components of every graph
    num_nodes: Tensor  # int64 [graphs]

    def to(self, device: Any) -> "ComponentBatch":
        """The batch on another device."""
        return ComponentBatch(*(tensor.to(device) for tensor in self))


def component_tensors(channels: Channels, graph: Graph,
                      dtype: torch.dtype = torch.float32) -> ComponentBatch:
    """The components of one graph. Its channels must be whole, with ``grouping="components"``."""
    if len(channels) != len(channels.components):
        raise ValueError("components need channels of decompose(graph, grouping='components')")
    blocks = len(channels)
    basis, sums, dims = channel_tensors(channels, blocks, dtype)
    rows = _core.structure_rows(channels, graph)[channels.component_of]
    return ComponentBatch(basis, sums, dims.view(-1), torch.from_numpy(rows).to(dtype),
                          torch.tensor([blocks]), torch.tensor([channels.num_nodes]))


def batch_components(graphs: Sequence[Any], *, dtype: torch.dtype = torch.float32,
                     device: Optional[torch.device] = None, node_colours: ColourChoice = None,
                     edge_colours: ColourChoice = None, threads: int = 0) -> ComponentBatch:
    """The components of a batch, for graphs whose nodes stand one graph after the other.

    graphs
        a list of anything ``as_graph`` takes.
    dtype
        that of the embeddings to be read: ``torch.float32`` or ``torch.float64``.
    node_colours, edge_colours, threads
        as in ``decompose``.
    """
    own = [coloured_graph(graph, node_colours, edge_colours) for graph in as_list(graphs)]
    channels = decompose(own, grouping="components", node_colours=bool(node_colours),
                         edge_colours=bool(edge_colours), threads=threads)
    parts = [component_tensors(item, graph, dtype) for item, graph in zip(channels, own)]
    return ComponentBatch(*(torch.cat(tensors) for tensors in zip(*parts))).to(device)


class ComponentSetReadout(nn.Module):
    """Node embeddings to one vector per graph: a learned sum over the isotypic components.

    Component i is read by x_i: log(1 + s) of the statistics s1, s2, s3 of its part of M, mu^T R, and
    its structure (see ``component_structures``), standardised. The graph gets the sum of rho(x_i),
    rho = Linear, ReLU, Linear. No component is left out, and none is padded.

    in_features
        width of the node embeddings, and of the result.
    seed
        of the fixed random projection ``R``.

    Call ``learn_scales`` with the components of the training part before the first step. The host
    waits for the device twice a call, whatever the number of components.

    Shape: x [N, in_features] and the ``ComponentBatch`` of its graphs -> [graphs, in_features].
    """

    R: Tensor
    description_mean: Tensor
    description_factor: Tensor

    def __init__(self, in_features: int, *, seed: int = 0) -> None:
        super().__init__()
        self.in_features = self.out_features = to_int(in_features, "in_features", low=1, high=2**24)
        self.seed = to_int(seed, "seed", high=2**64 - 1)
        drawn = random_projection(self.in_features, RP_DIM, self.seed)
        self.register_buffer("R", torch.from_numpy(np.ascontiguousarray(drawn)))
        self.register_buffer("description_mean", torch.zeros(STRUCTURE_SIZE, dtype=torch.float64))
        self.register_buffer("description_factor", torch.ones(STRUCTURE_SIZE, dtype=torch.float64))
        self.map = nn.Sequential(nn.Linear(STATISTICS + RP_DIM + STRUCTURE_SIZE, self.in_features),
                                 nn.ReLU(), nn.Linear(self.in_features, self.in_features))

    def learn_scales(self, components: Union[ComponentBatch, Iterable[ComponentBatch]]) -> None:
        """Standardises the structures over these components; columns that do not vary stay."""
        mean, factor = column_scales(
            (part.structures, torch.ones_like(part.structures[:, 0]))
            for part in as_batches(components, ComponentBatch))
        self.description_mean.copy_(mean)
        self.description_factor.copy_(factor)

    def forward(self, x: Tensor, components: ComponentBatch) -> Tensor:
        expect_batch(components, ComponentBatch, "batch_components")
        x = check_embeddings(x, self.in_features, components.structures.dtype, "components")
        graphs = components.counts.size(0)
        most = max(1, int(components.counts.max())) if graphs else 1
        slots = isotypic_features(x, _channel_batch(components, most), self.R.to(x.dtype), most)
        graph, slot = _places(components)
        statistics = slots.view(graphs * most, STATISTICS + RP_DIM)[graph * most + slot]
        structure = ((components.structures - self.description_mean.to(x.dtype))
                     * self.description_factor.to(x.dtype))
        values = self.map(torch.cat([statistics[:, :STATISTICS].log1p(),
                                     statistics[:, STATISTICS:], structure], 1))
        return torch.zeros(graphs, self.in_features, dtype=x.dtype,
                           device=x.device).index_add(0, graph, values)

    def extra_repr(self) -> str:
        return f"{self.in_features}, seed={self.seed}"


def _places(components: ComponentBatch) -> "tuple[Tensor, Tensor]":
    """The graph of every component, and its number within the graph."""
    counts = components.counts
    graph = torch.repeat_interleave(torch.arange(counts.size(0), device=counts.device), counts,
                                    output_size=components.dims.size(0))
    first = torch.cumsum(counts, 0) - counts
    return graph, torch.arange(components.dims.size(0), device=counts.device) - first[graph]


def _channel_batch(components: ComponentBatch, most: int) -> ChannelBatch:
    """One block per component, ``most`` of every graph."""
    graph, slot = _places(components)
    dims = components.dims.new_zeros(components.counts.size(0), most)
    dims[graph, slot] = components.dims
    return ChannelBatch(components.basis, components.sums, dims, components.num_nodes)
