// `isotypic cross-validate`: configurations of a training compared over folds or seeds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "experiments/cross_validation/cross_validation.hpp"

namespace CLI {
class App;
}

namespace isotypic::cli {

/// `words` is the command line as typed, for the record.
void add_cross_validate(CLI::App& app, const std::vector<std::string>& words);

/// What `cross-validate` and `train --seeds` do.
struct RoundsCommand {
  std::vector<std::string> words;
  std::string data = ".";
  std::vector<std::string> configs;  ///< JSON files, for check_no_output_is_input()
  std::string output;                ///< folder
  std::string stem;                  ///< of the record, the page and the journal in it
  std::int64_t jobs = 0;             ///< side by side; 0: as many as there are cores for
  std::int64_t threads = 1;          ///< of every training
  bool keep_models = false;
  bool quiet = false;
  bool default_folds = false;  ///< nobody asked for folds: a published split does without
  Format format = Format::Text;
};

/// Trains all rounds, writes record and page, prints the table.
void run_rounds(const RoundsCommand& command, experiments::CrossValidation options);

}  // namespace isotypic::cli
