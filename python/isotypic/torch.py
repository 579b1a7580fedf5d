"""Readouts as ``torch.nn.Module``, over plain torch operations.

What depends on the graph alone is computed once by the core, as plain tensors: ``batch_channels``,
``batch_components``, ``batch_pairs`` and ``batch_marks``. The modules then work on any device, for
batches of graphs of different sizes, and their gradients are exact. Numbers, and the names in the
``state_dict``, are those of the C++ modules in ``isotypic::nn``.

>>> import torch
>>> from isotypic import decompose, family
>>> from isotypic.torch import OperatorReadout, batch_pairs
>>> graphs = [family("cycle", 5), family("petersen")]
>>> pairs = batch_pairs(graphs)
>>> readout = OperatorReadout(16)
>>> readout.learn_scales(pairs)
>>> readout(torch.randn(15, 16), pairs).shape
torch.Size([2, 16])
"""

from ._torch_channels import (ChannelBatch, IsotypicReadout, LazyIsotypicReadout, batch_channels,
                              channel_tensors, isotypic_features, retained_energy, to)
from ._torch_components import (ComponentBatch, ComponentSetReadout, batch_components,
                                component_tensors)
from ._torch_marks import Marked, MarkedBatch, MarkedReadout, batch_marks
from ._torch_operators import DeepSetsReadout, OperatorReadout, StructureReadout
from ._torch_pairs import PairBatch, batch_pairs, pair_tensors

__all__ = ["ChannelBatch", "ComponentBatch", "ComponentSetReadout", "DeepSetsReadout",
           "IsotypicReadout", "LazyIsotypicReadout", "Marked", "MarkedBatch", "MarkedReadout",
           "OperatorReadout", "PairBatch", "StructureReadout", "batch_channels",
           "batch_components", "batch_marks", "batch_pairs", "channel_tensors",
           "component_tensors", "isotypic_features", "pair_tensors", "retained_energy", "to"]
