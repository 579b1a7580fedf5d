// The features of a graph: of the first one in a file, or of the Petersen graph.
#include <iomanip>
#include <iostream>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/readout.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/io/reader.hpp"

int main(int argc, char** argv) try {
  using namespace isotypic;
  const Graph graph = argc > 1 ? GraphReader(argv[1]).next().value().graph : petersen_graph();
  const Channels channels = decompose(graph);
  Eigen::MatrixXd embeddings(graph.num_nodes(), 1);
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    embeddings(v, 0) = static_cast<double>(graph.degree(v));
  }
  const Features<double> features = isotypic_features(channels, embeddings);
  std::cout << std::setprecision(17) << features.values << '\n';
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
