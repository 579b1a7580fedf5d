#include "cli/commands/compare.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/ladder_options.hpp"
#include "cli/streams/embedding.hpp"
#include "cli/streams/graph_stream.hpp"
#include "cli/streams/output.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/views/rows.hpp"
#include "cli/views/verdict.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/io/reader.hpp"

namespace isotypic::cli {
namespace {

/// Features closer than this, relative to the larger vector, are the same: rounding.
constexpr double same_limit = 1e-9;

struct CompareCommand {
  std::vector<std::string> files;
  ReaderOptions reader;
  EmbeddingOptions embedding;
  LadderChoice ladder;
  bool mapping = false;
  Format format = Format::Text;
};

struct Difference {
  double cosine = 1.0;
  double largest = 0.0;  ///< absolute difference of one feature
  bool same = true;
};

/// Two equal vectors have similarity 1, two zero vectors among them.
Difference difference(const Eigen::VectorXd& a, const Eigen::VectorXd& b, double scale) {
  Difference result;
  if (a.size() == 0) return result;
  result.largest = (a - b).cwiseAbs().maxCoeff();
  result.same = result.largest <= same_limit * scale;
  if (result.same) return result;
  const double norms = a.norm() * b.norm();
  result.cosine = norms > 0.0 ? a.dot(b) / norms : 0.0;
  return result;
}

struct Side {
  std::string source;
  Graph graph;
  Embedding embedding;

  [[nodiscard]] const Eigen::VectorXd& values() const { return embedding.features.values; }
  [[nodiscard]] double retained_energy() const { return embedding.features.retained_energy; }
};

Side read_side(const std::string& file, const ReaderOptions& options) {
  GraphReader reader(file, options);
  std::optional<SourcedGraph> item = reader.next();
  if (!item) fail("compare", file, ": there is no graph in it");
  note_origin_of_count(*item);
  return {item->source + ":" + std::to_string(item->line), std::move(item->graph), {}};
}

/// Rows of an .npy file belong to the nodes of the first graph, then to those of the second.
void embed_sides(std::array<Side, 2>& sides, const EmbeddingOptions& options) {
  const NodeFeatures inputs(options.input);
  inputs.expect_rows(sides[0].graph.num_nodes() + sides[1].graph.num_nodes());
  ChannelCache cache;
  Projections projections(options.readout);
  ProgressBar bar("compare");
  std::int64_t first_node = 0;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    bar.update({.done = static_cast<std::int64_t>(i), .total = 2});
    Side& side = sides[i];
    try {
      side.embedding = embed_graph(side.graph, first_node, inputs, options, cache, projections);
    } catch (const Error& error) {
      fail_as(error.kind(), "compare", side.source, ": ", error.reason());
    }
    first_node += side.graph.num_nodes();
  }
}

struct Comparison {
  Difference total;
  std::vector<Difference> blocks;
  std::optional<std::size_t> first_different;
};

std::int64_t num_blocks(const Side& side) { return std::ssize(side.embedding.block_dims); }

Comparison compare(const Side& a, const Side& b, const EmbeddingOptions& options) {
  const std::int64_t width = options.readout.rp_dim + 3;
  // Slots beyond the blocks of both graphs say nothing.
  std::int64_t blocks = std::max(num_blocks(a), num_blocks(b));
  if (options.readout.max_blocks > 0) blocks = std::min(blocks, options.readout.max_blocks);
  const std::int64_t size = blocks * width;
  const auto padded = [size](const Eigen::VectorXd& values) {
    Eigen::VectorXd result = Eigen::VectorXd::Zero(size);
    const std::int64_t common = std::min<std::int64_t>(size, values.size());
    result.head(common) = values.head(common);
    return result;
  };
  const Eigen::VectorXd left = padded(a.values());
  const Eigen::VectorXd right = padded(b.values());
  const double scale = std::max(left.norm(), right.norm());
  Comparison result;
  result.total = difference(left, right, scale);
  for (std::int64_t begin = 0; begin < size; begin += width) {
    result.blocks.push_back(
        difference(left.segment(begin, width), right.segment(begin, width), scale));
    if (!result.blocks.back().same && !result.first_different) {
      result.first_different = result.blocks.size() - 1;
    }
  }
  return result;
}

std::optional<std::int64_t> block_dim(const Side& side, std::size_t a) {
  const auto& dims = side.embedding.block_dims;
  if (a >= dims.size()) return std::nullopt;
  return dims[a];
}

std::string to_json(const Comparison& result, const Verdict& verdict, bool with_mapping,
                    const Side& a, const Side& b) {
  nlohmann::ordered_json json = {{"a", a.source},
                                 {"b", b.source},
                                 {"cosine", result.total.cosine},
                                 {"largest_difference", result.total.largest},
                                 {"same", result.total.same},
                                 {"retained_energy", {a.retained_energy(), b.retained_energy()}},
                                 {"first_different", nullptr},
                                 {"blocks", nlohmann::ordered_json::array()}};
  if (result.first_different) json["first_different"] = *result.first_different;
  for (std::size_t i = 0; i < result.blocks.size(); ++i) {
    json["blocks"].push_back({{"dims", {block_dim(a, i).value_or(0), block_dim(b, i).value_or(0)}},
                              {"cosine", result.blocks[i].cosine},
                              {"largest_difference", result.blocks[i].largest},
                              {"same", result.blocks[i].same}});
  }
  add_verdict(json, verdict, with_mapping);
  return json_line(json);
}

/// One row per block; the first, "all", is about the whole vectors.
std::string to_csv(const Comparison& result, const Side& a, const Side& b) {
  std::string rows = "block,dim_a,dim_b,cosine,largest_difference,same\n" +
                     csv_cells("all", a.graph.num_nodes(), b.graph.num_nodes(), result.total.cosine,
                               result.total.largest, result.total.same) +
                     '\n';
  for (std::size_t i = 0; i < result.blocks.size(); ++i) {
    rows += csv_cells(i, block_dim(a, i), block_dim(b, i), result.blocks[i].cosine,
                      result.blocks[i].largest, result.blocks[i].same) +
            '\n';
  }
  return rows;
}

std::string to_text(const Comparison& result, const Side& a, const Side& b) {
  std::ostringstream text;
  text << std::setprecision(6) << "features: cosine similarity " << result.total.cosine
       << ", largest difference " << result.total.largest << "\nretained energy "
       << a.retained_energy() << " and " << b.retained_energy()
       << "\nblock  dim a  dim b      cosine  largest difference\n";
  const auto dim_text = [](std::optional<std::int64_t> dim) {
    return dim ? std::to_string(*dim) : std::string("-");
  };
  for (std::size_t i = 0; i < result.blocks.size(); ++i) {
    text << std::setw(5) << i << std::setw(7) << dim_text(block_dim(a, i)) << std::setw(7)
         << dim_text(block_dim(b, i)) << std::setw(12) << result.blocks[i].cosine << std::setw(20)
         << result.blocks[i].largest << '\n';
  }
  if (result.first_different) {
    text << "first told apart by block " << *result.first_different << '\n';
  } else {
    text << "not told apart\n";
  }
  return text.str();
}

void run_compare(const CompareCommand& command) {
  if (command.embedding.readout.variant != ReadoutVariant::Full) {
    throw CLI::ValidationError("--variant", "only the full variant has channels to compare");
  }
  Output output;
  std::array<Side, 2> sides = {read_side(command.files[0], command.reader),
                               read_side(command.files[1], command.reader)};
  embed_sides(sides, command.embedding);
  const auto& [a, b] = sides;
  const Comparison result = compare(a, b, command.embedding);
  // CSV has a row per block and nothing else.
  const Verdict verdict = command.format == Format::Csv
                              ? Verdict{}
                              : judge(a.graph, b.graph, command.embedding.symmetry, command.ladder);
  switch (command.format) {
    case Format::Json:
      output.write(to_json(result, verdict, command.mapping, a, b));
      break;
    case Format::Csv:
      output.write(to_csv(result, a, b));
      break;
    case Format::Text:
      output.write(to_text(verdict, command.mapping, terminal_width(STDOUT_FILENO, 80)) +
                   to_text(result, a, b));
      break;
  }
  output.commit();
}

}  // namespace

