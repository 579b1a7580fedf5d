#include "isotypic/smiles/convert.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"
#include "isotypic/smiles/csv_reader.hpp"
#include "isotypic/smiles/molecule.hpp"
#include "isotypic/smiles/ogb_writer.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "convert_smiles";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::size_t find_column(const std::vector<std::string>& header, const std::string& name) {
  if (std::ranges::count(header, name) > 1) fail(where, "there are several columns '", name, "'");
  const auto found = std::ranges::find(header, name);
  if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  std::string names;
  for (const std::string& column : header) names += (names.empty() ? "" : ", ") + column;
  fail(where, "there is no column '", name, "'; there are ", names);
}

double parse_target(std::string_view text, const std::string& column) {
  text = trimmed(text);
  if (text.empty()) return std::numeric_limits<double>::quiet_NaN();
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  const bool fits = std::abs(value) <= std::numeric_limits<float>::max();
  if (status != std::errc{} || stop != end || !(std::isnan(value) || fits)) {
    fail(where, "the target ", column, " is ", in_quotes(text), ", not a number");
  }
  return value;
}

/// Reads row by row; what is wrong with one is thrown without its place.
class Converter {
 public:
  Converter(const std::vector<std::string>& header, const SmilesOptions& options)
      : options_(options), width_(header.size()), smiles_(find_column(header, options.smiles)) {
    for (const std::string& name : options.targets) targets_.push_back(find_column(header, name));
  }

  void convert(const std::vector<std::string>& row, OgbWriter& writer) {
    if (row.size() != width_) {
      fail(where, "the row has ", row.size(), " fields, the header ", width_);
    }
    std::vector<double> targets;
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      targets.push_back(parse_target(row[targets_[t]], options_.targets[t]));
    }
    const Molecule molecule = parse_smiles(std::string(trimmed(row[smiles_])));
    writer.add(molecule.atoms, molecule.bonds, molecule.bond_rows, targets);
    ++counts.molecules;
    counts.atoms += molecule.atoms.rows();
    counts.bonds += std::ssize(molecule.bonds);
  }

  SmilesCounts counts;

 private:
  const SmilesOptions& options_;
  std::size_t width_;
  std::size_t smiles_;
  std::vector<std::size_t> targets_;
};

}  // namespace

SmilesCounts convert_smiles(const std::string& path, const std::string& folder,
                            const SmilesOptions& options) {
  CsvReader rows(path);
  const auto at_line = [&](auto&& body) {
    try {
      return body();
    } catch (const Error& error) {
      fail_as(error.kind(), where, path, ':', rows.line(), ": ", error.reason());
    }
  };
  const auto header = rows.next();
  if (!header) fail(where, path, ": has no header");
  Converter converter = at_line([&] { return Converter(*header, options); });
  OgbWriter writer(folder);
  while (const auto row = rows.next()) {
    if (options.stop.stop_requested()) fail_as(ErrorKind::Cancelled, where, "stopped");
    at_line([&] { converter.convert(*row, writer); });
  }
  if (converter.counts.molecules == 0) fail(where, path, ": has no molecules below its header");
  writer.commit();
  return converter.counts;
}

}  // namespace isotypic
