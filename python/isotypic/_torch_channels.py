"""Symmetry channels as tensors, and ``IsotypicReadout``."""

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.parameter import UninitializedBuffer

from ._core import Channels
from ._arguments import to_int
from ._readout import random_projection


class ChannelBatch(NamedTuple):
    """The channels of several graphs; nodes stand graph after graph."""

    basis: Tensor  # flat: per graph one row of n entries per basis vector
    sums: Tensor  # [columns]: the sum of every basis vector; 0 outside the trivial component
    dims: Tensor  # int64 [graphs, blocks]: the dimension of every block; 0 where there is none
    num_nodes: Tensor  # int64 [graphs]


def channel_tensors(channels: Channels, max_blocks: int = 8,
                    dtype: torch.dtype = torch.float32) -> Tuple[Tensor, Tensor, Tensor]:
    """``basis``, ``sums`` and ``dims`` of one graph, as in a ``ChannelBatch``."""
    if len(channels) < min(max_blocks, channels.num_channels):
        raise ValueError(f"{max_blocks} blocks are wanted, but decompose kept only {len(channels)}")
    dims = channels.dims[:max_blocks]
    trivial = np.array([part.trivial for part in channels.components], dtype=bool)
    columns = int(dims.sum())
    basis = channels.basis.T[:columns]
    # Outside the trivial component the sums vanish.
    seen = np.repeat(trivial[channels.component_of[:max_blocks]], dims)
    sums = np.where(seen, basis.sum(axis=1), 0.0)
    padded = np.zeros((1, max_blocks), dtype=np.int64)
    padded[0, :len(dims)] = dims
    return (torch.from_numpy(basis.reshape(-1)).to(dtype), torch.from_numpy(sums).to(dtype),
            torch.from_numpy(padded))


def batch_channels(channels: Sequence[Channels], max_blocks: int = 8, *,
                   dtype: torch.dtype = torch.float32,
                   device: Optional[torch.device] = None) -> ChannelBatch:
    """The channels of a batch, for graphs whose nodes stand one graph after the other.

    max_blocks
        blocks kept of every graph; an ``IsotypicReadout`` may read fewer, not more.
    dtype
        that of the embeddings to be read: ``torch.float32`` or ``torch.float64``.
    """
    max_blocks = to_int(max_blocks, "max_blocks", low=1, high=2**24)
    parts = [channel_tensors(item, max_blocks, dtype) for item in channels]
    nodes = torch.tensor([item.num_nodes for item in channels], dtype=torch.long)
    if not parts:
        empty = torch.empty(0, dtype=dtype)
        parts = [(empty, empty, torch.empty(0, max_blocks, dtype=torch.long))]
    basis, sums, dims = (torch.cat(tensors) for tensors in zip(*parts))
    return to(ChannelBatch(basis, sums, dims, nodes), device)


def to(batch: ChannelBatch, device: Optional[torch.device]) -> ChannelBatch:
    """The batch on another device."""
    return ChannelBatch(batch.basis.to(device), batch.sums.to(device), batch.dims.to(device),
                        batch.num_nodes.to(device))


def check_embeddings(x: Tensor, width: int, dtype: torch.dtype, what: str) -> Tensor:
    """x [nodes, width] in the precision of what it is read with; half precision, as autocast
    gives it, is read in single."""
    if not isinstance(x, Tensor):
        raise ValueError("x must be a tensor [nodes, features]")
    if x.dim() != 2 or x.size(1) != width:
        raise ValueError(f"x must have the shape [nodes, {width}], not {list(x.shape)}")
    if x.dtype == torch.float16 or x.dtype == torch.bfloat16:
        x = x.float()
    if x.dtype != dtype:
        raise ValueError(f"x is {x.dtype}, but the {what} are {dtype}; give dtype= to what made "
                         f"them, or convert x")
    return x


def zero_floor(dtype: torch.dtype) -> float:
    """\\|P_a M\\| relative to \\|M\\| at or below which a block counts as zero."""
    return 1e-10 if dtype == torch.float64 else 1e-6


def _norm(square: Tensor, floor: Tensor) -> Tensor:
    """The root of ``square``, and exactly zero with a zero gradient at or below ``floor``; norms
    have no gradient at 0. NaN stays NaN."""
    seen = torch.logical_not(square.detach().sqrt() <= floor)
    return torch.where(seen, square, torch.ones_like(square)).sqrt() * seen.to(square.dtype)


def pad_rows(x: Tensor, num_nodes: Tensor, largest: int) -> Tensor:
    """[N, d] -> [graphs, largest, d], zeros below the rows of smaller graphs."""
    graphs = num_nodes.size(0)
    first = torch.cumsum(num_nodes, 0) - num_nodes
    graph = torch.repeat_interleave(torch.arange(graphs, device=x.device), num_nodes,
                                    output_size=x.size(0))
    place = torch.arange(x.size(0), device=x.device) + graph * largest - first[graph]
    padded = torch.zeros(graphs * largest, x.size(1), dtype=x.dtype, device=x.device)
    return padded.index_copy(0, place, x).view(graphs, largest, x.size(1))


