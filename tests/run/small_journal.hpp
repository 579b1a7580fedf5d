// A plan of three jobs and its journals, for the tests of journals and of merging.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/run/journal.hpp"

namespace isotypic::run {

inline Plan small_plan() {
  return {.experiment = "e", .config = {{"b", 1}, {"a", 2}}, .keys = {"x", "y", "z"}};
}

inline Entry entry_of(std::int64_t job) {
  return {.job = job, .key = small_plan().keys[job], .row = {{"value", job}}, .seconds = 0.5};
}

/// A journal with the entries of these jobs.
inline std::string small_journal(const std::vector<std::int64_t>& jobs, const Shard& shard = {}) {
  const std::string header = format_header(make_header(small_plan(), shard));
  std::string text = header;
  for (const std::int64_t job : jobs) text += format_entry(entry_of(job), header);
  return text;
}

}  // namespace isotypic::run
