"""The readouts without a hash as modules: against C++, differences, relabelling, one by one."""

import json
import pathlib
import pickle

import numpy as np
import pytest

import isotypic

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from isotypic.torch import (ComponentSetReadout, DeepSetsReadout, Marked,  # noqa: E402
                            MarkedReadout, OperatorReadout, StructureReadout, batch_components,
                            batch_marks, batch_pairs)

FIXTURE = pathlib.Path(__file__).resolve().parents[2] / "tests/nn/fixtures/hash_free.json"
CASES = json.loads(FIXTURE.read_text())["cases"]
SMALL = dict(hidden=5, powers=4, max_distance=3)
MAKE = {
    "operators": dict(heads=2),
    "operators_without_sizes": dict(heads=2, sizes=False),
    "operators_without_diagonal": dict(heads=2, diagonal=False),
    "operator_statistics": dict(heads=2, diagonal=False, form="statistics"),
    "structure": dict(heads=0),
    "structure_wide": dict(heads=0, match_weights=True),
    "deepsets": dict(heads=0, diagonal=False),
}


def make(name, width=4, **options):
    """A readout by the name that the command line calls it, and a function that makes its batch."""
    if name == "component_set":
        return ComponentSetReadout(width, seed=3), batch_components
    readout = OperatorReadout(width, **SMALL, **MAKE[name], **options)
    return readout, lambda graphs, **more: batch_pairs(graphs, powers=4, max_distance=3, **more)


def state_of(recorded, dtype):
    return {name: torch.tensor(values, dtype=torch.long if "tracked" in name else dtype)
            for name, values in recorded["state"].items()}


def mean_of_copies(x, copy, copies):
    counts = torch.bincount(copy, minlength=copies).clamp(min=1).to(x.dtype)
    return torch.zeros(copies, x.size(1), dtype=x.dtype).index_add(0, copy, x) / counts[:, None]


def marked_case(recorded, dtype):
    """The readout and a function from the weights of the embedding to the features."""
    size = int(recorded["readout"].split(":")[1])
    graphs = [isotypic.as_graph(line) for line in recorded["graphs"]]
    x = torch.ones(sum(graph.num_nodes for graph in graphs), 1, dtype=dtype)
    x[graphs[0].num_nodes] = 2
    copies = batch_marks(graphs, size, x=x, dtype=dtype)
    readout = MarkedReadout(4, mean_of_copies if "mean" in recorded["readout"] else None)

    def embedded(weights):
        f = torch.cat([x[copies.node], copies.marks], 1)
        source, target = copies.edge_index
        return f @ weights[0] + torch.zeros_like(f).index_add(0, target, f[source]) @ weights[1]

    return readout, lambda weights: readout(embedded(weights), copies)


def plain_case(recorded, dtype):
    categories = recorded.get("edge_categories")
    more = dict(edge_categories=[2]) if categories else {}
    readout, collate = make(recorded["readout"], **more)
    more = dict(edge_categories=[np.array(own, dtype=int) for own in categories]
                ) if categories else {}
    batch = collate(recorded["graphs"], dtype=dtype, **more)
    return readout, lambda x: readout(x, batch)


@pytest.mark.parametrize("recorded", CASES, ids=lambda case: case["readout"])
@pytest.mark.parametrize("dtype, limit", [(torch.float64, 1e-12), (torch.float32, 1e-6)])
def test_numbers_are_those_of_cpp(recorded, dtype, limit):
    """C++ wrote the file; nn_tests checks it."""
    made = marked_case if "marked" in recorded["readout"] else plain_case
    readout, features = made(recorded, dtype)
    readout.to(dtype)
    readout.load_state_dict(state_of(recorded, dtype))
    x = torch.tensor(recorded["x"], dtype=dtype, requires_grad=True)
    expected = torch.tensor(recorded["features"], dtype=torch.float64)
    training = torch.tensor(recorded["features_in_training"], dtype=torch.float64)
    gradient = torch.tensor(recorded["gradient_of_squares"], dtype=torch.float64)
    size = max(1.0, float(training.abs().max()))
    readout.eval()
    assert (features(x).double() - expected).abs().max() <= limit * size
    readout.train()
    out = features(x)
    assert (out.double() - training).abs().max() <= limit * size
    out.square().sum().backward()
    wide = max(1.0, float(gradient.abs().max()))
    assert (x.grad.double() - gradient).abs().max() <= 10 * limit * wide * size


