"""The readouts without a hash in PyTorch Geometric, against the modules of isotypic.torch."""

import pickle

import numpy as np
import pytest

import isotypic

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("torch_geometric", reason="PyTorch Geometric is not installed; ISOTYPIC_PYG "
                    "may name a folder that holds torch_geometric")
from torch_geometric.data import Batch, Data  # noqa: E402
from torch_geometric.loader import DataLoader  # noqa: E402
from torch_geometric.nn import MultiAggregation  # noqa: E402

from isotypic.pyg import (AddIsotypicChannels, AddIsotypicComponents, AddOrbitalPairs,  # noqa: E402
                          ComponentSetAggregation, IsotypicDeepSetsAggregation,
                          MarkedAggregation, MarkNodes, OperatorsAggregation,
                          StructureAggregation, use_channels)
from isotypic.torch import (DeepSetsReadout, MarkedReadout, batch_components,  # noqa: E402
                            batch_marks, batch_pairs)

DOUBLE = dict(dtype=torch.float64, progress=False)
SETS = [
    (AddOrbitalPairs, lambda width=-1: OperatorsAggregation(width, heads=2), batch_pairs),
    (AddOrbitalPairs, lambda width=-1: OperatorsAggregation(width, heads=2, form="statistics"),
     batch_pairs),
    (AddOrbitalPairs, StructureAggregation, batch_pairs),
    (AddIsotypicComponents, ComponentSetAggregation, batch_components)]


@pytest.fixture
def graphs(zoo):
    return zoo[:10] + [zoo[11], zoo[12]]


@pytest.fixture
def plain(graphs):
    torch.manual_seed(0)
    return [Data(x=torch.randn(graph.num_nodes, 4, dtype=torch.float64),
                 num_nodes=graph.num_nodes, edge_index=torch.from_numpy(graph.edge_index))
            for graph in graphs]


@pytest.mark.parametrize("transform, aggregation, collate", SETS)
def test_every_way_to_pool_gives_the_numbers_of_the_module(graphs, plain, transform, aggregation,
                                                           collate):
    data = transform(**DOUBLE)(plain)
    batch = Batch.from_data_list(data)
    pool = aggregation(4).double()
    pool.learn_scales(data)
    own = collate(graphs, dtype=torch.float64)
    scales = {name: value.clone() for name, value in pool.readout.named_buffers()}
    pool.readout.learn_scales(own)
    for name, value in pool.readout.named_buffers():
        assert torch.allclose(value, scales[name], rtol=1e-12, atol=1e-12), name
    pool(batch.x, batch.batch, channels=batch)
    pool.eval()
    expected = pool.readout(batch.x, own)
    with use_channels(batch):
        inside = pool(batch.x, batch.batch)
    parts = [pool(part.x, part.batch, channels=part) for part in DataLoader(data, batch_size=5)]
    for out in (pool(batch.x, batch.batch, channels=batch), inside, torch.cat(parts),
                pool(batch.x, ptr=batch.ptr, channels=batch),
                pool(batch.x, batch.batch, channels=own)):
        assert (out - expected).abs().max() < 1e-12 * max(1.0, float(expected.abs().max()))
    assert torch.allclose(pool(plain[0].x, channels=data[0])[0], expected[0])


@pytest.mark.parametrize("name, transform", [
    ("operators", AddOrbitalPairs), ("structure", AddOrbitalPairs),
    ("component_set", AddIsotypicComponents), ("isotypic_deep_sets", AddIsotypicChannels),
    ("marked", MarkNodes)])
def test_pyg_resolves_the_names(plain, name, transform):
    batch = Batch.from_data_list(transform(progress=False)([
        Data(x=torch.ones(data.num_nodes, 8), edge_index=data.edge_index) for data in plain]))
    x = torch.randn(batch.num_nodes, 8)
    pool = MultiAggregation(["sum", name])
    with use_channels(batch):
        out = pool(x, batch.batch)
    assert out.shape == (len(plain), 16)
    assert torch.equal(out[:, :8], MultiAggregation(["sum"])(x, batch.batch))


