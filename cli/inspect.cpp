#include "cli/inspect.hpp"

#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/inspection.hpp"
#include "isotypic/error.hpp"
#include "isotypic/parallel.hpp"

namespace isotypic::cli {
namespace {

struct Command {
  std::vector<std::string> files;
  ReaderOptions reader;
  InspectOptions inspect;
  double time_limit_seconds = 0.0;
  std::int64_t threads = 0;
  bool json = false;
  bool csv = false;
  bool keep_going = false;
};

/// Reads a bounded number of graphs, works on them in parallel, prints them in input order.
class Pipeline {
 public:
  explicit Pipeline(const Command& command) : command_(command) {}

  void run() {
    for (const std::string& file : command_.files) inspect_file(file);
    print_chunk();
    if (num_bad_ > 0) fail("inspect", num_bad_, " graphs could not be read");
  }

 private:
  void inspect_file(const std::string& file) {
    GraphReader reader(file, command_.reader);
    while (true) {
      try {
        std::optional<SourcedGraph> item = reader.next();
        if (!item) return;
        chunk_size_ += item->graph.num_nodes() + item->graph.num_edges();
        chunk_.push_back(std::move(*item));
      } catch (const Error& error) {
        print_chunk();
        if (!command_.keep_going || error.kind() != ErrorKind::BadInput) throw;
        std::cerr << "isotypic: " << error.what() << '\n';
        ++num_bad_;
      }
      if (chunk_.size() >= 1024 || chunk_size_ >= 4'000'000) print_chunk();
    }
  }

  void print_chunk() {
    if (chunk_.empty()) return;
    std::vector<std::string> lines(chunk_.size());
    parallel_for(static_cast<std::int64_t>(chunk_.size()), command_.threads, [&](std::int64_t i) {
      lines[i] = render(inspect_graph(chunk_[i], command_.inspect));
    });
    if (!std::exchange(header_printed_, true)) print_header();
    for (const std::string& line : lines) print(line);
    if (!std::cout.flush()) fail_as(ErrorKind::Runtime, "inspect", "cannot write the output");
    chunk_.clear();
    chunk_size_ = 0;
  }

  [[nodiscard]] std::string render(const Inspection& inspection) const {
    if (command_.json) return to_json(inspection, command_.inspect.generators).dump();
    if (command_.csv) return to_csv(inspection);
    return to_table(inspection, command_.inspect.generators);
  }

  void print_header() const {
    if (command_.csv) print(csv_header());
    if (!command_.csv && !command_.json) print(table_header());
  }

  static void print(const std::string& line) { std::cout << line << '\n'; }

  const Command& command_;
  std::vector<SourcedGraph> chunk_;
  std::int64_t chunk_size_ = 0;
  std::int64_t num_bad_ = 0;
  bool header_printed_ = false;
};

}  // namespace

void add_inspect(CLI::App& app) {
  const auto command = std::make_shared<Command>();
  CLI::App* sub = app.add_subcommand("inspect", "Show the symmetry of every graph of a file");
  sub->add_option("FILE", command->files, "graph6, sparse6, DIMACS or edge list; - for stdin")
      ->required();
  auto* json = sub->add_flag("--json", command->json, "One JSON object per graph and line");
  sub->add_flag("--csv", command->csv, "Comma-separated values with a header")->excludes(json);
  sub->add_flag("--generators", command->inspect.generators, "Generators in cycle notation");
  sub->add_flag("--channels", command->inspect.channels,
                "Blocks, isotypic components and certificate (JSON and table)");
  sub->add_flag("--node-colours", command->inspect.symmetry.node_colours,
                "Automorphisms must keep node colours");
  sub->add_flag("--edge-colours", command->inspect.symmetry.edge_colours,
                "Automorphisms must keep edge colours");
  sub->add_flag("--simplify", command->reader.parse.simplify,
                "Leave out loops, repeated and bad edges, and count them");
  sub->add_flag("--keep-going", command->keep_going, "Report bad graphs, go on with the next");
  sub->add_option("--time-limit", command->time_limit_seconds, "Seconds per graph; 0 is none")
      ->check(CLI::NonNegativeNumber);
  sub->add_option("--dense-limit", command->inspect.dense_limit,
                  "Above so many nodes: no orbitals, 2-WL, canonical graph6")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{30'000}))
      ->capture_default_str();
  sub->add_option("--threads", command->threads, "0: one per core")->check(CLI::NonNegativeNumber);
  sub->footer(
      "1-WL says whether colour refinement finds the node orbits, 2-WL whether the coherent\n"
      "refinement of pairs finds the orbitals.\n"
      "Examples:\n"
      "  isotypic inspect graphs.g6\n"
      "  isotypic generate petersen | isotypic inspect - --generators\n"
      "  isotypic inspect molecules.g6.gz --json | jq .aut_order\n");
  sub->callback([command] {
    if (command->time_limit_seconds > 0) {
      command->inspect.symmetry.time_limit =
          std::chrono::milliseconds(std::llround(command->time_limit_seconds * 1000));
    }
    Pipeline(*command).run();
  });
}

}  // namespace isotypic::cli
