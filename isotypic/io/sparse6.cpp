#include "isotypic/io/sparse6.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/io/internal/six_bit.hpp"

namespace isotypic {
namespace {

constexpr const char* parse_sparse6_name = "parse_sparse6";

/// Bits of one node index: enough for num_nodes - 1.
int index_width(std::int64_t num_nodes) {
  return num_nodes < 2 ? 0 : 64 - std::countl_zero(static_cast<std::uint64_t>(num_nodes - 1));
}

/// Takes bits from checked six-bit bytes, highest first.
class BitReader {
 public:
  explicit BitReader(std::string_view body) : body_(body) {}

  [[nodiscard]] std::int64_t remaining() const {
    return static_cast<std::int64_t>(body_.size() - next_) * 6 + held_;
  }
  /// The next `count` <= 32 bits; the caller has looked at remaining().
  std::uint64_t take(int count) {
    while (held_ < count) {
      bits_ = (bits_ << 6) | static_cast<std::uint64_t>(body_[next_++] - six_bit_zero);
      held_ += 6;
    }
    held_ -= count;
    const std::uint64_t value = bits_ >> held_;
    bits_ &= (std::uint64_t{1} << held_) - 1;
    return value;
  }

 private:
  std::string_view body_;
  std::size_t next_ = 0;
  std::uint64_t bits_ = 0;
  int held_ = 0;
};

/// Puts bits into six-bit bytes, highest first.
class BitWriter {
 public:
  explicit BitWriter(std::string& text) : text_(text) {}

  void put(std::uint64_t value, int count) {
    for (int i = count - 1; i >= 0; --i) {
      byte_ = 2 * byte_ + static_cast<int>((value >> i) & 1);
      if (++held_ == 6) flush();
    }
  }
  /// Bits that the last byte still lacks, 0..5.
  [[nodiscard]] int missing() const { return (6 - held_) % 6; }

 private:
  void flush() {
    text_.push_back(static_cast<char>(byte_ + six_bit_zero));
    byte_ = 0;
    held_ = 0;
  }

  std::string& text_;
  int byte_ = 0;
  int held_ = 0;
};

/// Collects the entries of a body in memory for a simple graph, whatever they repeat: a body can
/// name an edge of two nodes with two bits.
class Entries {
 public:
  Entries(std::int64_t num_nodes, bool simplify)
      : most_(static_cast<std::size_t>(num_nodes * (num_nodes - 1) / 2 + num_nodes)),
        simplify_(simplify) {}

  void reserve(std::size_t count) { edges_.reserve(std::min(count, most_)); }

  void add(std::int64_t u, std::int64_t v) {
    if (edges_.size() >= 2 * most_) drop_repetitions();
    edges_.push_back({static_cast<std::int32_t>(u), static_cast<std::int32_t>(v)});
  }

  /// Loops and repetitions that were dropped on the way; the rest is still in there.
  SimplifiedGraph build(std::int64_t num_nodes) {
    if (!simplify_) return {make_graph(num_nodes, edges_), {}};
    SimplifiedGraph result = simplify_graph(num_nodes, edges_);
    result.dropped.self_loops += loops_;
    result.dropped.duplicate_edges += repeated_;
    return result;
  }

 private:
  void drop_repetitions() {
    if (!simplify_) {
      fail(parse_sparse6_name,
           "there are more entries than a simple graph with this number of nodes has ",
           "edges (simplify leaves loops and repeated edges out)");
    }
    loops_ += static_cast<std::int64_t>(
        std::erase_if(edges_, [](const Edge& edge) { return edge.u == edge.v; }));
    std::sort(edges_.begin(), edges_.end());
    const auto end = std::unique(edges_.begin(), edges_.end());
    repeated_ += edges_.end() - end;
    edges_.erase(end, edges_.end());
  }

  std::vector<Edge> edges_;
  std::size_t most_;
  bool simplify_;
  std::int64_t loops_ = 0;
  std::int64_t repeated_ = 0;
};

/// The edges of a sparse6 body, loops and repetitions included.
Entries decode_body(std::int64_t num_nodes, std::string_view body, bool simplify) {
  Entries edges(num_nodes, simplify);
  const int width = index_width(num_nodes);
  edges.reserve(body.size() * 6 / (width + 1));
  BitReader bits(body);
  std::int64_t v = 0;
  while (bits.remaining() > width) {
    const std::int64_t at_entry = bits.remaining();
    v += static_cast<std::int64_t>(bits.take(1));
    const auto x = static_cast<std::int64_t>(bits.take(width));
    const bool is_move = x > v;
    if (is_move) v = x;
    if (v >= num_nodes) {
      if (at_entry < 6) return edges;
      fail(parse_sparse6_name, "an entry names node ", v, " of a graph with ", num_nodes, " nodes");
    }
    if (!is_move) edges.add(x, v);
  }
  if (bits.remaining() >= 6) {
    fail(parse_sparse6_name, "the line ends within an entry: ", bits.remaining(),
         " bits are left, an entry of ", num_nodes, " nodes has ", width + 1);
  }
  return edges;
}

}  // namespace

SimplifiedGraph parse_sparse6(std::string_view line, const ParseOptions& options) {
  std::string_view text = line;
  if (text.starts_with(sparse6_header)) text.remove_prefix(sparse6_header.size());
  if (!text.starts_with(':')) fail(parse_sparse6_name, "a sparse6 line begins with ':'");
  text.remove_prefix(1);
  const SizeField size = parse_size_field(parse_sparse6_name, text);
  const std::int64_t num_nodes = size.num_nodes;
  check_declared_nodes(parse_sparse6_name, num_nodes, static_cast<std::int64_t>(line.size()),
                       options);
  const std::string_view body = text.substr(size.length);
  check_six_bit_bytes(parse_sparse6_name, body,
                      static_cast<std::int64_t>(line.size() - body.size()));
  return translate_exceptions(parse_sparse6_name, [&] {
    return decode_body(num_nodes, body, options.simplify).build(num_nodes);
  });
}

std::string format_sparse6(const Graph& graph) {
  return translate_exceptions("format_sparse6", [&] {
    const std::int64_t num_nodes = graph.num_nodes();
    const int width = index_width(num_nodes);
    std::string line = ":";
    append_size_field(line, num_nodes);
    BitWriter bits(line);
    std::int64_t current = 0;
    for (std::int64_t v = 1; v < num_nodes; ++v) {
      for (const std::int32_t u : graph.neighbours(v)) {
        if (u >= v) break;
        if (v > current + 1) {  // move to v, so that the entry of the edge itself stays at v
          bits.put(1, 1);
          bits.put(v, width);
          current = v;
        }
        bits.put(v > current ? 1 : 0, 1);
        bits.put(u, width);
        current = v;
      }
    }
    // Padding of ones could be read as a loop at node n - 1 when n is a power of two and node
    // n - 2 is current; a leading zero turns it into a move.
    const bool loop_in_padding = num_nodes == (std::int64_t{1} << width) &&
                                 current == num_nodes - 2 && bits.missing() > width;
    if (loop_in_padding) bits.put(0, 1);
    bits.put(63, bits.missing());
    return line;
  });
}

}  // namespace isotypic
