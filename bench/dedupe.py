#!/usr/bin/python3
"""One graph per isomorphism class: `isotypic dedupe` beside nauty's own programs, in one run.

    bench/dedupe.py build/release/cli/isotypic docs/results/dedupe.json [--turns 5]

The input: all 11,117 connected graphs of 8 nodes (nauty-geng), each in 20 random relabellings.
The rivals: `nauty-labelg | sort -u` and `nauty-shortg`. The programs take turns; the best turn of
each counts, by wall time and by processor time. Needs Debian's package nauty.
"""
import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NODES, COPIES, SEED = 8, 20, 1


def edges_of(line):
    """The edges of a graph6 line of at most 62 nodes."""
    n = ord(line[0]) - 63
    bits = [(ord(c) - 63) >> (5 - k) & 1 for c in line[1:] for k in range(6)]
    pairs = [(u, v) for v in range(n) for u in range(v)]
    return n, [pair for pair, bit in zip(pairs, bits) if bit]


def graph6(n, edges):
    adjacent = set(edges)
    bits = [int((u, v) in adjacent) for v in range(n) for u in range(v)]
    bits += [0] * (-len(bits) % 6)
    body = (int("".join(map(str, bits[i:i + 6])), 2) for i in range(0, len(bits), 6))
    return chr(n + 63) + "".join(chr(63 + value) for value in body)


def write_input(path):
    lines = subprocess.run(["nauty-geng", "-cq", str(NODES)], check=True, capture_output=True,
                           text=True).stdout.split()
    draw = random.Random(SEED)
    copies = []
    for line in lines:
        n, edges = edges_of(line)
        for _ in range(COPIES):
            p = draw.sample(range(n), n)
            copies.append(graph6(n, [tuple(sorted((p[u], p[v]))) for u, v in edges]))
    draw.shuffle(copies)
    path.write_text("\n".join(copies) + "\n")
    return len(lines), len(copies)


def measure(command):
    """Wall and processor seconds of a shell command, and the lines that it wrote."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    output = subprocess.run(command, shell=True, check=True, capture_output=True).stdout
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return wall, processor, output.count(b"\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("record")
    parser.add_argument("--turns", type=int, default=5)
    arguments = parser.parse_args()
    if not shutil.which("nauty-geng"):
        sys.exit("bench/dedupe.py: needs nauty-geng, nauty-labelg and nauty-shortg (package nauty)")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "copies.g6"
        classes, graphs = write_input(path)
        commands = {
            "isotypic": f"{arguments.program} dedupe --quiet {path}",
            "isotypic_one_thread": f"{arguments.program} dedupe --quiet --threads 1 {path}",
            "labelg_sort": f"nauty-labelg -q {path} | LC_ALL=C sort -u",
            "shortg": f"nauty-shortg -q {path} -",
        }
        best = {name: {"wall_seconds": 1e9, "processor_seconds": 1e9} for name in commands}
        for _ in range(arguments.turns):
            for name, command in commands.items():
                wall, processor, lines = measure(command)
                if lines != classes:
                    sys.exit(f"{name} found {lines} classes, not {classes}")
                own = best[name]
                own["wall_seconds"] = min(own["wall_seconds"], round(wall, 4))
                own["processor_seconds"] = min(own["processor_seconds"], round(processor, 4))
    ratios = {f"{kind} to {rival}": round(best["isotypic"][kind] / best[rival][kind], 3)
              for rival in ("labelg_sort", "shortg") for kind in ("wall_seconds", "processor_seconds")}
    record = {"program": "bench/dedupe.py", "input": f"connected graphs of {NODES} nodes",
              "classes": classes, "copies": COPIES, "graphs": graphs, "seed": SEED,
              "turns": arguments.turns, "cores": os.cpu_count(),
              "load_at_end": round(os.getloadavg()[0], 1), "best": best, "ratios": ratios}
    Path(arguments.record).write_text(json.dumps(record, indent=2) + "\n")
    print(json.dumps(record, indent=2))


if __name__ == "__main__":
    main()
