// ExplorerPage: graphs as one HTML page that opens from disk and loads nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/base/json.hpp"
#include "isotypic/explore/view.hpp"
#include "isotypic/ladder/classes.hpp"

namespace isotypic::explore {

/// Larger pages take a browser long to open.
inline constexpr std::int64_t max_page_bytes = 32'000'000;

/// The text by which two graphs of the page differ is kept for up to this many classes of
/// isomorphic graphs; of more the page knows the rung alone.
inline constexpr std::int64_t max_told_apart = 40;

struct PageSettings {
  std::string title = "isotypic";
  std::string features;  ///< what the given features are called; empty: none were given
  bool live = false;     ///< a server answers: graphs can be drawn and changed
};

/// Collects graphs and their comparison; holds them packed.
class ExplorerPage {
 public:
  explicit ExplorerPage(PageSettings settings) : settings_(std::move(settings)) {}

  /// Graphs are listed in the order in which they are added.
  /// Throws Error when the page would become larger than max_page_bytes.
  void add(const GraphView& view);

  /// Which rung of the ladder tells any two of the graphs apart.
  /// Throws Error if the classes are not those of all graphs added.
  void set_classes(const LadderClasses& classes, std::vector<Json> differences = {});

  [[nodiscard]] std::int64_t num_graphs() const { return static_cast<std::int64_t>(rows_.size()); }

  /// The whole page.
  [[nodiscard]] std::string render() const;

 private:
  void close_chunk();
  [[nodiscard]] Json settings_json() const;

  PageSettings settings_;
  Json rows_ = Json::array();
  Json chunk_ = Json::array();  // graphs that are not packed yet
  std::string packed_;          // elements of HTML
  std::int64_t num_chunks_ = 0;
  Json comparison_;
};

/// By what every two classes of isomorphic graphs differ, for LadderClasses of up to
/// max_told_apart classes, else nothing. Each entry is [class, class, text].
[[nodiscard]] std::vector<Json> tell_apart(const std::vector<Graph>& graphs,
                                           const LadderClasses& classes,
                                           const LadderOptions& options, Rung last);

}  // namespace isotypic::explore
