"""Every way into a Graph, and every way to be wrong."""

import pickle

import numpy as np
import pytest

import isotypic
from isotypic import Graph, as_graph

TRIANGLE = np.array([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]])


def test_every_source_gives_the_same_graph():
    networkx = pytest.importorskip("networkx")
    sparse = pytest.importorskip("scipy.sparse")
    petersen = isotypic.family("petersen")
    index = petersen.edge_index
    matrix = sparse.coo_matrix((np.ones(30), index), shape=(10, 10))
    nx_graph = networkx.Graph()
    nx_graph.add_nodes_from(range(10))
    nx_graph.add_edges_from(petersen.edges.tolist())

    class Data:
        edge_index = index
        num_nodes = 10

    for source in (index, index.astype(np.int32), index.astype(np.uint8), np.asfortranarray(index),
                   matrix, matrix.tocsr(), nx_graph, Data(), petersen.to_graph6(),
                   petersen.to_graph6().encode(), petersen):
        assert as_graph(source) == petersen
    assert Graph(10, petersen.edges[::-1, ::-1]) == petersen


def test_torch_tensors_are_edge_indices():
    torch = pytest.importorskip("torch")
    assert as_graph(torch.from_numpy(TRIANGLE)) == as_graph(TRIANGLE)


def test_isolated_nodes_are_counted():
    assert as_graph(TRIANGLE).num_nodes == 3
    assert as_graph(TRIANGLE, num_nodes=5).num_nodes == 5
    assert as_graph(np.empty((2, 0)), num_nodes=4).num_nodes == 4


def test_networkx_nodes_of_any_kind_are_numbered_in_order():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph([("b", "a"), ("a", (1, 2))])
    assert as_graph(graph).edges.tolist() == [[0, 1], [1, 2]]


def test_colours_reach_the_symmetry():
    path = as_graph(TRIANGLE, node_colours=np.array([7, 7, 9]))
    assert path.node_colours.tolist() == [7, 7, 9]
    assert isotypic.symmetry(path).order == 6
    assert isotypic.symmetry(path, node_colours=True).order == 2
    edges = as_graph(TRIANGLE, edge_colours=np.array([1, 1, 2, 2, 2, 2]))
    assert edges.edge_colours.tolist() == [1, 2, 2]
    assert isotypic.symmetry(edges, edge_colours=True).order == 2


def test_pickling_keeps_graphs_and_their_hashes():
    graph = as_graph(TRIANGLE, node_colours=np.array([1, 2, 2]),
                     edge_colours=np.array([1, 1, 2, 2, 3, 3]))
    copy = pickle.loads(pickle.dumps(graph))
    assert copy == graph and hash(copy) == hash(graph)


def test_simplify_leaves_out_loops_and_repetitions():
    noisy = np.array([[0, 1, 0, 1, 2], [1, 0, 1, 0, 2]])
    assert as_graph(noisy, simplify=True).edges.tolist() == [[0, 1]]


@pytest.mark.parametrize("index, reason", [
    (np.array([[0, 1], [1, 2]]), "directed: edge \\(0, 1\\) has no reverse"),
    (np.array([[1, 0], [0, 0]]), "loop at node 0"),
    (np.array([[1], [0]]), "edge \\(1, 0\\) has no reverse"),
    (np.array([[0, 1, 0, 1], [1, 0, 1, 0]]), "more than once"),
    (np.array([[0, -1], [-1, 0]]), "negative node index -1"),
    (np.array([[0.0, 1.0], [1.0, 0.0]]), "whole numbers, not float64"),
    (np.array([[True, False], [False, True]]), "whole numbers, not bool"),
    (np.array([["0", "1"], ["1", "0"]]), "whole numbers"),
    (np.array([[0, 1j], [1, 0]]), "whole numbers"),
    (np.array([0, 1]), "shape \\(2, number of edges\\), not \\(2,\\)"),
    (np.zeros((3, 2), int), "not \\(3, 2\\)"),
    (np.zeros((2, 2, 2), int), "not \\(2, 2, 2\\)"),
    (np.array([[0, 2**40], [2**40, 0]]), "nodes"),
    (np.array([[0, 2**31 - 3], [2**31 - 3, 0]]), "nodes"),
    (np.array([[0, None], [None, 0]]), "not objects"),
    ([[0, 1], [1, 0]], "cannot be made from"),
    (17, "cannot be made from"),
    (None, "cannot be made from"),
    ("", "0 graphs"),
    ("~~~~", "size"),
    ("Bw\nBw", "2 graphs"),
])
def test_wrong_graphs_are_refused_with_the_reason(index, reason):
    with pytest.raises(ValueError, match=reason):
        as_graph(index)


