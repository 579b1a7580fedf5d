"""isotypic.torch under DistributedDataParallel: two ranks learn what one learns with all graphs."""

import os
import pathlib
import subprocess
import sys

import pytest

import isotypic

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
import torch.distributed as distributed  # noqa: E402
from torch.nn.parallel import DistributedDataParallel  # noqa: E402

from isotypic.torch import IsotypicReadout, batch_channels  # noqa: E402


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.nodes = torch.nn.Linear(3, 6)
        self.readout = IsotypicReadout(6, max_blocks=3, seed=1)
        self.head = torch.nn.Linear(self.readout.out_features, 1)

    def forward(self, x, batch):
        return self.head(self.readout(self.nodes(x).relu(), batch))


def learn(rank, ranks):
    """The weights after three steps in which `rank` sees its share of eight graphs."""
    nodes = range(5, 13)
    graphs = [isotypic.Graph(n, [(v, (v + 1) % n) for v in range(n)]) for n in nodes]  # cycles
    share = slice(rank * len(graphs) // ranks, (rank + 1) * len(graphs) // ranks)
    generator = torch.Generator().manual_seed(0)
    features = [torch.randn(n, 3, dtype=torch.float64, generator=generator) for n in nodes]
    targets = torch.randn(len(graphs), 1, dtype=torch.float64, generator=generator)[share]
    x = torch.cat(features[share])
    batch = batch_channels(isotypic.decompose(graphs[share]), 3, dtype=torch.float64)
    torch.manual_seed(rank)  # the first rank's weights must reach the others
    model = Model().double()
    shared = DistributedDataParallel(model) if ranks > 1 else model
    optimiser = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(3):
        optimiser.zero_grad()
        (shared(x, batch) - targets).square().mean().backward()
        optimiser.step()
    return model.state_dict()


def main(rank, folder):
    distributed.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank,
                                   world_size=2)
    torch.save(learn(rank, 2), f"{folder}/{rank}.pt")


@pytest.mark.skipif(not distributed.is_available(), reason="PyTorch has no torch.distributed")
def test_two_ranks_learn_like_one(tmp_path):
    folders = [str(pathlib.Path(isotypic.__file__).parents[1])]
    environment = dict(os.environ, GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1",
                       PYTHONPATH=os.pathsep.join(folders + sys.path))
    ranks = [subprocess.Popen([sys.executable, __file__, str(rank), str(tmp_path)], env=environment)
             for rank in range(2)]
    assert [rank.wait(timeout=120) for rank in ranks] == [0, 0]
    alone = learn(0, 1)
    for rank in range(2):
        for name, value in torch.load(tmp_path / f"{rank}.pt").items():
            torch.testing.assert_close(value, alone[name], rtol=0, atol=1e-12)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
