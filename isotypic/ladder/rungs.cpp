#include "isotypic/ladder/rungs.hpp"

#include <algorithm>
#include <ctime>
#include <string>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/real.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/structure.hpp"
#include "isotypic/ladder/internal/colouring_name.hpp"
#include "isotypic/ladder/internal/pair_names.hpp"
#include "isotypic/ladder/internal/structural_name.hpp"
#include "isotypic/symmetry/tuple_walk.hpp"

namespace isotypic {
namespace {

using Clock = std::chrono::steady_clock;

/// Of this thread: other programs on the machine do not count.
double processor_seconds() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return real(time.tv_sec) + 1e-9 * real(time.tv_nsec);
}

/// Equal names as one.
std::vector<NameCount> merged(std::vector<NameCount> names) {
  std::sort(names.begin(), names.end());
  std::vector<NameCount> result;
  for (const NameCount& item : names) {
    if (result.empty() || result.back().name != item.name) {
      result.push_back(item);
    } else {
      result.back().count += item.count;
    }
  }
  return result;
}

WalkOptions walk_options(const LadderOptions& options, std::int64_t depth,
                         std::optional<Clock::time_point> deadline) {
  return {.depth = depth,
          .colour_leaves = true,
          .skip_fixed = true,
          .limits = {.where = "ladder",
                     .max_representatives = options.max_representatives,
                     .deadline = deadline,
                     .stop = options.stop}};
}

}  // namespace

std::uint64_t pack(const ComponentName& component) {
  return static_cast<std::uint64_t>(component.dim << 34 | component.multiplicity << 2 |
                                    component.type);
}

ComponentName unpack_component(std::uint64_t name) {
  return {static_cast<std::int64_t>(name >> 34),
          static_cast<std::int64_t>(name >> 2 & 0xFFFFFFFFULL),
          static_cast<std::int64_t>(name & 3)};
}

GraphLadder::GraphLadder(Graph graph, LadderOptions options)
    : graph_(std::move(graph)), options_(std::move(options)) {
  if (options_.max_representatives < 0) {
    fail("ladder", "max_representatives must not be negative, not ", options_.max_representatives);
  }
  Colours colours;
  if (options_.node_colours) {
    colours.nodes.assign(graph_.node_colours().begin(), graph_.node_colours().end());
  }
  graph_ = make_graph(graph_.num_nodes(), graph_.edges(), colours);
}

const Symmetry& GraphLadder::symmetry() {
  if (!symmetry_) {
    SymmetryOptions options{.node_colours = options_.node_colours};
    options.time_limit = options_.search_limit;
    options.stop = options_.stop;
    options.engine = options_.engine;
    symmetry_ = compute_symmetry(graph_, options);
  }
  return *symmetry_;
}

const Orbitals& GraphLadder::orbitals() {
  if (!orbitals_) orbitals_ = canonical_orbitals(symmetry());
  return *orbitals_;
}

const Channels& GraphLadder::channels() {
  if (channels_ == nullptr) {
    channels_ = std::make_shared<const Channels>(
        decompose(symmetry(), orbitals(), {.seed = options_.channel_seed}));
  }
  return *channels_;
}

const RungInvariant& GraphLadder::at(Rung rung) {
  const auto known = known_.find(rung);
  if (known != known_.end()) return known->second;
  return translate_exceptions("ladder", [&]() -> const RungInvariant& {
    if (rung != Rung::Wl1) (void)symmetry();
    deadline_ = std::nullopt;
    if (options_.time_limit) deadline_ = Clock::now() + *options_.time_limit;
    check_limits();
    const double start = processor_seconds();
    RungInvariant invariant = compute(rung);
    invariant.rung = rung;
    invariant.seconds = processor_seconds() - start;
    return known_[rung] = std::move(invariant);
  });
}

void GraphLadder::check_limits() const {
  if (options_.stop.stop_requested()) {
    fail_as(ErrorKind::Cancelled, "ladder", "stopped on request");
  }
  if (deadline_ && Clock::now() >= *deadline_) {
    fail_as(ErrorKind::Cancelled, "ladder", "the time limit has passed");
  }
}

RungInvariant GraphLadder::compute(Rung rung) {
  switch (rung) {
    case Rung::Wl1:
      return wl1();
    case Rung::Components:
      return components();
    case Rung::Spectrum:
      return spectrum();
    case Rung::Fwl2:
    case Rung::Fwl2Sizes:
      return pairs(rung);
    case Rung::OneMark:
      return marks(1);
    case Rung::TwoMarks:
      return marks(2);
    case Rung::ThreeMarks:
      return marks(3);
    case Rung::Complete:
      return complete();
  }
  return {};
}

