#!/usr/bin/python3
"""isotypic against NetworkX: group orders, orbits and isomorphism verdicts of random graphs, and the
time both need for graphs of 50 nodes. Times are those of the processor, best of several.

    PYTHONPATH=build/python/python bench/networkx_agreement.py OUTPUT.json [--graphs 1000]
"""
import argparse
import json
import random
import signal
import sys
import time
from pathlib import Path

import networkx as nx

import isotypic

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python" / "tests"))
from enumeration import enumerate_symmetry  # noqa: E402

LIMIT = 20  # seconds of the processor for one graph


class TimeLimit(Exception):
    pass


def on_alarm(_signal, _frame):
    raise TimeLimit


def draw_graph(draw):
    n = draw.randint(2, 8)  # complete graphs of nine nodes keep NetworkX busy for a minute each
    seed = draw.randrange(2**31)
    kind = draw.choice(["gnp", "tree", "regular"])
    if kind == "tree":
        return nx.random_tree(n, seed=seed)
    if kind == "regular":
        degree = draw.randrange(n)
        if n * degree % 2 == 0:
            return nx.random_regular_graph(degree, n, seed=seed)
    return nx.gnp_random_graph(n, draw.uniform(0.15, 0.85), seed=seed)


def relabelled(graph, draw):
    names = list(graph)
    draw.shuffle(names)
    return nx.relabel_nodes(graph, dict(zip(graph, names)))


def compare(count):
    draw = random.Random(0)
    agree = {"graphs": count, "orders": 0, "orbits": 0, "verdicts": 0, "copies": 0}
    largest = 0
    for _ in range(count):
        graph = draw_graph(draw)
        other = nx.gnm_random_graph(len(graph), graph.number_of_edges(),
                                    seed=draw.randrange(2**31))
        symmetry = isotypic.symmetry(graph)
        order, orbits = enumerate_symmetry(graph)
        names = list(graph)
        ours = {frozenset(names[v] for v in orbit) for orbit in symmetry.orbit_lists()}
        largest = max(largest, order)
        agree["orders"] += symmetry.order == order
        agree["orbits"] += ours == orbits
        agree["verdicts"] += isotypic.is_isomorphic(graph, other) == nx.is_isomorphic(graph, other)
        agree["copies"] += isotypic.is_isomorphic(graph, relabelled(graph, draw))
    agree["largest_order"] = largest
    return agree


def best_time(function, turns, calls):
    """Seconds of one call: the clock of the processor is too coarse for a single short one."""
    best = float("inf")
    for _ in range(turns):
        start = time.process_time()
        for _ in range(calls):
            function()
        best = min(best, time.process_time() - start)
    return best / calls


def race(name, graph):
    row = {"graph": name, "nodes": len(graph), "order": isotypic.symmetry(graph).order,
           "isotypic_seconds": best_time(lambda: isotypic.symmetry(graph), 5, 500)}
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        row["networkx_seconds"] = best_time(lambda: enumerate_symmetry(graph), 3, 1)
    except TimeLimit:
        row["networkx_seconds"] = None
    signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = row["networkx_seconds"]
    row["ratio"] = None if seconds is None else seconds / row["isotypic_seconds"]
    row["ratio_at_least"] = LIMIT / row["isotypic_seconds"] if seconds is None else row["ratio"]
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output")
    parser.add_argument("--graphs", type=int, default=1000)
    arguments = parser.parse_args()
    signal.signal(signal.SIGPROF, on_alarm)
    record = {"command": "bench/networkx_agreement.py " + " ".join(sys.argv[1:]),
              "isotypic": isotypic.__version__, "engines": isotypic.engines,
              "networkx": nx.__version__, "agreement": compare(arguments.graphs),
              "time_limit_seconds": LIMIT,
              "races": [race("5 x 10 torus", nx.grid_2d_graph(5, 10, periodic=True)),
                        race("prism over a 25-cycle", nx.circular_ladder_graph(25)),
                        race("Hoffman-Singleton", nx.hoffman_singleton_graph())]}
    with open(arguments.output, "w") as file:
        file.write(json.dumps(record, indent=2) + "\n")
    for row in record["races"]:
        print(f"{row['graph']}: {row['ratio_at_least']:.0f} times as fast"
              + ("" if row["ratio"] else " at least"))
    print(record["agreement"])


if __name__ == "__main__":
    main()
