"""Laws of automorphism groups, seen from Python."""

import itertools
import math
import pickle

import numpy as np
import pytest

import isotypic
from isotypic import automorphism_group, family, find_isomorphism


def test_elements_are_the_automorphisms_that_trying_all_permutations_finds():
    for graph in (family("cycle", 6), family("star", 4), family("path", 5), family("complete", 4)):
        group = automorphism_group(graph)
        found = {tuple(p) for p in group}
        tried = {p for p in itertools.permutations(range(graph.num_nodes))
                 if graph.relabel(np.array(p, dtype=np.int32)) == graph}
        assert found == tried and len(found) == group.order
        for p in itertools.permutations(range(graph.num_nodes)):
            assert (np.array(p) in group) == (p in tried)


def test_random_elements_are_automorphisms_and_depend_on_the_seed_alone():
    graph = family("star", 2000)
    group = automorphism_group(graph)
    assert group.order == math.factorial(2000)
    drawn = group.random_elements(3, seed=5)
    assert drawn.shape == (3, 2001) and drawn.dtype == np.int32
    assert all(graph.relabel(p) == graph for p in drawn)
    assert np.array_equal(drawn, group.random_elements(3, seed=5))
    assert not np.array_equal(drawn, group.random_elements(3, seed=6))
    assert group.random_elements(0).shape == (0, 2001)


def test_orbits_and_stabilisers_count_the_group(zoo):
    for graph in zoo:
        group = automorphism_group(graph)
        for orbit in group.orbits:
            assert len(orbit) * group.stabiliser(orbit[:1]).order == group.order
        if graph.num_nodes >= 2:
            assert group.set_orbit_length([0, 1]) * group.set_stabiliser([0, 1]).order == group.order
        assert len(group.edge_orbits()) == graph.num_edges
        assert len(group.arc_orbits()) == 2 * graph.num_edges


def test_the_character_gives_orbits_and_rank():
    for graph in (family("petersen"), family("cycle", 7), family("path", 6), family("star", 4)):
        group = automorphism_group(graph)
        classes = group.conjugacy_classes()
        assert sum(c.size for c in classes) == group.order
        assert sum(c.size * c.character for c in classes) == group.order * len(group.orbits)
        assert sum(c.size * c.character ** 2 for c in classes) == group.order * group.rank
        assert all(c.representative in group for c in classes)


def test_action_of_known_groups():
    petersen = automorphism_group(family("petersen"))
    assert petersen.is_transitive and petersen.is_primitive and petersen.block_systems() == []
    assert petersen.transitivity == 1 and petersen.subdegrees(4) == [1, 3, 6]
    square = automorphism_group(family("cycle", 4))
    assert not square.is_primitive and square.block_systems() == [[0, 1, 0, 1]]
    assert automorphism_group(family("complete", 5)).transitivity == 5
    assert automorphism_group(family("path", 3)).transitivity == 0
    assert len(petersen.orbits_of_sets(2)) == 2
    assert petersen.set_orbit([0, 1]) == sorted(petersen.set_orbit([0, 1]))
    graph, sizes, arcs = automorphism_group(family("star", 4)).quotient()
    assert graph.num_nodes == 2 and sorted(sizes) == [1, 4] and sorted(c for *_, c in arcs) == [1, 4]


def test_texts_for_other_systems():
    edge = automorphism_group(family("complete", 2))
    assert edge.to_gap() == "Group((1,2))"
    assert edge.to_sage() == "PermutationGroup([[(0,1)]], domain=range(2))"
    assert edge.to_cycles() == "(0 1)\n" and edge.to_cycles(first=1) == "(1 2)\n"
    assert automorphism_group(family("path", 1)).to_gap() == "Group(())"


def test_groups_are_pickled_and_named():
    group = automorphism_group(family("hypercube", 3))
    copy = pickle.loads(pickle.dumps(group))
    assert copy.order == group.order == 48 and copy.graph == group.graph
    assert repr(group) == "AutomorphismGroup(num_nodes=8, order=48)"
    classes = group.conjugacy_classes()
    assert [repr(c) for c in pickle.loads(pickle.dumps(classes))] == [repr(c) for c in classes]


def test_isomorphisms_map_one_graph_to_the_other(zoo):
    random = np.random.default_rng(3)
    for graph in zoo:
        copy = graph.relabel(random.permutation(graph.num_nodes).astype(np.int32))
        assert graph.relabel(find_isomorphism(graph, copy)) == copy
    assert find_isomorphism(family("rook", 4, 4), family("shrikhande")) is None


@pytest.mark.parametrize("call, reason", [
    (lambda g: g.stabiliser([17]), "no node 17"),
    (lambda g: g.stabiliser([-1]), "no node -1"),
    (lambda g: g.set_stabiliser([1, 1]), "named twice"),
    (lambda g: g.stabiliser([0.5]), "nodes"),
    (lambda g: [0, 1] in g, "not a permutation"),
    (lambda g: [0] * 10 in g, "not a permutation"),
    (lambda g: g.set_orbit([0, 1], max_sets=3), "more than 3"),
    (lambda g: g.orbits_of_sets(11), "no sets of 11"),
    (lambda g: g.random_elements(-1), "at least 0"),
])
def test_wrong_arguments_raise_with_the_reason(call, reason):
    with pytest.raises(ValueError, match=reason):
        call(automorphism_group(family("petersen")))


def test_large_groups_say_what_is_too_much():
    big = automorphism_group(family("star", 20))
    with pytest.raises(ValueError, match="classes are found up to"):
        big.conjugacy_classes()
    with pytest.raises(ValueError, match="only a transitive group"):
        big.block_systems()
