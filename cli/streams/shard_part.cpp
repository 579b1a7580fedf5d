#include "cli/streams/shard_part.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <utility>

#include "cli/options/checks.hpp"
#include "isotypic/base/build_info.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::cli {

void add_shard_option(CLI::App& command, std::optional<run::Shard>& shard,
                      const std::string& description) {
  command
      .add_option_function<std::string>(
          "--shard", [&shard](const std::string& text) { shard = run::parse_shard(text); },
          description)
      ->type_name("i/N")
      ->check(is_shard());
}

void add_shard_option(CLI::App& command, StreamOptions& options) {
  add_shard_option(command, options.shard,
                   "Work on part i of N of the graphs; the file that is written is a part for "
                   "`merge`, and a run that was stopped goes on with it");
}

Json options_of_results(const CLI::App& command) {
  constexpr std::array<std::string_view, 6> others = {"--shard", "--threads", "--output",
                                                      "--npy",   "--cache",   "--quiet"};
  Json options = Json::object();
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name(false, false);
    if (option->count() == 0 || std::ranges::find(others, name) != others.end()) continue;
    Json values = Json::array();
    for (const std::string& text : option->results()) values.push_back(printable(text));
    options[name] = std::move(values);
  }
  return options;
}

/// Another build, or another nauty, may number and label graphs in another way.
static std::string version_of_results() {
  return build_version() + " " + build_commit() + ", " + engine_name(SymmetryEngine::DenseNauty) +
         ", " + engine_name(SymmetryEngine::Traces);
}

ShardPart::ShardPart(const char* command, const std::string& path, const StreamOptions& stream,
                     const Json& options, const Resumed& resumed)
    : command_(command), path_(path), stream_(stream) {
  if (path.empty() || path == "-") {
    throw CLI::ValidationError("--shard", "needs a file for its part: give --output FILE");
  }
  const run::PartHeader header{command, version_of_results(), options, *stream.shard};
  part_.emplace(path, header, [&](const run::PartRecord& record) {
    resume_.last = {record.index, record.input};
    if (record.kind == run::PartRecordKind::Failed) {
      if (before_.num_failed++ == 0) before_.why = run::failure_of(record);
    } else {
      resumed(record);
    }
  });
  resume_.on_failed = [this](const StreamPlace& place, ErrorKind why) {
    part_->append(run::failure_record(place.index, place.input, why));
  };
}

StreamSummary ShardPart::complete(const Work& work, const Check& check) {
  if (part_->is_complete()) {
    std::cerr << "isotypic: note: " << path_ << " is complete; the graphs were not read again\n";
    return before_;
  }
  StreamSummary summary = stream_graphs(
      command_, stream_,
      [&](StreamedGraph& item) {
        const StreamPlace place = item.place;
        return [this, place, result = work(item)] {
          part_->append({.index = place.index, .input = place.input, .bytes = result()});
        };
      },
      resume_);
  check(summary);
  finish(summary);
  summary.num_failed += before_.num_failed;
  if (before_.why) summary.why = before_.why;
  return summary;
}

void ShardPart::finish(const StreamSummary& summary) {
  if (resume_.last && summary.end.index <= resume_.last->index) {
    fail(command_, path_, ": there are fewer graphs than this shard began with; delete its part ",
         "and begin again");
  }
  part_->finish(summary.end.index, summary.end.input);
}

}  // namespace isotypic::cli
