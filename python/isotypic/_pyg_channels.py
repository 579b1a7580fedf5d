"""Symmetry channels for PyTorch Geometric: a transform and an aggregation."""

from __future__ import annotations

import functools
import weakref
from typing import Any, List, NamedTuple, Optional, Union

import torch
from torch import Tensor, nn
from torch_geometric.nn import aggr
from torch_geometric.nn.aggr import Aggregation

from ._arguments import PathLike, to_int
from ._channels import ChannelCache, decompose
from ._core import Graph
from ._pyg_base import SymmetryTransform, count_nodes, cut, given_or_current, pad_counts, store
from ._readout import random_projection
from ._torch_channels import (ChannelBatch, IsotypicReadout, LazyIsotypicReadout, channel_tensors,
                              isotypic_features)

Channelled = Union[ChannelBatch, Any]  # a ChannelBatch, or a Data that went through the transform


class _Stored(NamedTuple):
    """What a ``Data`` keeps of a ``ChannelBatch``; the numbers of nodes it has itself."""

    basis: Tensor
    sums: Tensor
    dims: Tensor


class AddIsotypicChannels(SymmetryTransform):
    """Adds the symmetry channels of its graph to a ``Data``, for ``IsotypicAggregation``.

    Use it as ``transform`` or ``pre_transform``, last of several. Called with a list or a data set
    it returns a list of ``Data``, worked on by all cores, with a progress bar.

    max_blocks
        blocks kept of every graph; the aggregation may read fewer, not more.
    dtype
        of the bases: that of the embeddings to be read.
    node_colours, edge_colours
        the names of attributes with one whole number per node, or per column of ``edge_index``,
        that symmetries must keep.
    simplify
        leave out loops and repeated edges instead of raising. The ``edge_index`` of the data stays
        as it is.
    cache
        a file that keeps decompositions between runs.
    threads
        for a list: how many graphs are worked on at a time; 0 means one per core.
    progress
        whether lists show a progress bar.
    options
        what else ``isotypic.decompose`` takes: ``seed``, ``order``, ``grouping``, ...
    """

    description = "symmetry channels"

    def __init__(self, max_blocks: int = 8, *, dtype: torch.dtype = torch.float32,
                 node_colours: Optional[str] = None, edge_colours: Optional[str] = None,
                 simplify: bool = False, cache: Optional[PathLike] = None, threads: int = 0,
                 progress: bool = True, **options: Any) -> None:
        super().__init__(dtype=dtype, node_colours=node_colours, edge_colours=edge_colours,
                         simplify=simplify, threads=threads, progress=progress)
        self.max_blocks = to_int(max_blocks, "max_blocks", low=1, high=2**24)
        self.cache = cache
        self.options = options
        decompose(Graph(1, []), **self._decompose_options())  # wrong options are told at once
        self._open_cache()

    def _open_cache(self) -> None:
        self._channel_cache = ChannelCache(self.cache)
        self._save = weakref.finalize(self, self._channel_cache.save)

    def __getstate__(self) -> dict:
        return {key: value for key, value in self.__dict__.items()
                if key not in ("_channel_cache", "_save")}

    def __setstate__(self, state: dict) -> None:
        self.__dict__.update(state)
        self._open_cache()

    def _decompose_options(self) -> dict:
        return dict(self.options, max_blocks=self.max_blocks,
                    node_colours=self.node_colours is not None,
                    edge_colours=self.edge_colours is not None)

    def attach(self, items: List[Any], graphs: List[Graph]) -> List[Any]:
        found = decompose(graphs, cache=self._channel_cache, threads=self.threads,
                          **self._decompose_options())
        return [store(data, "isotypic_", _Stored(*channel_tensors(own, self.max_blocks,
                                                                  self.dtype)))
                for data, own in zip(items, found)]

    def finish(self) -> None:
        self._channel_cache.save()

    def _settings(self) -> List[str]:
        options = [f"{key}={value!r}" for key, value in sorted(self.options.items())]
        return [f"max_blocks={self.max_blocks}", *super()._settings(), *options]


