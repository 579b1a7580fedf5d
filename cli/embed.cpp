#include "cli/embed.hpp"

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>

#include "cli/embedding_options.hpp"
#include "cli/node_features.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/error.hpp"
#include "isotypic/io/atomic_file.hpp"
#include "isotypic/io/reader.hpp"

namespace isotypic::cli {
namespace {

enum class EmbedFormat { Json, Csv, Npy };

struct EmbedCommand {
  std::string file;
  std::string output = "-";
  EmbedFormat format = EmbedFormat::Json;
  EmbeddingOptions embedding;
  CacheOptions cache;
};

struct Row {
  std::string source;
  std::int64_t num_nodes = 0;
  Features<double> features;
};

std::string to_json(const Row& row) {
  const Eigen::VectorXd& values = row.features.values;
  nlohmann::ordered_json json = {{"source", row.source}, {"n", row.num_nodes}};
  json["features"] = std::vector<double>(values.begin(), values.end());
  json["captured_energy"] = row.features.captured_energy;
  return json.dump() + '\n';
}

std::string to_csv(const Row& row) {
  std::ostringstream line;
  line.precision(17);
  line << '"' << row.source << "\"," << row.num_nodes << ',' << row.features.captured_energy;
  for (const double value : row.features.values) line << ',' << value;
  line << '\n';
  return line.str();
}

std::string csv_header(std::int64_t num_values) {
  std::string line = "source,n,captured_energy";
  for (std::int64_t i = 0; i < num_values; ++i) line += ",f" + std::to_string(i);
  return line + '\n';
}

/// Writes rows as they come; an .npy file needs all of them first.
class EmbeddingWriter {
 public:
  EmbeddingWriter(const std::string& path, EmbedFormat format) : file_(path), format_(format) {}

  void write(const Row& row) {
    const std::int64_t columns = row.features.values.size();
    if (format_ != EmbedFormat::Json && array_.shape[0] > 0 && columns != array_.shape[1]) {
      fail("embed", row.source, ": ", columns, " features where other graphs have ",
           array_.shape[1], "; give --max-blocks");
    }
    if (format_ == EmbedFormat::Csv && array_.shape[0] == 0) file_.write(csv_header(columns));
    ++array_.shape[0];
    array_.shape[1] = columns;
    if (format_ == EmbedFormat::Json) file_.write(to_json(row));
    if (format_ == EmbedFormat::Csv) file_.write(to_csv(row));
    if (format_ == EmbedFormat::Npy) {
      array_.values.insert(array_.values.end(), row.features.values.begin(),
                           row.features.values.end());
    }
  }

  void finish() {
    if (format_ == EmbedFormat::Npy) file_.write(format_npy(array_));
    file_.commit();
  }

 private:
  AtomicFile file_;
  EmbedFormat format_;
  NpyArray<double> array_{.values = {}, .shape = {0, 0}};
};

void embed(const EmbedCommand& command) {
  GraphReader reader(command.file);
  NodeFeatures inputs(command.embedding.input);
  ChannelCache cache(command.cache);
  EmbeddingWriter writer(command.output, command.format);
  while (const std::optional<SourcedGraph> item = reader.next()) {
    const Eigen::MatrixXd embeddings =
        propagate(item->graph, inputs.next(item->graph), command.embedding.rounds);
    const Channels channels =
        cache.decompose(compute_symmetry(item->graph), command.embedding.channels);
    writer.write({item->source + ":" + std::to_string(item->line), item->graph.num_nodes(),
                  isotypic_features(channels, embeddings, command.embedding.readout)});
  }
  inputs.expect_end();
  writer.finish();
  cache.save();
}

}  // namespace

void add_embed(CLI::App& app) {
  const auto command = std::make_shared<EmbedCommand>();
  CLI::App* sub = app.add_subcommand("embed", "Training-free embeddings of the graphs of a file");
  const std::map<std::string, EmbedFormat> formats = {
      {"json", EmbedFormat::Json}, {"csv", EmbedFormat::Csv}, {"npy", EmbedFormat::Npy}};
  sub->add_option("FILE", command->file, "graph6, sparse6, DIMACS or edge list; - for stdin")
      ->required();
  sub->add_option("--format", command->format, "json (one object per line), csv or npy")
      ->transform(CLI::CheckedTransformer(formats).description(""));
  sub->add_option("--output", command->output, "File to write; - for stdout")
      ->capture_default_str();
  sub->add_option("--cache", command->cache.file, "Keep decompositions in this file");
  add_embedding_options(*sub, command->embedding);
  sub->footer(
      "Features stand block after block: s1, s2, s3 and the projected mean of each.\n"
      "captured_energy is the part of the embedding's energy that the blocks read hold.\n"
      "Examples:\n"
      "  isotypic embed graphs.g6 --input degree --rounds 3\n"
      "  isotypic embed graphs.g6 --max-blocks 16 --format npy --output features.npy\n");
  sub->callback([command] { embed(*command); });
}

}  // namespace isotypic::cli
