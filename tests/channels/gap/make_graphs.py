#!/usr/bin/env python3
"""Writes graphs.g: graphs with generators of their automorphism groups, for components.g.

The generators come from the backtrack search below, which shares nothing with the library or
with nauty. Needs networkx. Usage: make_graphs.py > graphs.g
"""
import itertools
import random
import sys

import networkx as nx

sys.setrecursionlimit(10000)


def refine(adjacency, colours):
    """Colour refinement with colour names that do not depend on node names."""
    while True:
        signature = [(colours[v], tuple(sorted(colours[w] for w in adjacency[v])))
                     for v in range(len(adjacency))]
        names = {s: i for i, s in enumerate(sorted(set(signature)))}
        refined = [names[s] for s in signature]
        if len(names) == len(set(colours)):
            return refined
        colours = refined


def find_map(adjacency, left, right):
    """An automorphism that maps the colouring `left` to `right`, or None."""
    left, right = refine(adjacency, left), refine(adjacency, right)
    if sorted(left) != sorted(right):
        return None
    count = {}
    for c in left:
        count[c] = count.get(c, 0) + 1
    split = [c for c in count if count[c] > 1]
    n = len(adjacency)
    if not split:
        image = {c: v for v, c in enumerate(right)}
        g = [image[c] for c in left]
        if all(g[w] in adjacency[g[v]] for v in range(n) for w in adjacency[v]):
            return g
        return None
    cell = min(split, key=lambda c: (count[c], c))
    v = left.index(cell)
    for w in range(n):
        if right[w] == cell:
            a, b = list(left), list(right)
            a[v] = b[w] = n
            g = find_map(adjacency, a, b)
            if g:
                return g
    return None


def orbit(point, generators):
    found, queue = {point}, [point]
    for x in queue:
        for g in generators:
            if g[x] not in found:
                found.add(g[x])
                queue.append(g[x])
    return found


def automorphisms(adjacency):
    """Generators of Aut and its order, by a stabiliser chain over the nodes 0, 1, 2, ..."""
    n = len(adjacency)
    generators, order = [], 1
    for level in reversed(range(n)):
        fixed = [v if v < level else n for v in range(n)]
        stabiliser = [g for g in generators if all(g[v] == v for v in range(level))]
        for w in range(level + 1, n):
            if w in orbit(level, stabiliser):
                continue
            left, right = list(fixed), list(fixed)
            left[level] = right[w] = n + 1
            g = find_map(adjacency, left, right)
            if g:
                generators.append(g)
                stabiliser.append(g)
        order *= len(orbit(level, stabiliser))
    return generators, order


def closure(generators):
    """All elements of a permutation group."""
    identity = tuple(range(len(generators[0])))
    found, queue = {identity}, [identity]
    for x in queue:
        for g in generators:
            y = tuple(g[i] for i in x)
            if y not in found:
                found.add(y)
                queue.append(y)
    return sorted(found)


def cayley_type(generators, layers, seed):
    """A graph on `layers` regular orbits of the group whose automorphism group is just the group.

    Nodes (x, i); edges (x, i) - (x s, j) for random connection sets S_ij. Multiplication from
    the left is an automorphism; connection sets are drawn until there are no others.
    """
    group = closure(generators)
    index = {x: k for k, x in enumerate(group)}
    size = len(group)
    rng = random.Random(seed)
    for _ in range(1000):
        graph = nx.empty_graph(size * layers)
        for i, j in itertools.combinations_with_replacement(range(layers), 2):
            for s in rng.sample(group, rng.randint(0 if i == j else 1, 3)):
                for x in group:
                    u = index[x] + i * size
                    v = index[tuple(x[k] for k in s)] + j * size
                    if u != v:
                        graph.add_edge(u, v)
        if nx.is_connected(graph) and automorphisms(graph.adj)[1] == size:
            return graph
    raise SystemExit("no graph found")


def cyclic(n):
    return [tuple((i + 1) % n for i in range(n))]


def regular(table):
    """Permutations of a group given by its elements and multiplication, acting on itself."""
    elements, multiply, chosen = table
    index = {x: k for k, x in enumerate(elements)}
    return [tuple(index[multiply(x, g)] for x in elements) for g in chosen]


def dicyclic(n):
    """<a, x | a^2n, x^2 = a^n, x a x^-1 = a^-1>; n = 2 is the quaternion group."""
    elements = [(k, e) for e in range(2) for k in range(2 * n)]

    def multiply(p, q):
        k = p[0] + (q[0] if p[1] == 0 else -q[0])
        if p[1] and q[1]:
            k += n
        return (k % (2 * n), p[1] ^ q[1])

    return regular((elements, multiply, [(1, 0), (0, 1)]))


def special_linear_3():
    """SL(2, 3), order 24: quaternionic and complex characters."""
    elements = [m for m in itertools.product(range(3), repeat=4)
                if (m[0] * m[3] - m[1] * m[2]) % 3 == 1]

    def multiply(p, q):
        return ((p[0] * q[0] + p[1] * q[2]) % 3, (p[0] * q[1] + p[1] * q[3]) % 3,
                (p[2] * q[0] + p[3] * q[2]) % 3, (p[2] * q[1] + p[3] * q[3]) % 3)

    return regular((elements, multiply, [(1, 1, 0, 1), (1, 0, 1, 1)]))


