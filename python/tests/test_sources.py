"""Graphs of NetworkX, igraph, RDKit and SciPy: names are kept, weights and colours are taken or
refused."""

import types

import numpy as np
import pytest

import isotypic
from isotypic import as_graph


@pytest.fixture
def networkx():
    return pytest.importorskip("networkx", reason="NetworkX is not installed")


@pytest.fixture
def igraph():
    return pytest.importorskip("igraph", reason="igraph is not installed")


@pytest.fixture
def chem():
    return pytest.importorskip("rdkit.Chem", reason="RDKit is not installed")


def test_names_of_networkx_nodes_reach_every_result(networkx):
    graph = networkx.Graph([("centre", leaf) for leaf in ("a", "b", (1, 2))])
    own = isotypic.symmetry(graph)
    assert own.node_names == ("centre", "a", "b", (1, 2))
    assert sorted(map(len, own.orbit_names())) == [1, 3]
    assert ["centre"] in own.orbit_names()
    for i in range(len(own.generators)):
        images = own.generator_map(i)
        assert set(images) == set(images.values()) and "centre" not in images
        assert {graph.has_edge("centre", image) for image in images.values()} == {True}
    assert isotypic.decompose(graph).node_names == own.node_names
    assert isotypic.decompose(own).node_names == own.node_names
    assert [item.node_names for item in isotypic.symmetry([graph, "Bw"])] == [own.node_names, None]


def test_graphs_without_names_are_called_by_number():
    own = isotypic.symmetry(isotypic.family("star", 3))
    assert own.orbit_names() == own.orbit_lists()
    assert all(isinstance(v, int) for v in own.generator_map(0))


def weighted(networkx, weights):
    graph = networkx.Graph()
    for i, weight in enumerate(weights):
        graph.add_edge(i, (i + 1) % len(weights), **({} if weight is None else {"weight": weight}))
    return graph


def test_weights_of_networkx_are_taken_or_refused(networkx):
    square = weighted(networkx, [1, 1, 1, 2])
    with pytest.raises(ValueError, match="edge_colours='weight' to have .* edge_colours=False"):
        isotypic.symmetry(square)
    assert isotypic.symmetry(square, edge_colours=False).order == 8
    assert isotypic.symmetry(square, edge_colours="weight").order == 2
    assert isotypic.decompose(square, edge_colours="weight").num_nodes == 4
    assert isotypic.symmetry(weighted(networkx, [3, 3, 3, 3])).order == 8  # nothing is lost
    with pytest.raises(ValueError, match="'weight'"):
        isotypic.symmetry(weighted(networkx, [3, 3, None, 3]))
    with pytest.raises(ValueError, match="number the values first"):
        isotypic.symmetry(weighted(networkx, [0.5, 1, 1, 1]), edge_colours="weight")
    with pytest.raises(ValueError, match="some edges have no attribute"):
        isotypic.symmetry(weighted(networkx, [3, 3, None, 3]), edge_colours="weight")
    assert not isotypic.is_isomorphic(square, weighted(networkx, [1, 1, 1, 3]),
                                      edge_colours="weight")


def test_colours_of_networkx_are_taken_or_refused(networkx):
    triangle = networkx.cycle_graph(3)
    networkx.set_node_attributes(triangle, {0: 1, 1: 1, 2: 5}, "color")
    with pytest.raises(ValueError, match="node_colours='color'"):
        as_graph(triangle)
    assert as_graph(triangle, node_colours="color").node_colours.tolist() == [1, 1, 5]
    assert isotypic.symmetry(triangle, node_colours="color").order == 2
    assert isotypic.symmetry(triangle, node_colours=False).order == 6
    networkx.set_node_attributes(triangle, "metal", "kind")
    assert isotypic.symmetry(triangle, node_colours=False).order == 6  # other data is no colour
    with pytest.raises(ValueError, match="'metal': number the values first"):
        isotypic.symmetry(triangle, node_colours="kind")
    with pytest.raises(ValueError, match="some nodes have no attribute"):
        isotypic.symmetry(triangle, node_colours="colour")
    with pytest.raises(ValueError, match="must be an array"):
        as_graph(triangle, node_colours=True)


def test_igraph_graphs(igraph):
    graph = igraph.Graph.Ring(5)
    assert isotypic.symmetry(graph).order == 10
    assert isotypic.symmetry(graph).node_names is None
    graph.vs["name"] = list("abcde")
    assert isotypic.symmetry(graph).orbit_names() == [list("abcde")]
    graph.es["weight"] = [1, 1, 1, 1, 2]
    with pytest.raises(ValueError, match="edge_colours='weight'"):
        isotypic.symmetry(graph)
    assert isotypic.symmetry(graph, edge_colours="weight").order == 2
    graph.vs["color"] = [1, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="node_colours='color'"):
        isotypic.symmetry(graph, edge_colours=False)
    assert isotypic.symmetry(graph, node_colours="color", edge_colours=False).order == 2
    with pytest.raises(ValueError, match="no attribute of that name"):
        isotypic.symmetry(graph, node_colours="kind", edge_colours=False)
    with pytest.raises(ValueError, match="as_undirected"):
        as_graph(igraph.Graph([(0, 1)], directed=True))
    with pytest.raises(ValueError, match="loop.*simplify=True"):
        as_graph(igraph.Graph([(0, 0)]))
    assert as_graph(igraph.Graph([(0, 0), (0, 1)]), simplify=True).num_edges == 1