def _sizes(x: Tensor, channels: ChannelBatch, max_blocks: int) -> List[int]:
    """The largest number of nodes, then the largest dimension of every block: all that a batch must
    know on the host, in one transfer."""
    nodes = channels.num_nodes
    sizes: List[int] = [0] * (2 + max_blocks)
    if nodes.size(0) > 0:
        read: List[int] = torch.cat([nodes.sum().view(1), nodes.max().view(1),
                                     channels.dims[:, :max_blocks].amax(0)]).tolist()
        sizes = read
    if x.size(0) != sizes[0]:
        raise ValueError(f"x has {x.size(0)} rows, but the channels are those of {sizes[0]} nodes")
    return sizes[1:]


def _block_basis(channels: ChannelBatch, block: int, width: int,
                 largest: int) -> Tuple[Tensor, Tensor]:
    """The basis [graphs, width, largest] of one block of every graph, and its sums [graphs, width],
    padded with zeros."""
    nodes, dims = channels.num_nodes, channels.dims
    columns = dims.sum(1)
    first_column = torch.cumsum(columns, 0) - columns + dims[:, :block].sum(1)
    sizes = columns * nodes
    first_entry = torch.cumsum(sizes, 0) - sizes + dims[:, :block].sum(1) * nodes
    j = torch.arange(width, device=nodes.device).view(1, -1)
    v = torch.arange(largest, device=nodes.device).view(1, 1, -1)
    own = j < dims[:, block].view(-1, 1)
    column = torch.where(own, first_column.view(-1, 1) + j, torch.zeros_like(j))
    present = torch.logical_and(own.unsqueeze(2), v < nodes.view(-1, 1, 1))
    entry = first_entry.view(-1, 1, 1) + j.unsqueeze(2) * nodes.view(-1, 1, 1) + v
    entry = torch.where(present, entry, torch.zeros_like(entry))
    basis = channels.basis[entry] * present.to(channels.basis.dtype)
    return basis, channels.sums[column] * own.to(channels.sums.dtype)


def _block_statistics(q: Tensor, sums: Tensor, m: Tensor, mean: Tensor, nodes: Tensor,
                      floor: Tensor, centre: bool) -> Tensor:
    """[s1, s2, s3, mu] of one block of every graph: [graphs, 3 + d]."""
    c = q.bmm(m)
    if centre:
        c = c - sums.unsqueeze(2) * mean.unsqueeze(1)
    s2 = _norm((c * c).sum([1, 2]), floor)
    column_sum = sums.unsqueeze(1).bmm(c).squeeze(1)
    s1 = _norm((column_sum * column_sum).sum(1), floor * nodes.sqrt())
    column_sum = torch.where((s1 == 0).unsqueeze(1), torch.zeros_like(column_sum), column_sum)
    rows = q.transpose(1, 2).bmm(c)
    s3 = _norm((rows * rows).sum(2), floor.unsqueeze(1)).sum(1) / nodes
    statistics = torch.cat([torch.stack([s1, s2, s3], 1), column_sum / nodes.unsqueeze(1)], 1)
    return torch.where((s2 == 0).unsqueeze(1), torch.zeros_like(statistics), statistics)


def isotypic_features(x: Tensor, channels: ChannelBatch, R: Tensor, max_blocks: int = 8,
                      variant: str = "full", centre: bool = False) -> Tensor:
    """The readout as a function: x [N, d], R [d, r] -> [graphs, features].

    Zero is zero: when \\|P_a M\\| is at most 1e-6 (single precision) or 1e-10 (double) of \\|M\\|, all
    statistics of the block and their gradients are exactly zero. The host waits for the device
    once a call, whatever the number of blocks.
    """
    graphs = channels.dims.size(0)
    r = R.size(1)
    width = 3 + r if variant == "full" else r
    slots: List[Tensor] = []
    sizes = _sizes(x, channels, max_blocks)
    largest = sizes[0]
    if largest > 0:
        m = pad_rows(x, channels.num_nodes, largest)
        nodes = channels.num_nodes.clamp(min=1).to(x.dtype)
        floor = zero_floor(x.dtype) * (m.detach() * m.detach()).sum([1, 2]).sqrt()
        mean = m.sum(1) / nodes.unsqueeze(1)
        for block in range(max_blocks):
            if sizes[1 + block] == 0:
                break
            q, sums = _block_basis(channels, block, sizes[1 + block], largest)
            block_values = _block_statistics(q, sums, m, mean, nodes, floor, centre)
            projected = block_values[:, 3:].matmul(R)
            if variant == "full":
                projected = torch.cat([block_values[:, :3], projected], 1)
            slots.append(projected)
    missing = max_blocks - len(slots)
    if missing > 0:
        slots.append(torch.zeros(graphs, missing * width, dtype=x.dtype, device=x.device))
    features = torch.cat(slots, 1)
    return features.view(graphs, max_blocks, r).sum(1) if variant == "linear" else features


