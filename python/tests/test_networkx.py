"""Against NetworkX, which finds symmetries by enumerating them."""

import random

import numpy as np
import pytest

import isotypic

networkx = pytest.importorskip("networkx")
from enumeration import enumerate_symmetry  # noqa: E402


def test_order_orbits_and_verdicts_agree():
    draw = random.Random(0)
    for _ in range(150):
        n = draw.randint(1, 7)
        graph = networkx.gnp_random_graph(n, draw.random(), seed=draw.randrange(2**31))
        other = networkx.gnm_random_graph(n, graph.number_of_edges(), seed=draw.randrange(2**31))
        symmetry = isotypic.symmetry(graph)
        order, orbits = enumerate_symmetry(graph)
        assert symmetry.order == order
        assert {frozenset(orbit) for orbit in symmetry.orbit_lists()} == orbits
        assert isotypic.is_isomorphic(graph, other) == networkx.is_isomorphic(graph, other)
        names = list(range(n))
        draw.shuffle(names)
        copy = networkx.relabel_nodes(graph, dict(enumerate(names)))
        assert isotypic.is_isomorphic(graph, copy)


def test_edge_numbers_follow_the_order_of_nodes():
    graph = networkx.petersen_graph()
    assert np.array_equal(isotypic.as_graph(graph).edges, np.array(sorted(graph.edges())))


def test_write_tu_says_what_it_needs_and_leaves_nothing(tmp_path):
    with pytest.raises(ValueError, match="graph 0: a Graph is no PyG Data: it needs edge_index"):
        isotypic.write_tu([networkx.path_graph(3)], tmp_path, "PATHS")
    assert not (tmp_path / "PATHS").exists()
