"""What readouts without a hash read: components, orbits of tuples, described pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import isotypic
from isotypic import family
from isotypic.hash_free import (component_features, component_structures, describe_orbitals,
                                tuple_orbits)


def permutation(n, seed):
    return np.random.default_rng(seed).permutation(n)


@st.composite
def graphs(draw):
    n = draw(st.integers(0, 9))
    pairs = [(u, v) for v in range(n) for u in range(v)]
    edges = [pair for pair in pairs if draw(st.booleans())]
    return isotypic.Graph(n, np.array(edges, dtype=np.int64).reshape(-1, 2))


@given(graphs(), st.integers(0, 99))
def test_descriptions_do_not_see_the_labelling(graph, seed):
    n = graph.num_nodes
    position = permutation(n, seed)
    one, other = describe_orbitals([graph, graph.relabel(position)])
    assert one.values.shape == (len(one.pairs), 21) and one.pairs.sum() == n * n
    for u in range(n):
        for v in range(u + 1):
            a = one.type_of[u * (u + 1) // 2 + v]
            high, low = max(position[u], position[v]), min(position[u], position[v])
            b = other.type_of[high * (high + 1) // 2 + low]
            np.testing.assert_allclose(one.values[a], other.values[b], rtol=0, atol=1e-12)
            assert one.distances[a] == other.distances[b] and one.pairs[a] == other.pairs[b]
            assert (one.edges[a] < 0) == (v not in graph.neighbours(u))


@given(graphs())
def test_the_first_columns_are_powers_of_the_normalised_adjacency_matrix(graph):
    n = graph.num_nodes
    matrix = np.zeros((n, n))
    for u, v in graph.edges:
        matrix[u, v] = matrix[v, u] = 1 / np.sqrt(graph.degree(u) * graph.degree(v))
    described = describe_orbitals(graph, powers=3)
    for k in range(3):
        power = np.linalg.matrix_power(matrix, k + 1)
        for u in range(n):
            for v in range(u + 1):
                told = described.values[described.type_of[u * (u + 1) // 2 + v], k]
                assert abs(told - power[u, v]) < 1e-12


def test_edges_of_different_keys_have_different_types():
    described = describe_orbitals(family("cycle", 4), edge_keys=[0, 1, 1, 0])
    assert sorted(described.pairs) == [4, 4, 4, 4]
    assert sum(described.edges >= 0) == 2


def test_component_features_do_not_see_the_labelling():
    graph = family("rook", 4, 4)
    m = np.random.default_rng(0).normal(size=(16, 3))
    position = permutation(16, 1)
    rows = np.empty_like(m)
    rows[position] = m
    np.testing.assert_allclose(component_features(graph.relabel(position), rows),
                               component_features(graph, m), rtol=0, atol=1e-10)


def test_fewer_component_features_are_the_first_of_more():
    many = component_features(family("petersen"), np.ones((10, 1)), num_features=32)
    np.testing.assert_array_equal(
        component_features(family("petersen"), np.ones((10, 1)), num_features=5), many[:5])


def test_moments_of_all_components_are_those_of_the_spectrum():
    graph = family("petersen")
    a = np.zeros((10, 10))
    for u, v in graph.edges:
        a[u, v] = a[v, u] = 1 / 3
    expected = [np.trace(np.linalg.matrix_power(a, k)) / 10 for k in range(11)]
    np.testing.assert_allclose(component_structures(graph)[:, 6:].sum(0), expected, atol=1e-12)


def test_colours_count_if_asked():
    square = isotypic.Graph(4, [(0, 1), (1, 2), (2, 3), (0, 3)], node_colours=[0, 0, 0, 1])
    assert len(component_structures(square)) == 3
    assert len(component_structures(square, node_colours=True)) == 2
    assert len(tuple_orbits(square)[1]) == 2
    assert len(tuple_orbits(square, node_colours=True)[1]) > 2
    assert len(describe_orbitals(square).pairs) == 3
    assert len(describe_orbitals(square, node_colours=True).pairs) > 3


@pytest.mark.parametrize("size", [1, 2, 3])
def test_weights_of_tuple_orbits_count_all_tuples(size):
    graph = family("rook", 3, 3).relabel(permutation(9, size))
    nodes, weights = tuple_orbits(graph, size)
    assert nodes.shape == (len(weights), size)
    assert weights.sum() == np.prod([9 - i for i in range(size)])
    assert all(len(set(row)) == size for row in nodes.tolist())
    again = tuple_orbits(isotypic.symmetry(graph), size)
    assert np.array_equal(nodes, again[0]) and np.array_equal(weights, again[1])


def test_small_graphs_have_no_long_tuples():
    for n in (0, 1):
        nodes, weights = tuple_orbits(isotypic.Graph(n, []), 2)
        assert nodes.shape == (0, 2) and weights.shape == (0,)


PETERSEN = family("petersen")


@pytest.mark.parametrize("call, reason", [
    (lambda: tuple_orbits(PETERSEN, 4), "between 1 and 3"),
    (lambda: tuple_orbits(PETERSEN, 0), "between 1 and 3"),
    (lambda: tuple_orbits(PETERSEN, 1.5), "whole number"),
    (lambda: tuple_orbits(PETERSEN, max_representatives=-1), "max_representatives"),
    (lambda: tuple_orbits(PETERSEN, time_limit="soon"), "number of seconds"),
    (lambda: tuple_orbits(PETERSEN, time_limit=-1), "time_limit"),
    (lambda: tuple_orbits(isotypic.symmetry(PETERSEN), node_colours=True), "give them to symmetry"),
    (lambda: component_features(PETERSEN, np.ones((10, 1)), num_features=0), "num_features"),
    (lambda: component_features(PETERSEN, np.ones((10, 1)), num_features=10**9), "num_features"),
    (lambda: component_features(PETERSEN, np.ones((9, 1))), "rows"),
    (lambda: component_features(PETERSEN, np.full((10, 1), np.nan)), "row 0 holds a NaN"),
    (lambda: component_features(PETERSEN, "rows"), "embeddings"),
    (lambda: describe_orbitals(PETERSEN, powers=0), "powers"),
    (lambda: describe_orbitals(PETERSEN, powers=10**9), "powers"),
    (lambda: describe_orbitals(PETERSEN, max_distance=0), "max_distance"),
    (lambda: describe_orbitals(PETERSEN, edge_keys=[1, 2]), "15 edges"),
    (lambda: describe_orbitals(PETERSEN, edge_keys=np.ones(15)), "edge_keys"),
    (lambda: describe_orbitals([PETERSEN], edge_keys=np.ones(15, int)), "one per graph"),
    (lambda: describe_orbitals([PETERSEN], edge_keys=[]), "1 graphs"),
    (lambda: describe_orbitals(family("cycle", 5000)), "4000"),
])
def test_wrong_arguments_get_the_reason(call, reason):
    with pytest.raises(ValueError, match=reason):
        call()


def test_limits_are_timeouts():
    with pytest.raises(TimeoutError):
        tuple_orbits(family("path", 30), 3, max_representatives=100)
