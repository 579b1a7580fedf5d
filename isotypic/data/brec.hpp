// BREC: 400 pairs of graphs that are hard to tell apart (Wang and Zhang, 2024).
#pragma once

#include <array>
#include <cstdint>
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

}  // namespace isotypic
