"""Whatever comes in: a result, or ValueError with a reason. Never anything worse."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import isotypic

small = st.integers(-3, 12)
anything = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.binary(max_size=20), st.lists(st.integers(), max_size=5), st.complex_numbers(),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
    hnp.arrays(hnp.scalar_dtypes(), hnp.array_shapes(min_dims=0, max_dims=3, min_side=0,
                                                     max_side=4)))
index_arrays = st.integers(0, 8).flatmap(lambda edges: hnp.arrays(
    st.sampled_from([np.int64, np.int32, np.uint8, np.int8]), (2, edges),
    elements=st.integers(0, 9)))


def graph_or_refusal(*arguments, **options):
    try:
        return isotypic.as_graph(*arguments, **options)
    except ValueError as error:
        assert str(error)
        return None


@given(anything)
def test_anything_as_a_graph(value):
    graph_or_refusal(value)


@given(index_arrays, st.one_of(st.none(), small, anything), st.booleans())
def test_index_arrays_as_graphs(index, num_nodes, simplify):
    graph = graph_or_refusal(index, num_nodes=num_nodes, simplify=simplify)
    if graph is not None:
        arcs = {tuple(arc) for arc in index.T.tolist() if arc[0] != arc[1]}
        assert {tuple(arc) for arc in graph.edge_index.T.tolist()} == arcs


@given(index_arrays, anything, anything)
def test_colours_of_any_kind(index, node_colours, edge_colours):
    graph_or_refusal(index, node_colours=node_colours, edge_colours=edge_colours)


@given(anything, anything, anything)
def test_anything_as_parts_of_a_graph(num_nodes, edges, colours):
    for arguments in ((num_nodes, edges), (4, edges), (num_nodes, [])):
        for options in ({}, {"node_colours": colours}, {"edge_colours": colours}):
            try:
                isotypic.Graph(*arguments, **options)
            except ValueError as error:
                assert str(error)


@given(st.binary(max_size=60))
def test_bytes_as_files(content):
    reader = isotypic.GraphReader.from_bytes(content)
    while True:
        try:
            for _ in reader:
                pass
            return
        except ValueError as error:
            assert str(error)


@given(st.integers(0, 9), st.data())
def test_random_graphs_go_all_the_way(n, data):
    pairs = [(u, v) for v in range(n) for u in range(v)]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True) if pairs else st.just([]))
    graph = isotypic.Graph(n, np.array(edges, dtype=np.int64).reshape(-1, 2))
    width = data.draw(st.integers(0, 3))
    rows = data.draw(hnp.arrays(np.float64, (n, width), elements=st.floats(-1e150, 1e150)))
    channels = isotypic.decompose(graph)
    values = isotypic.features(channels, rows)
    assert values.shape == (88,) and np.isfinite(values).all()
    assert channels.dims.sum() == n
    # Squares of these may still leave the range of double, which explain refuses.
    try:
        assert isotypic.explain(channels, rows).total >= 0
    except ValueError as error:
        assert "range of double" in str(error)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_features_beyond_the_range_of_their_type_are_refused(dtype):
    channels = isotypic.decompose(isotypic.family("complete", 50))
    rows = np.full((50, 1), np.finfo(dtype).max, dtype=dtype)
    with pytest.raises(ValueError, match="leave the range"):
        isotypic.features(channels, rows)


@given(anything, anything, anything)
def test_anything_as_embeddings_and_options(rows, option, other):
    channels = isotypic.decompose("IsP@OkWHG")
    calls = [lambda: isotypic.features(channels, rows, max_blocks=option, rp_dim=other),
             lambda: isotypic.features(channels, np.ones((10, 1)), seed=option, variant=other),
             lambda: isotypic.features(option, rows),
             lambda: isotypic.explain(channels, rows),
             lambda: isotypic.decompose("Bw", seed=option, order=other),
             lambda: isotypic.decompose("Bw", max_blocks=option, tolerance=other),
             lambda: isotypic.symmetry("Bw", time_limit=option, threads=other)]
    for call in calls:
        try:
            call()
        except (ValueError, TimeoutError) as error:
            assert str(error)


@given(st.lists(st.integers(-5, 15), max_size=12))
def test_positions_that_are_no_permutations_are_refused(position):
    graph = isotypic.family("petersen")
    assume(sorted(position) != list(range(10)))
    with pytest.raises(ValueError):
        graph.relabel(np.array(position, dtype=np.int64))


def test_indices_outside_are_refused():
    graph = isotypic.family("petersen")
    for v in (-1, 10, 2**40):
        with pytest.raises(ValueError):
            graph.neighbours(v)
    symmetry = isotypic.symmetry(graph)
    with pytest.raises(IndexError):
        symmetry.generators[len(symmetry.generators)]
    with pytest.raises(ValueError):
        isotypic.decompose(graph).component_projector(99)