@pytest.mark.parametrize("transform, aggregation, collate", SETS)
def test_the_width_may_come_from_the_first_batch_or_from_a_state(plain, transform, aggregation,
                                                                 collate):
    batch = Batch.from_data_list(transform(**DOUBLE)(plain))
    lazy = aggregation()
    with pytest.raises(ValueError, match="the width is not known"):
        lazy.learn_scales(batch)
    with pytest.raises(ValueError, match="there is no state"):
        lazy.state_dict()
    lazy = pickle.loads(pickle.dumps(lazy))
    early = list(lazy.parameters())  # as an optimiser holds them
    lazy(batch.x, batch.batch, channels=batch).square().sum().backward()
    assert all(a is b and a.grad is not None for a, b in zip(early, lazy.parameters()))
    lazy.eval()
    expected = lazy(batch.x, batch.batch, channels=batch)
    for other in (aggregation(), aggregation(4).double(), pickle.loads(pickle.dumps(lazy))):
        other.load_state_dict(lazy.state_dict())
        other.eval()
        assert torch.equal(other(batch.x, batch.batch, channels=batch), expected)
    other.reset_parameters()
    assert not torch.equal(other(batch.x, batch.batch, channels=batch), expected)


def test_deep_sets_need_no_transform(plain):
    batch = Batch.from_data_list(plain)
    pool = IsotypicDeepSetsAggregation(4).double()
    assert isinstance(pool.readout, DeepSetsReadout)
    out = pool(batch.x, batch.batch)
    hidden = pool.readout.rho_hidden(batch.x).relu()
    expected = torch.zeros(len(plain), 4, dtype=torch.float64).index_add(
        0, batch.batch, pool.readout.rho_output(hidden))
    assert (out - expected).abs().max() < 1e-12
    assert pool(batch.x, batch.batch, dim_size=20).shape == (20, 4)


@pytest.mark.parametrize("inner", ["sum", "mean"])
@pytest.mark.parametrize("size", [1, 2])
def test_marked_copies_are_those_of_the_module(graphs, size, inner):
    torch.manual_seed(0)
    rows = [torch.ones(graph.num_nodes, 1, dtype=torch.float64) for graph in graphs]
    rows[0][3] = 2  # breaks the symmetry of the first graph
    data = [Data(x=x, edge_index=torch.from_numpy(graph.edge_index))
            for x, graph in zip(rows, graphs)]
    batch = Batch.from_data_list(MarkNodes(size, **DOUBLE)(data))
    copies = batch_marks(graphs, size, x=torch.cat(rows), dtype=torch.float64)
    assert torch.equal(batch.x, torch.cat([torch.cat(rows)[copies.node], copies.marks], 1))
    assert batch.num_graphs == len(graphs)
    pool = MarkedAggregation(1 + size, inner).double()
    z = pool.inner(batch.x, copies.copy_of_node, dim_size=copies.num_copies)
    expected = pool.readout.combine(z, copies)
    assert (pool(batch.x, batch.batch, channels=batch) - expected).abs().max() < 1e-12
    assert isinstance(pool.readout, MarkedReadout)
    assert len(data[0].x[0]) == 1, "the transform must not change its input"


def test_marks_repeat_the_features_of_edges():
    square = isotypic.family("cycle", 4)
    index = square.edge_index
    special = (np.sort(index, axis=0) == [[0], [1]]).all(axis=0)
    data = Data(edge_index=torch.from_numpy(index), num_nodes=4, y=torch.tensor([7]),
                pos=torch.arange(4.0).view(4, 1),
                edge_attr=torch.from_numpy(special.astype(np.float32)))
    assert MarkNodes(1, features=["x"])(data.clone()).num_nodes == 4  # one orbit of nodes
    marked = MarkNodes(1)(data)
    assert marked.num_nodes == 8 and marked.x.shape == (8, 1)  # two of them
    assert marked.edge_attr.tolist() == data.edge_attr.tolist() * 2
    assert marked.pos.view(-1).tolist() == [0, 1, 2, 3] * 2 and marked.y.tolist() == [7]
    assert marked.edge_index[:, 8:].tolist() == (data.edge_index + 4).tolist()


