"""Whatever comes in: a result, or ValueError with a reason. Never anything worse."""

import types

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


names = st.one_of(st.integers(0, 5), st.text(max_size=2), st.tuples(st.integers(0, 2)),
                  st.floats(), st.booleans())
attributes = st.dictionaries(st.sampled_from(["weight", "color", "colour", "z"]), anything,
                             max_size=2)
choices = st.sampled_from([None, False, True, "weight", "color", "z", "missing"])


def graph_or_refusal(*arguments, **options):
    try:
        graph = isotypic.as_graph(*arguments, **options)
    except ValueError as error:
        assert len(str(error)) > 10
        return None
    assert isotypic.symmetry(graph, node_colours=True, edge_colours=True).order >= 1
    return graph


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


@given(st.lists(st.tuples(names, names, attributes), max_size=6),
       st.dictionaries(names, attributes, max_size=4), st.sampled_from(
           ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"]), choices, choices, st.booleans())
def test_networkx_graphs(edges, nodes, kind, node_colours, edge_colours, simplify):
    networkx = pytest.importorskip("networkx", reason="NetworkX is not installed")
    source = getattr(networkx, kind)()
    source.add_nodes_from(nodes.items())
    source.add_edges_from(edges)
    graph = graph_or_refusal(source, node_colours=node_colours, edge_colours=edge_colours,
                             simplify=simplify)
    if graph is not None:
        assert len(graph.node_names) == graph.num_nodes == source.number_of_nodes()
        assert graph.num_edges == len({frozenset(ends) for ends in graph.edges.tolist()})


@given(st.integers(0, 5), st.data(), st.booleans(), choices, choices, st.booleans())
def test_igraph_graphs(n, data, directed, node_colours, edge_colours, simplify):
    igraph = pytest.importorskip("igraph", reason="igraph is not installed")
    ends = st.integers(0, n - 1)
    edges = data.draw(st.lists(st.tuples(ends, ends), max_size=5) if n else st.just([]))
    source = igraph.Graph(n=n, edges=edges, directed=directed)
    for name in data.draw(st.sets(st.sampled_from(["weight", "color", "name", "z"]))):
        source.vs[name] = data.draw(st.lists(anything, min_size=n, max_size=n))
        source.es[name] = data.draw(st.lists(anything, min_size=len(edges), max_size=len(edges)))
    graph_or_refusal(source, node_colours=node_colours, edge_colours=edge_colours,
                     simplify=simplify)


@given(st.lists(st.sampled_from(["C", "N", "[O-]", "c1ccccc1", "C(", ")", "=", "#", "1", "[13CH4]",
                                 "[Na+]", ".", "*", "[CH2]", "S(=O)(=O)"]), max_size=7),
       st.booleans(), choices, choices)
def test_molecules(pieces, sanitize, node_colours, edge_colours):
    chem = pytest.importorskip("rdkit.Chem", reason="RDKit is not installed")
    pytest.importorskip("rdkit.RDLogger").DisableLog("rdApp.*")
    source = chem.MolFromSmiles("".join(pieces), sanitize=sanitize)
    if source is None:
        graph_or_refusal(source)  # what RDKit gives for a SMILES that it cannot read
        return
    graph = graph_or_refusal(source, node_colours=node_colours, edge_colours=edge_colours)
    if graph is not None:
        assert (graph.num_nodes, graph.num_edges) == (source.GetNumAtoms(), source.GetNumBonds())


@given(hnp.arrays(st.sampled_from([np.float64, np.int64, np.bool_, np.complex128]),
                  hnp.array_shapes(min_dims=2, max_dims=2, max_side=4)), st.booleans(), choices,
       choices, st.booleans())
def test_matrices(values, symmetric, node_colours, edge_colours, simplify):
    sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    if symmetric and values.shape[0] == values.shape[1]:
        values = np.triu(values) | np.triu(values).T if values.dtype == bool else (
            np.triu(values) + np.triu(values).T)
    graph_or_refusal(sparse.csr_matrix(values), node_colours=node_colours,
                     edge_colours=edge_colours, simplify=simplify)


@given(st.one_of(anything, index_arrays), anything, anything, choices, choices, st.booleans())
def test_objects_like_data(edge_index, num_nodes, z, node_colours, edge_colours, simplify):
    source = types.SimpleNamespace(edge_index=edge_index, num_nodes=num_nodes, z=z, weight=z)
    graph_or_refusal(source, node_colours=node_colours, edge_colours=edge_colours,
                     simplify=simplify)


@given(st.lists(st.one_of(anything, index_arrays), max_size=3), anything)
def test_lists_of_anything_for_scikit_learn(items, node_features):
    estimators = pytest.importorskip("isotypic.sklearn", reason="scikit-learn is not installed")
    try:
        estimators.IsotypicFeatures(node_features).fit_transform(items)
        estimators.IsotypicFeatures().fit_transform(node_features)
    except ValueError as error:
        assert len(str(error)) > 10


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
