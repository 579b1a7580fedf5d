// What a dense decomposition of a generic graph costs beside the one call of LAPACK's dsyevd that
// it cannot do without. Processor times, the best of several interleaved rounds.
//
// Usage: dense_bench ROUNDS RECORD.json NODES...

#include <algorithm>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "bench/processor_seconds.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/eigensolver.hpp"
#include "isotypic/channels/internal/operator.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace {

using namespace isotypic;
using Json = nlohmann::ordered_json;
using bench::processor_seconds;

/// Random graphs of mean degree 10: nearly all nodes are orbits of their own.
Json measure(std::int64_t n, std::int64_t rounds) {
  Random random(1, static_cast<std::uint64_t>(n));
  const Symmetry symmetry =
      compute_symmetry(erdos_renyi_graph(n, 10.0 / static_cast<double>(n), random));
  const Orbitals orbitals = canonical_orbitals(symmetry);
  const std::vector<double> coefficients =
      symmetrised(orbitals, draw_coefficients(orbitals.count, {}));
  double ours = std::numeric_limits<double>::infinity();
  double bare = ours;
  for (std::int64_t i = 0; i < rounds; ++i) {
    ours = std::min(ours, processor_seconds([&] { (void)decompose(symmetry); }));
    Eigen::MatrixXd matrix = equivariant_matrix(orbitals, coefficients);
    bare = std::min(bare, processor_seconds([&] { (void)solve_symmetric(std::move(matrix)); }));
  }
  return {{"n", n},
          {"orbits", symmetry.num_orbits},
          {"decompose", ours},
          {"dsyevd", bare},
          {"ratio", ours / bare}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: dense_bench ROUNDS RECORD.json NODES...\n";
    return 2;
  }
  Json record = {
      {"program", "dense_bench"}, {"rounds", std::stoll(argv[1])}, {"rows", Json::array()}};
  for (int i = 3; i < argc; ++i) {
    record["rows"].push_back(measure(std::stoll(argv[i]), std::stoll(argv[1])));
    std::cerr << record["rows"].back().dump() << '\n';
    write_file(argv[2], record.dump(1) + '\n');
  }
  return 0;
}
