"""The symmetry of graphs, and readouts that see it.

    Graph -> Symmetry -> Channels -> features

A graph may be given as an ``edge_index`` array, a NetworkX or igraph graph, a SciPy sparse matrix,
an RDKit molecule, a graph6 string, a PyTorch Geometric ``Data`` or an ``isotypic.Graph``. Lists of
graphs are worked on by all cores. Wrong input raises ``ValueError`` with the reason and a remedy.

>>> import isotypic
>>> petersen = isotypic.family("petersen")
>>> isotypic.symmetry(petersen).order
120
>>> channels = isotypic.decompose(petersen)
>>> channels.dims
array([5, 4, 1])
>>> import numpy as np
>>> isotypic.features(channels, np.ones((10, 4))).shape
(88,)

``isotypic.sklearn`` holds a transformer and a kernel for scikit-learn, ``isotypic.torch`` the
readout as a ``torch.nn.Module``, ``isotypic.pyg`` a transform and an aggregation for PyTorch
Geometric; none is imported unless you ask for it. ``Predictor`` loads a network that
``isotypic train`` trained, without PyTorch.
"""

from ._channels import ChannelCache, decompose, decompose_locally
from ._core import (AutomorphismGroup, Channels, Component, ComponentEnergy, ConjugacyClass,
                    Explanation, Generators, Graph, GraphReader, LocalChannels, Orbitals, Symmetry,
                    __version__, engines)
from ._dataset import GraphDataset, Split, read_dataset
from ._graphs import as_graph, family, read_graphs, write_graphs
from ._group import automorphism_group, find_isomorphism
from ._predictor import Predictor
from ._readout import explain, features, pooled_features, random_projection, retained_energy
from ._smiles import Molecule, read_smiles
from ._symmetry import is_isomorphic, symmetry
from ._tu import write_tu

__all__ = [
    "AutomorphismGroup", "ChannelCache", "Channels", "Component", "ComponentEnergy", "ConjugacyClass", "Explanation", "Generators",
    "Graph", "GraphDataset", "GraphReader", "LocalChannels", "Molecule", "Orbitals", "Predictor", "Split", "Symmetry", "__version__",
    "as_graph", "automorphism_group", "decompose", "decompose_locally", "engines", "explain", "family", "features", "find_isomorphism", "is_isomorphic",
    "pooled_features", "random_projection", "read_dataset", "read_graphs", "read_smiles", "retained_energy", "symmetry",
    "write_graphs", "write_tu",
]

# Users meet the classes of the extension module here: in help(), in errors and in pickles.
for _name in __all__:
    if getattr(globals()[_name], "__module__", "") == "isotypic._core":
        globals()[_name].__module__ = "isotypic"
del _name
