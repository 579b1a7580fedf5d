"""isotypic.pyg against PyTorch Geometric, from a checkout that ISOTYPIC_PYG names."""

import difflib
import os
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import isotypic

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("torch_geometric", reason="PyTorch Geometric is not installed; ISOTYPIC_PYG "
                    "may name a folder that holds torch_geometric")
from torch_geometric.data import Batch, Data, HeteroData, InMemoryDataset  # noqa: E402
from torch_geometric.loader import DataLoader  # noqa: E402
from torch_geometric.nn import MultiAggregation  # noqa: E402

from isotypic.pyg import (AddIsotypicChannels, IsotypicAggregation,  # noqa: E402
                          global_isotypic_pool, use_channels, write_tu)

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "pyg_swap"


def data_of(graphs):
    return [Data(x=torch.randn(graph.num_nodes, 4, dtype=torch.float64), num_nodes=graph.num_nodes,
                 edge_index=torch.from_numpy(graph.edge_index)) for graph in graphs]


@pytest.fixture
def plain(zoo):
    torch.manual_seed(0)
    return data_of(zoo[:10] + [zoo[11], zoo[12]])


@pytest.fixture
def batch(plain):
    return Batch.from_data_list(AddIsotypicChannels(dtype=torch.float64, progress=False)(plain))


def reference(plain):
    channels = isotypic.decompose([isotypic.as_graph(data) for data in plain])
    return isotypic.features(channels, [data.x.numpy() for data in plain])


def test_every_way_to_pool_gives_the_features_of_the_core(plain, batch):
    expected = reference(plain)
    pool = IsotypicAggregation(4)
    with use_channels(batch):
        inside = pool(batch.x, batch.batch)
    for out in (pool(batch.x, batch.batch, channels=batch),
                pool(batch.x, ptr=batch.ptr, channels=batch), inside,
                global_isotypic_pool(batch.x, batch.batch, batch)):
        np.testing.assert_allclose(out, expected, rtol=0, atol=1e-12)


def test_the_loader_carries_the_channels(plain):
    data = AddIsotypicChannels(dtype=torch.float64, progress=False)(plain)
    pool = IsotypicAggregation(4)
    outs = [pool(part.x, part.batch, channels=part) for part in DataLoader(data, batch_size=5)]
    np.testing.assert_allclose(torch.cat(outs), reference(plain), rtol=0, atol=1e-12)


def test_one_graph_at_a_time_gives_the_same_as_all_together(plain):
    transform = AddIsotypicChannels(dtype=torch.float64, progress=False)
    for one, other in zip(transform(plain), map(transform, plain)):
        for key in ("isotypic_basis", "isotypic_sums", "isotypic_dims"):
            assert torch.equal(one[key], other[key])
    assert "isotypic_dims" not in plain[0]


def test_whole_data_sets_can_be_transformed_before_or_after_they_are_stored(plain, tmp_path):
    class Zoo(InMemoryDataset):
        processed_file_names = ["data.pt"]
        raw_file_names = []

        def __init__(self, root, pre_transform=None):
            super().__init__(str(root), pre_transform=pre_transform)
            self.data, self.slices = torch.load(self.processed_paths[0])

        def process(self):
            data = plain if self.pre_transform is None else [self.pre_transform(item)
                                                             for item in plain]
            torch.save(self.collate(data), self.processed_paths[0])

    transform = AddIsotypicChannels(dtype=torch.float64, progress=False)
    stored = Zoo(tmp_path / "stored", pre_transform=transform)
    later = transform(Zoo(tmp_path / "plain"))
    pool = IsotypicAggregation(4)
    for data in (stored, later):
        batch = Batch.from_data_list(list(data))
        np.testing.assert_allclose(pool(batch.x, batch.batch, channels=batch), reference(plain),
                                   rtol=0, atol=1e-12)


def test_a_graph_alone_needs_no_batch_vector(plain):
    transform = AddIsotypicChannels(dtype=torch.float64)
    data = transform(plain[0])
    pool = IsotypicAggregation(4)
    assert torch.allclose(pool(data.x, channels=data)[0], torch.from_numpy(reference(plain)[0]))


def test_multi_aggregation(batch):
    pool = MultiAggregation(["sum", IsotypicAggregation(4, 6).double(), "mean"], mode="cat")
    with use_channels(batch):
        out = pool(batch.x, batch.batch)
    assert out.shape == (batch.num_graphs, 4 + 6 + 4)
    with pytest.raises(ValueError, match="no channels"):
        pool(batch.x, batch.batch)


