"""The same GIN after the swap of its readout: it learns SRG-16."""

import sys

import torch
from torch.nn import ReLU, Sequential
from torch_geometric.nn import GINConv, Linear, global_add_pool
from isotypic.pyg import AddIsotypicChannels, global_isotypic_pool

from srg16 import srg16, train


class Model(torch.nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.convs = torch.nn.ModuleList(
            GINConv(Sequential(Linear(-1, hidden), ReLU(), Linear(hidden, hidden)))
            for _ in range(3))
        self.head = Linear(-1, 2)

    def forward(self, data):
        x = data.x
        for conv in self.convs:
            x = conv(x, data.edge_index).relu()
        x = torch.cat([global_add_pool(x, data.batch), global_isotypic_pool(x, data.batch, data)], 1)
        return self.head(x)


if __name__ == "__main__":
    torch.manual_seed(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    data = srg16(copies=250, transform=AddIsotypicChannels(grouping="components"))
    print(f"test accuracy {train(Model(), data):.2f}")
