import isotypic, networkx, numpy
graph = networkx.petersen_graph()
print(isotypic.symmetry(graph).order)
embeddings = numpy.array([[d] for _, d in graph.degree()], dtype=float)
print(isotypic.features(isotypic.decompose(graph), embeddings).shape)