def test_pyg_resolves_the_name(batch):
    pool = MultiAggregation(["sum", "isotypic"])
    with use_channels(batch):
        out = pool(batch.x, batch.batch)
    assert torch.equal(out[:, :4], MultiAggregation(["sum"])(batch.x, batch.batch))
    assert torch.equal(out[:, 4:], IsotypicAggregation(4)(batch.x, batch.batch, channels=batch))
    chosen = MultiAggregation(["mean", "isotypic"], aggrs_kwargs=[{}, {"max_blocks": 2}])
    with use_channels(batch):
        assert chosen(batch.x, batch.batch).shape[1] == 4 + 2 * 11


def test_loops_are_refused_with_the_remedy_or_left_out():
    square = torch.from_numpy(isotypic.family("cycle", 4).edge_index)
    loops = torch.tensor([[0, 3], [0, 3]])
    looped = Data(edge_index=torch.cat([square, loops], 1), num_nodes=4)
    plain = Data(edge_index=square, num_nodes=4)
    with pytest.raises(ValueError, match="loop at node 0; simplify=True"):
        AddIsotypicChannels()(looped)
    with pytest.raises(ValueError, match="graph 1: .*simplify=True"):
        AddIsotypicChannels(progress=False)([plain, looped])
    transform = AddIsotypicChannels(simplify=True)
    assert torch.equal(transform(looped).isotypic_basis, transform(plain).isotypic_basis)
    assert looped.edge_index.size(1) == 10 and "simplify=True" in repr(transform)


def test_data_without_edges():
    transform = AddIsotypicChannels(dtype=torch.float64, progress=False)
    x = torch.randn(3, 4, dtype=torch.float64)
    plain = [Data(x=x), Data(x=x, edge_index=torch.empty(2, 0, dtype=torch.long)),
             Data(num_nodes=3)]
    for data in (transform(plain), list(map(transform, plain))):
        assert all(torch.equal(item.isotypic_basis, data[0].isotypic_basis) for item in data)
        assert torch.allclose(IsotypicAggregation(4)(x, channels=data[0]),
                              IsotypicAggregation(4)(x, channels=data[1]))


def test_edge_colours_count_if_asked():
    square = isotypic.family("cycle", 4)
    index = square.edge_index
    special = (np.sort(index, axis=0) == [[0], [1]]).all(axis=0)
    data = Data(edge_index=torch.from_numpy(index), num_nodes=4,
                bond=torch.from_numpy(special.astype(np.int64)))
    assert AddIsotypicChannels()(data.clone()).isotypic_dims.tolist()[0][:3] == [2, 1, 1]
    coloured = AddIsotypicChannels(edge_colours="bond")(data)
    assert coloured.isotypic_dims.tolist()[0][:4] == [1, 1, 1, 1]


def test_batches_and_graphs_of_several_kinds_are_refused_with_the_remedy(plain):
    with pytest.raises(ValueError, match="before the loader"):
        AddIsotypicChannels()(Batch.from_data_list(plain))
    kinds = HeteroData()
    kinds["atom"].x = torch.ones(2, 1)
    kinds["atom", "bond", "atom"].edge_index = torch.tensor([[0, 1], [1, 0]])
    with pytest.raises(ValueError, match="to_homogeneous"):
        AddIsotypicChannels()(kinds)
    kinds["atom"].num_nodes = 2
    one = AddIsotypicChannels(node_colours="node_type", dtype=torch.float64)(
        kinds.to_homogeneous())
    assert one.isotypic_dims.tolist()[0][:2] == [1, 1]


def test_scikit_learn_reads_data(plain):
    estimators = pytest.importorskip("isotypic.sklearn", reason="scikit-learn is not installed")
    own = estimators.IsotypicFeatures("x", rounds=0, pool=None, invariants=False,
                                      grouping="channels")
    np.testing.assert_allclose(own.fit_transform(plain), reference(plain), rtol=0, atol=1e-12)
    with pytest.raises(ValueError, match="put a single graph into a list"):
        own.fit(plain[0])


def test_sparse_adjacency_is_refused_with_the_remedy():
    data = Data(num_nodes=3)
    data.adj_t = torch.eye(3).to_sparse()
    with pytest.raises(ValueError, match="before ToSparseTensor"):
        AddIsotypicChannels()(data)


def test_graphs_without_nodes_at_the_end_keep_their_row(zoo):
    data = data_of([zoo[0], zoo[10]])
    batch = Batch.from_data_list(AddIsotypicChannels(dtype=torch.float64, progress=False)(data))
    pool = IsotypicAggregation(4)
    assert pool(batch.x, batch.batch, channels=batch, dim_size=2).shape == (2, 88)
    assert pool(batch.x, batch.batch, channels=batch).shape == (1, 88)  # PyG counts by index


