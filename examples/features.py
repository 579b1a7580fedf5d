"""Prints the features of the first graph of a file; the node features are the degrees."""
import sys

import isotypic
import numpy

graph = isotypic.read_graphs(sys.argv[1])[0]
degrees = numpy.array([[graph.degree(v)] for v in range(graph.num_nodes)], dtype=float)
channels = isotypic.decompose(graph)
print(isotypic.features(channels, degrees))
