#include "cli/commands/embed.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/checks.hpp"
#include "cli/streams/embedding.hpp"
#include "cli/streams/graph_stream.hpp"
#include "cli/streams/output.hpp"
#include "cli/streams/shard_part.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/sha256.hpp"
#include "isotypic/io/npy_header.hpp"

namespace isotypic::cli {
namespace {

/// In the header of a part: what the rows are.
constexpr const char* rows_key = "format";
constexpr const char* npy_format = "npy";

struct EmbedCommand {
  StreamOptions stream;
  EmbeddingOptions embedding;
  CacheOptions cache;
  Format format = Format::Json;
  std::string output = "-";
  std::optional<std::string> npy;
};

/// The features of one graph, ready to be written.
struct Row {
  std::string source;
  std::int64_t columns = 0;
  std::string bytes;  ///< a line of JSON or CSV, or the values as they lie in memory
};

std::string to_json(const StreamedGraph& item, const Features<double>& features) {
  return json_line(
      {{"source", item.source},
       {"n", item.graph.num_nodes()},
       {"features", std::vector<double>(features.values.begin(), features.values.end())},
       {"retained_energy", features.retained_energy}});
}

std::string to_csv(const StreamedGraph& item, const Features<double>& features) {
  std::string line = csv_cells(item.source, item.graph.num_nodes(), features.retained_energy);
  for (const double value : features.values) line += ',' + csv_cell(value);
  return line + '\n';
}

std::string to_bytes(const Features<double>& features) {
  return {reinterpret_cast<const char*>(features.values.data()),
          static_cast<std::size_t>(features.values.size()) * sizeof(double)};
}

std::string features_csv_header(std::int64_t columns) {
  std::string line = "source,n,retained_energy";
  for (std::int64_t i = 0; i < columns; ++i) line += ",f" + std::to_string(i);
  return line + '\n';
}

/// Values on disk until their number is known: the header of an .npy file says it first.
class Spool {
 public:
  Spool() : file_(std::tmpfile(), &std::fclose) {
    if (!file_) fail_as(ErrorKind::Runtime, "embed", "no temporary file");
  }

  void write(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
      fail_as(ErrorKind::Runtime, "embed", "cannot write to a temporary file");
    }
  }

  void copy_to(Output& output) {
    std::rewind(file_.get());
    std::string buffer(std::size_t{1} << 16, '\0');
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file_.get())) {
      output.write(std::string_view(buffer).substr(0, count));
    }
    if (std::ferror(file_.get()) != 0) {
      fail_as(ErrorKind::Runtime, "embed", "cannot read back a temporary file");
    }
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

class EmbeddingWriter {
 public:
  EmbeddingWriter(const std::string& file, Format format, bool npy)
      : output_(file), format_(format) {
    if (npy) spool_.emplace();
  }

  void write(const Row& row) {
    const bool table = spool_ || format_ == Format::Csv;
    if (table && num_rows_ > 0 && row.columns != columns_) {
      fail("embed", row.source, ": ", row.columns, " features where other graphs have ", columns_,
           "; give --max-blocks, or --json");
    }
    if (!spool_ && format_ == Format::Csv && num_rows_ == 0)
      output_.write(features_csv_header(row.columns));
    columns_ = row.columns;
    ++num_rows_;
    if (spool_) {
      spool_->write(row.bytes);
    } else {
      output_.write(row.bytes);
    }
  }

  void finish() {
    if (spool_) {
      output_.write(format_npy_header("<f8", {num_rows_, columns_}));
      spool_->copy_to(output_);
    } else if (format_ == Format::Csv && num_rows_ == 0) {
      output_.write(features_csv_header(0));
    }
    output_.commit();
  }