@pytest.mark.parametrize("recorded", [case for case in CASES if "marked" not in case["readout"]],
                         ids=lambda case: case["readout"])
def test_scales_are_those_of_cpp(recorded):
    readout, collate = make(recorded["readout"])
    readout.double()
    readout.learn_scales(collate(recorded["graphs"], dtype=torch.float64))
    if "edge_categories" in recorded:
        return  # its pairs were counted with categories
    for name, values in readout.named_buffers():
        if name.startswith(("pair_", "return_", "description_")):
            told = torch.tensor(recorded["state"][name], dtype=torch.float64)
            assert (values - told).abs().max() <= 1e-11 * max(1.0, float(told.abs().max())), name


NAMES = ["component_set", *MAKE]


def ready(name, graphs, width=4, seed=0):
    torch.manual_seed(seed)
    readout, collate = make(name, width)
    readout.double()
    batch = collate(graphs, dtype=torch.float64)
    readout.learn_scales(batch)
    x = torch.randn(sum(graph.num_nodes for graph in graphs), width, dtype=torch.float64)
    return readout, collate, batch, x


@pytest.mark.parametrize("name", NAMES)
def test_gradients_are_those_of_differences(zoo, name):
    graphs = [zoo[3], isotypic.family("path", 3), zoo[10], zoo[11]]
    readout, _, batch, x = ready(name, graphs, width=2)
    x.requires_grad_()
    assert torch.autograd.gradcheck(lambda rows: readout(rows, batch), (x,))
    weights = [weight for weight in readout.parameters() if weight.numel() < 100]
    assert torch.autograd.gradcheck(lambda *_: readout(x, batch), weights)


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_equals_its_graphs_one_by_one(zoo, name):
    readout, collate, batch, x = ready(name, zoo)
    readout(x, batch)  # BatchNorm takes its averages
    readout.eval()
    together = readout(x, batch)
    sizes = [graph.num_nodes for graph in zoo]
    alone = [readout(rows, collate([graph], dtype=torch.float64))
             for graph, rows in zip(zoo, torch.split(x, sizes))]
    assert (together - torch.cat(alone)).abs().max() < 1e-11


@pytest.mark.parametrize("name", NAMES)
def test_the_labelling_does_not_matter(zoo, name):
    readout, collate, batch, x = ready(name, zoo)
    renamed, rows = [], []
    for seed, (graph, own) in enumerate(zip(zoo, torch.split(x, [g.num_nodes for g in zoo]))):
        position = np.random.default_rng(seed).permutation(graph.num_nodes)
        renamed.append(graph.relabel(position))
        moved = torch.empty_like(own)
        moved[torch.from_numpy(position)] = own
        rows.append(moved)
    before = readout(x, batch)
    after = readout(torch.cat(rows), collate(renamed, dtype=torch.float64))
    assert (before - after).abs().max() < 1e-10 * max(1.0, float(before.abs().max()))


@pytest.mark.parametrize("name", NAMES)
def test_modules_survive_pickling(zoo, name):
    readout, _, batch, x = ready(name, zoo)
    readout.eval()
    copy, other = pickle.loads(pickle.dumps((readout, batch)))
    assert torch.equal(copy(x, other), readout(x, batch))


