"""isotypic.torch against the core, and its gradients against differences."""

import json
import pathlib
import pickle

import numpy as np
import pytest

import isotypic

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
from torch.utils._python_dispatch import TorchDispatchMode  # noqa: E402

from isotypic.torch import (ChannelBatch, IsotypicReadout, LazyIsotypicReadout,  # noqa: E402
                            batch_channels, isotypic_features, retained_energy)

FIXTURE = pathlib.Path(__file__).resolve().parents[2] / "tests/nn/fixtures/isotypic_readout.json"
VARIANTS = ["full", "linear", "linear_blocks"]


def make(graphs, width, max_blocks=8, dtype=torch.float64, seed=0):
    channels = isotypic.decompose(graphs)
    nodes = sum(graph.num_nodes for graph in graphs)
    x = torch.randn(nodes, width, dtype=dtype, generator=torch.Generator().manual_seed(seed))
    return x, channels, batch_channels(channels, max_blocks, dtype=dtype)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("centre", [False, True])
@pytest.mark.parametrize("max_blocks", [1, 3, 30])
def test_features_are_those_of_the_core(zoo, variant, centre, max_blocks):
    x, channels, batch = make(zoo, 5, max_blocks)
    readout = IsotypicReadout(5, variant=variant, centre=centre, max_blocks=max_blocks, seed=3)
    ours = readout(x, batch).numpy()
    core = isotypic.features(channels, x.numpy(), variant=variant, centre=centre,
                             max_blocks=max_blocks, seed=3)
    assert ours.shape == core.shape == (len(zoo), readout.out_features)
    np.testing.assert_allclose(ours, core, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        retained_energy(x, batch, max_blocks, centre),
        isotypic.retained_energy(channels, x.numpy(), max_blocks=max_blocks, centre=centre),
        rtol=0, atol=1e-12)


def test_features_are_those_of_the_cpp_module():
    """The fixture is checked against the C++ module by nn_tests."""
    for case in json.loads(FIXTURE.read_text())["cases"]:
        batch = batch_channels(isotypic.decompose(case["graphs"]), case["max_blocks"],
                               dtype=torch.float64)
        x = torch.tensor(case["x"], dtype=torch.float64, requires_grad=True)
        readout = IsotypicReadout(x.size(1), variant=case["variant"], centre=case["centre"],
                                  max_blocks=case["max_blocks"], rp_dim=case["rp_dim"],
                                  seed=case["seed"])
        out = readout(x, batch)
        out.square().sum().backward()
        np.testing.assert_allclose(out.detach(), case["features"], rtol=0, atol=1e-12)
        np.testing.assert_allclose(x.grad, case["gradient_of_squares"], rtol=0, atol=1e-11)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("centre", [False, True])
def test_gradients_are_those_of_differences(zoo, variant, centre):
    x, _, batch = make([zoo[3], isotypic.family("path", 3), zoo[10], zoo[11]], 2, 3)
    readout = IsotypicReadout(2, variant=variant, centre=centre, max_blocks=3, rp_dim=1)
    x.requires_grad_()
    assert torch.autograd.gradcheck(lambda rows: readout(rows, batch), (x,))
    assert torch.autograd.gradgradcheck(lambda rows: readout(rows, batch), (x,))


def test_zero_is_zero_and_so_is_its_gradient():
    graph = isotypic.family("rook", 4, 4)
    batch = batch_channels(isotypic.decompose([graph]), dtype=torch.float32)
    x = torch.ones(16, 4, requires_grad=True)  # all its energy lies in the trivial channel
    readout = IsotypicReadout(4)
    slots = readout(x, batch).view(8, 11)
    assert (slots[[0, 1]] == 0).all() and (slots[2] != 0).any()
    slots[[0, 1]].sum().backward()
    assert (x.grad == 0).all()
    zero = torch.zeros(16, 4, requires_grad=True)
    readout(zero, batch).sum().backward()
    assert (zero.grad == 0).all()


def test_nan_is_not_hidden(zoo):
    x, _, batch = make([zoo[0]], 2)
    x[3, 1] = float("nan")
    assert torch.isnan(IsotypicReadout(2)(x, batch)).any()


