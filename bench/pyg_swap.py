#!/usr/bin/python3
"""The swap of the readout in a PyTorch Geometric model, on SRG-16, over several seeds: runs
examples/pyg_swap/before.py and after.py and records their test accuracies.

    ISOTYPIC_PYG=FOLDER PYTHONPATH=build/python/python bench/pyg_swap.py OUTPUT.json [--seeds 10]
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.environ.get("ISOTYPIC_PYG", ""))
import torch
import torch_geometric

import isotypic

SWAP = pathlib.Path(__file__).resolve().parents[1] / "examples" / "pyg_swap"


def accuracy(name, seed):
    environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONPATH=os.pathsep.join(
        filter(None, [os.environ.get("ISOTYPIC_PYG"), os.environ.get("PYTHONPATH")])))
    printed = subprocess.check_output([sys.executable, str(SWAP / name), str(seed)], text=True,
                                      env=environment, stderr=subprocess.DEVNULL)
    return float(printed.split()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output")
    parser.add_argument("--seeds", type=int, default=10)
    arguments = parser.parse_args()
    rows = [{"seed": seed, "before": accuracy("before.py", seed),
             "after": accuracy("after.py", seed)} for seed in range(arguments.seeds)]
    mean = {key: sum(row[key] for row in rows) / len(rows) for key in ("before", "after")}
    record = {"command": "bench/pyg_swap.py " + " ".join(sys.argv[1:]),
              "isotypic": isotypic.__version__, "engines": isotypic.engines,
              "torch": torch.__version__, "torch_geometric": torch_geometric.__version__,
              "data": "250 relabelled copies each of the 4x4 rook graph and the Shrikhande graph, "
                      "80 % for training", "mean": mean, "rows": rows}
    with open(arguments.output, "w") as file:
        file.write(json.dumps(record, indent=2) + "\n")
    print(mean)


if __name__ == "__main__":
    main()
