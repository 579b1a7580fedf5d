#include "isotypic/run/merge.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/run/journal_writer.hpp"
#include "tests/run/small_journal.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::run::merge_test {
namespace {

TEST(Merge, DoesNotDependOnOrderOverlapOrTimings) {
  const TemporaryDirectory folder;
  write_file(folder / "a", small_journal({2, 0}, {0, 2}));
  write_file(folder / "b", small_journal({1}, {1, 2}));
  write_file(folder / "c", small_journal({1, 0}));
  const std::string expected = format_merged(merge_journals({folder / "a", folder / "b"}));
  EXPECT_EQ(format_merged(merge_journals({folder / "b", folder / "a"})), expected);
  EXPECT_EQ(format_merged(merge_journals({folder / "c", folder / "b", folder / "a"})), expected);
  EXPECT_EQ(expected.find("seconds"), std::string::npos);
}

TEST(Merge, GivesAJournalThatMergesToItself) {
  const TemporaryDirectory folder;
  write_file(folder / "a", small_journal({2, 0, 1}));
  const std::string merged = format_merged(merge_journals({folder / "a"}));
  write_file(folder / "m", merged);
  EXPECT_EQ(format_merged(merge_journals({folder / "m"})), merged);
  const JournalWriter writer(folder / "m", make_header(small_plan(), {}));
  EXPECT_EQ(writer.resumed().size(), 3U);
}

TEST(Merge, ListsMissingJobs) {
  const TemporaryDirectory folder;
  write_file(folder / "a", small_journal({1}));
  EXPECT_EQ(merge_journals({folder / "a"}).num_missing, 2);
  EXPECT_EQ(merge_journals({folder / "a"}).first_missing, 0);
}

TEST(Merge, RefusesAnotherPlanAndContradictions) {
  const TemporaryDirectory folder;
  write_file(folder / "a", small_journal({0}));
  Plan other = small_plan();
  other.config["a"] = 3;
  write_file(folder / "b", format_header(make_header(other, {})));
  EXPECT_THROW((void)merge_journals({folder / "a", folder / "b"}), Error);
  const std::string header = format_header(make_header(small_plan(), {}));
  Entry changed = entry_of(0);
  changed.row["value"] = 9;
  write_file(folder / "c", header + format_entry(changed, header));
  EXPECT_THROW((void)merge_journals({folder / "a", folder / "c"}), Error);
  EXPECT_THROW((void)merge_journals({}), Error);
}

}  // namespace
}  // namespace isotypic::run::merge_test