def test_igraph_and_networkx_agree(igraph, zoo):
    for graph in zoo:
        assert as_graph(igraph.Graph(n=graph.num_nodes, edges=graph.edges.tolist())) == graph


def test_molecules(chem):
    benzene = chem.MolFromSmiles("c1ccccc1")
    assert isotypic.symmetry(benzene).order == 12
    pyridine = chem.MolFromSmiles("c1ccncc1")
    assert isotypic.symmetry(pyridine).order == 12  # the bare graph
    assert isotypic.symmetry(pyridine, node_colours=True).order == 2
    kekule = chem.MolFromSmiles("c1ccccc1")
    chem.Kekulize(kekule, clearAromaticFlags=True)
    assert isotypic.symmetry(kekule, edge_colours=True).order == 6
    assert isotypic.symmetry(chem.AddHs(chem.MolFromSmiles("C"))).order == 24
    assert as_graph(chem.MolFromSmiles("CC(=O)O"), edge_colours=True).edge_colours.tolist() == [
        1, 2, 1]


def test_atoms_differ_in_charge_isotope_hydrogens_and_radicals(chem):
    for pair in ("C.N", "N.[NH4+]", "C.[13CH4]", "C.[CH3]", "C.[CH3+]", "[CH3].[CH3+]"):
        molecule = chem.MolFromSmiles(pair)
        assert len(set(as_graph(molecule, node_colours=True).node_colours.tolist())) == 2, pair


def test_molecules_whose_hydrogens_are_unknown_are_refused(chem):
    raw = chem.MolFromSmiles("CO", sanitize=False)
    with pytest.raises(ValueError, match="SanitizeMol"):
        as_graph(raw, node_colours=True)
    assert as_graph(raw).num_nodes == 2


def test_symmetry_classes_of_molecules_are_those_of_rdkit(chem):
    """RDKit ranks atoms without breaking ties; on these molecules its ties are the orbits."""
    for smiles in ("CC(C)(C)c1ccc(O)cc1", "O=C(O)c1ccccc1C(=O)O", "C1CC1", "CCOCC", "FC(F)(F)C"):
        molecule = chem.MolFromSmiles(smiles)
        ranks = np.array(chem.CanonicalRankAtoms(molecule, breakTies=False))
        orbits = isotypic.symmetry(molecule, node_colours=True, edge_colours=True).orbits
        assert len(set(zip(ranks.tolist(), orbits.tolist()))) == len(set(ranks)) == len(set(orbits))


def test_entries_of_matrices_are_taken_or_refused():
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_matrix([[0, 1, 1], [1, 0, 2], [1, 2, 0]])
    with pytest.raises(ValueError, match="edge_colours=True .* edge_colours=False"):
        isotypic.symmetry(matrix)
    assert isotypic.symmetry(matrix, edge_colours=False).order == 6
    assert isotypic.symmetry(matrix, edge_colours=True).order == 2
    assert isotypic.symmetry(matrix * 0.5 != 0).order == 6
    with pytest.raises(ValueError, match="number the values first"):
        isotypic.symmetry(matrix * 0.3, edge_colours=True)
    with pytest.raises(ValueError, match="True or False"):
        as_graph(matrix, edge_colours=[1, 2, 3])


def test_objects_like_data_give_their_attributes(zoo):
    square = isotypic.family("cycle", 4)
    data = types.SimpleNamespace(edge_index=square.edge_index, num_nodes=4,
                                 z=np.array([[0], [0], [0], [1]]),
                                 bond=np.arange(8) * 0 + 3)
    assert isotypic.symmetry(data, node_colours="z").order == 2
    assert isotypic.symmetry(data, edge_colours="bond").order == 8
    with pytest.raises(ValueError, match="no attribute of that name"):
        isotypic.symmetry(data, node_colours="atom")
    with pytest.raises(ValueError, match="before ToSparseTensor"):
        as_graph(types.SimpleNamespace(edge_index=None, adj_t=1, num_nodes=4))
    with pytest.raises(ValueError, match="set one of them"):
        as_graph(types.SimpleNamespace(edge_index=None))
    assert as_graph(types.SimpleNamespace(edge_index=None, num_nodes=4)).num_edges == 0


def test_loops_and_repetitions_name_the_remedy():
    for call in (lambda: as_graph(np.array([[0], [0]])), lambda: isotypic.Graph(2, [(0, 0)]),
                 lambda: as_graph(np.array([[0, 1, 0, 1], [1, 0, 1, 0]])),
                 lambda: isotypic.Graph(2, [(0, 1), (1, 0)])):
        with pytest.raises(ValueError, match="simplify=True leaves loops and repeated edges out"):
            call()
    with pytest.raises(ValueError, match="^(?!.*simplify)"):
        isotypic.Graph(2, [(0, 5)])


def test_colours_that_are_not_there_are_not_counted_silently():
    index = isotypic.family("cycle", 4).edge_index
    for call in (lambda: isotypic.symmetry(index, node_colours=True),
                 lambda: isotypic.symmetry("Bw", node_colours=True),
                 lambda: isotypic.symmetry("Bw", edge_colours="weight"),
                 lambda: isotypic.symmetry(isotypic.family("petersen"), node_colours="z")):
        with pytest.raises(ValueError, match="colours"):
            call()
    with pytest.raises(ValueError, match="as_graph"):
        isotypic.symmetry(index, node_colours=[0, 0, 1, 1])