@pytest.mark.parametrize("name", NAMES)
def test_the_host_waits_as_often_for_many_graphs_as_for_one(zoo, name, monkeypatch):
    from test_torch import HostReads
    transfers = []
    plain = torch.Tensor.tolist
    monkeypatch.setattr(torch.Tensor, "tolist", lambda own: transfers.append(1) or plain(own))
    counts = []
    for graphs in ([zoo[0]], zoo[:10], [isotypic.family("cycle", 30)] * 3):
        readout, _, batch, x = ready(name, graphs)
        transfers.clear()
        with HostReads() as reads:
            readout(x, batch)
        counts.append(len(transfers) + reads.count)
    assert counts[0] == counts[1] == counts[2] <= 2


def gin(weights):
    """A network on marked copies, without parameters of its own."""
    def run(x, edge_index, batch):
        seen = torch.zeros_like(x).index_add(0, edge_index[1], x[edge_index[0]])
        rows = torch.cat([x, seen], 1).matmul(weights).tanh()
        return torch.zeros(int(batch.max()) + 1, rows.size(1),
                           dtype=x.dtype).index_add(0, batch, rows)
    return run


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("constant", [True, False])
def test_copies_of_representatives_stand_for_all_tuples(size, constant):
    graph = isotypic.family("rook", 3, 3)
    torch.manual_seed(0)
    x = torch.ones(9, 1, dtype=torch.float64)
    if not constant:
        x[4] = 3
    network = gin(torch.randn(2 * (1 + size), 5, dtype=torch.float64))
    marked = Marked(network, 5).double()
    copies = batch_marks([graph], size, x=x, dtype=torch.float64)
    few = marked(x, copies)
    edge_index = torch.from_numpy(np.ascontiguousarray(graph.edge_index))
    total = torch.zeros(1, 5, dtype=torch.float64)
    tuples = [(u, v) for u in range(9) for v in range(9) if u != v] if size == 2 else [
        (u,) for u in range(9)]
    for own in tuples:
        marks = torch.zeros(9, size, dtype=torch.float64)
        for j, node in enumerate(own):
            marks[node, j] = 1
        z = network(torch.cat([x, marks], 1), edge_index, torch.zeros(9, dtype=torch.long))
        total += marked.readout.map(z).relu() / len(tuples)
    assert copies.num_copies < len(tuples)
    assert (few - total).abs().max() < 1e-12


def test_marks_tell_apart_what_a_network_cannot():
    graphs = [isotypic.family("rook", 4, 4), isotypic.family("shrikhande")]
    torch.manual_seed(1)
    marked = Marked(gin(torch.randn(6, 5, dtype=torch.float64)), 5).double()
    x = torch.ones(32, 1, dtype=torch.float64)
    two = marked(x, batch_marks(graphs, 2, dtype=torch.float64))
    relabelled = [graph.relabel(np.random.default_rng(3).permutation(16)) for graph in graphs]
    again = marked(x, batch_marks(relabelled, 2, dtype=torch.float64))
    assert (two - again).abs().max() < 1e-12
    scales = MarkedReadout(5).double()
    copies = batch_marks(graphs, 2, dtype=torch.float64)
    rows = torch.randn(copies.node.size(0), 5, dtype=torch.float64)
    scales.learn_scales(rows, copies)
    z = (scales.read_copies(rows, copies) - scales.copy_mean) * scales.copy_factor
    assert (copies.weights @ z / 2).abs().max() < 1e-12


