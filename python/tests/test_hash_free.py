"""Readouts without a hash: components as a set, marked copies, orbits of tuples."""

import json
import pathlib

import numpy as np
import pytest

import isotypic
from isotypic import component_features, component_structures, family, tuple_orbits

FIXTURE = pathlib.Path(__file__).parents[2] / "tests/nn/fixtures/hash_free.json"


def relabelled(graph, seed):
    return graph.relabel(np.random.default_rng(seed).permutation(graph.num_nodes))


def test_component_features_do_not_see_the_labelling():
    graph = family("rook", 4, 4)
    m = np.random.default_rng(0).normal(size=(16, 3))
    expected = component_features(graph, m)
    position = np.random.default_rng(1).permutation(16)
    rows = np.empty_like(m)
    rows[position] = m
    np.testing.assert_allclose(component_features(graph.relabel(position), rows), expected,
                               rtol=0, atol=1e-10)


def test_fewer_component_features_are_the_first_of_more():
    many = component_features(family("petersen"), np.ones((10, 1)), num_features=32)
    np.testing.assert_array_equal(
        component_features(family("petersen"), np.ones((10, 1)), num_features=5), many[:5])


def test_moments_of_all_components_are_those_of_the_spectrum():
    graph = family("petersen")
    a = np.zeros((10, 10))
    for u, v in graph.edges:
        a[u, v] = a[v, u] = 1 / 3
    moments = component_structures(graph)[:, 6:].sum(0)
    expected = [np.trace(np.linalg.matrix_power(a, k)) / 10 for k in range(11)]
    np.testing.assert_allclose(moments, expected, atol=1e-12)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_weights_of_tuple_orbits_count_all_tuples(size):
    graph = relabelled(family("rook", 3, 3), size)
    nodes, weights = tuple_orbits(graph, size)
    assert nodes.shape == (len(weights), size)
    assert weights.sum() == np.prod([9 - i for i in range(size)])
    assert all(len(set(row)) == size for row in nodes.tolist())


def test_bad_input_gets_clear_errors():
    with pytest.raises(ValueError, match="1 to 3|1..3"):
        tuple_orbits(family("petersen"), 4)
    with pytest.raises(ValueError):
        tuple_orbits(family("petersen"), 0)
    with pytest.raises(TimeoutError):
        tuple_orbits(family("path", 30), 3, max_representatives=100)
    with pytest.raises(ValueError, match="num_features"):
        component_features(family("petersen"), np.ones((10, 1)), num_features=0)
    with pytest.raises(ValueError):
        component_features(family("petersen"), np.ones((9, 1)))


def test_component_set_equals_the_recorded_one():
    torch = pytest.importorskip("torch")
    from isotypic.hash_free import ComponentSetReadout, batch_components
    recorded = json.loads(FIXTURE.read_text())["component_set"]
    components = batch_components(recorded["graphs"], dtype=torch.float64)
    x = torch.tensor(recorded["x"], dtype=torch.float64, requires_grad=True)
    readout = ComponentSetReadout(x.size(1), seed=recorded["seed"]).double()
    readout.load_state_dict({name: torch.tensor(values, dtype=torch.float64)
                             for name, values in recorded["state"].items()})
    features = readout(x, components)
    expected = torch.tensor(recorded["features"], dtype=torch.float64)
    assert (features - expected).abs().max() < 1e-11 * expected.abs().max()
    features.square().sum().backward()
    gradient = torch.tensor(recorded["gradient_of_squares"], dtype=torch.float64)
    assert (x.grad - gradient).abs().max() < 1e-10 * gradient.abs().max()


def test_component_set_does_not_see_the_labelling():
    torch = pytest.importorskip("torch")
    from isotypic.hash_free import ComponentSetReadout, batch_components
    graphs = [family("petersen"), family("path", 6), family("star", 5)]
    readout = ComponentSetReadout(3).double()
    x = torch.ones(sum(graph.num_nodes for graph in graphs), 3, dtype=torch.float64)
    expected = readout(x, batch_components(graphs, dtype=torch.float64))
    copies = [relabelled(graph, seed) for seed, graph in enumerate(graphs)]
    other = readout(x, batch_components(copies, dtype=torch.float64))
    assert (other - expected).abs().max() < 1e-10
    with pytest.raises(ValueError, match="rows"):
        readout(x[1:], batch_components(graphs, dtype=torch.float64))


def test_marked_readout_equals_the_mean_over_all_tuples():
    torch = pytest.importorskip("torch")
    from isotypic.hash_free import MarkedReadout, marked_copies
    graph = family("rook", 3, 3)
    torch.manual_seed(0)
    readout = MarkedReadout(4).double()
    weights = torch.randn(4, 4, dtype=torch.float64)

    def embed(edge_index, marks, copy_of_node, copies):
        x = torch.cat([marks, torch.zeros_like(marks).index_add(0, edge_index[1],
                                                                marks[edge_index[0]])], 1)
        z = torch.zeros(copies, 4, dtype=torch.float64)
        return z.index_add(0, copy_of_node, x.matmul(weights).tanh())

    copies = marked_copies([graph], 2, dtype=torch.float64)
    few = readout(embed(copies.edge_index, copies.marks, copies.copy_of_node,
                        len(copies.weights)), copies)
    edge_index = torch.from_numpy(np.ascontiguousarray(graph.edge_index))
    total = torch.zeros(1, 4, dtype=torch.float64)
    for u in range(9):
        for v in range(9):
            if u == v:
                continue
            marks = torch.zeros(9, 2, dtype=torch.float64)
            marks[u, 0] = marks[v, 1] = 1
            z = embed(edge_index, marks, torch.zeros(9, dtype=torch.long), 1)
            total += readout.map(z).relu() / 72
    assert len(copies.weights) < 10
    assert (few - total).abs().max() < 1e-12


def test_exports_are_documented():
    assert {"component_features", "component_structures", "tuple_orbits"} <= set(isotypic.__all__)
