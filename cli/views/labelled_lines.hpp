// LabelledLines: facts for people, one labelled paragraph each, that fit the terminal.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace isotypic::cli {

class LabelledLines {
 public:
  explicit LabelledLines(std::int64_t width) : width_(width) {}

  /// A line that is not indented; of a long one the end is shown.
  void title(const std::string& text);
  /// A paragraph, wrapped between words. After `most_lines` lines it is cut, and says so.
  void add(const std::string& label, const std::string& text,
           std::int64_t most_lines = std::numeric_limits<std::int64_t>::max());
  /// A line that is neither wrapped nor cut.
  void add_whole(const std::string& label, const std::string& text);

  [[nodiscard]] std::int64_t width() const { return width_; }
  /// Columns that `add` has for text.
  [[nodiscard]] std::int64_t room() const;
  /// All lines; the last one has no line break.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void begin_line(const std::string& label);

  std::int64_t width_;
  std::string text_;
};

}  // namespace isotypic::cli
