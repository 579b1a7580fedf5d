#!/usr/bin/python3
"""The paper's recipe for projectors, timed on the BREC graphs: automorphisms enumerated one by one
by NetworkX's GraphMatcher up to a cap, orbits of pairs merged from them, a random symmetric
combination, its eigenspaces. One line of CSV per graph, written as it goes; a second run goes on
where the first one stopped. Times are those of the processor, so that a busy machine does not
count against the recipe.

    bench/networkx_recipe.py BREC_DIRECTORY OUTPUT.csv [--cap 1000] [--limit 60] [--stride 1]
"""
import argparse
import csv
import os
import signal
import time

import networkx as nx
import numpy as np
from networkx.algorithms.isomorphism import GraphMatcher

FILES = ["basic", "regular", "str", "extension", "cfi", "4vtx", "dr"]


class TimeLimit(Exception):
    pass


def on_alarm(_signal, _frame):
    raise TimeLimit


def read_graphs(directory):
    for name in FILES:
        for entry in np.load(os.path.join(directory, name + ".npy")).ravel():
            line = entry if isinstance(entry, bytes) else str(entry).encode()
            yield nx.from_graph6_bytes(line)


def orbit_labels(n, automorphisms):
    """The orbits of pairs under the automorphisms found, numbered by first appearance."""
    labels = -np.ones((n, n), dtype=int)
    count = 0
    for u in range(n):
        for v in range(n):
            if labels[u, v] >= 0:
                continue
            pending = [(u, v)]
            labels[u, v] = count
            while pending:
                a, b = pending.pop()
                for g in automorphisms:
                    image = g[a], g[b]
                    if labels[image] < 0:
                        labels[image] = count
                        pending.append(image)
            count += 1
    return labels, count


def projectors(graph, cap):
    n = graph.number_of_nodes()
    automorphisms = []
    for mapping in GraphMatcher(graph, graph).isomorphisms_iter():
        automorphisms.append([mapping[v] for v in range(n)])
        if len(automorphisms) >= cap:
            break
    labels, count = orbit_labels(n, automorphisms)
    coefficients = np.random.default_rng(0).standard_normal(count)[labels]
    values, vectors = np.linalg.eigh((coefficients + coefficients.T) / 2)
    blocks = np.split(vectors, np.flatnonzero(np.diff(values) > 1e-12) + 1, axis=1)
    return [block @ block.T for block in blocks], len(automorphisms)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory")
    parser.add_argument("output")
    parser.add_argument("--cap", type=int, default=1000)
    parser.add_argument("--limit", type=int, default=60, help="seconds per graph")
    parser.add_argument("--stride", type=int, default=1, help="take one graph in STRIDE")
    arguments = parser.parse_args()
    finished = set()
    if os.path.exists(arguments.output):
        with open(arguments.output, newline="") as file:
            finished = {int(row["graph"]) for row in csv.DictReader(file)}
    signal.signal(signal.SIGPROF, on_alarm)
    with open(arguments.output, "a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if not finished:
            writer.writerow(["graph", "n", "seconds", "automorphisms", "over_limit"])
        for index, graph in enumerate(read_graphs(arguments.directory)):
            if index % arguments.stride != 0 or index in finished:
                continue
            found, over_limit = "", 0
            start = time.thread_time()  # process_time() ticks in 4 ms once ITIMER_PROF is armed
            signal.setitimer(signal.ITIMER_PROF, arguments.limit)
            try:
                _, found = projectors(graph, arguments.cap)
            except TimeLimit:
                over_limit = 1
            signal.setitimer(signal.ITIMER_PROF, 0)
            seconds = time.thread_time() - start
            writer.writerow([index, graph.number_of_nodes(), f"{seconds:.6f}", found, over_limit])
            file.flush()


if __name__ == "__main__":
    main()
