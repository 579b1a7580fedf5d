"""Data sets of labelled graphs from their files."""

from __future__ import annotations

import os
from typing import List, NamedTuple, Optional

import numpy as np

from . import _core
from ._arguments import PathLike
from ._core import Graph

__all__ = ["GraphDataset", "Split", "read_dataset"]


class Split(NamedTuple):
    """The places of the graphs of each part."""

    train: np.ndarray
    valid: np.ndarray
    test: np.ndarray


class GraphDataset(NamedTuple):
    """Labelled graphs; lists and arrays have one entry per graph. What the files lack is None."""

    graphs: List[Graph]  # node and edge labels, if there is one each, are their colours
    y: Optional[np.ndarray]  # the class labels of the files
    targets: Optional[np.ndarray]  # float32 [graphs, targets]; NaN marks a missing one
    node_features: Optional[List[np.ndarray]]  # float32 [nodes, columns]
    node_categories: Optional[List[np.ndarray]]  # int32 [nodes, columns], from 0
    edge_features: Optional[List[np.ndarray]]  # one row per row of Graph.edges
    edge_categories: Optional[List[np.ndarray]]
    split: Optional[Split]  # the published one


def read_dataset(folder: PathLike, name: str) -> GraphDataset:
    """Reads the data set ``name`` in TU or OGB layout below a folder.

    It is looked for in ``folder/name``, ``folder/TU/name`` and ``folder`` itself. Loops and
    repeated edges in the files are left out. Raises ``ValueError`` with file, line and reason when
    it is not there or damaged.

    >>> import tempfile, types
    >>> from isotypic import family, write_tu
    >>> triangle = family("cycle", 3)
    >>> item = types.SimpleNamespace(edge_index=triangle.edge_index, num_nodes=3, y=np.array([1]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_tu([item, item], folder, "TWO")
    ...     read_dataset(folder, "TWO").graphs
    [Graph(num_nodes=3, num_edges=3), Graph(num_nodes=3, num_edges=3)]
    """
    samples, split = _core.read_dataset(os.fspath(folder), str(name))

    def column(part: str) -> Optional[List[np.ndarray]]:
        values = [sample[part] for sample in samples]
        return None if all(value is None for value in values) else values

    labels = column("label")
    targets = [sample["targets"] for sample in samples]
    return GraphDataset(
        [sample["graph"] for sample in samples], None if labels is None else np.array(labels),
        np.array(targets) if targets and len(targets[0]) else None, column("node_features"),
        column("node_categories"), column("edge_features"), column("edge_categories"),
        None if split is None else Split(*split))
