#!/usr/bin/env python3
"""One training step of isotypic against PyTorch Geometric: the same models, one run, one thread.

    ISOTYPIC_PYG=<folder that holds torch_geometric> bench/pyg_step.py build/bench/bench/nn_bench \\
        --record docs/results/nn.json

Without ISOTYPIC_PYG the rival is the same model in plain PyTorch with index_add, and the table says
so. Both sides are measured in turns, in CPU time of their one thread, and the best of each counts. Use an interpreter that has
torch (Debian: /usr/bin/python3 with python3-torch). Prints Markdown tables; --record keeps the
numbers as JSON.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time

if os.environ.get("ISOTYPIC_PYG"):
    sys.path.insert(0, os.environ["ISOTYPIC_PYG"])

import torch
from torch.nn import BatchNorm1d, Linear, ReLU, Sequential

try:
    import torch_geometric
    from torch_geometric.nn import (GATv2Conv, GINConv, GINEConv, PNAConv, SAGEConv,
                                    TransformerConv, global_add_pool)

    OTHER_LAYERS = {  # width 64, four heads, as the encoders of the library
        "GraphSAGE": lambda: SAGEConv(64, 64),
        "GATv2": lambda: GATv2Conv(64, 16, heads=4),
        "PNA": lambda: PNAConv(64, 64, ["mean", "min", "max", "std"],
                               ["identity", "amplification", "attenuation"],
                               torch.tensor([0] * 6 + [1024])),
        "GraphTransformer": lambda: TransformerConv(64, 16, heads=4, beta=True),
    }
    RIVAL = f"PyG {torch_geometric.__version__}"
except ImportError as error:
    if os.environ.get("ISOTYPIC_PYG"):
        sys.exit(f"pyg_step.py: PyTorch Geometric was asked for by ISOTYPIC_PYG: {error}")
    RIVAL = "plain PyTorch, index_add"
    OTHER_LAYERS = {}

    class GINConv(torch.nn.Module):
        def __init__(self, nn):
            super().__init__()
            self.nn = nn

        def forward(self, x, edge_index):
            out = torch.zeros_like(x).index_add(0, edge_index[1], x[edge_index[0]])
            return self.nn(out + x)

    class GINEConv(GINConv):
        def forward(self, x, edge_index, edge_attr):
            messages = (x[edge_index[0]] + edge_attr).relu()
            return self.nn(torch.zeros_like(x).index_add(0, edge_index[1], messages) + x)

    def global_add_pool(x, batch):
        return x.new_zeros(int(batch[-1]) + 1, x.size(1)).index_add(0, batch, x)


CASES = {  # graphs, smallest graph, width
    "a": (64, 16, 64),
    "b": (128, 18, 128),
    "c": (256, 20, 128),
    **{name: (64, 16, 64) for name in OTHER_LAYERS},  # the graphs of a
}
WITH_EDGES = ("b", "c")
STACKS = ("a", "b", "c")  # those with a fused stack
LAYERS = 5
KERNELS = ("fused", "plain")


def regular_graph(n):
    """Circulant with steps 1, 2, 3: degree 6."""
    return [(v, (v + s) % n) for v in range(n) for s in (1, 2, 3)]


def molecule(n):
    degree = [0] * n
    edges = set()
    for v in range(1, n):
        u = random.randrange(v)
        while degree[u] > 3:
            u = random.randrange(v)
        edges.add((u, v))
        degree[u] += 1
        degree[v] += 1
    for _ in range(3):
        u, v = random.randrange(n), random.randrange(n)
        if u != v:
            edges.add((min(u, v), max(u, v)))
    return sorted(edges)


def make_batch(case):
    graphs, smallest, width = CASES[case]
    source, target, batch, first = [], [], [], 0
    for g in range(graphs):
        n = smallest + g % 11 if case in WITH_EDGES else smallest
        edges = molecule(n) if case in WITH_EDGES else regular_graph(n)
        for u, v in edges:
            source += [first + u, first + v]
            target += [first + v, first + u]
        batch += [g] * n
        first += n
    edge_index = torch.tensor([source, target])
    features = torch.randn(first, 16 if case in WITH_EDGES else 64)
    edge_attr = torch.randn(len(source), 4) if case in WITH_EDGES else None
    return features, edge_index, edge_attr, torch.tensor(batch), torch.randint(0, 2, (graphs,))


class Model(torch.nn.Module):
    def __init__(self, case):
        super().__init__()
        d = CASES[case][2]
        self.nodes = Linear(16, d) if case in WITH_EDGES else None
        self.edges = Linear(4, d) if case in WITH_EDGES else None
        gin = GINEConv if case in WITH_EDGES else GINConv
        layer = OTHER_LAYERS.get(
            case, lambda: gin(Sequential(Linear(d, d), ReLU(), Linear(d, d))))
        self.convs = torch.nn.ModuleList(layer() for _ in range(LAYERS))
        self.act = torch.nn.ELU() if case == "GATv2" else ReLU()
        self.norms = torch.nn.ModuleList(BatchNorm1d(d) for _ in range(LAYERS))
        self.head = Sequential(Linear(d, d), ReLU(), Linear(d, 2))

    def forward(self, x, edge_index, edge_attr, batch):
        extra = ()
        if self.nodes is not None:
            x, extra = self.nodes(x), (self.edges(edge_attr),)
        for conv, norm in zip(self.convs, self.norms):
            x = self.act(norm(conv(x, edge_index, *extra)))
        return self.head(global_add_pool(x, batch))


class Rival:
    def __init__(self, case):
        self.x, self.edge_index, self.edge_attr, self.batch, self.labels = make_batch(case)
        self.model = Model(case)
        self.adam = torch.optim.Adam(self.model.parameters(), lr=1e-3, weight_decay=1e-5)

    def best_step(self, rounds):
        best = float("inf")
        for _ in range(rounds):
            start = time.thread_time()
            self.adam.zero_grad()
            out = self.model(self.x, self.edge_index, self.edge_attr, self.batch)
            torch.nn.functional.cross_entropy(out, self.labels).backward()
            self.adam.step()
            best = min(best, time.thread_time() - start)
        return 1e3 * best

    def gemm_flops(self, case):
        """Multiply-adds of the linear maps, twice, forward and both backward products."""
        graphs, _, d = CASES[case]
        n = self.x.size(0)
        macs = n * LAYERS * 2 * d * d + graphs * (d * d + 2 * d)
        if self.edge_attr is not None:
            macs += n * 16 * d + self.edge_attr.size(0) // 2 * 4 * d
        return 2 * 3 * macs


def ours(bench, *arguments):
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    return subprocess.run([bench, *arguments], capture_output=True, text=True, check=True,
                          env=environment).stdout


def numbers(text):
    return [float(number) for number in text.split()]


def shares(bench):
    """Parts of a step of case a with the isotypic readout, in percent."""
    lines = [line.split() for line in ours(bench, "shares", "a", "isotypic").splitlines()]
    return {name: float(percent) for name, _, _, percent, _ in lines}


def measure(bench, turns):
    """Every rival and every one of our runs, in turns; the best of each."""
    rivals = {case: Rival(case) for case in CASES}
    cases = {case: {} for case in CASES}
    limits = []

    def keep(case, name, milliseconds):
        cases[case][name] = min(cases[case].get(name, milliseconds), milliseconds)

    for _ in range(turns):
        limits += numbers(ours(bench, "fma"))
        for case, rival in rivals.items():
            keep(case, "rival", rival.best_step(20))
            for kernels in KERNELS if case in STACKS else ("fused",):
                keep(case, kernels, *numbers(ours(bench, "step", case, "sum", kernels, "40")))
    for case in STACKS:
        cases[case]["isotypic / sum"] = statistics.median(
            numbers(ours(bench, "added", case))[0] for _ in range(turns))
        cases[case]["FMA limit"] = rivals[case].gemm_flops(case) / max(limits) * 1e-6
    cpu, wall = numbers(ours(bench, "beside"))
    return {"rival": RIVAL, "torch": torch.__version__, "turns": turns,
            "FMA limit, GFLOP/s": max(limits), "milliseconds a step, or a ratio": cases,
            "two trainings against one": {"wall": wall, "cpu": cpu},
            "shares of a step, percent": shares(bench)}


def print_tables(result):
    cases = result["milliseconds a step, or a ratio"]
    print(f"Milliseconds of CPU time a step, best of {result['turns']} turns; rival: "
          f"{result['rival']}, torch {result['torch']}; "
          f"FMA limit {result['FMA limit, GFLOP/s']:.0f} GFLOP/s.\n")
    print("| case | rival | plain | fused | rival / fused | FMA limit | rival / limit | fused / limit "
          "| isotypic / sum |")
    print("|---|---|---|---|---|---|---|---|---|")
    for case in STACKS:
        slow, plain, fused, added, limit = (cases[case][name] for name in (
            "rival", "plain", "fused", "isotypic / sum", "FMA limit"))
        print(f"| {case} | {slow:.2f} | {plain:.2f} | {fused:.2f} | {slow / fused:.2f} "
              f"| {limit:.2f} | {slow / limit:.2f} | {fused / limit:.2f} "
              f"| {added:.3f} |")
    if OTHER_LAYERS:
        print("\nThe other layers, on the graphs of a:\n\n| layer | rival | ours | rival / ours |\n"
              "|---|---|---|---|")
    for case in OTHER_LAYERS:
        slow, fast = cases[case]["rival"], cases[case]["fused"]
        print(f"| {case} | {slow:.2f} | {fast:.2f} | {slow / fast:.2f} |")
    beside = result["two trainings against one"]
    print(f"\nTwo trainings side by side (case a): {beside['wall']:.2f} times the throughput of one "
          f"by the wall clock, {beside['cpu']:.2f} by CPU time (medians of 5).")
    parts = ", ".join(f"{name} {share:.0f} %"
                      for name, share in result["shares of a step, percent"].items())
    print(f"\nParts of a step of case a with the isotypic readout (medians of 200): {parts}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("nn_bench", help="the program nn_bench")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--record", help="a JSON file for the numbers")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    random.seed(0)
    result = measure(options.nn_bench, options.turns)
    print_tables(result)
    if options.record:
        with open(options.record, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