def _channel_batch(channels: Optional[Channelled], num_nodes: Tensor) -> ChannelBatch:
    """The channels with the numbers of nodes that the batch vector says, graphs without nodes at
    the end included."""
    channels = given_or_current(channels)
    if not isinstance(channels, ChannelBatch):
        if getattr(channels, "isotypic_dims", None) is None:
            raise ValueError("the data has no symmetry channels; it must go through "
                             "AddIsotypicChannels first")
        channels = ChannelBatch(channels.isotypic_basis, channels.isotypic_sums,
                                channels.isotypic_dims, num_nodes)
    padded = pad_counts(num_nodes, channels.dims.size(0))
    if int((padded * channels.dims.sum(1)).sum()) != channels.basis.numel():
        raise ValueError("the channels do not fit the numbers of nodes in the batch vector")
    return channels._replace(num_nodes=padded)


class IsotypicAggregation(Aggregation):
    """The isotypic readout as an aggregation of PyG.

    in_channels
        width of the node embeddings; -1 takes it from the first batch.
    out_channels
        if given, a linear layer maps the features to this width.
    options
        what else ``isotypic.torch.IsotypicReadout`` takes: ``variant``, ``max_blocks``, ``rp_dim``,
        ``seed``, ``centre``.

    ``index`` must be sorted, as ``data.batch`` is. The channels come as ``channels=data`` or from
    ``use_channels(data)``. PyG finds it by name, ``MultiAggregation(["sum", "isotypic"])``, once
    ``isotypic.pyg`` has been imported.
    """

    def __init__(self, in_channels: int = -1, out_channels: Optional[int] = None,
                 **options: Any) -> None:
        super().__init__()
        self.readout = (LazyIsotypicReadout(**options) if in_channels == -1 else
                        IsotypicReadout(in_channels, **options))
        self.in_channels = in_channels
        self.out_channels = self.readout.out_features if out_channels is None else out_channels
        self.lin = None if out_channels is None else nn.Linear(self.readout.out_features,
                                                               out_channels)

    def reset_parameters(self) -> None:
        if self.lin is not None:
            self.lin.reset_parameters()

    def forward(self, x: Tensor, index: Optional[Tensor] = None, ptr: Optional[Tensor] = None,
                dim_size: Optional[int] = None, dim: int = -2,
                max_num_elements: Optional[int] = None,
                channels: Optional[Channelled] = None) -> Tensor:
        self.assert_two_dimensional_input(x, dim)
        if ptr is None:
            self.assert_sorted_index(index)
        batch = _channel_batch(channels, count_nodes(x, index, ptr))
        out = cut(self.readout(x, batch), dim_size)
        return out if self.lin is None else self.lin(out)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.in_channels}, {self.out_channels})"


# PyG looks for the names of aggregations among the classes of this module.
aggr.IsotypicAggregation = IsotypicAggregation


@functools.lru_cache(maxsize=16)
def _projection(features: int, rp_dim: int, seed: int) -> Tensor:
    return torch.from_numpy(random_projection(features, rp_dim, seed).copy())


def global_isotypic_pool(x: Tensor, batch: Optional[Tensor], channels: Channelled,
                         size: Optional[int] = None, *, variant: str = "full",
                         max_blocks: int = 8, rp_dim: int = 8, seed: int = 0,
                         centre: bool = False) -> Tensor:
    """``global_add_pool`` that sees symmetry: one row of ``max_blocks * (3 + rp_dim)`` features per
    graph. Nothing in it is learnt; ``R`` is that of the seed."""
    if batch is not None and not bool((batch[:-1] <= batch[1:]).all()):
        raise ValueError("batch must be sorted")
    own = _channel_batch(channels, count_nodes(x, batch, None))
    if own.basis.dtype != x.dtype or max_blocks > own.dims.size(1):
        raise ValueError(f"the channels are {own.basis.dtype} with {own.dims.size(1)} blocks; "
                         f"wanted are {x.dtype} and {max_blocks}")
    R = _projection(x.size(1), rp_dim, seed).to(x)
    return cut(isotypic_features(x, own, R, max_blocks, variant, centre), size)
