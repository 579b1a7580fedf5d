#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/channels/readout.hpp"
#include "isotypic/channels/serialise.hpp"

namespace isotypic::fuzz {

// The checksum of an entry is not asked for: whoever forges an entry can compute it.
void fuzz_cache(std::string_view bytes) {
  std::optional<Decomposition> read = deserialise(bytes);
  if (!read) return;
  require(serialise(*read) == bytes, "a decomposition is not written as it was read");
  const std::int64_t n = read->num_nodes;
  const Channels channels{std::make_shared<const Decomposition>(*std::move(read)),
                          identity_permutation(n)};
  require(basis_in_node_order(channels).rows() == n, "a basis has not one row for each node");
  require(isotypic_features(channels, Eigen::MatrixXd::Ones(n, 2)).values.allFinite(),
          "features of a decomposition that was accepted are not finite");
}

}  // namespace isotypic::fuzz
