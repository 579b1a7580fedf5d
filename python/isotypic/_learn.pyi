"""The extension module of trained networks; only where it was built with LibTorch."""

from typing import Any, List

import numpy as np

from ._core import Graph

class Predictor:
    def __init__(self, model: str) -> None: ...
    @property
    def columns(self) -> List[str]: ...
    @property
    def is_compiled(self) -> bool: ...
    def predict(self, graph: Graph, node_labels: Any, node_attributes: Any, edge_labels: Any,
                edge_attributes: Any) -> np.ndarray: ...
    def predict_all(self, graphs: List[Graph], node_labels: List[Any], node_attributes: List[Any],
                    edge_labels: List[Any], edge_attributes: List[Any],
                    threads: int) -> np.ndarray: ...
