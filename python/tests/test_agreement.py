"""The same graph through C++, the command line and Python: the same features to 1e-12."""

import json
import os
import subprocess
from types import SimpleNamespace

import numpy as np
import pytest

import isotypic


def embed(program, tmp_path, graphs, rows, *options):
    isotypic.write_graphs(tmp_path / "graphs.g6", graphs)
    np.save(tmp_path / "rows.npy", rows)
    program("embed", tmp_path / "graphs.g6", "--input", tmp_path / "rows.npy", "--rounds", 0,
            "--npy", tmp_path / "features.npy", *options)
    return np.load(tmp_path / "features.npy")


def close(a, b):
    assert a.shape == b.shape
    return np.abs(a - b).max() <= 1e-12 * max(1.0, np.abs(b).max())


@pytest.mark.parametrize("flags, options", [
    ([], {}),
    (["--max-blocks", 3, "--rp-dim", 2], dict(max_blocks=3, rp_dim=2)),
    (["--centre", "--projection-seed", 7], dict(centre=True, seed=7)),
    (["--variant", "linear"], dict(variant="linear")),
])
def test_the_command_line_and_python_agree(program, tmp_path, zoo, flags, options):
    graphs = [graph for graph in zoo if graph.num_nodes > 0]
    rows = np.random.default_rng(0).standard_normal((sum(g.num_nodes for g in graphs), 5))
    printed = embed(program, tmp_path, graphs, rows, *flags)
    assert close(isotypic.features(isotypic.decompose(graphs), rows, **options), printed)


def test_decompose_options_agree_with_the_command_line(program, tmp_path, zoo):
    graphs = [graph for graph in zoo if graph.num_nodes > 0]
    rows = np.random.default_rng(0).standard_normal((sum(g.num_nodes for g in graphs), 2))
    printed = embed(program, tmp_path, graphs, rows, "--order", "ascending", "--seed", 5,
                    "--grouping", "components")
    channels = isotypic.decompose(graphs, order="ascending", seed=5, grouping="components")
    assert close(isotypic.features(channels, rows), printed)


def test_symmetry_agrees_with_the_command_line(program, tmp_path, zoo):
    graphs = [graph for graph in zoo if graph.num_nodes > 0]
    isotypic.write_graphs(tmp_path / "graphs.g6", graphs)
    lines = program("inspect", tmp_path / "graphs.g6", "--json").splitlines()
    for line, symmetry in zip(lines, isotypic.symmetry(graphs)):
        told = json.loads(line)
        assert int(told["aut_order"]) == symmetry.order
        assert told["hash"] == symmetry.hash
        assert told["num_orbitals"] == symmetry.orbitals().count


def test_exported_data_sets_are_read_by_the_command_line(program, tmp_path, zoo):
    data = [SimpleNamespace(edge_index=graph.edge_index, num_nodes=graph.num_nodes,
                            x=np.full((graph.num_nodes, 3), 0.5), y=np.array([i % 2]))
            for i, graph in enumerate(zoo) if graph.num_nodes > 0]
    isotypic.write_tu(data, tmp_path, "ZOO")
    shown = program("data", "show", "ZOO", "--data", tmp_path, "--json")
    told = json.loads(shown)
    assert told["graphs"] == len(data)
    assert told["nodes"] == sum(graph.num_nodes for graph in zoo)
    assert told["edges"] == sum(graph.num_edges for graph in zoo)
    assert told["node attributes"] == 3
    assert told["graphs of class 1"] == sum(int(item.y[0]) for item in data)


def test_a_cpp_program_and_python_agree(tmp_path, zoo):
    quickstart = os.environ.get("ISOTYPIC_QUICKSTART")
    if not quickstart:
        pytest.skip("ISOTYPIC_QUICKSTART does not name the C++ example")
    isotypic.write_graphs(tmp_path / "graph.g6", [isotypic.family("rook", 4, 4)])
    printed = subprocess.run([quickstart, str(tmp_path / "graph.g6")], check=True,
                             capture_output=True, text=True).stdout
    graph, = isotypic.read_graphs(tmp_path / "graph.g6")
    degrees = np.array([[graph.degree(v)] for v in range(graph.num_nodes)], dtype=float)
    ours = isotypic.features(isotypic.decompose(graph), degrees)
    assert close(ours, np.array(printed.split(), dtype=float))
