#include "isotypic/io/graph6.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/bit_rows.hpp"
#include "isotypic/io/internal/six_bit.hpp"

namespace isotypic {
namespace {

static_assert(std::endian::native == std::endian::little, "load_48_bits assumes little endian");

/// Bytes of the upper triangle of n nodes; fits, because n is below 2^31.
std::int64_t body_length(std::int64_t num_nodes) {
  return (num_nodes * (num_nodes - 1) / 2 + 5) / 6;
}

std::string_view without_header(std::string_view line) {
  if (line.starts_with(graph6_header)) line.remove_prefix(graph6_header.size());
  return line;
}

/// Eight valid bytes as 48 bits, the first bit highest. Missing bytes count as zero bits.
std::uint64_t load_48_bits(std::string_view body, std::size_t begin) {
  std::uint64_t word = 0x3f3f3f3f3f3f3f3f;
  std::memcpy(&word, body.data() + begin, std::min<std::size_t>(8, body.size() - begin));
  // Every byte is at least 63, so nothing is borrowed between bytes.
  word = __builtin_bswap64(word - 0x3f3f3f3f3f3f3f3f);
  word = ((word & 0x3f003f003f003f00) >> 2) | (word & 0x003f003f003f003f);
  word = ((word & 0x0fff00000fff0000) >> 4) | (word & 0x00000fff00000fff);
  return ((word & 0x00ffffff00000000) >> 8) | (word & 0x0000000000ffffff);
}

/// Calls entry(u, v) for every edge, u < v.
template <typename Entry>
void decode_body(std::string_view body, Entry&& entry) {
  // Bits go column by column: (0,1), (0,2), (1,2), (0,3), ...; column v holds u = 0..v-1.
  std::int32_t v = 1;
  std::int64_t column_begin = 0;
  std::int64_t column_end = 1;
  for (std::size_t i = 0; i < body.size(); i += 8) {
    const std::int64_t base = static_cast<std::int64_t>(i) * 6;
    std::uint64_t bits = load_48_bits(body, i);
    while (bits != 0) {
      const int highest = 63 - std::countl_zero(bits);
      bits ^= std::uint64_t{1} << highest;
      const std::int64_t position = base + 47 - highest;
      while (position >= column_end) {
        ++v;
        column_begin = column_end;
        column_end += v;
      }
      entry(static_cast<std::int32_t>(position - column_begin), v);
    }
  }
}

/// Most files hold many small graphs: these are made without a list of edges.
Graph decode_small(std::int64_t num_nodes, std::string_view body) {
  std::array<std::uint64_t, max_row_nodes> rows{};
  decode_body(body, [&](std::int32_t u, std::int32_t v) {
    rows[u] |= row_bit(v);
    rows[v] |= row_bit(u);
  });
  return graph_from_rows(std::span(rows).first(static_cast<std::size_t>(num_nodes)));
}

Graph decode_large(std::int64_t num_nodes, std::string_view body) {
  std::int64_t num_edges = 0;
  for (std::size_t i = 0; i < body.size(); i += 8)
    num_edges += std::popcount(load_48_bits(body, i));
  std::vector<Edge> edges;
  edges.reserve(num_edges);
  decode_body(body, [&](std::int32_t u, std::int32_t v) { edges.push_back({u, v}); });
  return make_graph(num_nodes, edges);
}

}  // namespace

Graph parse_graph6(std::string_view line) {
  constexpr const char* where = "parse_graph6";
  const std::string_view text = without_header(line);
  if (text.starts_with(':')) fail(where, "the line is sparse6, not graph6");
  const SizeField size = parse_size_field(where, text);
  const std::int64_t num_nodes = size.num_nodes;
  const std::string_view body = text.substr(size.length);
  const std::int64_t needed = body_length(num_nodes);
  const auto present = static_cast<std::int64_t>(body.size());
  if (present != needed) {
    fail(where, "the line is ", present < needed ? "truncated" : "too long", ": ", num_nodes,
         " nodes need ", needed, " bytes after the size, it has ", present);
  }
  check_six_bit_bytes(where, body, static_cast<std::int64_t>(line.size()) - present);
  const std::int64_t padding = 6 * needed - num_nodes * (num_nodes - 1) / 2;
  if (padding > 0 && ((body.back() - six_bit_zero) & ((1 << padding) - 1)) != 0) {
    fail(where, "the last ", padding, " bits of the line are padding and must be zero");
  }
  return translate_exceptions(where, [&] {
    return num_nodes <= max_row_nodes ? decode_small(num_nodes, body)
                                      : decode_large(num_nodes, body);
  });
}

std::string format_graph6(const Graph& graph) {
  return translate_exceptions("format_graph6", [&] {
    std::string line;
    append_size_field(line, graph.num_nodes());
    const std::size_t begin = line.size();
    line.resize(begin + body_length(graph.num_nodes()), six_bit_zero);
    for (std::int64_t v = 1; v < graph.num_nodes(); ++v) {
      for (const std::int32_t u : graph.neighbours(v)) {
        if (u >= v) break;
        const std::int64_t position = v * (v - 1) / 2 + u;
        char& byte = line[begin + position / 6];
        byte = static_cast<char>(byte + (32 >> (position % 6)));
      }
    }
    return line;
  });
}

std::int64_t declared_graph6_length(std::string_view beginning) {
  const std::string_view text = without_header(beginning);
  const auto [num_nodes, size_length] = parse_size_field("parse_graph6", text);
  return static_cast<std::int64_t>(beginning.size() - text.size()) + size_length +
         body_length(num_nodes);
}

}  // namespace isotypic