def test_node_colours_count_if_asked():
    square = isotypic.family("cycle", 4)
    data = Data(edge_index=torch.from_numpy(square.edge_index), num_nodes=4,
                z=torch.tensor([[0], [0], [0], [1]]))
    bare = AddIsotypicChannels()(data)
    coloured = AddIsotypicChannels(node_colours="z")(data)
    assert bare.isotypic_dims.tolist()[0][:3] == [2, 1, 1]
    assert coloured.isotypic_dims.tolist()[0][:4] == [1, 1, 1, 1]


def test_the_cache_file_serves_the_next_run(plain, tmp_path):
    cache = tmp_path / "channels"
    AddIsotypicChannels(cache=cache, progress=False)(plain)
    again = AddIsotypicChannels(cache=cache, progress=False)
    again(plain)
    assert again._channel_cache.statistics["misses"] == 0


def test_transforms_can_be_pickled_and_told_apart():
    transform = AddIsotypicChannels(5, seed=3)
    copy = pickle.loads(pickle.dumps(transform))
    assert repr(copy) == repr(transform)
    assert repr(AddIsotypicChannels(5, seed=4)) != repr(transform)


def test_wrong_use_is_refused_with_the_reason(plain, batch):
    pool = IsotypicAggregation(4)
    shuffled = batch.batch.flip(0)
    for call, reason in [
            (lambda: pool(batch.x, shuffled, channels=batch), "sorted"),
            (lambda: global_isotypic_pool(batch.x, shuffled, batch), "sorted"),
            (lambda: pool(batch.x, batch.batch, channels=plain[0]), "AddIsotypicChannels"),
            (lambda: pool(batch.x, batch.batch + 1, channels=batch), "graphs"),
            (lambda: pool(batch.x, batch.batch, channels=batch, dim_size=99), "dim_size is 99"),
            (lambda: AddIsotypicChannels(order="up"), "order"),
            (lambda: AddIsotypicChannels()(Data(edge_index=torch.tensor([[0], [1]]),
                                                num_nodes=2)), "directed")]:
        with pytest.raises(ValueError, match=reason):
            call()


def test_exported_data_is_read_back_by_pyg(tmp_path, plain):
    io = pytest.importorskip("torch_geometric.io")
    for i, data in enumerate(plain):
        data.y = torch.tensor([i % 3])
        data.edge_attr = torch.randn(data.edge_index.size(1), 2, dtype=torch.float64)
    write_tu(plain, tmp_path, "ZOO")
    files = sorted(path.name for path in (tmp_path / "ZOO").iterdir())
    assert files == [f"ZOO_{part}.txt" for part in
                     ("A", "edge_attributes", "graph_indicator", "graph_labels",
                      "node_attributes")]
    read, _, _ = io.read_tu_data(str(tmp_path / "ZOO"), "ZOO")
    x = torch.cat([data.x for data in plain])
    assert torch.allclose(read.x.double(), x, atol=1e-6)
    assert read.y.tolist() == [i % 3 for i in range(len(plain))]
    assert read.edge_index.size(1) == sum(data.edge_index.size(1) for data in plain)
    with pytest.raises(ValueError, match="graph 1: y is there in some graphs only"):
        write_tu([plain[0], Data(x=plain[1].x, edge_index=plain[1].edge_index,
                                 edge_attr=plain[1].edge_attr)], tmp_path, "BAD")
    assert not list((tmp_path / "BAD").iterdir())


def test_the_swap_is_an_import_and_two_lines():
    before, after = ((EXAMPLES / name).read_text().splitlines()[1:]
                     for name in ("before.py", "after.py"))
    added = [line[2:] for line in difflib.ndiff(before, after) if line.startswith("+ ")]
    assert len(added) == 3 and added[0].startswith("from isotypic.pyg import")
    shown = (EXAMPLES.parents[1] / "docs" / "tutorials" / "swap-the-readout.md").read_text()
    assert all(f"+{line}\n" in shown for line in added)


def test_the_swap_turns_chance_into_certainty():
    paths = [os.environ.get("ISOTYPIC_PYG", ""), os.environ.get("PYTHONPATH", "")]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, paths)))

    def run(name):
        printed = subprocess.check_output([sys.executable, str(EXAMPLES / name)], text=True,
                                          env=environment, stderr=subprocess.DEVNULL)
        return float(printed.split()[-1])

    assert abs(run("before.py") - 0.5) < 0.1
    assert run("after.py") == 1.0
