"""What the transforms and aggregations for PyTorch Geometric share."""

from __future__ import annotations

import contextlib
import contextvars
from typing import Any, Iterator, List, Optional

import torch
from torch import Tensor, nn
from torch_geometric.data import Batch
from torch_geometric.data.data import BaseData
from torch_geometric.transforms import BaseTransform
from tqdm import tqdm

from ._arguments import to_int
from ._core import Graph
from ._graphs import as_graph


class SymmetryTransform(BaseTransform):
    """A transform that computes something of the graph of a ``Data``, or of a list of them.

    Subclasses say what, in ``attach``. Called with a list or a data set it returns a list of
    ``Data``, worked on by all cores, with a progress bar.
    """

    description = "symmetry"

    def __init__(self, *, dtype: torch.dtype = torch.float32, node_colours: Optional[str] = None,
                 edge_colours: Optional[str] = None, simplify: bool = False, threads: int = 0,
                 progress: bool = True) -> None:
        self.dtype = dtype
        self.node_colours = node_colours
        self.edge_colours = edge_colours
        self.simplify = bool(simplify)
        self.threads = to_int(threads, "threads", high=1024)
        self.progress = progress

    def __call__(self, data: Any) -> Any:
        # Data sets have an edge_index as well, that of all graphs together.
        return super().__call__(data) if isinstance(data, BaseData) else self._transform_all(data)

    def forward(self, data: Any) -> Any:
        return self.attach([data], [self._graph(data)])[0]

    def attach(self, items: List[Any], graphs: List[Graph]) -> List[Any]:
        """The items with what was computed of their graphs; they may be changed."""
        raise NotImplementedError

    def finish(self) -> None:
        """Called when a list is through."""

    def _transform_all(self, dataset: Any) -> List[Any]:
        items = [data.__copy__() for data in dataset]
        results: List[Any] = []
        size = 64 * max(1, self.threads)
        with tqdm(total=len(items), desc=self.description, disable=not self.progress) as bar:
            for begin in range(0, len(items), size):
                chunk = items[begin:begin + size]
                graphs = [self._graph(data, begin + i) for i, data in enumerate(chunk)]
                results += self.attach(chunk, graphs)
                bar.update(len(chunk))
        self.finish()
        return results

    def _graph(self, data: Any, place: Optional[int] = None) -> Graph:
        if isinstance(data, Batch):
            raise ValueError("a Batch holds many graphs; use the transform on the data set, before "
                             "the loader, or on data.to_data_list()")
        try:
            return self._coloured_graph(data)
        except ValueError as error:
            where = "" if place is None else f"graph {place}: "
            raise ValueError(f"{where}{error}") from None

    def _coloured_graph(self, data: Any) -> Graph:
        return as_graph(data, node_colours=self.node_colours, edge_colours=self.edge_colours,
                        simplify=self.simplify)

    def _settings(self) -> List[str]:
        """What the text of the transform says: PyG compares it with that of stored data."""
        parts = [f"dtype={self.dtype}"]
        for name in ("node_colours", "edge_colours"):
            if getattr(self, name) is not None:
                parts.append(f"{name}={getattr(self, name)!r}")
        return [*parts, "simplify=True"] if self.simplify else parts

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._settings())})"


def store(data: Any, prefix: str, tensors: Any) -> Any:
    """Gives the data one attribute per field of a named tuple of tensors.

    No name may contain "index" or "batch": PyG would add node counts to their values.
    """
    device = _device_of(data)
    for name, tensor in tensors._asdict().items():
        setattr(data, prefix + name, tensor.to(device))
    return data


def _device_of(data: Any) -> Optional[torch.device]:
    """Where the data is; a graph without edges and features is nowhere."""
    for tensor in (data.edge_index, getattr(data, "x", None)):
        if tensor is not None:
            return tensor.device
    return None


_current: contextvars.ContextVar[Any] = contextvars.ContextVar("isotypic_channels", default=None)


@contextlib.contextmanager
def use_channels(channels: Any) -> Iterator[None]:
    """Lets every aggregation of ``isotypic.pyg`` below read what this data holds, where it cannot be
    passed: in a ``MultiAggregation``.

        with use_channels(data):
            x = self.aggregations(x, data.batch)
    """
    token = _current.set(channels)
    try:
        yield
    finally:
        _current.reset(token)


def given_or_current(channels: Any) -> Any:
    """The data of an aggregation, from its argument or from ``use_channels``."""
    own = _current.get() if channels is None else channels
    if own is None:
        raise ValueError("no channels: pass channels=data, or use use_channels(data)")
    return own


def count_nodes(x: Tensor, index: Optional[Tensor], ptr: Optional[Tensor]) -> Tensor:
    """The number of nodes of every graph."""
    if ptr is not None:
        return ptr[1:] - ptr[:-1]
    if index is None:
        return torch.tensor([x.size(0)], device=x.device)
    return torch.bincount(index)


def pad_counts(num_nodes: Tensor, graphs: int) -> Tensor:
    """With zeros for graphs without nodes at the end, which a batch vector does not show."""
    if num_nodes.numel() > graphs:
        raise ValueError(f"there are {num_nodes.numel()} graphs in the batch vector, but channels "
                         f"of {graphs}")
    return nn.functional.pad(num_nodes, (0, graphs - num_nodes.numel()))


def cut(out: Tensor, dim_size: Optional[int]) -> Tensor:
    """The first ``dim_size`` rows."""
    if dim_size is not None and dim_size > out.size(0):
        raise ValueError(f"dim_size is {dim_size}, but there are channels of {out.size(0)} graphs")
    return out if dim_size is None else out[:dim_size]