RungInvariant GraphLadder::wl1() const {
  const EquitablePartition colouring(graph_, graph_.node_colours());
  const std::uint64_t whole = ColouringNames(graph_).name(colouring, {});
  RungInvariant result;
  for (std::int32_t cell = 0; cell < graph_.num_nodes();) {
    const std::int64_t size = colouring.cell_size(cell);
    result.names.push_back({name_pair(whole, static_cast<std::uint64_t>(cell)), size});
    cell += static_cast<std::int32_t>(size);
  }
  result.representatives = 1;
  result.names = merged(std::move(result.names));
  return result;
}

RungInvariant GraphLadder::components() {
  RungInvariant result;
  for (const Component& component : channels().canonical->components) {
    result.names.push_back(
        {pack({component.dim, component.multiplicity, static_cast<std::int64_t>(component.type)}),
         1});
  }
  result.representatives = std::ssize(result.names);
  result.names = merged(std::move(result.names));
  return result;
}

RungInvariant GraphLadder::spectrum() {
  const double n = real(graph_.num_nodes());
  RungInvariant result;
  for (const GraphOperator kind :
       {GraphOperator::ScaledAdjacency, GraphOperator::NormalisedLaplacian}) {
    const auto structures = component_structures(channels(), graph_, {.graph_operator = kind});
    result.rows.resize(structures.size());
    for (std::size_t i = 0; i < structures.size(); ++i) {
      const auto& [component, moments] = structures[i];
      std::vector<double>& row = result.rows[i];
      if (row.empty()) {
        row = {real(component.dim), real(component.multiplicity),
               real(static_cast<std::int64_t>(component.type))};
      }
      for (const double moment : moments) row.push_back(n * moment);
    }
  }
  result.representatives = std::ssize(result.rows);
  return result;
}

RungInvariant GraphLadder::pairs(Rung rung) {
  const PairStart start = rung == Rung::Fwl2 ? PairStart::Adjacency : PairStart::Sizes;
  const std::vector<std::uint64_t> names =
      stable_pair_names(symmetry().canonical, orbitals(), start, [&] { check_limits(); });
  const std::vector<std::int64_t> sizes = orbital_sizes(orbitals());
  RungInvariant result;
  for (std::size_t k = 0; k < names.size(); ++k) result.names.push_back({names[k], sizes[k]});
  result.representatives = std::ssize(names);
  result.names = merged(std::move(result.names));
  return result;
}

/// The colourings of all tuples of `depth` nodes; or of fewer, where they are discrete.
RungInvariant GraphLadder::marks(std::int64_t depth) {
  const Graph& canonical = symmetry().canonical;
  const ColouringNames names(canonical);
  TupleWalk walk(symmetry(), walk_options(options_, depth, deadline_));
  RungInvariant result;
  if (walk.unmarked().num_cells() == canonical.num_nodes()) {
    result.names = {{names.name(walk.unmarked(), {}), 1}};
    result.representatives = 1;
    return result;
  }
  walk.run([&](const TupleVisit& tuple) {
    const bool discrete = tuple.colouring->num_cells() == canonical.num_nodes();
    if (!discrete && std::ssize(tuple.nodes) < depth) return Descend::Yes;
    result.names.push_back({names.name(*tuple.colouring, tuple.nodes), tuple.weight});
    return Descend::No;
  });
  result.representatives = walk.num_representatives();
  result.names = merged(std::move(result.names));
  return result;
}

/// Discrete colourings of the least number of marks that has one: each determines the graph.
RungInvariant GraphLadder::complete() {
  const Graph& canonical = symmetry().canonical;
  const ColouringNames names(canonical);
  RungInvariant result;
  const auto keep = [&](const EquitablePartition& colouring, std::span<const std::int32_t> marks) {
    if (colouring.num_cells() != canonical.num_nodes()) return false;
    result.names.push_back({names.name(colouring, marks), 1});
    return true;
  };
  for (std::int64_t depth = 0; result.names.empty(); ++depth) {
    TupleWalk walk(symmetry(), walk_options(options_, std::max<std::int64_t>(depth, 1), deadline_));
    result.depth = depth;
    if (depth == 0) {
      (void)keep(walk.unmarked(), {});
      continue;
    }
    walk.run([&](const TupleVisit& tuple) {
      if (std::ssize(tuple.nodes) < depth) return Descend::Yes;
      (void)keep(*tuple.colouring, tuple.nodes);
      return Descend::No;
    });
    result.representatives += walk.num_representatives();
  }
  result.names = merged(std::move(result.names));
  return result;
}

}  // namespace isotypic
