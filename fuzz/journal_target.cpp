#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstdio>

#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/run/journal.hpp"

namespace isotypic::fuzz {
namespace {

std::uint64_t hash(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

/// The lines with right checksums, so that fuzzing gets past them.
std::string sealed(std::string_view lines) {
  std::string text;
  std::uint64_t seed = 0;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    std::array<char, 17> sum{};
    (void)std::snprintf(sum.data(), sum.size(), "%016llx",
                        static_cast<unsigned long long>(hash(line, seed)));
    text.append(sum.data()).append(" ").append(line).append("\n");
    if (seed == 0) seed = hash(text, 0);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text;
}

}  // namespace

void fuzz_journal(std::string_view bytes) {
  (void)accepted([&] { return run::parse_journal(bytes, "fuzz"); });
  const auto contents = accepted([&] { return run::parse_journal(sealed(bytes), "fuzz"); });
  if (!contents) return;
  const std::string header = run::format_header(contents->header);
  std::string text = header;
  for (const run::Entry& entry : contents->entries) text += run::format_entry(entry, header);
  const run::JournalContents again = run::parse_journal(text, "again");
  require(again.entries.size() == contents->entries.size(), "entries are not read back");
  require(std::cmp_equal(again.good_bytes, text.size()), "what we wrote is called damaged");
}

}  // namespace isotypic::fuzz
