#include "isotypic/smiles/csv_reader.hpp"

#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "CsvReader";
constexpr std::int64_t max_row_bytes = std::int64_t{1} << 20;

/// Takes the characters of a row; a row may go over several lines.
class RowParser {
 public:
  void add(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (quoted_) {
        const bool doubled = c == '"' && i + 1 < text.size() && text[i + 1] == '"';
        if (c == '"' && !doubled) {
          quoted_ = false;
        } else {
          fields_.back() += c;
          i += doubled ? 1 : 0;
        }
      } else if (c == '"' && fields_.back().empty()) {
        quoted_ = true;
      } else if (c == ',') {
        fields_.emplace_back();
      } else {
        fields_.back() += c;
      }
    }
  }

  /// Whether the row goes on behind a line break.
  [[nodiscard]] bool is_open() const { return quoted_; }
  [[nodiscard]] std::vector<std::string> take() { return std::move(fields_); }

 private:
  std::vector<std::string> fields_ = {""};
  bool quoted_ = false;
};

}  // namespace

CsvReader::CsvReader(const std::string& path)
    : path_(path), lines_(Gunzip(ByteSource::open(path)), max_row_bytes, [](std::string_view) {
        return max_row_bytes;
      }) {}

std::optional<std::vector<std::string>> CsvReader::next() {
  try {
    return translate_exceptions(where, [&] { return read_row(); });
  } catch (const Error& error) {
    fail_as(error.kind(), where, path_, ':', lines_.number(), ": ", error.reason());
  }
}

std::optional<std::vector<std::string>> CsvReader::read_row() {
  RowParser row;
  std::int64_t first = 0;
  std::int64_t bytes = 0;
  while (auto line = lines_.next()) {
    constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
    if (lines_.number() == 1 && line->starts_with(utf8_mark)) {
      line->remove_prefix(utf8_mark.size());
    }
    if (line->empty() && first == 0) continue;
    if (first == 0) first = lines_.number();
    bytes += std::ssize(*line) + 1;
    if (bytes > max_row_bytes) fail(where, "the row that begins in line ", first, " is too long");
    row.add(*line);
    if (!row.is_open()) return row.take();
    row.add("\n");
  }
  if (row.is_open()) fail(where, "the quote that line ", first, " opens is never closed");
  return std::nullopt;
}

}  // namespace isotypic
