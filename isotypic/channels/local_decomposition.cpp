#include "isotypic/channels/local_decomposition.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/isolation.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/internal/blas.hpp"
#include "isotypic/channels/internal/cell_means.hpp"
#include "isotypic/channels/internal/local_blocks.hpp"
#include "isotypic/channels/internal/local_certificate.hpp"
#include "isotypic/channels/serialise.hpp"

namespace isotypic {
namespace {

constexpr const char* local_name = "decompose_locally";

/// Smaller cores take a fraction of a second, and making a process takes time too.
constexpr std::int64_t least_isolated_nodes = 1024;

/// The subgraph on `nodes`, coloured by orbits; edge colours stay.
Graph core_graph(const Graph& graph, std::span<const std::int32_t> nodes,
                 std::span<const std::int32_t> orbit_of, std::vector<std::int32_t>& index_of) {
  Colours colours;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    index_of[nodes[i]] = static_cast<std::int32_t>(i);
    colours.nodes.push_back(orbit_of[nodes[i]]);
  }
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto row = graph.neighbours(nodes[i]);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] < nodes[i] || index_of[row[k]] < 0) continue;
      edges.push_back({static_cast<std::int32_t>(i), index_of[row[k]]});
      if (graph.has_edge_colours()) colours.edges.push_back(graph.edge_colours(nodes[i])[k]);
    }
  }
  for (const std::int32_t v : nodes) index_of[v] = -1;
  return make_graph(static_cast<std::int64_t>(nodes.size()), edges, colours);
}

/// "the motif of node 7 has 12 nodes in 1 orbit and a core of 12 nodes that ..."
std::string name_core(const Symmetry& symmetry, const Motifs& motifs, const CoreKind& kind) {
  const Motif& motif = motifs.motifs[kind.motif];
  const auto node =
      std::find(symmetry.position.begin(), symmetry.position.end(), kind.copies[0][0]) -
      symmetry.position.begin();
  return "the motif of node " + std::to_string(node) + " has " + std::to_string(motif.num_nodes) +
         " nodes in " + std::to_string(motif.orbits.size()) +
         (motif.orbits.size() == 1 ? " orbit" : " orbits") + " and a core of " +
         std::to_string(kind.copies[0].size()) + " nodes that is no exchange of equal parts";
}

void check_core_sizes(const Symmetry& symmetry, const Motifs& motifs) {
  for (const CoreKind& kind : motifs.cores) {
    if (std::ssize(kind.copies[0]) <= max_decompose_nodes) continue;
    fail(local_name, name_core(symmetry, motifs, kind), "; cores are decomposed up to ",
         max_decompose_nodes, " nodes");
  }
}

/// Decomposes one copy of every core, and places all copies.
class CoreDecomposer {
 public:
  CoreDecomposer(const Symmetry& symmetry, const ChannelOptions& options, ChannelCache* cache,
                 const WorkLimits& limits)
      : symmetry_(symmetry),
        cache_(cache),
        limits_(limits),
        index_of_(symmetry.num_nodes, -1),
        orbit_of_(symmetry.num_nodes) {
    options_ = options;
    options_.grouping = Grouping::Components;
    options_.order = BlockOrder::TraceDescending;
    options_.max_blocks = 0;
    for (std::int64_t v = 0; v < symmetry.num_nodes; ++v) {
      orbit_of_[symmetry.position[v]] = symmetry.orbit_of[v];
    }
  }

  LocalCore decompose_core(const CoreKind& kind) {
    LocalCore core;
    if (std::ssize(kind.copies[0]) == symmetry_.num_nodes) {  // nothing new to search
      core.decomposition = split(symmetry_);
      core.positions.push_back(kind.copies[0]);
      orders.push_back(symmetry_.order);
      return core;
    }
    Hash128 hash;
    for (const std::vector<std::int32_t>& nodes : kind.copies) {
      limits_.check(local_name);
      const Symmetry own =
          compute_symmetry(core_graph(symmetry_.canonical, nodes, orbit_of_, index_of_),
                           {.node_colours = true,
                            .edge_colours = true,
                            .time_limit = limits_.time_left(),
                            .stop = limits_.stop});
      if (!core.decomposition) {
        core.decomposition = split(own);
        hash = own.hash;
        orders.push_back(own.order);
      }
      if (own.hash != hash) {
        fail_as(ErrorKind::Runtime, local_name, "two copies of a core differ");
      }
      std::vector<std::int32_t>& positions = core.positions.emplace_back(nodes.size());
      for (std::size_t i = 0; i < nodes.size(); ++i) positions[own.position[i]] = nodes[i];
    }
    return core;
  }

