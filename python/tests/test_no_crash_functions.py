"""Groups, text formats, hash-free readouts, modules: a result, or ValueError with a reason."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_no_crash import anything

import isotypic
from isotypic import hash_free

PETERSEN = isotypic.family("petersen")
GROUP = isotypic.automorphism_group(PETERSEN)


def result_or_reason(*calls):
    """TypeError is what Python itself says of arguments that pybind11 cannot convert."""
    for call in calls:
        try:
            call()
        except (ValueError, TimeoutError, TypeError) as error:
            assert len(str(error)) > 10


@given(anything, anything)
def test_group_functions_of_anything(nodes, number):
    result_or_reason(
        lambda: nodes in GROUP, lambda: GROUP.stabiliser(nodes), lambda: GROUP.set_stabiliser(nodes),
        lambda: GROUP.set_orbit_length(nodes), lambda: GROUP.set_orbit(nodes, 100),
        lambda: GROUP.orbits_of_sets(number, 1000), lambda: GROUP.subdegrees(number),
        lambda: GROUP.to_cycles(number), lambda: isotypic.find_isomorphism(PETERSEN, nodes),
        lambda: isotypic.automorphism_group(nodes),
        lambda: GROUP.random_elements(number if isinstance(number, int) and number < 50 else 1,
                                      seed=3))


@given(st.lists(st.integers(-2, 11), max_size=5), st.integers(-2, 6))
def test_stabilisers_of_any_nodes_are_subgroups(nodes, size):
    try:
        own = GROUP.stabiliser(nodes)
    except ValueError as error:
        assert any(node not in range(10) for node in nodes) or len(set(nodes)) < len(nodes)
        assert re.search(r"\d", str(error)), "which node is wrong?"
    else:
        assert GROUP.order % own.order == 0 and own.order <= GROUP.order
    try:
        orbits = GROUP.orbits_of_sets(size)
    except ValueError:
        assert size < 0 or size > 10
    else:
        assert sum(count for _, count in orbits) == len(
            [None for bits in range(1 << 10) if bin(bits).count("1") == size])


@pytest.mark.parametrize("graph", [isotypic.Graph(0, []), isotypic.Graph(1, []),
                                   isotypic.family("complete", 60), isotypic.family("path", 3)])
def test_groups_of_extreme_order(graph):
    group = isotypic.automorphism_group(graph)
    assert group.order == isotypic.symmetry(graph).order
    assert np.arange(graph.num_nodes) in group
    assert group.random_elements(2).shape == (2, graph.num_nodes)
    assert all(element in group for element in group.random_elements(3, seed=1))
    assert next(iter(group)).tolist() == list(range(graph.num_nodes))
    assert group.set_stabiliser([]).order == group.order


TOKENS = {
    "graphml": ["<graphml>", "</graphml>", "<graph edgedefault='undirected'>", "<graph>", "</graph>",
                "<node id='a'/>", "<node id='b'>", "</node>", "<edge source='a' target='b'/>",
                "<edge source='a'/>", "<data key='d0'>", "</data>", "&amp;", "&", "<!--", "-->",
                "<?xml version='1.0'?>", "<key id='d0' for='node' attr.name='c'/>", "7", "\n"],
    "gml": ["graph", "[", "]", "node", "edge", "id", "source", "target", "directed", "0", "1", "-3",
            "1e9", '"text"', '"', "#", "label", "\n", "99999999999999999999"],
    "dot": ["graph", "digraph", "strict", "{", "}", "a", "b", "--", "->", ";", "[", "]", "color", "=",
            '"x"', '"', "/*", "*/", "//", "#", "subgraph", "<", ">", "\n", ","],
}


@pytest.mark.parametrize("format", sorted(TOKENS))
@given(data=st.data())
def test_texts_of_the_named_formats(format, data):
    pieces = data.draw(st.lists(st.one_of(st.sampled_from(TOKENS[format]), st.text(max_size=3)),
                                max_size=25))
    text = " ".join(pieces).encode("utf-8", "surrogatepass")
    for simplify in (False, True):
        reader = isotypic.GraphReader.from_bytes(text, "bytes", format, simplify)
        try:
            for graph in reader:
                assert isotypic.symmetry(graph).order >= 1
        except ValueError as error:
            assert re.match(r"bytes:\d+: .{8}", str(error), re.DOTALL), str(error)


@given(anything, anything)
def test_hash_free_functions_of_anything(value, other):
    result_or_reason(
        lambda: hash_free.describe_orbitals(value), lambda: hash_free.tuple_orbits(value),
        lambda: hash_free.describe_orbitals(PETERSEN, edge_keys=value),
        lambda: hash_free.describe_orbitals([PETERSEN], edge_keys=value),
        lambda: hash_free.describe_orbitals(PETERSEN, powers=value, max_distance=other),
        lambda: hash_free.component_structures(value),
        lambda: hash_free.component_structures(PETERSEN, node_colours=value),
        lambda: hash_free.component_features(PETERSEN, value),
        lambda: hash_free.component_features(PETERSEN, np.ones((10, 1)), num_features=value),
        lambda: hash_free.tuple_orbits(PETERSEN, value, max_representatives=other),
        lambda: hash_free.tuple_orbits(PETERSEN, 2, time_limit=value))


@given(anything, anything)
def test_modules_of_anything(value, other):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from isotypic import torch as modules
    small = value if not isinstance(value, int) or abs(value) < 64 else 8
    pairs = modules.batch_pairs([PETERSEN])
    result_or_reason(
        lambda: modules.batch_pairs(value), lambda: modules.batch_components(value),
        lambda: modules.batch_marks(value), lambda: modules.batch_marks([PETERSEN], value, x=other),
        lambda: modules.batch_pairs([PETERSEN], edge_categories=value),
        lambda: modules.batch_pairs([PETERSEN], edge_categories=[value]),
        lambda: modules.OperatorReadout(small), lambda: modules.ComponentSetReadout(small),
        lambda: modules.MarkedReadout(small), lambda: modules.OperatorReadout(8, heads=small),
        lambda: modules.OperatorReadout(8, form=value, edge_categories=other),
        lambda: modules.OperatorReadout(8).learn_scales(value))
    with pytest.raises(ValueError):
        modules.OperatorReadout(8)(value, pairs)
    with pytest.raises(ValueError):
        modules.OperatorReadout(8)(torch.ones(10, 8), value)


@pytest.mark.parametrize("call, remedy", [
    (lambda: isotypic.as_graph(np.array([[0], [1]])), "ToUndirected|Graph\\(num_nodes, edges\\)"),
    (lambda: isotypic.as_graph(np.array([[0, 0], [0, 0]])), "simplify=True"),
    (lambda: isotypic.Graph(3, [(0, 1), (1, 0)]), "simplify=True"),
    (lambda: isotypic.Graph(2, [(0, 2)]), "there are 2 nodes"),
    (lambda: isotypic.Graph(3, [(0, 1)], node_colours=[1]), "3 nodes"),
    (lambda: isotypic.Graph(3, [(0, 1)], edge_colours=[1, 2]), "1 edge"),
    (lambda: isotypic.as_graph("Bw\nBw\n"), "read_graphs"),
    (lambda: isotypic.as_graph(None), "edge_index"),
    (lambda: isotypic.symmetry("Bw", node_colours=[1, 2, 3]), "as_graph"),
    (lambda: isotypic.decompose(isotypic.symmetry("Bw"), node_colours=True), "symmetry\\(\\)"),
    (lambda: isotypic.features(isotypic.decompose("Bw"), [[np.nan]] * 3), "NaN"),
    (lambda: isotypic.Graph(2**40, []), "number of nodes"),
])
def test_errors_name_the_remedy(call, remedy):
    with pytest.raises(ValueError, match=remedy):
        call()


def test_arrays_of_any_layout_give_the_same():
    edges = np.asfortranarray(PETERSEN.edges.astype(np.int64))
    wide = np.zeros((30, 4), dtype=np.int64)
    wide[::2, ::2] = edges
    for layout in (edges, wide[::2, ::2], edges.astype(">i8"), edges.astype(np.uint16)):
        assert isotypic.Graph(10, layout) == PETERSEN
    rows = np.random.default_rng(0).standard_normal((20, 6))
    channels = isotypic.decompose(PETERSEN)
    plain = isotypic.features(channels, np.ascontiguousarray(rows[::2, ::3]))
    for layout in (rows[::2, ::3], np.asfortranarray(rows[::2, ::3]),
                   rows[::2, ::3].astype(">f8")):
        np.testing.assert_array_equal(isotypic.features(channels, layout), plain)


CLASSES = [value for value in vars(isotypic._core).values()
           if isinstance(value, type) and not issubclass(value, Exception)]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_objects_without_content_are_refused(kind):
    """`__new__` alone makes an object whose memory nobody has filled."""
    empty = kind.__new__(kind)
    members = [name for name, value in vars(kind).items() if isinstance(value, property)]
    assert members or "__next__" in vars(kind) or "__len__" in vars(kind) or "__init__" in vars(kind)
    for name in members:
        # pybind11 itself refuses where a member shares the object.
        with pytest.raises((TypeError, RuntimeError), match="made by __new__ alone|non-held"):
            getattr(empty, name)


def test_a_graph_without_content_is_no_argument():
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        isotypic.symmetry(isotypic.Graph.__new__(isotypic.Graph))