def test_wrong_input_is_refused_with_the_reason(zoo):
    graphs = zoo[:3]
    pairs = batch_pairs(graphs)
    components = batch_components(graphs)
    x = torch.ones(42, 8)
    readout = OperatorReadout(8)
    copies = batch_marks(graphs, 1)
    all_rows = torch.ones(copies.node.size(0), 8)
    for call, reason in [
            (lambda: readout(x[:, :4], pairs), "shape"),
            (lambda: readout(x[1:], pairs), "rows"),
            (lambda: readout(x.double(), pairs), "convert x"),
            (lambda: OperatorReadout(8, powers=3)(x, pairs), "the same powers"),
            (lambda: OperatorReadout(8, edge_categories=[2])(x, pairs), "edge_categories"),
            (lambda: OperatorReadout(9), "8 heads do not divide"),
            (lambda: OperatorReadout(8, form="best"), "form must be"),
            (lambda: OperatorReadout(8, heads=0, form="statistics"), "at least one head"),
            (lambda: OperatorReadout(0), "in_features"),
            (lambda: OperatorReadout(8.5), "whole number"),
            (lambda: readout.learn_scales([]), "at least one batch"),
            (lambda: readout.learn_scales(components), "PairBatch"),
            (lambda: readout.learn_scales(batch_pairs([zoo[10]])), "at least one node"),
            (lambda: ComponentSetReadout(8)(x[1:], components), "rows"),
            (lambda: ComponentSetReadout(8)(x.double(), components), "convert x"),
            (lambda: readout(x, None), "batch_pairs makes one"),
            (lambda: readout(x, components), "not an object of type .*ComponentBatch"),
            (lambda: ComponentSetReadout(8)(x, pairs), "batch_components makes one"),
            (lambda: MarkedReadout(8)(x, pairs), "batch_marks makes one"),
            (lambda: readout(x.tolist(), pairs), "must be a tensor"),
            (lambda: batch_pairs(zoo[0]), "into a list"),
            (lambda: batch_components("Bw"), "into a list"),
            (lambda: batch_pairs([]), "at least one graph"),
            (lambda: batch_components([]), "at least one graph"),
            (lambda: batch_marks([]), "at least one graph"),
            (lambda: batch_marks(graphs, 4), "between 1 and 3"),
            (lambda: batch_marks(graphs, x=torch.ones(3, 1)), "42 rows"),
            (lambda: batch_pairs(graphs, edge_categories=[[1]]), "list of 3 arrays"),
            (lambda: OperatorReadout(8, edge_categories=4), "must be a list"),
            (lambda: batch_pairs([zoo[0]], edge_categories=[np.ones(15)]), "whole numbers"),
            (lambda: batch_pairs([zoo[0]], edge_categories=[[1]]), "15"),
            (lambda: MarkedReadout(8)(x[1:], copies), "one per node of all"),
            (lambda: MarkedReadout(8)([1.0], copies), "must be a tensor"),
            (lambda: MarkedReadout(8)(all_rows.double(), copies), "convert one"),
            (lambda: MarkedReadout(8)(all_rows.long(), copies), "floating-point"),
            (lambda: MarkedReadout(8, inner="sum"), "inner must be called"),
            (lambda: Marked(None, 8), "network must be called"),
            (lambda: Marked(torch.nn.Identity(), 8)(None, copies), "must be a tensor"),
            (lambda: Marked(torch.nn.Identity(), 8)(torch.ones(43, 8), copies), "42 rows"),
            (lambda: Marked(torch.nn.Identity(), 8)(torch.ones(41, 8), copies), "42 rows"),
            (lambda: batch_marks(graphs, dtype=torch.long), "floating-point type"),
            (lambda: batch_marks(graphs, dtype="float"), "floating-point type"),
            (lambda: MarkedReadout(7)(torch.ones(copies.node.size(0), 8), copies), "read to")]:
        with pytest.raises(ValueError, match=reason):
            call()
    with pytest.raises(TimeoutError, match="mark fewer nodes"):
        batch_marks([isotypic.family("path", 30)], 3, max_copies=10)


def test_nan_is_not_hidden(zoo):
    for name in NAMES:
        readout, _, batch, x = ready(name, [zoo[0]])
        x[3, 1] = float("nan")
        assert torch.isnan(readout(x, batch)).any(), name


def test_short_names_are_operators_with_parts_switched_off():
    assert [name for name, _ in StructureReadout(8).named_parameters()] == [
        name for name, _ in OperatorReadout(8, heads=0).named_parameters()]
    assert not DeepSetsReadout(8).reads_pairs
