#include "cli/compare.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/embedding_options.hpp"
#include "cli/node_features.hpp"
#include "isotypic/error.hpp"
#include "isotypic/io/reader.hpp"

namespace isotypic::cli {
namespace {

/// Features closer than this, relative to the larger vector, are the same: rounding.
constexpr double same_limit = 1e-9;

struct CompareCommand {
  std::vector<std::string> files;
  EmbeddingOptions embedding;
  bool json = false;
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
  Channels channels;
  Features<double> features;
};

Side read_side(const std::string& file, const EmbeddingOptions& options) {
  GraphReader reader(file);
  const std::optional<SourcedGraph> item = reader.next();
  if (!item) fail("compare", file, ": there is no graph in it");
  NodeFeatures inputs(options.input);
  const Eigen::MatrixXd embeddings =
      propagate(item->graph, inputs.next(item->graph), options.rounds);
  const Channels channels = decompose(compute_symmetry(item->graph), options.channels);
  return {item->source + ":" + std::to_string(item->line), channels,
          isotypic_features(channels, embeddings, options.readout)};
}

struct Comparison {
  Difference total;
  std::vector<Difference> blocks;
  std::optional<std::size_t> first_different;
};

Comparison compare(const Side& a, const Side& b, const EmbeddingOptions& options) {
  const std::int64_t width = options.readout.rp_dim + 3;
  const std::int64_t size = std::max(a.features.values.size(), b.features.values.size());
  Eigen::VectorXd left = Eigen::VectorXd::Zero(size);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(size);
  left.head(a.features.values.size()) = a.features.values;
  right.head(b.features.values.size()) = b.features.values;
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
  const auto& blocks = side.channels.canonical->channels;
  if (a >= blocks.size()) return std::nullopt;
  return blocks[a].dim;
}

nlohmann::ordered_json to_json(const Comparison& result, const Side& a, const Side& b) {
  nlohmann::ordered_json json = {
      {"a", a.source},
      {"b", b.source},
      {"cosine", result.total.cosine},
      {"largest_difference", result.total.largest},
      {"same", result.total.same},
      {"captured_energy", {a.features.captured_energy, b.features.captured_energy}},
      {"first_different", nullptr},
      {"blocks", nlohmann::ordered_json::array()}};
  if (result.first_different) json["first_different"] = *result.first_different;
  for (std::size_t i = 0; i < result.blocks.size(); ++i) {
    json["blocks"].push_back({{"dims", {block_dim(a, i).value_or(0), block_dim(b, i).value_or(0)}},
                              {"cosine", result.blocks[i].cosine},
                              {"largest_difference", result.blocks[i].largest},
                              {"same", result.blocks[i].same}});
  }
  return json;
}

void print(const Comparison& result, const Side& a, const Side& b) {
  std::cout << std::setprecision(6) << "cosine similarity " << result.total.cosine
            << ", largest difference " << result.total.largest << "\ncaptured energy "
            << a.features.captured_energy << " and " << b.features.captured_energy
            << "\nblock  dim a  dim b      cosine  largest difference\n";
  const auto dim_text = [](std::optional<std::int64_t> dim) {
    return dim ? std::to_string(*dim) : std::string("-");
  };
  for (std::size_t i = 0; i < result.blocks.size(); ++i) {
    std::cout << std::setw(5) << i << std::setw(7) << dim_text(block_dim(a, i)) << std::setw(7)
              << dim_text(block_dim(b, i)) << std::setw(12) << result.blocks[i].cosine
              << std::setw(20) << result.blocks[i].largest << '\n';
  }
  if (result.first_different) {
    std::cout << "first told apart by block " << *result.first_different << '\n';
  } else {
    std::cout << "not told apart\n";
  }
}

}  // namespace

void add_compare(CLI::App& app) {
  const auto command = std::make_shared<CompareCommand>();
  CLI::App* sub =
      app.add_subcommand("compare", "Compare the features of two graphs, channel by channel");
  sub->add_option("A B", command->files, "Two files; the first graph of each is read")
      ->required()
      ->expected(2);
  sub->add_flag("--json", command->json, "One JSON object");
  add_embedding_options(*sub, command->embedding);
  sub->footer(
      "Example:\n"
      "  isotypic compare rook.g6 shrikhande.g6 --max-blocks 0\n");
  sub->callback([command] {
    if (command->embedding.readout.variant != ReadoutVariant::Full) {
      fail("compare", "only the full variant has channels to compare");
    }
    const Side a = read_side(command->files[0], command->embedding);
    const Side b = read_side(command->files[1], command->embedding);
    const Comparison result = compare(a, b, command->embedding);
    if (command->json) {
      std::cout << to_json(result, a, b).dump() << '\n';
    } else {
      print(result, a, b);
    }
  });
}

}  // namespace isotypic::cli
