#include "isotypic/data/brec.hpp"

#include <array>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/npy.hpp"

namespace isotypic {
namespace {

struct BrecFile {
  const char* name;
  BrecCategory category;
  std::int64_t num_pairs;
};

constexpr std::array<BrecFile, 7> brec_files = {{{"basic.npy", BrecCategory::Basic, 60},
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

/// Entries `first` to `first + count`.
std::vector<Graph> parse_entries(const std::vector<std::string>& lines, std::int64_t first,
                                 std::int64_t count, const std::string& path) {
  std::vector<Graph> graphs;
  for (std::int64_t i = first; i < first + count; ++i) {
    try {
      graphs.push_back(parse_graph6(lines[i]));
    } catch (const Error& error) {
      fail_as(error.kind(), "read_brec_copies", path, ": entry ", i, ": ", error.reason());
    }
  }
  return graphs;
}

std::vector<std::string> read_strings(const std::string& path) {
  try {
    return read_npy<std::string>(path).values;
  } catch (const Error& error) {
    if (error.reason().find("|O") == std::string::npos) throw;
    fail("read_brec_copies", path,
         ": holds pickled Python objects; save it once as strings: "
         "numpy.save(path, numpy.load(path, allow_pickle=True).astype('S'))");
  }
}

BrecData from_copies(const std::string& path) {
  BrecData data{.source = path, .copies = read_brec_copies(path)};
  for (std::int64_t i = 0; i < brec_num_pairs; ++i) {
    const std::vector<Graph>& graphs = data.copies[i].pairs;
    data.pairs.push_back({graphs[0], graphs[1], brec_category(i)});
  }
  return data;
}

}  // namespace

BrecCategory brec_category(std::int64_t pair) {
  std::int64_t end = 0;
  for (const BrecFile& file : brec_files) {
    end += file.num_pairs;
    if (pair >= 0 && pair < end) return file.category;
  }
  fail("brec_category", "there is no pair ", pair);
}

std::string_view brec_category_name(BrecCategory category) {
  constexpr std::array<std::string_view, 6> names = {
      "Basic", "Regular", "Extension", "CFI", "4-Vertex_Condition", "Distance_Regular"};
  return names[static_cast<std::size_t>(category)];
}

std::vector<BrecPair> read_brec(const std::string& directory) {
  std::vector<BrecPair> pairs;
  for (const BrecFile& file : brec_files) append_pairs(pairs, directory + '/' + file.name, file);
  return pairs;
}

BrecCopies relabelled_copies(const BrecPair& pair, std::int64_t count, std::uint64_t seed,
                             std::uint64_t stream) {
  Random random(seed, stream);
  BrecCopies copies;
  for (std::int64_t i = 0; i < count; ++i) {
    copies.pairs.push_back(shuffled(pair.first, random));
    copies.pairs.push_back(shuffled(pair.second, random));
  }
  for (std::int64_t i = 0; i < 2 * count; ++i) {
    copies.reliability.push_back(shuffled(pair.first, random));
  }
  return copies;
}

std::vector<BrecCopies> read_brec_copies(const std::string& path) {
  constexpr std::int64_t per_pair = 2 * brec_num_copies;
  const std::vector<std::string> lines = read_strings(path);
  if (std::ssize(lines) != 2 * brec_num_pairs * per_pair) {
    fail("read_brec_copies", path, ": holds ", lines.size(), " graphs, not ",
         2 * brec_num_pairs * per_pair);
  }
  std::vector<BrecCopies> copies;
  for (std::int64_t i = 0; i < brec_num_pairs; ++i) {
    copies.push_back({parse_entries(lines, i * per_pair, per_pair, path),
                      parse_entries(lines, (brec_num_pairs + i) * per_pair, per_pair, path)});
  }
  return copies;
}

std::optional<std::filesystem::path> find_brec(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  if (fs::is_regular_file(path)) return path;
  for (const fs::path& folder : {path, path / "brec"}) {
    if (fs::exists(folder / "brec_v3.npy")) return folder / "brec_v3.npy";
    if (fs::exists(folder / brec_files.front().name)) return folder;
  }
  return std::nullopt;
}

BrecData load_brec(const std::filesystem::path& path) {
  constexpr const char* origin = "BREC_data_all.zip of https://github.com/GraphPKU/BREC";
  const auto found = find_brec(path);
  if (!found) {
    fail("load_brec", path.string(),
         ": no BREC found: neither brec_v3.npy nor basic.npy and its six companions; both are in ",
         origin);
  }
  try {
    if (!std::filesystem::is_directory(*found)) return from_copies(found->string());
    return {.source = found->string(), .pairs = read_brec(found->string())};
  } catch (const Error& error) {
    fail_as(error.kind(), "load_brec", error.reason(), " (the file as published is in ", origin,
            ")");
  }
}

}  // namespace isotypic