def frobenius_21():
    elements = [(a, b) for a in range(7) for b in range(3)]

    def multiply(p, q):
        return ((p[0] + pow(2, p[1]) * q[0]) % 7, (p[1] + q[1]) % 3)

    return regular((elements, multiply, [(1, 0), (0, 1)]))


def copies(graph, count):
    return nx.disjoint_union_all([graph] * count)


def rook(n):
    return nx.line_graph(nx.complete_bipartite_graph(n, n))


def shrikhande():
    steps = [(0, 1), (1, 0), (1, 1)]
    nodes = list(itertools.product(range(4), repeat=2))
    return nx.Graph([(p, ((p[0] + a) % 4, (p[1] + b) % 4)) for p in nodes for a, b in steps])


def paley(q):
    squares = {x * x % q for x in range(1, q)}
    return nx.Graph([(u, v) for u in range(q) for v in range(u) if (u - v) % q in squares])


def holt():
    """The smallest half-arc-transitive graph, order 27."""
    nodes = list(itertools.product(range(9), range(3)))
    graph = nx.Graph()
    for i, j in nodes:
        for sign in (1, -1):
            graph.add_edge((i, j), ((4 * i + sign) % 9, (j - 1) % 3))
    return graph


def all_graphs():
    yield "single node", nx.empty_graph(1)
    yield "edgeless 5", nx.empty_graph(5)
    for n in (3, 4, 5, 6, 7, 8, 12):
        yield f"cycle {n}", nx.cycle_graph(n)
    for n in (2, 3, 5, 6):
        yield f"complete {n}", nx.complete_graph(n)
    for n in (3, 4, 7):
        yield f"path {n}", nx.path_graph(n)
    for a, b in ((1, 5), (2, 3), (3, 3), (2, 5)):
        yield f"complete bipartite {a} {b}", nx.complete_bipartite_graph(a, b)
    yield "wheel 6", nx.wheel_graph(6)
    yield "grid 3x3", nx.grid_2d_graph(3, 3)
    yield "grid 2x4", nx.grid_2d_graph(2, 4)
    yield "binary tree of depth 3", nx.balanced_tree(2, 3)
    yield "ternary tree of depth 2", nx.balanced_tree(3, 2)
    yield "cube", nx.hypercube_graph(3)
    yield "hypercube 4", nx.hypercube_graph(4)
    yield "petersen", nx.petersen_graph()
    yield "line graph of petersen", nx.line_graph(nx.petersen_graph())
    yield "octahedron", nx.octahedral_graph()
    yield "icosahedron", nx.icosahedral_graph()
    yield "dodecahedron", nx.dodecahedral_graph()
    yield "heawood", nx.heawood_graph()
    yield "pappus", nx.pappus_graph()
    yield "desargues", nx.desargues_graph()
    yield "moebius-kantor", nx.moebius_kantor_graph()
    yield "truncated tetrahedron", nx.truncated_tetrahedron_graph()
    yield "frucht", nx.frucht_graph()
    yield "bull", nx.bull_graph()
    yield "prism 5", nx.circular_ladder_graph(5)
    yield "moebius ladder 5", nx.circulant_graph(10, [1, 5])
    yield "circulant 13 {1,3,4}", nx.circulant_graph(13, [1, 3, 4])
    yield "paley 13", paley(13)
    yield "rook 3", rook(3)
    yield "rook 4", rook(4)
    yield "shrikhande", shrikhande()
    yield "holt", holt()
    yield "two triangles", copies(nx.cycle_graph(3), 2)
    yield "three squares", copies(nx.cycle_graph(4), 3)
    yield "four paths", copies(nx.path_graph(3), 4)
    yield "triangle and square", nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(4))
    yield "cyclic 3", cayley_type(cyclic(3), 3, 1)
    yield "cyclic 3, four orbits", cayley_type(cyclic(3), 4, 2)
    yield "cyclic 4", cayley_type(cyclic(4), 3, 3)
    yield "cyclic 5", cayley_type(cyclic(5), 3, 4)
    yield "cyclic 6", cayley_type(cyclic(6), 3, 5)
    yield "cyclic 7", cayley_type(cyclic(7), 2, 6)
    yield "quaternion group, two orbits", cayley_type(dicyclic(2), 2, 7)
    yield "quaternion group, three orbits", cayley_type(dicyclic(2), 3, 8)
    yield "dicyclic group of order 12", cayley_type(dicyclic(3), 2, 9)
    yield "generalised quaternion group of order 16", cayley_type(dicyclic(4), 2, 10)
    yield "SL(2,3)", cayley_type(special_linear_3(), 2, 11)
    yield "Frobenius group of order 21", cayley_type(frobenius_21(), 2, 12)


def main():
    print("# Written by make_graphs.py.")
    print("graphs := [")
    for name, graph in all_graphs():
        graph = nx.convert_node_labels_to_integers(graph, ordering="sorted")
        text = nx.to_graph6_bytes(graph, header=False).decode().strip()
        generators, order = automorphisms([set(graph.adj[v]) for v in range(len(graph))])
        lists = [[v + 1 for v in g] for g in generators]
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        print(f'rec(name := "{name}", n := {len(graph)}, graph6 := "{escaped}", '
              f"order := {order}, generators := {lists}),")
    print("];")


if __name__ == "__main__":
    main()
