// The C++ example of the README, as it stands there.
#include <cstdlib>

#include "isotypic/isotypic.hpp"

using namespace isotypic;

int main() {
  Channels channels = decompose(petersen_graph());  // three channels: 5 + 4 + 1
  Eigen::MatrixXd embeddings = Eigen::MatrixXd::Random(10, 64);
  Features<double> features = isotypic_features(channels, embeddings);
  return features.values.size() == 88 ? EXIT_SUCCESS : EXIT_FAILURE;
}
