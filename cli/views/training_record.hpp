// The record of one training, and the files beside its model.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "isotypic/learn/fit.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::cli {

/// Where a training comes from.
struct TrainingOrigin {
  std::vector<std::string> words;  ///< the command line as typed
  learn::PipelineOptions given;    ///< before "auto" was decided; they name the record
  bool drawn_split = false;        ///< the data set has no published one
};

[[nodiscard]] report::Record make_training_record(const TrainingOrigin& origin,
                                                  const learn::Pipeline& pipeline,
                                                  const learn::FitResult& result);

/// Writes curve.csv, the plots (with gnuplot) and train.json.
void write_training_results(const std::filesystem::path& folder, const report::Record& record,
                            const learn::FitResult& result);

/// Whether the folder has the results of exactly this training, from when it was finished before.
[[nodiscard]] bool has_training_results(const std::filesystem::path& folder,
                                        const report::Record& record);

}  // namespace isotypic::cli