def retained_energy(x: Tensor, channels: ChannelBatch, max_blocks: int = 8,
                    centre: bool = False) -> Tensor:
    """Per graph the part of \\|M\\|^2 that the first ``max_blocks`` blocks hold: [graphs], 0 to 1."""
    m_squared = torch.zeros(channels.dims.size(0), dtype=x.dtype, device=x.device)
    graph = torch.repeat_interleave(torch.arange(len(m_squared), device=x.device),
                                    channels.num_nodes, output_size=x.size(0))
    rows = x.detach()
    before = m_squared.index_add(0, graph, rows.square().sum(1))
    if centre:
        nodes = channels.num_nodes.clamp(min=1).to(x.dtype).unsqueeze(1)
        means = torch.zeros(len(m_squared), x.size(1), dtype=x.dtype, device=x.device)
        rows = rows - (means.index_add(0, graph, rows) / nodes)[graph]
    total = m_squared.index_add(0, graph, rows.square().sum(1))
    R = torch.zeros(x.size(1), 0, dtype=x.dtype, device=x.device)
    statistics = isotypic_features(rows, channels, R, max_blocks)
    kept = statistics.view(len(total), max_blocks, 3)[:, :, 1].square().sum(1)
    empty = total <= zero_floor(x.dtype)**2 * before
    return torch.where(empty, torch.ones_like(total), (kept / total).clamp(max=1))


class IsotypicReadout(nn.Module):
    """Node embeddings to one vector per graph, symmetry channel by symmetry channel.

    in_features
        width of the node embeddings.
    variant
        ``"full"``: (s1, s2, s3, mu^T R) of every block; ``"linear"``: the sum of mu^T R over the
        blocks; ``"linear_blocks"``: mu^T R of every block.
    max_blocks
        blocks that are read; graphs with fewer read zeros.
    rp_dim, seed
        columns and seed of the fixed random projection ``R``, a buffer of the ``state_dict``, in
        double precision as in C++.
    centre
        subtract the mean embedding of every graph first.

    Shape: x [N, in_features] and the ``ChannelBatch`` of its graphs -> [graphs, out_features].
    """

    R: Tensor

    def __init__(self, in_features: int, *, variant: str = "full", max_blocks: int = 8,
                 rp_dim: int = 8, seed: int = 0, centre: bool = False) -> None:
        super().__init__()
        if variant not in ("full", "linear", "linear_blocks"):
            raise ValueError(f"variant must be full, linear or linear_blocks, not {variant!r}")
        self.in_features = to_int(in_features, "in_features")
        self.max_blocks = to_int(max_blocks, "max_blocks", low=1, high=2**24)
        self.rp_dim = to_int(rp_dim, "rp_dim", low=0 if variant == "full" else 1, high=2**24)
        self.seed = to_int(seed, "seed", high=2**64 - 1)
        self.variant = variant
        self.centre = bool(centre)
        per_block = self.rp_dim + (3 if variant == "full" else 0)
        self.out_features = per_block * (1 if variant == "linear" else self.max_blocks)
        self.register_buffer("R", self._drawn())

    def _drawn(self) -> Tensor:
        drawn = random_projection(self.in_features, self.rp_dim, self.seed)
        return torch.from_numpy(np.ascontiguousarray(drawn))

    def forward(self, x: Tensor, channels: ChannelBatch) -> Tensor:
        x = check_embeddings(x, self.in_features, channels.basis.dtype, "channels")
        if self.max_blocks > channels.dims.size(1):
            raise ValueError(f"{self.max_blocks} blocks are wanted, but the channels hold "
                             f"{channels.dims.size(1)}")
        return isotypic_features(x, channels, self.R.to(x.dtype), self.max_blocks, self.variant,
                                 self.centre)

    def extra_repr(self) -> str:
        return (f"{self.in_features}, {self.out_features}, variant={self.variant!r}, "
                f"max_blocks={self.max_blocks}, rp_dim={self.rp_dim}, centre={self.centre}")


class LazyIsotypicReadout(LazyModuleMixin, IsotypicReadout):
    """An ``IsotypicReadout`` that takes ``in_features`` from the first x it sees, as
    ``torch.nn.LazyLinear`` does, and then becomes one. The other arguments are the same."""

    cls_to_become = IsotypicReadout  # type: ignore[assignment]

    def __init__(self, **options: Any) -> None:
        super().__init__(0, **options)
        self.R = UninitializedBuffer(dtype=torch.float64)  # type: ignore[call-arg]

    def initialize_parameters(self, x: Tensor, channels: ChannelBatch) -> None:
        if self.has_uninitialized_params():
            self.in_features = x.size(-1)
            drawn = self._drawn()
            self.R.materialize(drawn.shape)  # type: ignore[attr-defined]
            self.R.copy_(drawn)
