#include "isotypic/data/brec.hpp"

#include <utility>

#include "isotypic/error.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/npy.hpp"

namespace isotypic {
namespace {

struct BrecFile {
  const char* name;
  BrecCategory category;
  std::int64_t num_pairs;
};

constexpr std::array<BrecFile, 7> files = {{{"basic.npy", BrecCategory::Basic, 60},
                                            {"regular.npy", BrecCategory::Regular, 50},
                                            {"str.npy", BrecCategory::Regular, 50},
                                            {"extension.npy", BrecCategory::Extension, 100},
                                            {"cfi.npy", BrecCategory::Cfi, 100},
                                            {"4vtx.npy", BrecCategory::FourVertex, 20},
                                            {"dr.npy", BrecCategory::DistanceRegular, 20}}};

/// The files are either flat or of shape (pairs, 2): both have a pair in consecutive values.
void append_pairs(std::vector<BrecPair>& pairs, const std::string& path, const BrecFile& file) {
  const std::vector<std::string> lines = read_npy<std::string>(path).values;
  if (std::cmp_not_equal(lines.size(), 2 * file.num_pairs)) {
    fail("read_brec", path, ": holds ", lines.size(), " graphs, not ", 2 * file.num_pairs);
  }
  for (std::size_t i = 0; i < lines.size(); i += 2) {
    try {
      pairs.push_back({parse_graph6(lines[i]), parse_graph6(lines[i + 1]), file.category});
    } catch (const Error& error) {
      fail_as(error.kind(), "read_brec", path, ": pair ", i / 2, ": ", error.reason());
    }
  }
}

}  // namespace

std::string_view brec_category_name(BrecCategory category) {
  constexpr std::array<std::string_view, 6> names = {
      "Basic", "Regular", "Extension", "CFI", "4-Vertex_Condition", "Distance_Regular"};
  return names[static_cast<std::size_t>(category)];
}

std::vector<BrecPair> read_brec(const std::string& directory) {
  std::vector<BrecPair> pairs;
  for (const BrecFile& file : files) append_pairs(pairs, directory + '/' + file.name, file);
  return pairs;
}

}  // namespace isotypic