void add_compare(CLI::App& app) {
  const auto command = std::make_shared<CompareCommand>();
  CLI::App* sub = app.add_subcommand(
      "compare", "Say whether two graphs are isomorphic, and what tells them apart");
  sub->add_option("A B", command->files, "Two files; the first graph of each is read")
      ->required()
      ->expected(2);
  add_format_options(*sub, command->format);
  sub->add_flag("--simplify", command->reader.parse.simplify,
                "Drop loops, repeated edges and edges with invalid ends");
  sub->add_flag("--mapping", command->mapping,
                "Print where the nodes of A go in B, if the graphs are isomorphic (text and JSON)")
      ->excludes("--csv");
  add_embedding_options(*sub, command->embedding);
  add_ladder_options(*sub, command->ladder);
  sub->footer(
      "The features follow, with their cosine similarity and the largest difference: the\n"
      "absolute difference of the feature that differs most. It depends on the size of the\n"
      "numbers; the cosine does not. Retained energy is the share of the embedding that the\n"
      "blocks hold.\n"
      "Rows of an --input file are the nodes of A, then those of B.\n"
      "Examples:\n"
      "  isotypic compare rook.g6 shrikhande.g6 --max-blocks 0\n"
      "  isotypic compare a.g6 b.g6 --mapping\n"
      "  isotypic compare a.g6 b.g6 --input degree --json | jq .first_different\n");
  sub->callback([command] { run_compare(*command); });
}

}  // namespace isotypic::cli
