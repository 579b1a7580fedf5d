#include "tests/support/brec.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace isotypic::brec {
namespace {

// To be replaced by the reader of isotypic/io/graph6.hpp when that branch is merged.
Graph decode_graph6(const std::string& text) {
  std::size_t at = 0;
  const auto six_bits = [&] { return static_cast<std::int64_t>(text.at(at++)) - 63; };
  std::int64_t n = six_bits();
  if (n == 63) {
    n = six_bits() << 12;
    n += six_bits() << 6;
    n += six_bits();
  }
  std::vector<Edge> edges;
  std::int64_t bit = 0;
  for (std::int32_t v = 1; v < n; ++v) {
    for (std::int32_t u = 0; u < v; ++u, ++bit) {
      const int byte = text.at(at + bit / 6) - 63;
      if ((byte >> (5 - bit % 6) & 1) != 0) edges.push_back({u, v});
    }
  }
  return make_graph(n, edges);
}

}  // namespace

std::string data_directory() {
  const char* named = std::getenv("ISOTYPIC_DATA");
  return named != nullptr ? named : ISOTYPIC_DEFAULT_DATA;
}

std::vector<Graph> read_graphs(const std::string& file) {
  std::ifstream stream(data_directory() + "/brec/" + file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (bytes.size() < 10) return {};
  // NumPy format 1.0: magic (6), version (2), header length (2), header, fixed-width strings.
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const std::size_t data = 10 + byte(8) + 256U * byte(9);
  const std::string header = bytes.substr(10, data - 10);
  const std::size_t type = header.find("'descr': '") + 10;
  const bool wide = header[type + 1] == 'U';  // four bytes a character, little endian
  const std::size_t step = wide ? 4 : 1;
  const std::size_t width = step * std::strtoul(header.c_str() + type + 2, nullptr, 10);
  std::vector<Graph> graphs;
  for (std::size_t item = data; item + width <= bytes.size(); item += width) {
    std::string text;
    for (std::size_t i = item; i < item + width && bytes[i] != 0; i += step) text += bytes[i];
    graphs.push_back(decode_graph6(text));
  }
  return graphs;
}

}  // namespace isotypic::brec
