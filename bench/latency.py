#!/usr/bin/env python3
"""The time from one graph to its prediction: isotypic, TorchScript, PyTorch and PyG in one run.

    ISOTYPIC_PYG=<folder that holds torch_geometric> bench/latency.py \\
        build/release/bench/latency_bench --record docs/results/latency.json

GIN of 5 layers of width 128, sum pooling, a head of two layers; molecule-like graphs of 20 nodes
with 28 labels; batch 1, one thread. All are measured in turns, so that a busy machine disturbs all
alike. Use an interpreter that has torch (Debian: /usr/bin/python3 with python3-torch). Without
ISOTYPIC_PYG that row is left out.
"""

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import time

if os.environ.get("ISOTYPIC_PYG"):
    sys.path.insert(0, os.environ["ISOTYPIC_PYG"])

import torch
from pyg_step import molecule
from torch import Tensor
from torch.nn import BatchNorm1d, Embedding, Linear, ReLU, Sequential

NODES, LABELS, WIDTH, LAYERS = 20, 28, 128, 5
READOUTS = ("sum", "isotypic", "operators")
PATHS = ("compiled", "ordinary", "network", "plain")


def mlp():
    return Sequential(Linear(WIDTH, WIDTH), ReLU(), Linear(WIDTH, WIDTH))


class Gin(torch.nn.Module):
    """Plain PyTorch, with index_add."""

    def __init__(self):
        super().__init__()
        self.table = Embedding(LABELS, WIDTH)
        self.mlps = torch.nn.ModuleList(mlp() for _ in range(LAYERS))
        self.norms = torch.nn.ModuleList(BatchNorm1d(WIDTH) for _ in range(LAYERS))
        self.head = Sequential(Linear(WIDTH, WIDTH), ReLU(), Linear(WIDTH, 1))

    def forward(self, labels: Tensor, edge_index: Tensor) -> Tensor:
        x = self.table(labels)
        for layer, norm in zip(self.mlps, self.norms):
            x = layer(x.index_add(0, edge_index[1], x[edge_index[0]]))
            x = torch.relu(norm(x))
        return self.head(x.sum(0, keepdim=True))


def pyg_model():
    from torch_geometric.nn import GINConv, global_add_pool

    class PygGin(Gin):
        def __init__(self):
            super().__init__()
            self.convs = torch.nn.ModuleList(GINConv(layer) for layer in self.mlps)

        def forward(self, labels, edge_index):
            x = self.table(labels)
            for conv, norm in zip(self.convs, self.norms):
                x = torch.relu(norm(conv(x, edge_index)))
            return self.head(global_add_pool(x, torch.zeros(x.size(0), dtype=torch.long)))

    return PygGin().eval()


def graphs(count):
    result = []
    for _ in range(count):
        edges = torch.tensor(molecule(NODES)).t()
        result.append((torch.randint(0, LABELS, (NODES,)), torch.cat([edges, edges.flip(0)], 1)))
    return result


def rivals():
    plain = Gin().eval()
    script = torch.jit.optimize_for_inference(torch.jit.freeze(torch.jit.script(plain)))
    models = {"PyTorch, index_add": plain, "TorchScript, frozen": script}
    if os.environ.get("ISOTYPIC_PYG"):
        import torch_geometric
        models[f"PyG {torch_geometric.__version__}"] = pyg_model()
    return models


def measure_rival(model, data, count):
    wall, cpu = [], []
    with torch.inference_mode():
        for i in range(count // 10):
            model(*data[i % len(data)])
        for i in range(count):
            cpu_start, start = time.thread_time(), time.perf_counter()
            model(*data[i % len(data)]).item()
            wall.append(1e6 * (time.perf_counter() - start))
            cpu.append(1e6 * (time.thread_time() - cpu_start))
    wall.sort()
    cpu.sort()
    middle, last = (count - 1) // 2, int(0.99 * (count - 1))
    return {"predictions": count, "p50 us": wall[middle], "p99 us": wall[last],
            "cpu p50 us": cpu[middle], "cpu p99 us": cpu[last]}


def ours(bench, *arguments):
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    return json.loads(subprocess.run([bench, *map(str, arguments)], capture_output=True, text=True,
                                     check=True, env=environment).stdout)


def keep(best, found):
    """The turn with the least CPU time: other programs on the machine slow down every turn."""
    return found if best is None or found["cpu p50 us"] < best["cpu p50 us"] else best


def measure(bench, turns, count, soak_seconds):
    data, models = graphs(256), rivals()
    cases = {name: None for name in models}
    cases.update({f"{readout}, {path}": None for readout in READOUTS for path in PATHS})
    loads = []
    for _ in range(turns):
        for name, model in models.items():
            cases[name] = keep(cases[name], measure_rival(model, data, count // 4))
        for readout in READOUTS:
            for path in PATHS:
                name = f"{readout}, {path}"
                slow = path in ("ordinary", "plain")
                cases[name] = keep(cases[name], ours(bench, "one", readout, path,
                                                     count // 4 if slow else count))
        loads.append(os.getloadavg()[0])
    return {"torch": torch.__version__, "turns": turns, "load average in each turn": loads,
            "cases": cases,
            "compiled against ordinary": {name: ours(bench, "check", name) for name in READOUTS},
            "soak": {name: ours(bench, "soak", name, 10**6, soak_seconds) for name in READOUTS}}


def print_tables(result):
    print("| case | p50, us | p99, us | CPU p50, us | CPU p99, us | allocations |\n"
          "|---|---|---|---|---|---|")
    for name, case in result["cases"].items():
        allocations = f"{case['allocations']:.1f}" if "allocations" in case else ""
        print(f"| {name} | {case['p50 us']:.0f} | {case['p99 us']:.0f} | "
              f"{case['cpu p50 us']:.0f} | {case['cpu p99 us']:.0f} | {allocations} |")
    print("\n| readout | predictions | MB before | MB after |\n|---|---|---|---|")
    for name, soak in result["soak"].items():
        print(f"| {name} | {soak['predictions']:,} | {soak['resident bytes before'] / 2**20:.1f} | "
              f"{soak['resident bytes after'] / 2**20:.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("latency_bench", help="the program latency_bench")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--predictions", type=int, default=4000)
    parser.add_argument("--soak-seconds", type=float, default=300)
    parser.add_argument("--record", help="a JSON file for the numbers")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    random.seed(0)
    result = measure(options.latency_bench, options.turns, options.predictions,
                     options.soak_seconds)
    print_tables(result)
    if options.record:
        with open(options.record, "w", encoding="utf-8") as file:
            json.dump({"command": shlex.join(sys.argv), **result}, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