  std::vector<std::string> orders;  ///< of the groups of one copy of each core so far

 private:
  /// The cache stays in this process: its locks and its file are not for a forked copy.
  std::shared_ptr<const Decomposition> split(const Symmetry& symmetry) {
    const auto compute = [&] { return decompose_within_limits(symmetry); };
    return (cache_ != nullptr ? cache_->find_or_compute(symmetry, options_, compute) : compute())
        .canonical;
  }

  Channels decompose_within_limits(const Symmetry& symmetry) const {
    if (!limits_.any() || symmetry.num_nodes < least_isolated_nodes) {
      return decompose(symmetry, options_);
    }
    std::optional<Decomposition> answer = deserialise(run_isolated(
        local_name, [&] { return serialise(*decompose(symmetry, options_).canonical); }, limits_));
    if (!answer) fail_as(ErrorKind::Runtime, local_name, "a core came back damaged");
    return {std::make_shared<const Decomposition>(*std::move(answer)), symmetry.position};
  }

  const Symmetry& symmetry_;
  ChannelOptions options_;
  ChannelCache* cache_;
  const WorkLimits& limits_;
  std::vector<std::int32_t> index_of_;  // of the nodes of one core; -1 for all others
  std::vector<std::int32_t> orbit_of_;  // by canonical position
};

/// Decomposes the cores. Whoever gives up in one says in which.
std::vector<std::string> decompose_cores(const Symmetry& symmetry, LocalDecomposition& local,
                                         CoreDecomposer decomposer) {
  check_core_sizes(symmetry, local.motifs);
  for (const CoreKind& kind : local.motifs.cores) {
    try {
      local.cores.push_back(decomposer.decompose_core(kind));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Cancelled) throw;
      fail_as(ErrorKind::Cancelled, local_name, error.reason(), "; ",
              name_core(symmetry, local.motifs, kind));
    }
  }
  return std::move(decomposer.orders);
}

void check_arguments(const LocalChannels& channels, std::int64_t num_factors, std::int64_t rows) {
  const LocalDecomposition& local = *channels.canonical;
  if (rows != local.num_nodes) {
    fail("apply_components", "there are ", rows, " rows for ", local.num_nodes, " nodes");
  }
  if (std::ssize(local.components) != local.num_components) {
    fail("apply_components", "the components were truncated to ", local.components.size(), " of ",
         local.num_components);
  }
  if (num_factors != local.num_components) {
    fail("apply_components", "there are ", num_factors, " factors for ", local.num_components,
         " components");
  }
}

/// The factors by where the components come from.
struct Factors {
  double orbits = 0.0;
  std::vector<double> exchanges;
  std::vector<Eigen::VectorXd> cores;  ///< one per column of the basis

  Factors(const LocalDecomposition& local, std::span<const double> factors)
      : exchanges(local.motifs.exchanges.size()) {
    for (const LocalCore& core : local.cores) {
      cores.emplace_back(Eigen::VectorXd::Zero(core.decomposition->basis.cols()));
    }
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const LocalComponent& c = local.components[i];
      if (c.origin == ComponentOrigin::Orbits) orbits = factors[i];
      if (c.origin == ComponentOrigin::Exchange) exchanges[c.source] = factors[i];
      if (c.origin == ComponentOrigin::Core) {
        const Channel& block = local.cores[c.source].decomposition->channels[c.block];
        cores[c.source].segment(block.begin, block.dim).setConstant(factors[i]);
      }
    }
  }
};