def test_order_of_the_nodes_does_not_matter(zoo):
    graph = zoo[4]
    position = np.random.default_rng(0).permutation(7).astype(np.int32)
    x, _, batch = make([graph], 3)
    moved = torch.empty_like(x)
    moved[torch.from_numpy(position).long()] = x
    other = batch_channels(isotypic.decompose([graph.relabel(position)]), dtype=torch.float64)
    readout = IsotypicReadout(3)
    assert torch.allclose(readout(x, batch), readout(moved, other), rtol=0, atol=1e-13)


def test_the_state_dict_carries_r():
    source, target = IsotypicReadout(6, seed=1), IsotypicReadout(6, seed=2)
    assert list(source.state_dict()) == ["R"]
    assert np.array_equal(source.R.numpy(), isotypic.random_projection(6, 8, 1))
    target.load_state_dict(source.state_dict())
    assert torch.equal(source.R, target.R)


def test_torchscript_gives_the_same(zoo):
    x, _, batch = make(zoo, 3, dtype=torch.float32)
    readout = IsotypicReadout(3, centre=True)
    assert torch.equal(torch.jit.script(readout)(x, batch), readout(x, batch))


def test_half_precision_is_read_in_single(zoo):
    x, _, batch = make(zoo, 3, dtype=torch.float32)
    readout = IsotypicReadout(3)
    assert torch.equal(readout(x.bfloat16(), batch), readout(x.bfloat16().float(), batch))


def test_no_graphs_and_graphs_without_nodes(zoo):
    readout = IsotypicReadout(2)
    assert readout(torch.empty(0, 2), batch_channels([])).shape == (0, 88)
    empty = batch_channels(isotypic.decompose([zoo[10]]))
    assert (readout(torch.empty(0, 2), empty) == 0).all()


def test_wrong_input_is_refused_with_the_reason(zoo):
    x, channels, batch = make(zoo, 3)
    readout = IsotypicReadout(3)
    for call, reason in [
            (lambda: readout(x[:, :2], batch), "shape"),
            (lambda: readout(x[1:], batch), "rows"),
            (lambda: readout(x.float(), batch), "float32"),
            (lambda: IsotypicReadout(3, max_blocks=9)(x, batch), "9 blocks"),
            (lambda: IsotypicReadout(3, variant="best"), "variant"),
            (lambda: IsotypicReadout(3, max_blocks=0), "max_blocks"),
            (lambda: IsotypicReadout(3, rp_dim=0, variant="linear"), "rp_dim"),
            (lambda: batch_channels(isotypic.decompose([zoo[1]], max_blocks=1)), "kept only 1")]:
        with pytest.raises(ValueError, match=reason):
            call()


def test_a_batch_is_plain_tensors(zoo):
    x, _, batch = make(zoo, 3)
    R = torch.zeros(3, 0, dtype=torch.float64)
    copy = ChannelBatch(*(tensor.clone() for tensor in batch))
    assert torch.equal(isotypic_features(x, copy, R), isotypic_features(x, batch, R))


class HostReads(TorchDispatchMode):
    """Counts how often the host waits for a number of the device."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        name = str(function)
        self.count += any(part in name for part in ("_local_scalar_dense", "nonzero", "unique"))
        self.count += "repeat_interleave" in name and (kwargs or {}).get("output_size") is None
        return function(*args, **(kwargs or {}))


def test_the_host_waits_once_whatever_the_number_of_blocks(zoo, monkeypatch):
    transfers = []
    plain = torch.Tensor.tolist
    monkeypatch.setattr(torch.Tensor, "tolist", lambda own: transfers.append(1) or plain(own))
    for max_blocks in (1, 8, 30):
        x, _, batch = make(zoo, 3, max_blocks)
        readout = IsotypicReadout(3, max_blocks=max_blocks)
        transfers.clear()
        with HostReads() as reads:
            readout(x, batch)
        assert (len(transfers), reads.count) == (1, 0)


def test_the_width_may_come_from_the_first_batch(zoo):
    x, _, batch = make(zoo, 5)
    lazy = LazyIsotypicReadout(seed=3, rp_dim=2)
    assert torch.equal(lazy(x, batch), IsotypicReadout(5, seed=3, rp_dim=2)(x, batch))
    assert type(lazy) is IsotypicReadout and lazy.in_features == 5
    other = LazyIsotypicReadout(rp_dim=2)
    other.load_state_dict(lazy.state_dict())
    assert torch.equal(other.R, lazy.R)
    pickle.loads(pickle.dumps(LazyIsotypicReadout()))
