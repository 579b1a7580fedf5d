// Fuzz targets: each takes any bytes, and throws std::logic_error when a law of its parser fails.
//
// libFuzzer drives them (fuzz/main.cpp); the ordinary tests replay the committed inputs through
// the same functions (tests/io/fuzz_corpus_test.cpp).
#pragma once

#include <string_view>

#include "isotypic/io/parse_options.hpp"

namespace isotypic::fuzz {

/// What parses as graph6 is read back from its own text.
void fuzz_graph6(std::string_view bytes);
/// What parses as sparse6 is read back, strictly and simplified, from its own text.
void fuzz_sparse6(std::string_view bytes);
void fuzz_dimacs(std::string_view bytes);
void fuzz_edge_list(std::string_view bytes);
void fuzz_graphml(std::string_view bytes);
void fuzz_gml(std::string_view bytes);
void fuzz_dot(std::string_view bytes);
/// A condition on invariants parses and is evaluated, or is refused.
void fuzz_condition(std::string_view bytes);
/// What parses as numbers is read back bit by bit; strings and integers parse or are refused.
void fuzz_npy(std::string_view bytes);
/// Detection, gzip and lines: every graph read is read back through the reader.
void fuzz_reader(std::string_view bytes);

/// Up to eight files of a TU collection, separated by form feeds: every table fits the graphs.
void fuzz_tu(std::string_view bytes);
/// The same for up to nine files in OGB's layout.
void fuzz_ogb(std::string_view bytes);
/// The value of an entry of a channel cache: what is accepted can be used.
void fuzz_cache(std::string_view bytes);
/// The JSON of a record: what is accepted is written and read back.
void fuzz_record(std::string_view bytes);
/// A journal, as it is and with its checksums made right.
void fuzz_journal(std::string_view bytes);

/// Small enough for thousands of runs a second.
inline constexpr ParseOptions strict = {.simplify = false, .max_unbacked_nodes = 128};
inline constexpr ParseOptions simplifying = {.simplify = true, .max_unbacked_nodes = 128};

}  // namespace isotypic::fuzz
