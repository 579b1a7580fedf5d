"""Data sets in TU layout, the text format that the C++ command line and many others read."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import Any, Dict, Iterable, List, Optional, TextIO

import numpy as np

from ._arguments import PathLike, as_array

__all__ = ["write_tu"]


def write_tu(dataset: Iterable[Any], folder: PathLike, name: str) -> None:
    """Writes PyG ``Data`` objects as ``folder/name/name_A.txt`` and so on.

    Every object has ``edge_index`` and ``num_nodes``; ``x`` becomes node labels if it holds whole
    numbers and node attributes otherwise, ``edge_attr`` edge labels or attributes, ``y`` graph
    labels or attributes. What the first graph has, all must have.

    Raises ``ValueError`` with the number of the graph when they do not. The files appear together
    when all of them are complete.
    """
    target = os.path.join(os.fspath(folder), name)
    with ExitStack() as stack:
        writer = _Writer(target, name, stack)
        for i, data in enumerate(dataset):
            try:
                writer.add(data)
            except ValueError as error:
                raise ValueError(f"graph {i}: {error}") from None
        writer.finish()


class _Writer:
    def __init__(self, target: str, name: str, stack: ExitStack) -> None:
        self.target, self.name, self.stack = target, name, stack
        self.files: Dict[str, TextIO] = {}
        self.parts: Dict[str, str] = {}  # attribute of Data -> file
        self.graphs = 0
        self.nodes = 0

    def open(self, part: str) -> None:
        path = os.path.join(self.target, f"{self.name}_{part}.txt.tmp")
        self.files[part] = self.stack.enter_context(open(path, "w", encoding="ascii"))
        self.stack.callback(_remove_if_there, path)

    def begin(self, values: Dict[str, Optional[np.ndarray]]) -> None:
        os.makedirs(self.target, exist_ok=True)
        self.open("A")
        self.open("graph_indicator")
        for attribute, owner in (("x", "node"), ("edge_attr", "edge"), ("y", "graph")):
            array = values[attribute]
            if array is not None:
                kind = "attributes" if array.dtype.kind == "f" else "labels"
                self.parts[attribute] = f"{owner}_{kind}"
                self.open(self.parts[attribute])

    def add(self, data: Any) -> None:
        if not hasattr(data, "edge_index") or not hasattr(data, "num_nodes"):
            raise ValueError(f"a {type(data).__name__} is no PyG Data: it needs edge_index and "
                             "num_nodes (torch_geometric.utils.from_networkx makes them)")
        edges = as_array(data.edge_index, "edge_index")
        nodes = int(data.num_nodes)
        if edges.ndim != 2 or edges.shape[0] != 2:
            raise ValueError(f"edge_index has the shape {edges.shape}")
        if edges.size and (edges.min() < 0 or edges.max() >= nodes):
            raise ValueError(f"edge_index names nodes outside 0..{nodes - 1}")
        values = {"x": _table(data, "x", nodes), "edge_attr": _table(data, "edge_attr",
                                                                     edges.shape[1]),
                  "y": _table(data, "y", 1)}
        if self.graphs == 0:
            self.begin(values)
        self.graphs += 1
        for attribute, array in values.items():
            if (array is not None) != (attribute in self.parts):
                raise ValueError(f"{attribute} is there in some graphs only")
            if array is not None:
                _write_rows(self.files[self.parts[attribute]], array)
        _write_rows(self.files["A"], edges.T.astype(np.int64) + self.nodes + 1)
        self.files["graph_indicator"].write(f"{self.graphs}\n" * nodes)
        self.nodes += nodes

    def finish(self) -> None:
        if self.graphs == 0:
            raise ValueError("the data set is empty")
        for file in self.files.values():
            file.close()
        for file in self.files.values():
            os.replace(file.name, file.name[:-len(".tmp")])


def _remove_if_there(path: str) -> None:
    if os.path.exists(path):
        os.remove(path)


def _table(data: Any, attribute: str, rows: int) -> Optional[np.ndarray]:
    """The attribute as ``rows`` rows of numbers, or None."""
    value = getattr(data, attribute, None)
    if value is None:
        return None
    array = as_array(value, attribute)
    if array.dtype.kind == "b":
        array = array.astype(np.int64)
    if array.dtype.kind not in "iuf":
        raise ValueError(f"{attribute} must hold numbers, not {array.dtype}")
    if rows == 1 and array.ndim < 2:
        array = array.reshape(1, -1)
    if array.ndim == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2 or array.shape[0] != rows:
        raise ValueError(f"{attribute} has the shape {array.shape} for {rows} rows")
    return array


def _write_rows(file: TextIO, rows: np.ndarray) -> None:
    # As many digits as it takes to read the same number back.
    form = "%.9g" if rows.dtype == np.float32 else "%.17g" if rows.dtype.kind == "f" else "%d"
    lines: List[str] = [", ".join(form % value for value in row) + "\n" for row in rows.tolist()]
    file.writelines(lines)