 private:
  Output output_;
  Format format_;
  std::optional<Spool> spool_;
  std::int64_t num_rows_ = 0;
  std::int64_t columns_ = 0;
};

Row make_row(const StreamedGraph& item, const Features<double>& features,
             const EmbedCommand& command) {
  Row row{.source = item.source, .columns = features.values.size()};
  if (command.npy) {
    row.bytes = to_bytes(features);
  } else {
    row.bytes = command.format == Format::Csv ? to_csv(item, features) : to_json(item, features);
  }
  return row;
}

/// A row in a part: its columns and the length of its source, then both texts.
std::string to_record(const Row& row) {
  const std::array<std::int64_t, 2> sizes = {row.columns, std::ssize(row.source)};
  std::string bytes(reinterpret_cast<const char*>(sizes.data()), sizeof sizes);
  return bytes + row.source + row.bytes;
}

Row from_record(const run::PartRecord& record) {
  std::array<std::int64_t, 2> sizes{};
  const std::int64_t least = sizeof sizes;
  if (std::ssize(record.bytes) >= least) std::memcpy(sizes.data(), record.bytes.data(), least);
  if (sizes[1] < 0 || sizes[1] > std::ssize(record.bytes) - least) {
    fail("merge", "the record of graph ", record.index, " is damaged");
  }
  return {.source = record.bytes.substr(least, sizes[1]),
          .columns = sizes[0],
          .bytes = record.bytes.substr(least + sizes[1])};
}

/// The rows of all graphs, by whoever takes them.
using RowWork = std::function<Row(const StreamedGraph&)>;

StreamSummary embed_all(const EmbedCommand& command, const RowWork& work,
                        const ShardPart::Check& check) {
  EmbeddingWriter writer(command.npy.value_or(command.output), command.format,
                         command.npy.has_value());
  StreamSummary summary = stream_graphs("embed", command.stream, [&](const StreamedGraph& item) {
    return [&writer, row = work(item)] { writer.write(row); };
  });
  check(summary);
  writer.finish();
  return summary;
}

StreamSummary embed_shard(const EmbedCommand& command, const RowWork& work,
                          const ShardPart::Check& check, const NodeFeatures& inputs, Json options) {
  // The name of a file of features says nothing about what is in it.
  if (inputs.from_file()) options["features"] = sha256(read_file(command.embedding.input));
  options[rows_key] = command.npy ? npy_format : command.format == Format::Csv ? "csv" : "json";
  ShardPart part("embed", command.npy.value_or(command.output), command.stream, options);
  return part.complete(
      [&](const StreamedGraph& item) {
        return [record = to_record(work(item))] { return record; };
      },
      check);
}

void embed(const EmbedCommand& command, const CLI::App& given) {
  std::vector<std::filesystem::path> read(command.stream.files.begin(), command.stream.files.end());
  read.emplace_back(command.embedding.input);
  const std::string& store = command.cache.file;
  check_no_output_is_input(
      {command.npy.value_or(command.output), store, store.empty() ? store : store + "-lock"}, read);
  const NodeFeatures inputs(command.embedding.input);
  expect_all_readable(inputs, command.stream);
  ChannelCache cache(command.cache);
  Projections projections(command.embedding.readout);
  const RowWork work = [&](const StreamedGraph& item) {
    const Embedding embedding =
        embed_graph(item.graph, item.first_node, inputs, command.embedding, cache, projections);
    return make_row(item, embedding.features, command);
  };
  const auto check = [&](const StreamSummary& summary) { inputs.expect_rows(summary.num_nodes); };
  const StreamSummary summary =
      command.stream.shard ? embed_shard(command, work, check, inputs, options_of_results(given))
                           : embed_all(command, work, check);
  cache.save();
  expect_no_failures("embed", summary);
}

}  // namespace

run::PartSummary merge_embed(run::PartSet& parts, const std::string& file) {
  const std::string format = parts.header().options.at(rows_key).get<std::string>();
  EmbeddingWriter writer(file, format == "csv" ? Format::Csv : Format::Json, format == npy_format);
  const run::PartSummary summary =
      parts.for_each([&](const run::PartRecord& record) { writer.write(from_record(record)); });
  writer.finish();
  return summary;
}

void add_embed(CLI::App& app) {
  const auto command = std::make_shared<EmbedCommand>();
  CLI::App* sub = app.add_subcommand(
      "embed", "Write a feature vector for every graph in files, without training");
  add_stream_options(*sub, command->stream);
  add_shard_option(*sub, command->stream);
  add_format_options(*sub, command->format);
  auto* output = sub->add_option("-o,--output", command->output, "File to write; - is stdout")
                     ->capture_default_str();
  sub->add_option("--npy", command->npy, "Write an .npy file, one row per graph; - is stdout")
      ->type_name("FILE")
      ->excludes(output)
      ->excludes("--json")
      ->excludes("--csv");
  sub->add_option("--cache", command->cache.file, "Keep decompositions in this file")
      ->type_name("FILE");
  add_embedding_options(*sub, command->embedding);
  add_pooled_option(*sub, command->embedding);
  sub->footer(
      "Features stand block after block: s1, s2, s3 and the projected mean of each.\n"
      "retained_energy is the part of the embedding's energy that the blocks read hold.\n"
      "With --pooled N, N features describe all components as a set, in graphs of any size.\n"
      "JSON is the default. Examples:\n"
      "  isotypic embed graphs.g6 --input degree --rounds 3\n"
      "  isotypic embed train.g6 test.g6 --max-blocks 16 --npy features.npy\n"
      "  isotypic embed networks/*.txt --pooled 64 --npy features.npy\n"
      "  isotypic generate petersen | isotypic embed - --csv --order ascending\n"
      "  isotypic embed graphs.g6 --max-blocks 16 --npy part-0 --shard 0/4\n");
  sub->callback([command, sub] {
    if (command->output.ends_with(".csv") && sub->count("--json") == 0) {
      command->format = Format::Csv;
    }
    embed(*command, *sub);
  });
}

}  // namespace isotypic::cli
