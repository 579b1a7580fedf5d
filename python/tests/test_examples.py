"""The scikit-learn example runs on a small data set of its own layout."""

import json
import pathlib
import subprocess
import sys
import types

import numpy as np
import pytest

import isotypic

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "sklearn_tu" / "classify.py"


def test_tu_data_sets_are_classified(tmp_path):
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    pytest.importorskip("networkx", reason="NetworkX is not installed")
    random = np.random.default_rng(0)
    items = []
    for i in range(24):
        graph = isotypic.family("cycle", 6 + i % 4) if i % 2 else isotypic.family("path", 6 + i % 4)
        graph = graph.relabel(random.permutation(graph.num_nodes).astype(np.int32))
        items.append(types.SimpleNamespace(edge_index=graph.edge_index, num_nodes=graph.num_nodes,
                                           x=np.zeros(graph.num_nodes, int), y=np.array([i % 2])))
    isotypic.write_tu(items, tmp_path, "TINY")
    subprocess.run([sys.executable, str(EXAMPLE), str(tmp_path), str(tmp_path / "record.json"),
                    "--datasets", "TINY", "--folds", "3"], check=True, capture_output=True)
    result, = json.loads((tmp_path / "record.json").read_text())["results"]
    accuracy = {row["method"]: row["accuracy"] for row in result["methods"]}
    assert accuracy["most frequent class"] == 0.5
    assert accuracy["IsotypicFeatures, random forest"] == 1.0
