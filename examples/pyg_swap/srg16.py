"""SRG-16 for PyTorch Geometric: relabelled copies of the 4x4 rook graph and the Shrikhande graph.

The two have the same numbers of nodes, edges, common neighbours: no message passing tells
them apart, and constant node features help nobody.
"""

import torch
from torch_geometric.data import Data
from torch_geometric.loader import DataLoader

ROOK = [(0, 1), (0, 2), (1, 0), (2, 0)]
SHRIKHANDE = [(0, 1), (1, 0), (1, 1)]


def cayley_graph(steps):
    """Nodes are the pairs modulo 4; an edge adds or subtracts one of the steps."""
    arcs = {(4 * i + j, 4 * ((i + sign * a) % 4) + (j + sign * b) % 4)
            for i in range(4) for j in range(4) for a, b in steps for sign in (1, -1)}
    return torch.tensor(sorted(arcs)).t()


def srg16(copies, transform=None):
    """``copies`` relabelled copies of each graph, shuffled."""
    data = []
    for label, steps in enumerate((ROOK, SHRIKHANDE)):
        edge_index = cayley_graph(steps)
        for _ in range(copies):
            relabelled = torch.randperm(16)[edge_index]
            data.append(Data(x=torch.ones(16, 1), edge_index=relabelled,
                             y=torch.tensor([label])))
    data = [data[i] for i in torch.randperm(len(data))]
    return data if transform is None else transform(data)


def accuracy(model, data):
    model.eval()
    batch = next(iter(DataLoader(data, batch_size=len(data))))
    with torch.no_grad():
        return (model(batch).argmax(1) == batch.y).float().mean().item()


def train(model, data, epochs=30):
    """Trains on 80 % of the data; returns the accuracy on the rest."""
    cut = len(data) * 8 // 10
    loader = DataLoader(data[:cut], batch_size=64, shuffle=True)
    model.train()
    model(next(iter(loader)))  # gives lazy layers their widths
    adam = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        model.train()
        for batch in loader:
            adam.zero_grad()
            torch.nn.functional.cross_entropy(model(batch), batch.y).backward()
            adam.step()
    return accuracy(model, data[cut:])
