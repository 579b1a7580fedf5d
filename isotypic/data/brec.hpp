// BREC: 400 pairs of graphs that are hard to tell apart (Wang and Zhang, 2024).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// The benchmark's own categories, in its order.
enum class BrecCategory { Basic, Regular, Extension, Cfi, FourVertex, DistanceRegular };

inline constexpr std::array<BrecCategory, 6> brec_categories = {
    BrecCategory::Basic, BrecCategory::Regular,    BrecCategory::Extension,
    BrecCategory::Cfi,   BrecCategory::FourVertex, BrecCategory::DistanceRegular};

/// "Basic", "Regular", "Extension", "CFI", "4-Vertex_Condition" or "Distance_Regular".
[[nodiscard]] std::string_view brec_category_name(BrecCategory category);

inline constexpr std::int64_t brec_num_pairs = 400;
inline constexpr std::int64_t brec_num_copies = 32;  ///< relabelled copies in the official protocol

/// The category of the pair with this official number. Throws Error unless 0 <= pair < 400.
[[nodiscard]] BrecCategory brec_category(std::int64_t pair);

struct BrecPair {
  Graph first;
  Graph second;
  BrecCategory category = BrecCategory::Basic;
};

/// The 400 pairs in official order: basic 0..59, regular 60..159 (50 regular, then 50 strongly
/// regular), extension 160..259, CFI 260..359, 4-vertex condition 360..379, distance regular
/// 380..399.
///
/// `directory` holds basic, regular, str, extension, cfi, 4vtx and dr .npy as published. Throws
/// Error, naming the file, if one is missing, bad or of the wrong size.
[[nodiscard]] std::vector<BrecPair> read_brec(const std::string& directory);

/// What the official protocol runs on: relabelled copies of the graphs of one pair.
struct BrecCopies {
  std::vector<Graph> pairs;        ///< first, second, first, second, ...
  std::vector<Graph> reliability;  ///< all of one and the same graph, compared two by two
};

/// `count` copies of both graphs and, for the reliability check, 2 * count of the first, by
/// permutations keyed by (seed, stream).
[[nodiscard]] BrecCopies relabelled_copies(const BrecPair& pair, std::int64_t count,
                                           std::uint64_t seed, std::uint64_t stream);

/// The benchmark's own copies: the single file brec_v3.npy with 51,200 graph6 strings, 64 to a
/// pair as in BrecCopies::pairs, then 64 to a pair as in BrecCopies::reliability.
///
/// Throws Error, naming the file and the entry, if it is missing, bad or of the wrong size. An
/// array of Python objects is refused: it can be read by unpickling only.
[[nodiscard]] std::vector<BrecCopies> read_brec_copies(const std::string& path);

struct BrecData {
  std::string source;              ///< the file or directory it came from
  std::vector<BrecPair> pairs;     ///< in official order
  std::vector<BrecCopies> copies;  ///< of brec_v3.npy; empty if only the raw pairs are there
};

/// Looks for BREC at `path`: the file brec_v3.npy, a directory with that file or with the seven raw
/// ones, or a directory with a folder `brec` of that kind. The result is brec_v3.npy or the folder
/// of the raw files.
[[nodiscard]] std::optional<std::filesystem::path> find_brec(const std::filesystem::path& path);

/// BREC as find_brec finds it.
///
/// Throws Error as the readers do. If BREC is missing, the message says where to get it.
[[nodiscard]] BrecData load_brec(const std::filesystem::path& path);

}  // namespace isotypic