def test_edge_categories_come_from_an_attribute():
    graph = isotypic.family("cycle", 6)
    kinds = np.array([0, 1, 1, 0, 1, 0])
    place = {tuple(edge): kind for edge, kind in zip(graph.edges.tolist(), kinds)}
    columns = torch.from_numpy(graph.edge_index)[:, torch.randperm(12)]
    attribute = torch.tensor([place[tuple(sorted(pair))] for pair in columns.t().tolist()])
    data = AddOrbitalPairs(edge_categories="bond", **DOUBLE)(
        Data(edge_index=columns, num_nodes=6, bond=attribute))
    own = batch_pairs([graph], edge_categories=[kinds], dtype=torch.float64)
    assert torch.equal(data.isotypic_pair_categories, own.categories)
    assert torch.equal(data.isotypic_pair_type_of, own.type_of)
    pool = OperatorsAggregation(4, heads=2, edge_categories=[2]).double()
    x = torch.randn(6, 4, dtype=torch.float64)
    assert torch.equal(pool(x, channels=data), pool(x, channels=own))
    with pytest.raises(ValueError, match="whole numbers"):
        AddOrbitalPairs(edge_categories="bond")(Data(edge_index=columns, num_nodes=6,
                                                     bond=attribute.float()))
    with pytest.raises(ValueError, match="no attribute 'bond'"):
        AddOrbitalPairs(edge_categories="bond")(Data(edge_index=columns, num_nodes=6))


def test_transforms_can_be_pickled_and_told_apart():
    for one, other in [(AddOrbitalPairs(powers=4), AddOrbitalPairs(powers=5)),
                       (AddIsotypicComponents(), AddIsotypicComponents(node_colours="z")),
                       (MarkNodes(1), MarkNodes(2))]:
        assert repr(pickle.loads(pickle.dumps(one))) == repr(one) != repr(other)


def test_wrong_use_is_refused_with_the_reason(plain):
    batch = Batch.from_data_list(AddOrbitalPairs(**DOUBLE)(plain))
    bare = Batch.from_data_list(plain)
    pool = OperatorsAggregation(4, heads=2).double()
    looped = Data(edge_index=torch.tensor([[0, 0, 1], [0, 1, 0]]), num_nodes=2)
    nan = Data(edge_index=torch.tensor([[0, 1], [1, 0]]), x=torch.tensor([[1.0], [float("nan")]]))
    for call, reason in [
            (lambda: pool(batch.x, batch.batch), "no channels"),
            (lambda: pool(bare.x, bare.batch, channels=bare), "AddOrbitalPairs"),
            (lambda: pool(batch.x, batch.batch.flip(0), channels=batch), "sorted"),
            (lambda: pool(batch.x, batch.batch + 1, channels=batch), "graphs"),
            (lambda: pool(batch.x[:-1], batch.batch[:-1], channels=batch), "does not fit"),
            (lambda: pool(batch.x, batch.batch, channels=batch, dim_size=99), "dim_size is 99"),
            (lambda: pool.learn_scales(plain), "AddOrbitalPairs"),
            (lambda: ComponentSetAggregation(4)(bare.x, bare.batch, channels=bare),
             "AddIsotypicComponents"),
            (lambda: MarkedAggregation(4)(bare.x, bare.batch, channels=bare), "MarkNodes"),
            (lambda: AddOrbitalPairs()(bare), "before the loader"),
            (lambda: AddOrbitalPairs()(looped), "simplify=True"),
            (lambda: AddIsotypicComponents(progress=False)([plain[0], looped]), "graph 1: "),
            (lambda: MarkNodes(4), "between 1 and 3"),
            (lambda: MarkNodes(features="x"), "list of names"),
            (lambda: MarkNodes()(nan), "NaN"),
            (lambda: OperatorsAggregation(9), "do not divide"),
            (lambda: AddOrbitalPairs(powers=0), "powers")]:
        with pytest.raises(ValueError, match=reason):
            call()
    assert AddOrbitalPairs(simplify=True)(looped).isotypic_pair_num_types.tolist() == [2]