/// What the means contribute: down the tree of cells, every part adds its deviation.
void apply_to_cells(const Motifs& motifs, const Factors& factors, const RowMatrix& rows,
                    RowMatrix& result) {
  const RowMatrix means = cell_means(motifs, rows);
  RowMatrix values(means.rows(), means.cols());
  values.topRows(motifs.num_orbits) = factors.orbits * means.topRows(motifs.num_orbits);
  for (std::int64_t i = 0; i < std::ssize(motifs.cells); ++i) {
    const MotifCell& cell = motifs.cells[i];
    if (!cell.is_split()) {
      for (std::int32_t j = cell.begin; j < cell.begin + cell.size; ++j) {
        result.row(motifs.order[j]) = values.row(i);
      }
      continue;
    }
    const double factor = factors.exchanges[cell.exchange];
    for (std::int32_t part = 0; part < cell.num_parts; ++part) {
      auto target = cell.child_size() == 1 ? result.row(motifs.order[cell.begin + part])
                                           : values.row(cell.first_child + part);
      target = values.row(i) + factor * (part_mean(motifs, rows, means, cell, part) - means.row(i));
    }
  }
}

void apply_to_core(const LocalCore& core, const Eigen::VectorXd& factors, const RowMatrix& rows,
                   RowMatrix& result) {
  const Eigen::MatrixXd& basis = core.decomposition->basis;
  Eigen::MatrixXd own(basis.rows(), rows.cols());
  for (const std::vector<std::int32_t>& positions : core.positions) {
    for (std::int64_t i = 0; i < basis.rows(); ++i) own.row(i) = rows.row(positions[i]);
    const Eigen::MatrixXd image =
        multiply(basis, factors.asDiagonal() * multiply_transposed(basis, own));
    for (std::int64_t i = 0; i < basis.rows(); ++i) result.row(positions[i]) += image.row(i);
  }
}

RowMatrix apply_canonical(const LocalDecomposition& local, std::span<const double> factors,
                          const RowMatrix& rows) {
  const Factors by_origin(local, factors);
  RowMatrix result(rows.rows(), rows.cols());
  apply_to_cells(local.motifs, by_origin, rows, result);
  for (std::size_t i = 0; i < local.cores.size(); ++i) {
    apply_to_core(local.cores[i], by_origin.cores[i], rows, result);
  }
  return result;
}

}  // namespace

LocalChannels decompose_locally(const Symmetry& symmetry, const ChannelOptions& options,
                                ChannelCache* cache, const WorkLimits& limits) {
  return translate_exceptions(local_name, [&] {
    limits.check(local_name);
    LocalDecomposition local;
    local.num_nodes = symmetry.num_nodes;
    local.motifs = find_motifs(symmetry);
    limits.check(local_name);
    const std::vector<std::string> orders =
        decompose_cores(symmetry, local, CoreDecomposer(symmetry, options, cache, limits));
    list_components(local, symmetry.canonical, options.order);
    limits.check(local_name);
    local.num_components = std::ssize(local.components);
    local.certificate = certify_locally(
        symmetry, local, orders, options.seed,
        [&](std::span<const double> factors, const Eigen::VectorXd& x) -> Eigen::VectorXd {
          limits.check(local_name);
          return apply_canonical(local, factors, x);
        });
    if (options.max_blocks > 0 && options.max_blocks < local.num_components) {
      local.components.resize(options.max_blocks);
    }
    return LocalChannels{std::make_shared<const LocalDecomposition>(std::move(local)),
                         symmetry.position};
  });
}

Eigen::MatrixXd apply_components(const LocalChannels& channels, std::span<const double> factors,
                                 const Eigen::Ref<const Eigen::MatrixXd>& x) {
  check_arguments(channels, std::ssize(factors), x.rows());
  return translate_exceptions("apply_components", [&] {
    const RowMatrix image =
        apply_canonical(*channels.canonical, factors, canonical_rows(x, channels.position));
    Eigen::MatrixXd result(x.rows(), x.cols());
    for (std::int64_t v = 0; v < x.rows(); ++v) result.row(v) = image.row(channels.position[v]);
    return result;
  });
}

Eigen::MatrixXd project(const LocalChannels& channels, std::int64_t component,
                        const Eigen::Ref<const Eigen::MatrixXd>& x) {
  const std::int64_t count = channels.canonical->num_components;
  if (component < 0 || component >= count) {
    fail("project", "there is no component ", component, " among ", count);
  }
  std::vector<double> factors(count, 0.0);
  factors[component] = 1.0;
  return apply_components(channels, factors, x);
}

}  // namespace isotypic
