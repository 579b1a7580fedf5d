// Record: what an experiment leaves behind. Format: docs/reference/records.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/report/cells.hpp"
#include "isotypic/base/json.hpp"

namespace isotypic::report {

/// Readable names with numbers, in the order they were added: "GIN/isotypic/separated" -> 33.
/// NaN stands for "not available" and is null in the file.
class Figures {
 public:
  /// Adds or replaces.
  void set(const std::string& name, double value);
  [[nodiscard]] std::optional<double> find(const std::string& name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, double>>& entries() const {
    return entries_;
  }
  [[nodiscard]] bool empty() const { return entries_.empty(); }

 private:
  std::vector<std::pair<std::string, double>> entries_;
};

/// Where the numbers were made; nothing that identifies a person or a host.
struct Machine {
  std::int64_t cores = 0;
  std::string compiler;
  std::vector<std::string> engines;  ///< such as "nauty-2.8.6/dense"

  friend bool operator==(const Machine&, const Machine&) = default;
};

/// How to draw some columns of the rows.
enum class PlotKind { Lines, Scatter, Survival, Bars };

/// A plot as a record declares it: the names of columns of its rows.
struct PlotSpec {
  std::string title;
  PlotKind kind = PlotKind::Lines;
  std::string x;        ///< column; for bars the category. Unused by Survival
  std::string y;        ///< column; rows that share x and group are averaged (Lines, Bars)
  std::string group;    ///< column that separates the series, or empty
  std::string x_label;  ///< or empty: the name of the column
  std::string y_label;
  bool log_x = false;
  bool log_y = false;

  friend bool operator==(const PlotSpec&, const PlotSpec&) = default;
};

/// How the number of a node becomes its colour.
enum class ColourScale {
  Categorical,  ///< orbits, classes: a colour for each distinct number
  Diverging,    ///< entries of an eigenvector: zero is neutral
  Sequential,   ///< amounts: from low to high
};

/// A graph to be drawn, with a number for each node.
struct GraphPicture {
  std::string title;
  std::string caption;
  Graph graph;
  std::vector<double> values;  ///< one per node, or empty for one colour
  ColourScale scale = ColourScale::Categorical;

  friend bool operator==(const GraphPicture&, const GraphPicture&) = default;
};

/// The record of one run of one experiment.
struct Record {
  std::string experiment;
  Json config = Json::object();
  std::string version;
  std::string commit;  ///< empty if unknown
  Machine machine;
  std::string command;  ///< as typed
  std::string started;  ///< UTC, 2026-01-31T12:00:00Z
  double seconds = 0.0;
  std::vector<Json> rows;  ///< flat objects: strings, numbers, booleans, null
  Figures figures;
  Figures paper;              ///< the paper's values, by the same names
  std::vector<Table> tables;  ///< what the experiment shows people; may be none
  std::vector<PlotSpec> plots;
  std::vector<GraphPicture> graphs;
};

/// A record that begins now: version, commit, machine and start time are filled in.
[[nodiscard]] Record begin_record(std::string experiment, Json config,
                                  const std::vector<std::string>& command);

/// The words of a command line as one line that a POSIX shell reads back as the same words.
[[nodiscard]] std::string quote_command(const std::vector<std::string>& words);

/// Throws Error (BadInput) that names the field and what is wrong with it.
[[nodiscard]] Record record_from_json(const Json& json, const std::string& source);
[[nodiscard]] Json record_to_json(const Record& record);

[[nodiscard]] Record read_record(const std::filesystem::path& path);
/// Checks the record as reading does, then writes it atomically: one row to a line.
void write_record(const Record& record, const std::filesystem::path& path);

}  // namespace isotypic::report
