// Channels: the node space R^n split into the eigenspaces of a generic equivariant operator.
//
// S = sum_t c_t (M_t + M_t^T) / 2 over the orbitals t commutes with Aut(G), so its eigenspaces
// are invariant subspaces; for generic c they refine the isotypic decomposition. Everything is
// computed in canonical coordinates and shared by all relabelled copies of a graph; a copy adds
// only its canonical position. Theory: docs/explanation/theory.md, §3.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// The largest graph that is decomposed: the operator, its eigenvectors and the workspace of the
/// eigensolver take about 40 n^2 bytes together, 2.7 GB at this size.
inline constexpr std::int64_t max_decompose_nodes = 8192;

/// How the coefficient c_t of orbital t is drawn from (seed, attempt, t).
enum class CoefficientScheme {
  Uniform,  ///< uniform in [-1, 1)
};

/// Which subspaces become blocks.
enum class Grouping {
  Channels,    ///< eigenspaces of S: the paper's readout; inside a component seed-dependent
  Components,  ///< isotypic components over R: seed-free
};

/// The order in which blocks are listed (and truncated).
enum class BlockOrder {
  TraceDescending,  ///< (tr P, tr PL, tr PA) descending, ties by eigenvalue: the paper's
  TraceAscending,   ///< the reverse: small channels, the trivial ones among them, come first
};

struct ChannelOptions {
  std::uint64_t seed = 0;
  double tolerance = 1e-9;  ///< eigenvalues closer than tolerance * |S| count as equal
  CoefficientScheme coefficients = CoefficientScheme::Uniform;
  BlockOrder order = BlockOrder::TraceDescending;
  Grouping grouping = Grouping::Channels;
  std::int64_t max_blocks = 0;  ///< keep only the first max_blocks blocks; 0 keeps all

  friend bool operator==(const ChannelOptions&, const ChannelOptions&) = default;
};

/// The field of endomorphisms of a real irreducible representation.
enum class ComponentType { Real, Complex, Quaternionic };

/// "real", "complex" or "quaternionic".
[[nodiscard]] const char* to_string(ComponentType type);

/// One isotypic component over R: `multiplicity` copies of an irreducible piece of dimension `dim`.
struct Component {
  std::int64_t dim = 0;
  std::int64_t multiplicity = 0;
  ComponentType type = ComponentType::Real;
  bool trivial = false;  ///< the vectors that are constant on node orbits

  friend bool operator==(const Component&, const Component&) = default;
};

/// One block: an invariant subspace with its orthonormal basis in columns of the basis matrix.
struct Channel {
  std::int64_t begin = 0;      ///< first column
  std::int64_t dim = 0;        ///< number of columns
  double eigenvalue = 0.0;     ///< of S; for Grouping::Components the mean over the block
  double tr_laplacian = 0.0;   ///< tr(P L)
  double tr_adjacency = 0.0;   ///< tr(P A)
  std::int64_t component = 0;  ///< index into `components`

  friend bool operator==(const Channel&, const Channel&) = default;
};

/// Why the decomposition can be trusted. Numbers are relative to |S|; z is a random vector. It
/// was also checked that every generator maps every block into itself and that every block is
/// irreducible (for Grouping::Components: made of irreducible ones). A function of the canonical
/// form and the options, like everything in a Decomposition.
struct Certificate {
  double min_gap = 0.0;           ///< between neighbouring eigenvalue clusters; inf if only one
  double max_spread = 0.0;        ///< within a cluster
  double orthogonality = 0.0;     ///< |Q Q^T z - z| / |z|
  double residual = 0.0;          ///< |S Q z - Q Lambda z| / |S| |z|
  double equivariance = 0.0;      ///< residual / smallest gap between nontrivial components:
                                  ///< bounds how far an automorphism moves a block
  std::int64_t num_orbitals = 0;  ///< equals the sum over components of type * multiplicity^2
  std::int64_t attempts = 1;      ///< coefficient draws needed

  friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// The decomposition of a canonical form. Row i of `basis` belongs to canonical position i.
struct Decomposition {
  std::int64_t num_nodes = 0;
  Eigen::MatrixXd basis;          ///< num_nodes x (sum of the dims of the kept channels)
  std::vector<Channel> channels;  ///< in block order; at most max_blocks of them
  std::vector<Component> components;
  std::int64_t num_channels = 0;  ///< before truncation to max_blocks
  Certificate certificate;

  /// Whether a block lies in the trivial component: its vectors are constant on node orbits. The
  /// entries of every vector of any other block sum to zero.
  [[nodiscard]] bool is_trivial(const Channel& block) const {
    return components[block.component].trivial;
  }
};

/// The channels of one graph: the shared decomposition of its canonical form, and where the
/// graph's own nodes stand in it.
struct Channels {
  std::shared_ptr<const Decomposition> canonical;
  Permutation position;  ///< node v is row position[v] of canonical->basis

  [[nodiscard]] std::int64_t num_nodes() const { return canonical->num_nodes; }
};

/// Splits R^n, n the number of nodes. Equal canonical forms and options give bit-identical
/// `canonical` parts, on any number of threads.
///
/// Throws Error (Runtime) when no coefficient draw passes the certificate, and (BadInput) when
/// n is above max_decompose_nodes. `symmetry_options` say which colours count and
/// when to give up.
[[nodiscard]] Channels decompose(const Graph& graph, const ChannelOptions& options = {},
                                 const SymmetryOptions& symmetry_options = {});

/// The same for a caller that has the symmetry already.
[[nodiscard]] Channels decompose(const Symmetry& symmetry, const ChannelOptions& options = {});

/// The same for a caller that has the canonical orbitals already.
[[nodiscard]] Channels decompose(const Symmetry& symmetry, const Orbitals& canonical_orbitals,
                                 const ChannelOptions& options = {});

/// The same with given coefficients, one per canonical orbital, instead of drawn ones.
///
/// Throws Error (Runtime) when the certificate fails: these coefficients are not generic.
[[nodiscard]] Channels decompose_operator(const Symmetry& symmetry,
                                          const Orbitals& canonical_orbitals,
                                          std::span<const double> coefficients,
                                          const ChannelOptions& options = {});

/// The coefficients that `decompose` draws at the given attempt (0, 1, ...).
[[nodiscard]] std::vector<double> draw_coefficients(std::int64_t num_orbitals,
                                                    const ChannelOptions& options,
                                                    std::int64_t attempt = 0);

/// The basis with row v belonging to node v.
[[nodiscard]] Eigen::MatrixXd basis_in_node_order(const Channels& channels);

}  // namespace isotypic
