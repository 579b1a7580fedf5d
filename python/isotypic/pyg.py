"""Symmetry channels for PyTorch Geometric: a transform and an aggregation.

    dataset = TUDataset(root, "MUTAG", pre_transform=AddIsotypicChannels())
    ...
    x = global_isotypic_pool(x, data.batch, data)      # was: global_add_pool(x, data.batch)

Works with PyG 2.4 or newer.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import weakref
from typing import Any, Iterator, List, Optional, Union

import torch
from torch import Tensor, nn
from torch_geometric.data import Batch
from torch_geometric.data.data import BaseData
from torch_geometric.nn import aggr
from torch_geometric.nn.aggr import Aggregation
from torch_geometric.transforms import BaseTransform
from tqdm import tqdm

from ._channels import ChannelCache, decompose
from ._core import Graph
from ._arguments import PathLike, to_int
from ._graphs import as_graph
from ._readout import random_projection
from ._tu import write_tu
from .torch import (ChannelBatch, IsotypicReadout, LazyIsotypicReadout, channel_tensors,
                    isotypic_features)

__all__ = ["AddIsotypicChannels", "IsotypicAggregation", "global_isotypic_pool", "use_channels",
           "write_tu"]

Channelled = Union[ChannelBatch, Any]  # a ChannelBatch, or a Data that went through the transform


class AddIsotypicChannels(BaseTransform):
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

    def __init__(self, max_blocks: int = 8, *, dtype: torch.dtype = torch.float32,
                 node_colours: Optional[str] = None, edge_colours: Optional[str] = None,
                 simplify: bool = False, cache: Optional[PathLike] = None, threads: int = 0,
                 progress: bool = True, **options: Any) -> None:
        self.max_blocks = to_int(max_blocks, "max_blocks", low=1, high=2**24)
        self.dtype = dtype
        self.node_colours = node_colours
        self.edge_colours = edge_colours
        self.simplify = bool(simplify)
        self.cache = cache
        self.threads = to_int(threads, "threads", high=1024)
        self.progress = progress
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

    def __call__(self, data: Any) -> Any:
        # Data sets have an edge_index as well, that of all graphs together.
        return super().__call__(data) if isinstance(data, BaseData) else self._transform_all(data)

    def forward(self, data: Any) -> Any:
        channels = decompose(self._graph(data), cache=self._channel_cache,
                             **self._decompose_options())
        return self._attach(data, channels)

    def _transform_all(self, dataset: Any) -> List[Any]:
        items = [data.__copy__() for data in dataset]
        size = 64 * max(1, self.threads)
        with tqdm(total=len(items), desc="symmetry channels", disable=not self.progress) as bar:
            for begin in range(0, len(items), size):
                chunk = items[begin:begin + size]
                graphs = [self._graph(data, begin + i) for i, data in enumerate(chunk)]
                channels = decompose(graphs, cache=self._channel_cache, threads=self.threads,
                                     **self._decompose_options())
                for data, own in zip(chunk, channels):
                    self._attach(data, own)
                bar.update(len(chunk))
        self._channel_cache.save()
        return items

    def _graph(self, data: Any, place: Optional[int] = None) -> Graph:
        if isinstance(data, Batch):
            raise ValueError("a Batch holds many graphs; use the transform on the data set, before "
                             "the loader, or on data.to_data_list()")
        try:
            return as_graph(data, node_colours=self.node_colours, edge_colours=self.edge_colours,
                            simplify=self.simplify)
        except ValueError as error:
            where = "" if place is None else f"graph {place}: "
            raise ValueError(f"{where}{error}") from None

    def _attach(self, data: Any, channels: Any) -> Any:
        device = _device_of(data)
        basis, sums, dims = channel_tensors(channels, self.max_blocks, self.dtype)
        # No name may contain "index" or "batch": PyG would add node counts to their values.
        data.isotypic_basis = basis.to(device)
        data.isotypic_sums = sums.to(device)
        data.isotypic_dims = dims.to(device)
        return data

    def __repr__(self) -> str:
        parts = [f"max_blocks={self.max_blocks}", f"dtype={self.dtype}"]
        for name in ("node_colours", "edge_colours"):
            if getattr(self, name) is not None:
                parts.append(f"{name}={getattr(self, name)!r}")
        if self.simplify:
            parts.append("simplify=True")
        parts += [f"{key}={value!r}" for key, value in sorted(self.options.items())]
        return f"{type(self).__name__}({', '.join(parts)})"


def _device_of(data: Any) -> Optional[torch.device]:
    """Where the data is; a graph without edges and features is nowhere."""
    for tensor in (data.edge_index, getattr(data, "x", None)):
        if tensor is not None:
            return tensor.device
    return None


_current: contextvars.ContextVar[Optional[Channelled]] = contextvars.ContextVar(
    "isotypic_channels", default=None)


@contextlib.contextmanager
def use_channels(channels: Channelled) -> Iterator[None]:
    """Lets every ``IsotypicAggregation`` below read these channels, where they cannot be passed: in a
    ``MultiAggregation``.

        with use_channels(data):
            x = self.aggregations(x, data.batch)
    """
    token = _current.set(channels)
    try:
        yield
    finally:
        _current.reset(token)


def _channel_batch(channels: Optional[Channelled], num_nodes: Tensor) -> ChannelBatch:
    """The channels with the numbers of nodes that the batch vector says, graphs without nodes at
    the end included."""
    if channels is None:
        channels = _current.get()
    if channels is None:
        raise ValueError("no channels: pass channels=data, or use use_channels(data)")
    if not isinstance(channels, ChannelBatch):
        if getattr(channels, "isotypic_dims", None) is None:
            raise ValueError("the data has no symmetry channels; it must go through "
                             "AddIsotypicChannels first")
        channels = ChannelBatch(channels.isotypic_basis, channels.isotypic_sums,
                                channels.isotypic_dims, num_nodes)
    graphs = channels.dims.size(0)
    if num_nodes.numel() > graphs:
        raise ValueError(f"there are {num_nodes.numel()} graphs in the batch vector, but channels "
                         f"of {graphs}")
    padded = nn.functional.pad(num_nodes, (0, graphs - num_nodes.numel()))
    if int((padded * channels.dims.sum(1)).sum()) != channels.basis.numel():
        raise ValueError("the channels do not fit the numbers of nodes in the batch vector")
    return channels._replace(num_nodes=padded)


def _count_nodes(x: Tensor, index: Optional[Tensor], ptr: Optional[Tensor]) -> Tensor:
    if ptr is not None:
        return ptr[1:] - ptr[:-1]
    if index is None:
        return torch.tensor([x.size(0)], device=x.device)
    return torch.bincount(index)


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
        batch = _channel_batch(channels, _count_nodes(x, index, ptr))
        out = _cut(self.readout(x, batch), dim_size)
        return out if self.lin is None else self.lin(out)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.in_channels}, {self.out_channels})"


# PyG looks for the names of aggregations among the classes of this module.
aggr.IsotypicAggregation = IsotypicAggregation


def _cut(out: Tensor, dim_size: Optional[int]) -> Tensor:
    if dim_size is not None and dim_size > out.size(0):
        raise ValueError(f"dim_size is {dim_size}, but there are channels of {out.size(0)} graphs")
    return out if dim_size is None else out[:dim_size]


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
    own = _channel_batch(channels, _count_nodes(x, batch, None))
    if own.basis.dtype != x.dtype or max_blocks > own.dims.size(1):
        raise ValueError(f"the channels are {own.basis.dtype} with {own.dims.size(1)} blocks; "
                         f"wanted are {x.dtype} and {max_blocks}")
    R = _projection(x.size(1), rp_dim, seed).to(x)
    return _cut(isotypic_features(x, own, R, max_blocks, variant, centre), size)
