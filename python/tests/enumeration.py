"""The symmetry of a small graph by NetworkX: what isotypic is compared with."""
from networkx.algorithms.isomorphism import GraphMatcher


def enumerate_symmetry(graph):
    """Order of the group and orbit partition, by listing every automorphism."""
    order, reach = 0, {v: set() for v in graph}
    for mapping in GraphMatcher(graph, graph).isomorphisms_iter():
        order += 1
        for v, image in mapping.items():
            reach[v].add(image)
    return order, {frozenset(orbit) for orbit in reach.values()}
