"""The learned readouts without a hash as aggregations of PyTorch Geometric."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Optional, Union

import torch
from torch import Tensor, nn
from torch.nn.parameter import UninitializedParameter
from torch_geometric.nn import aggr
from torch_geometric.nn.aggr import Aggregation
from torch_geometric.nn.resolver import aggregation_resolver

from ._arguments import to_int
from ._pyg_base import count_nodes, cut, given_or_current, pad_counts
from ._pyg_hash_free import COMPONENTS, MARKS, PAIRS
from ._torch_components import ComponentBatch, ComponentSetReadout
from ._torch_marks import MarkedBatch, MarkedReadout
from ._torch_operators import (DEFAULT_HEADS, DeepSetsReadout, OperatorReadout,
                               StructureReadout)
from ._torch_pairs import PairBatch


class _LazyReadout(Aggregation):
    """An aggregation around a readout whose width may come from the first batch."""

    # Which entry of the state_dict has the width as the length of its last dimension.
    width_entry = "readout.rho_output.bias"

    def __init__(self, width: int, make: "_Maker") -> None:
        super().__init__()
        self._make = make
        self._known = width != -1
        self.readout = make(width if self._known else make.some_width())
        if not self._known:
            # An optimiser may have these already when the first batch gives them their shapes.
            _swap_parameters(self.readout, {name: UninitializedParameter()
                                            for name, _ in self.readout.named_parameters()})

    def _build(self, width: int, like: Tensor) -> nn.Module:
        if not self._known:
            given = dict(self.readout.named_parameters())
            self.readout = self._make(width).to(like.device)
            if like.dtype == torch.float64:
                self.readout.double()
            with torch.no_grad():
                for name, drawn in self.readout.named_parameters():
                    given[name].materialize(drawn.shape, drawn.device, drawn.dtype)  # type: ignore
                    given[name].copy_(drawn)
            _swap_parameters(self.readout, given)
            self.readout.train(self.training)
            self._known = True
        return self.readout

    def reset_parameters(self) -> None:
        if self._known:
            for module in self.readout.modules():
                reset: Any = getattr(module, "reset_parameters", None)
                if module is not self.readout and reset is not None:
                    reset()

    def state_dict(self, *arguments: Any, **options: Any) -> Any:
        if not self._known:
            raise ValueError("the width is not known yet, so there is no state: give it, or call "
                             "the aggregation on a batch first")
        return super().state_dict(*arguments, **options)

    def _load_from_state_dict(self, state_dict: Dict[str, Any], prefix: str, *others: Any) -> None:
        saved = state_dict.get(prefix + self.width_entry)
        if saved is not None:
            self._build(saved.size(-1), saved)
        super()._load_from_state_dict(state_dict, prefix, *others)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.readout if self._known else -1})"


def _swap_parameters(module: nn.Module, parameters: Dict[str, Any]) -> None:
    for name, parameter in parameters.items():
        path, _, leaf = name.rpartition(".")
        module.get_submodule(path)._parameters[leaf] = parameter


def _stored(data: Any, prefix: str, kind: Any, transform: str) -> Any:
    """A named tuple of tensors from the attributes of a ``Data``."""
    names = [prefix + name for name in kind._fields]
    if any(getattr(data, name, None) is None for name in names):
        raise ValueError(f"the data lacks what this aggregation reads; it must go through "
                         f"{transform} first")
    return kind(*(getattr(data, name) for name in names))


def _same_nodes(told: Tensor, counted: Tensor) -> None:
    if not torch.equal(told, pad_counts(counted, told.numel())):
        raise ValueError("what the data holds does not fit the numbers of nodes in the batch vector")


class _SetReadout(_LazyReadout):
    """A readout over a named tuple of tensors, from a ``Data`` that went through a transform."""

    kind: Any
    prefix = ""
    transform = ""

    def __init__(self, readout: Callable[..., nn.Module], in_channels: int, options: Any) -> None:
        super().__init__(in_channels, _Maker(readout, options))

    def learn_scales(self, data: Union[Any, Iterable[Any]]) -> None:
        """Standardises what is read over the graphs of the training part: a ``Data``, a list of
        them, a data set or a loader, after the transform."""
        many: List[Any] = [data] if hasattr(data, self.prefix + "num_nodes") else list(data)
        if not self._known:
            raise ValueError("the width is not known yet: give it, or call the aggregation on a "
                             "batch first")
        readout: Any = self.readout
        readout.learn_scales([_stored(item, self.prefix, self.kind, self.transform)
                              for item in many])

    def forward(self, x: Tensor, index: Optional[Tensor] = None, ptr: Optional[Tensor] = None,
                dim_size: Optional[int] = None, dim: int = -2,
                max_num_elements: Optional[int] = None, channels: Any = None) -> Tensor:
        self.assert_two_dimensional_input(x, dim)
        if ptr is None:
            self.assert_sorted_index(index)
        own = given_or_current(channels)
        if not isinstance(own, self.kind):
            own = _stored(own, self.prefix, self.kind, self.transform)
        _same_nodes(own.num_nodes, count_nodes(x, index, ptr))
        return cut(self._build(x.size(-1), x)(x, own), dim_size)


class _Maker:
    """Makes a readout of a width; can be pickled."""

    def __init__(self, readout: Callable[..., nn.Module], options: Any) -> None:
        self.readout, self.options = readout, options

    def __call__(self, width: int) -> nn.Module:
        return self.readout(width, **self.options)

    def some_width(self) -> int:
        """One that the heads divide."""
        return max(1, to_int(self.options.get("heads", DEFAULT_HEADS), "heads", high=2**16))


class ComponentSetAggregation(_SetReadout):
    """``isotypic.torch.ComponentSetReadout`` as an aggregation of PyG.

    in_channels
        width of the node embeddings, and of the result; -1 takes it from the first batch.
    options
        ``seed``.

    The data must have gone through ``AddIsotypicComponents``; it comes as ``channels=data`` or from
    ``use_channels(data)``. ``index`` must be sorted, as ``data.batch`` is. PyG finds the
    aggregation by the name ``"component_set"``. Call ``learn_scales`` before the first step.
    """

    kind, prefix, transform = ComponentBatch, COMPONENTS, "AddIsotypicComponents"
    width_entry = "readout.map.2.bias"

    def __init__(self, in_channels: int = -1, **options: Any) -> None:
        super().__init__(ComponentSetReadout, in_channels, options)


class OperatorsAggregation(_SetReadout):
    """``isotypic.torch.OperatorReadout`` as an aggregation of PyG: the readout for real data.

    in_channels
        width of the node embeddings, and of the result; -1 takes it from the first batch.
    options
        what else the readout takes: ``heads``, ``hidden``, ``sizes``, ``diagonal``, ``form``,
        ``powers``, ``max_distance``, ``edge_categories``.

    The data must have gone through ``AddOrbitalPairs``; it comes as ``channels=data`` or from
    ``use_channels(data)``. ``index`` must be sorted, as ``data.batch`` is. PyG finds the
    aggregation by the name ``"operators"``. Call ``learn_scales`` before the first step.
    """

    kind, prefix, transform = PairBatch, PAIRS, "AddOrbitalPairs"

    def __init__(self, in_channels: int = -1, **options: Any) -> None:
        super().__init__(OperatorReadout, in_channels, options)
        if options.get("form") == "statistics":
            self.width_entry = "readout.statistics.bias"


class StructureAggregation(_SetReadout):
    """``isotypic.torch.StructureReadout`` as an aggregation of PyG, by the name ``"structure"``.

    Arguments and use are those of ``OperatorsAggregation``; the options are ``powers`` and
    ``match_weights``.
    """

    kind, prefix, transform = PairBatch, PAIRS, "AddOrbitalPairs"

    def __init__(self, in_channels: int = -1, **options: Any) -> None:
        super().__init__(StructureReadout, in_channels, options)


class IsotypicDeepSetsAggregation(_LazyReadout):
    """``isotypic.torch.DeepSetsReadout`` as an aggregation of PyG: the sum of rho over the nodes.

    It reads no symmetry and needs no transform: a baseline with the rho of ``StructureAggregation``.
    PyG finds it by the name ``"isotypic_deep_sets"``; ``"deep_sets"`` is PyG's own.
    """

    def __init__(self, in_channels: int = -1) -> None:
        super().__init__(in_channels, _Maker(DeepSetsReadout, {}))

    def forward(self, x: Tensor, index: Optional[Tensor] = None, ptr: Optional[Tensor] = None,
                dim_size: Optional[int] = None, dim: int = -2,
                max_num_elements: Optional[int] = None) -> Tensor:
        self.assert_two_dimensional_input(x, dim)
        if ptr is None:
            self.assert_sorted_index(index)
        nodes = count_nodes(x, index, ptr)
        if dim_size is not None:
            nodes = pad_counts(nodes, dim_size)
        none = nodes.new_zeros(0)
        pairs = PairBatch(x.new_zeros(0, 0), none, none.view(0, 1), none, none, none, nodes)
        return self._build(x.size(-1), x)(x, pairs)


class MarkedAggregation(_LazyReadout):
    """``isotypic.torch.MarkedReadout`` as an aggregation of PyG: reads marked copies.

    width
        of what the inner aggregation gives for a copy, and of the result; -1 takes it from the
        first batch.
    inner
        the aggregation of a copy: a name that PyG resolves, or an ``Aggregation``.

    The data must have gone through ``MarkNodes``; it comes as ``channels=data`` or from
    ``use_channels(data)``. PyG finds the aggregation by the name ``"marked"``.
    """

    width_entry = "readout.map.bias"

    def __init__(self, width: int = -1, inner: Union[str, Aggregation] = "sum") -> None:
        super().__init__(width, _Maker(MarkedReadout, {}))
        self.inner = aggregation_resolver(inner)

    def _copies(self, own: Any, x: Tensor) -> MarkedBatch:
        if getattr(own, MARKS + "sizes", None) is None:
            raise ValueError("the data has no marked copies; it must go through MarkNodes first")
        sizes, weights, counts = (getattr(own, MARKS + name)
                                  for name in ("sizes", "weights", "counts"))
        if int(sizes.sum()) != x.size(0):
            raise ValueError(f"x has {x.size(0)} rows, but the copies have {int(sizes.sum())} nodes")
        copy = torch.arange(sizes.numel(), device=x.device)
        samples = torch.arange(counts.numel(), device=x.device)
        empty = copy.new_zeros(0)
        return MarkedBatch(
            empty.view(2, 0), empty, x.new_zeros(0, 0),
            torch.repeat_interleave(copy, sizes, output_size=x.size(0)),
            torch.repeat_interleave(samples, counts, output_size=sizes.numel()), weights,
            counts.numel(), 0)

    def forward(self, x: Tensor, index: Optional[Tensor] = None, ptr: Optional[Tensor] = None,
                dim_size: Optional[int] = None, dim: int = -2,
                max_num_elements: Optional[int] = None, channels: Any = None) -> Tensor:
        self.assert_two_dimensional_input(x, dim)
        copies = self._copies(given_or_current(channels), x)
        z = self.inner(x, copies.copy_of_node, dim_size=copies.num_copies)
        readout: Any = self._build(z.size(-1), z)
        return cut(readout.combine(z, copies), dim_size)


# PyG looks for the names of aggregations among the classes of this module.
for _kind in (ComponentSetAggregation, OperatorsAggregation, StructureAggregation,
              IsotypicDeepSetsAggregation, MarkedAggregation):
    setattr(aggr, _kind.__name__, _kind)
