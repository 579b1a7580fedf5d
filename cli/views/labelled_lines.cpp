#include "cli/views/labelled_lines.hpp"

#include <algorithm>

#include "isotypic/base/text.hpp"

namespace isotypic::cli {
namespace {

constexpr std::size_t label_width = 14;  // with the indentation before it

}  // namespace

void LabelledLines::title(const std::string& text) {
  if (!text_.empty()) text_ += '\n';
  text_ += cut_front_to_width(printable(text), width_);
}

std::int64_t LabelledLines::room() const {
  return std::max<std::int64_t>(16, width_ - static_cast<std::int64_t>(label_width));
}

void LabelledLines::begin_line(const std::string& label) {
  if (!text_.empty()) text_ += '\n';
  std::string begin = "  " + label;
  begin.resize(std::max(label_width, begin.size() + 1), ' ');
  text_ += begin;
}

void LabelledLines::add(const std::string& label, const std::string& text,
                        std::int64_t most_lines) {
  const std::string wrapped = wrap_words(printable(text), room());
  std::size_t begin = 0;
  for (std::int64_t line = 1; begin <= wrapped.size(); ++line) {
    const std::size_t end = std::min(wrapped.find('\n', begin), wrapped.size());
    std::string content = wrapped.substr(begin, end - begin);
    const bool cut = line == most_lines && end < wrapped.size();
    if (cut) content = cut_to_width(content, room() - 2) + " …";
    begin_line(line == 1 ? label : "");
    text_ += content;
    if (cut) return;
    begin = end + 1;
  }
}

void LabelledLines::add_whole(const std::string& label, const std::string& text) {
  begin_line(label);
  text_ += text;
}

}  // namespace isotypic::cli
