"""Symmetry for PyTorch Geometric: transforms and aggregations.

    dataset = TUDataset(root, "MUTAG", pre_transform=AddOrbitalPairs())
    pool = OperatorsAggregation(hidden)
    ...
    x = pool(x, data.batch, channels=data)             # was: global_add_pool(x, data.batch)

``AddOrbitalPairs`` serves ``OperatorsAggregation`` and ``StructureAggregation``,
``AddIsotypicChannels`` serves ``IsotypicAggregation``, ``AddIsotypicComponents`` serves
``ComponentSetAggregation``, and ``MarkNodes`` serves ``MarkedAggregation``. Once this module has
been imported, PyG finds them by the names ``"operators"``, ``"structure"``, ``"isotypic"``,
``"component_set"``, ``"marked"`` and, for the baseline that sees no symmetry,
``"isotypic_deep_sets"``.

Works with PyG 2.4 or newer.
"""

from ._pyg_aggregations import (ComponentSetAggregation, IsotypicDeepSetsAggregation,
                                MarkedAggregation, OperatorsAggregation, StructureAggregation)
from ._pyg_base import use_channels
from ._pyg_channels import AddIsotypicChannels, IsotypicAggregation, global_isotypic_pool
from ._pyg_hash_free import AddIsotypicComponents, AddOrbitalPairs, MarkNodes
from ._tu import write_tu

__all__ = ["AddIsotypicChannels", "AddIsotypicComponents", "AddOrbitalPairs",
           "ComponentSetAggregation", "IsotypicAggregation", "IsotypicDeepSetsAggregation",
           "MarkNodes", "MarkedAggregation", "OperatorsAggregation", "StructureAggregation",
           "global_isotypic_pool", "use_channels", "write_tu"]
