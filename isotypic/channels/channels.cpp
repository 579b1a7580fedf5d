#include "isotypic/channels/channels.hpp"

#include <optional>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/channels/internal/blocks.hpp"
#include "isotypic/channels/internal/certificate.hpp"
#include "isotypic/channels/internal/components.hpp"
#include "isotypic/channels/internal/eigenspaces.hpp"
#include "isotypic/channels/internal/operator.hpp"

namespace isotypic {
namespace {

constexpr std::int64_t max_attempts = 8;

void check_arguments(std::int64_t num_nodes, const ChannelOptions& options) {
  if (num_nodes > max_decompose_nodes) {
    fail("decompose", "the graph has ", num_nodes,
         " nodes, above the limit max_decompose_nodes = ", max_decompose_nodes);
  }
  if (!(options.tolerance > 0.0 && options.tolerance < 1.0)) {
    fail("decompose", "the tolerance must be between 0 and 1, not ", options.tolerance);
  }
  if (options.max_blocks < 0) {
    fail("decompose", "max_blocks must not be negative: ", options.max_blocks);
  }
}

void check_orbitals(const Symmetry& symmetry, const Orbitals& orbitals) {
  if (orbitals.num_nodes != symmetry.num_nodes) {
    fail("decompose", "the orbitals of ", orbitals.num_nodes, " nodes do not belong to ",
         symmetry.num_nodes, " nodes");
  }
}

/// Renumbers components by first appearance in the list of blocks.
void number_components(std::vector<Block>& blocks, std::vector<Component>& components) {
  std::vector<std::int64_t> number(components.size(), -1);
  std::vector<Component> sorted;
  for (Block& block : blocks) {
    std::int64_t& index = number[block.channel.component];
    if (index < 0) {
      index = std::ssize(sorted);
      sorted.push_back(components[block.channel.component]);
    }
    block.channel.component = index;
  }
  components = std::move(sorted);
}

/// Copies the kept blocks side by side.
void keep_blocks(Decomposition& result, const Eigenspaces& spaces, std::vector<Block>& blocks,
                 std::int64_t max_blocks) {
  result.num_channels = std::ssize(blocks);
  if (max_blocks > 0 && max_blocks < result.num_channels) blocks.resize(max_blocks);
  std::int64_t columns = 0;
  for (const Block& block : blocks) columns += block.channel.dim;
  result.basis.resize(result.num_nodes, columns);
  columns = 0;
  for (Block& block : blocks) {
    block.channel.begin = columns;
    for (const std::int64_t a : block.spaces) {
      result.basis.middleCols(columns, spaces.dim(a)) = spaces.space(a);
      columns += spaces.dim(a);
    }
    result.channels.push_back(block.channel);
  }
}

Decomposition decompose_canonical(const Symmetry& symmetry, const Orbitals& orbitals,
                                  std::span<const double> coefficients,
                                  const ChannelOptions& options, std::int64_t attempt) {
  const std::uint64_t probe_seed =
      random_bits(options.seed, probe_stream, static_cast<std::uint64_t>(attempt));
  const std::vector<double> symmetric = symmetrised(orbitals, coefficients);
  Eigenspaces spaces = compute_eigenspaces(orbitals, symmetric, options.tolerance);
  const std::vector<char> trivial = separate_trivial(orbitals, spaces);
  ComponentSplit split = find_components(symmetry, orbitals, spaces, trivial, probe_seed);

  Decomposition result;
  result.num_nodes = symmetry.num_nodes;
  result.certificate = certify(symmetry, orbitals, symmetric, spaces, split, probe_seed);
  std::vector<Block> blocks =
      arrange_blocks(symmetry.canonical, spaces, split, options.grouping, options.order);
  number_components(blocks, split.components);
  result.components = std::move(split.components);
  keep_blocks(result, spaces, blocks, options.max_blocks);
  return result;
}

}  // namespace

std::vector<double> draw_coefficients(std::int64_t num_orbitals, const ChannelOptions& options,
                                      std::int64_t attempt) {
  switch (options.coefficients) {
    case CoefficientScheme::Uniform:
      return uniform_coefficients(num_orbitals, options.seed, static_cast<std::uint64_t>(attempt));
  }
  fail("draw_coefficients", "unknown coefficient scheme");
}

Channels decompose(const Graph& graph, const ChannelOptions& options,
                   const SymmetryOptions& symmetry_options) {
  check_arguments(graph.num_nodes(), options);  // before the long search
  return decompose(compute_symmetry(graph, symmetry_options), options);
}

Channels decompose(const Symmetry& symmetry, const ChannelOptions& options) {
  check_arguments(symmetry.num_nodes, options);
  return decompose(symmetry, canonical_orbitals(symmetry), options);
}

Channels decompose(const Symmetry& symmetry, const Orbitals& canonical_orbitals,
                   const ChannelOptions& options) {
  check_arguments(symmetry.num_nodes, options);
  check_orbitals(symmetry, canonical_orbitals);
  return translate_exceptions("decompose", [&] {
    std::optional<Error> last;
    for (std::int64_t attempt = 0; attempt < max_attempts; ++attempt) {
      const std::vector<double> coefficients =
          draw_coefficients(canonical_orbitals.count, options, attempt);
      try {
        Decomposition result =
            decompose_canonical(symmetry, canonical_orbitals, coefficients, options, attempt);
        result.certificate.attempts = attempt + 1;
        return Channels{std::make_shared<const Decomposition>(std::move(result)),
                        symmetry.position};
      } catch (const Error& error) {
        last = error;
      }
    }
    fail_as(ErrorKind::Runtime, "decompose", "no draw of ", max_attempts,
            " passed the certificate; the last: ", last->reason());
  });
}

Channels decompose_operator(const Symmetry& symmetry, const Orbitals& canonical_orbitals,
                            std::span<const double> coefficients, const ChannelOptions& options) {
  check_arguments(symmetry.num_nodes, options);
  check_orbitals(symmetry, canonical_orbitals);
  if (std::cmp_not_equal(coefficients.size(), canonical_orbitals.count)) {
    fail("decompose_operator", "there are ", coefficients.size(), " coefficients for ",
         canonical_orbitals.count, " orbitals");
  }
  return translate_exceptions("decompose_operator", [&] {
    return Channels{std::make_shared<const Decomposition>(decompose_canonical(
                        symmetry, canonical_orbitals, coefficients, options, 0)),
                    symmetry.position};
  });
}

Eigen::MatrixXd basis_in_node_order(const Channels& channels) {
  const Eigen::MatrixXd& canonical = channels.canonical->basis;
  Eigen::MatrixXd basis(canonical.rows(), canonical.cols());
  for (std::int64_t v = 0; v < canonical.rows(); ++v) {
    basis.row(v) = canonical.row(channels.position[v]);
  }
  return basis;
}

}  // namespace isotypic