def test_edges_may_be_listed_once_in_any_sequence():
    triangle = as_graph(TRIANGLE)
    assert Graph(3, [(0, 1), (2, 1), (0, 2)]) == triangle
    assert Graph(3, []).num_edges == 0
    for arguments, reason in [((3, [(0, 1, 2)]), "shape"), ((3, [(0, 1), (1,)]), "array"),
                              ((3, [(0, 3)]), "node index 3"), (("three", []), "num_nodes"),
                              ((2**70, []), "num_nodes"), ((-1, []), "negative"),
                              ((3, [(0, 1), (1, 0)]), "more than once"), ((3, None), "edges")]:
        with pytest.raises(ValueError, match=reason):
            Graph(*arguments)


def test_wrong_arguments_are_refused_with_the_reason():
    cases = [
        (dict(num_nodes=2), "node index 2, but there are 2 nodes"),
        (dict(num_nodes=-1), "num_nodes must lie between"),
        (dict(num_nodes=2.5), "num_nodes must be a whole number"),
        (dict(num_nodes=2**31), "nodes"),
        (dict(node_colours=[1, 2]), "2 node colours for 3 nodes"),
        (dict(node_colours=[1, 2, 2**40]), "beyond 32 bits"),
        (dict(node_colours=[[1, 2, 3]]), "one-dimensional"),
        (dict(node_colours=[1.5, 2, 3]), "whole numbers"),
        (dict(edge_colours=[1, 2, 3]), "3 edge colours for 6 edges"),
        (dict(edge_colours=[1, 2, 3, 3, 4, 4]), "has the colours 1 and 2"),
    ]
    for arguments, reason in cases:
        with pytest.raises(ValueError, match=reason):
            as_graph(TRIANGLE, **arguments)


def test_wrong_matrices_and_networkx_graphs_are_refused():
    networkx = pytest.importorskip("networkx")
    sparse = pytest.importorskip("scipy.sparse")
    for matrix, reason in [
            (sparse.csr_matrix(np.ones((2, 3))), "square"),
            (sparse.csr_matrix([[0.0, 1.0], [0.0, 0.0]]), "directed"),
            (sparse.csr_matrix([[0.0, np.nan], [np.nan, 0.0]]), "NaN"),
            (sparse.csr_matrix([[1.0, 0.0], [0.0, 0.0]]), "loop"),
            (sparse.csr_matrix([[0, 1j], [1j, 0]]), "real numbers")]:
        with pytest.raises(ValueError, match=reason):
            as_graph(matrix)
    for graph, reason in [(networkx.DiGraph([(0, 1)]), "directed"),
                          (networkx.MultiGraph([(0, 1), (0, 1)]), "more than once"),
                          (networkx.Graph([(0, 0)]), "loop")]:
        with pytest.raises(ValueError, match=reason):
            as_graph(graph)


def test_files_round_trip_in_every_format(tmp_path, zoo):
    graphs = [graph for graph in zoo if graph.num_nodes > 0]
    for format in ("graph6", "sparse6"):
        isotypic.write_graphs(tmp_path / "graphs", graphs, format=format)
        assert isotypic.read_graphs(tmp_path / "graphs") == graphs
    for format in ("dimacs", "edge-list"):
        isotypic.write_graphs(tmp_path / "graph", [graphs[0]], format=format)
        assert isotypic.read_graphs(tmp_path / "graph") == graphs[:1]
    assert list(isotypic.GraphReader(str(tmp_path / "graphs"))) == graphs


def test_bad_files_are_refused_with_place_and_reason(tmp_path):
    (tmp_path / "bad.g6").write_bytes(b"Bw\nB\xff\n")
    with pytest.raises(ValueError, match="bad.g6:2"):
        isotypic.read_graphs(tmp_path / "bad.g6")
    with pytest.raises(FileNotFoundError):
        isotypic.read_graphs(tmp_path / "missing.g6")
    with pytest.raises(ValueError, match="format"):
        isotypic.read_graphs(tmp_path / "bad.g6", format="xml")
