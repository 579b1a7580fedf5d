"""A data set that scripts train on or read: cycles and paths in TU layout."""


def write_shapes(folder, graphs, sizes):
    """`graphs` cycles and paths in turn, of 5 to 4 + `sizes` nodes: which is which."""
    folder.mkdir()
    edges, graph_of_node, labels = [], [], []
    for graph in range(graphs):
        first, nodes, cycle = len(graph_of_node), 5 + graph % sizes, graph % 2
        graph_of_node += [graph + 1] * nodes
        labels.append(cycle)
        for v in range(nodes if cycle else nodes - 1):
            a, b = first + v + 1, first + (v + 1) % nodes + 1
            edges += [f"{a}, {b}", f"{b}, {a}"]
    for name, lines in (("A", edges), ("graph_indicator", graph_of_node),
                        ("graph_labels", labels)):
        (folder / f"SHAPES_{name}.txt").write_text("".join(f"{line}\n" for line in lines))
