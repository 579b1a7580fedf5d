#include "isotypic/channels/serialise.hpp"

#include <array>
#include <cstring>
#include <sstream>
#include <type_traits>

#include "isotypic/channels/internal/consistency.hpp"

namespace isotypic {
namespace {

/// Raise whenever `decompose` gives other bits than before for the same key.
constexpr int construction_version = 2;

std::string key_prefix(SymmetryEngine engine) {
  return "v" + std::to_string(construction_version) + " " + engine_name(engine) + " ";
}

class Writer {
 public:
  template <typename Value>
  void put(const Value& value) {
    static_assert(std::is_arithmetic_v<Value>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put_basis(const Eigen::MatrixXd& basis) {
    put<std::int64_t>(basis.rows());
    put<std::int64_t>(basis.cols());
    bytes_.append(reinterpret_cast<const char*>(basis.data()),
                  static_cast<std::size_t>(basis.size()) * sizeof(double));
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <typename Value>
  Value get() {
    Value value{};
    if (bytes_.size() < sizeof value) {
      good_ = false;
      return value;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  /// A count of records that take at least `least` bytes each; 0 and a failure if they cannot be
  /// there.
  std::int64_t get_count(std::size_t least) {
    const auto count = get<std::int64_t>();
    if (count < 0 || static_cast<std::size_t>(count) > bytes_.size() / least) {
      good_ = false;
      return 0;
    }
    return count;
  }
  Eigen::MatrixXd get_basis() {
    const auto rows = get<std::int64_t>();
    const auto cols = get<std::int64_t>();
    const bool sized = rows >= 0 && cols >= 0 && rows <= max_decompose_nodes && cols <= rows;
    const std::size_t size = sized ? static_cast<std::size_t>(rows * cols) * sizeof(double) : 0;
    if (!sized || bytes_.size() < size) {
      good_ = false;
      return {};
    }
    Eigen::MatrixXd basis(rows, cols);
    if (size > 0) std::memcpy(basis.data(), bytes_.data(), size);
    bytes_.remove_prefix(size);
    return basis;
  }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool good_ = true;
};

void put_certificate(Writer& writer, const Certificate& certificate) {
  for (const double value : {certificate.min_gap, certificate.max_spread, certificate.orthogonality,
                             certificate.residual, certificate.equivariance}) {
    writer.put(value);
  }
  writer.put(certificate.num_orbitals);
  writer.put(certificate.attempts);
}

Certificate get_certificate(Reader& reader) {
  Certificate certificate;
  for (double* value : {&certificate.min_gap, &certificate.max_spread, &certificate.orthogonality,
                        &certificate.residual, &certificate.equivariance}) {
    *value = reader.get<double>();
  }
  certificate.num_orbitals = reader.get<std::int64_t>();
  certificate.attempts = reader.get<std::int64_t>();
  return certificate;
}

}  // namespace

std::string cache_key(SymmetryEngine engine, std::int64_t num_nodes, const Hash128& canonical,
                      const ChannelOptions& options) {
  std::ostringstream key;
  key << key_prefix(engine) << "seed " << options.seed << " tolerance " << std::hexfloat
      << options.tolerance << " coefficients " << static_cast<int>(options.coefficients)
      << " order " << static_cast<int>(options.order) << " grouping "
      << static_cast<int>(options.grouping) << " max_blocks " << options.max_blocks << " graph "
      << num_nodes << " " << to_string(canonical);
  return key.str();
}

std::string cache_key(const Symmetry& symmetry, const ChannelOptions& options) {
  return cache_key(symmetry.engine, symmetry.num_nodes, symmetry.hash, options);
}

std::string labelling_key(const Graph& graph) {
  return key_prefix(choose_engine(graph.num_nodes())) + "labelling of " +
         std::to_string(graph.num_nodes()) + " " + to_string(hash_graph(graph));
}

std::string serialise(const Decomposition& decomposition) {
  Writer writer;
  writer.put(decomposition.num_nodes);
  writer.put(decomposition.num_channels);
  writer.put<std::int64_t>(std::ssize(decomposition.channels));
  for (const Channel& channel : decomposition.channels) {
    writer.put(channel.begin);
    writer.put(channel.dim);
    writer.put(channel.eigenvalue);
    writer.put(channel.tr_laplacian);
    writer.put(channel.tr_adjacency);
    writer.put(channel.component);
  }
  writer.put<std::int64_t>(std::ssize(decomposition.components));
  for (const Component& component : decomposition.components) {
    writer.put(component.dim);
    writer.put(component.multiplicity);
    writer.put(static_cast<std::int8_t>(component.type));
    writer.put(static_cast<std::int8_t>(component.trivial));
  }
  put_certificate(writer, decomposition.certificate);
  writer.put_basis(decomposition.basis);
  return writer.take();
}

std::optional<Decomposition> deserialise(std::string_view bytes) {
  Reader reader(bytes);
  Decomposition result;
  result.num_nodes = reader.get<std::int64_t>();
  result.num_channels = reader.get<std::int64_t>();
  result.channels.resize(reader.get_count(6 * sizeof(std::int64_t)));
  for (Channel& channel : result.channels) {
    channel.begin = reader.get<std::int64_t>();
    channel.dim = reader.get<std::int64_t>();
    channel.eigenvalue = reader.get<double>();
    channel.tr_laplacian = reader.get<double>();
    channel.tr_adjacency = reader.get<double>();
    channel.component = reader.get<std::int64_t>();
  }
  result.components.resize(reader.get_count(2 * sizeof(std::int64_t)));
  for (Component& component : result.components) {
    component.dim = reader.get<std::int64_t>();
    component.multiplicity = reader.get<std::int64_t>();
    component.type = static_cast<ComponentType>(reader.get<std::int8_t>());
    const auto trivial = reader.get<std::int8_t>();
    if (trivial != 0 && trivial != 1) return std::nullopt;
    component.trivial = trivial == 1;
  }
  result.certificate = get_certificate(reader);
  result.basis = reader.get_basis();
  if (!reader.good() || !reader.at_end() || !is_consistent(result)) return std::nullopt;
  return result;
}

}  // namespace isotypic
