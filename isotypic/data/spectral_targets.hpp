// Spectral targets: the smallest eigenvalues of a graph's normalised Laplacian.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/data/dataset.hpp"

namespace isotypic {

/// Eigenvalues of the normalised Laplacian at most this large are zero; one per component.
inline constexpr double zero_eigenvalue = 1e-8;

/// All eigenvalues of L = I - D^-1/2 A D^-1/2, ascending. The row of an isolated node is zero
/// (Chung's convention), so zero has the multiplicity of the number of connected components.
[[nodiscard]] std::vector<double> normalised_laplacian_spectrum(const Graph& graph);

/// The `count` smallest eigenvalues above zero; NaN in place of those that do not exist.
[[nodiscard]] std::vector<float> smallest_nonzero_eigenvalues(const Graph& graph,
                                                              std::int64_t count);

/// Replaces the targets of every sample by these; `threads` as in parallel_for.
void set_spectral_targets(std::span<Sample> samples, std::int64_t count, std::int64_t threads = 0);

}  // namespace isotypic
