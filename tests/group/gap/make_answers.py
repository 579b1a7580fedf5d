#!/usr/bin/python3
"""Writes answers.txt: what GAP says about the automorphism groups of 200 graphs.

    tests/group/gap/make_answers.py            # needs gap and networkx

The generators come from the backtrack search of tests/channels/gap/make_graphs.py, which shares
nothing with the library or with nauty. answers.g says what is asked.
"""
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import networkx as nx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "channels" / "gap"))
import make_graphs  # noqa: E402


def more_graphs():
    """Random graphs, trees, circulants, products and unions, 3 to 20 nodes."""
    rng = random.Random(22)
    for i in range(30):
        n = rng.randint(4, 9)
        yield f"random {i}", nx.gnp_random_graph(n, 0.4, seed=i)
    for i in range(25):
        yield f"tree {i}", nx.random_tree(rng.randint(5, 14), seed=i)
    for i in range(20):
        n = rng.randint(6, 18)
        steps = rng.sample(range(1, n // 2 + 1), rng.randint(1, 2))
        yield f"circulant {n} {sorted(steps)}", nx.circulant_graph(n, steps)
    for i in range(12):
        yield f"cubic {i}", nx.random_regular_graph(3, 2 * rng.randint(3, 6), seed=i)
    for a, b in ((3, 2), (3, 3), (4, 3), (5, 2), (5, 3)):
        product = nx.cartesian_product(nx.cycle_graph(a), nx.cycle_graph(b) if b > 2
                                       else nx.path_graph(b))
        yield f"torus {a} {b}", product
    for a, b, c in ((1, 2, 3), (2, 2, 2), (3, 3, 2), (1, 1, 4), (3, 3, 3)):
        yield f"complete multipartite {a} {b} {c}", nx.complete_multipartite_graph(a, b, c)
    yield "2 petersen", make_graphs.copies(nx.petersen_graph(), 2)
    for k in (2, 3):
        yield f"{k} pentagons", make_graphs.copies(nx.cycle_graph(5), k)
        yield f"{k} claws", make_graphs.copies(nx.star_graph(3), k)
        yield f"{k} edges", make_graphs.copies(nx.path_graph(2), k)
    for n in (4, 6, 9, 12):
        yield f"star {n}", nx.star_graph(n)
        yield f"wheel {n + 1}", nx.wheel_graph(n + 1)
        yield f"prism {n}", nx.circular_ladder_graph(n)
        yield f"moebius ladder {n}", nx.circulant_graph(2 * n, [1, n])
    for n in (7, 9, 11, 16):
        yield f"complete {n}", nx.complete_graph(n)
    for n in (5, 9, 10, 11, 13, 16, 17, 20):
        yield f"cycle {n} again", nx.cycle_graph(n)
    yield "johnson 5 2", nx.line_graph(nx.complete_graph(5))
    yield "johnson 6 2", nx.line_graph(nx.complete_graph(6))
    yield "kneser 6 2", nx.complement(nx.line_graph(nx.complete_graph(6)))
    yield "folkman-like", nx.LCF_graph(20, [5, -7, -7, 5], 5)
    yield "franklin", nx.LCF_graph(12, [5, -5], 6)
    yield "2 cubes", make_graphs.copies(nx.hypercube_graph(3), 2)
    yield "mcgee", nx.LCF_graph(24, [12, 7, -7], 8)


def record(name, graph):
    # graph6 numbers nodes in the order of the graph, so this order must be that of the numbers.
    renamed = nx.convert_node_labels_to_integers(graph, ordering="sorted")
    graph = nx.empty_graph(len(renamed))
    graph.add_edges_from(renamed.edges)
    text = nx.to_graph6_bytes(graph, header=False).decode().strip()
    generators, order = make_graphs.automorphisms([set(graph.adj[v]) for v in range(len(graph))])
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    lists = [[v + 1 for v in g] for g in generators]
    edges = [[u + 1, v + 1] for u, v in graph.edges]
    print(name, file=sys.stderr)
    return (f'rec(name := "{name}", n := {len(graph)}, graph6 := "{escaped}", order := {order}, '
            f"generators := {lists}, edges := {edges}),")


def main():
    named = [*make_graphs.all_graphs(), *more_graphs()]
    print(len(named), "graphs", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        graphs = Path(folder) / "graphs.g"
        graphs.write_text("graphs := [\n" + "\n".join(record(*pair) for pair in named[:200])
                          + "\n];\n")
        answers = subprocess.run(["gap", "-q", "-b", str(graphs), str(HERE / "answers.g")],
                                 check=True, capture_output=True, text=True).stdout
    if answers.count("\n") != 202:
        raise SystemExit(answers)
    (HERE / "answers.txt").write_text(answers)


if __name__ == "__main__":
    main()
