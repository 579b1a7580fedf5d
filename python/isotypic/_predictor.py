"""Trained networks that predict, without PyTorch."""

from __future__ import annotations

import os
from typing import Any, List, Tuple

import numpy as np

from ._arguments import PathLike, to_int
from ._graphs import as_graph

__all__ = ["Predictor"]


def _extension() -> Any:
    try:
        from . import _learn
    except ImportError as error:
        raise ImportError(
            "isotypic.Predictor needs the extension module isotypic._learn, which this package was "
            f"built without, or cannot load ({error}). A build with LibTorch has it: "
            "cmake --preset release && cmake --build --preset release; then put build/release/python "
            "on PYTHONPATH") from error
    return _learn


class Predictor:
    """A network that ``isotypic train`` trained: loaded once, it answers for any number of graphs.

    model
        the folder that ``isotypic train`` wrote, or the checkpoint in it.

    Threads may share one. It needs LibTorch's C++ libraries and no ``import torch``; where the
    package was built without them, it raises ``ImportError``. A file that is no checkpoint raises
    ``ValueError``.
    """

    def __init__(self, model: PathLike) -> None:
        self._model = os.fspath(model)
        self._bound = _extension().Predictor(self._model)

    @property
    def columns(self) -> Tuple[str, ...]:
        """Names of the answers: "class" and a probability per class, a probability, or a value per
        target."""
        return tuple(self._bound.columns)

    @property
    def is_compiled(self) -> bool:
        """Whether the network is compiled for one graph at a time, which is many times as fast for
        small graphs: GIN and GINE with the common readouts are."""
        return self._bound.is_compiled

    def predict(self, graphs: Any, *, node_labels: Any = None, node_attributes: Any = None,
                edge_labels: Any = None, edge_attributes: Any = None,
                threads: int = 0) -> np.ndarray:
        """The answers for a graph, one per column; or for a list of graphs, one row each.

        graphs
            a graph in any form that ``as_graph`` takes, or a list of them.
        node_labels, edge_labels
            whole numbers as in the files of the data set: one per node, and one per row of
            ``Graph.edges``; several columns make a matrix. Without them, the colours of the graph
            are its labels. For a list of graphs a list of arrays.
        node_attributes, edge_attributes
            real numbers, likewise.
        threads
            for a list: how many graphs are worked on at a time; 0 means one per core.

        Raises ``ValueError``, naming the graph, where one lacks something that the network reads or
        has a label that it does not know.
        """
        given = (node_labels, node_attributes, edge_labels, edge_attributes)
        if not isinstance(graphs, (list, tuple)):
            return self._bound.predict(as_graph(graphs), *given)
        parts = [_one_each(part, name, len(graphs)) for part, name in zip(
            given, ("node_labels", "node_attributes", "edge_labels", "edge_attributes"))]
        return self._bound.predict_all([as_graph(graph) for graph in graphs], *parts,
                                       to_int(threads, "threads", high=1024))

    def __reduce__(self) -> Tuple[type, Tuple[str]]:
        return Predictor, (self._model,)

    def __repr__(self) -> str:
        return f"Predictor({self._model!r})"


def _one_each(values: Any, name: str, count: int) -> List[Any]:
    if values is None:
        return [None] * count
    if not isinstance(values, (list, tuple)) or len(values) != count:
        raise ValueError(f"{name} must be a list with one array for each of the {count} graphs")
    return list(values)
