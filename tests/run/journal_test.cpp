#include "isotypic/run/journal.hpp"

#include <gmock/gmock.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstdio>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/run/journal_writer.hpp"
#include "tests/run/small_journal.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::run::journal_test {
namespace {

std::string journal_complaint(const std::string& text) {
  try {
    (void)parse_journal(text, "j");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Shard, IsWrittenAsItIsRead) {
  EXPECT_EQ(parse_shard("2/4"), (Shard{2, 4}));
  EXPECT_EQ(to_string(parse_shard("0/1")), "0/1");
  for (const char* text : {"", "1", "4/4", "-1/4", "1/0", "1/4x", "a/b", "1//4", "/", "1/"}) {
    EXPECT_THROW((void)parse_shard(text), Error) << text;
  }
}

TEST(Shard, TogetherHoldEveryJobOnce) {
  for (std::int64_t job = 0; job < 100; ++job) {
    int holders = 0;
    for (std::int64_t i = 0; i < 7; ++i) holders += Shard{i, 7}.contains(job) ? 1 : 0;
    EXPECT_EQ(holders, 1);
  }
}

TEST(Journal, ReadsBackWhatWasWritten) {
  const JournalContents contents = parse_journal(small_journal({2, 0}), "j");
  EXPECT_EQ(contents.header.experiment, "e");
  EXPECT_EQ(contents.header.num_jobs, 3);
  ASSERT_EQ(contents.entries.size(), 2U);
  EXPECT_EQ(contents.entries[0].job, 2);
  EXPECT_EQ(contents.entries[0].key, "z");
  EXPECT_EQ(contents.entries[0].seconds, 0.5);
  EXPECT_EQ(contents.entries[1].row, (Json{{"value", 0}}));
}

TEST(Journal, CutAnywhereInItsLastLineLosesOnlyThatLine) {
  const std::string two = small_journal({0, 1});
  const std::string three = small_journal({0, 1, 2});
  for (std::size_t length = two.size(); length < three.size(); ++length) {
    const JournalContents contents = parse_journal(three.substr(0, length), "j");
    EXPECT_EQ(contents.entries.size(), 2U) << length;
    EXPECT_EQ(contents.good_bytes, std::ssize(two));
  }
}

TEST(Journal, NeverBelievesAChangedByte) {
  const std::string good = small_journal({0, 1, 2});
  const std::size_t last_line = small_journal({0, 1}).size();
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    if (i >= last_line) {
      EXPECT_EQ(parse_journal(bad, "j").entries.size(), 2U) << i;
    } else if (i == last_line - 1) {  // the break between the last two lines: both are unreadable
      EXPECT_EQ(parse_journal(bad, "j").entries.size(), 1U) << i;
    } else {
      EXPECT_NE(journal_complaint(bad), "") << i;
    }
  }
}

TEST(Journal, DropsWhatAPowerCutLeavesAtTheEnd) {
  const std::string good = small_journal({0, 1});
  EXPECT_EQ(parse_journal(good + std::string(5000, '\0'), "j").good_bytes, std::ssize(good));
  EXPECT_EQ(parse_journal(good + "\n\n\0half a line\nmore", "j").good_bytes, std::ssize(good));
}

TEST(Journal, SaysWhichLineIsDamaged) {
  std::string bad = small_journal({0, 1, 2});
  bad[small_journal({0}).size() + 30] ^= 1;
  EXPECT_NE(journal_complaint(bad).find("line 3 is damaged"), std::string::npos)
      << journal_complaint(bad);
  EXPECT_NE(journal_complaint("").find("not a journal"), std::string::npos);
  EXPECT_NE(journal_complaint("some text\n").find("not a journal"), std::string::npos);
}

TEST(Journal, RefusesJobsOfAnotherShardAndContradictions) {
  const std::string header = format_header(make_header(small_plan(), {1, 2}));
  EXPECT_NE(journal_complaint(header + format_entry(entry_of(0), header)), "");
  EXPECT_EQ(journal_complaint(header + format_entry(entry_of(1), header)), "");
  Entry other = entry_of(1);
  other.row["value"] = 7;
  EXPECT_NE(
      journal_complaint(header + format_entry(entry_of(1), header) + format_entry(other, header))
          .find("two different rows"),
      std::string::npos);
  Entry outside = entry_of(1);
  outside.job = 1001;
  EXPECT_NE(journal_complaint(header + format_entry(outside, header)), "");
}

TEST(Journal, OfAPlanDoesNotDependOnTheOrderOfItsConfiguration) {
  Plan other = small_plan();
  other.config = {{"a", 2}, {"b", 1}};
  EXPECT_EQ(format_header(make_header(other, {})), format_header(make_header(small_plan(), {})));
}

TEST(Journal, RefusesTwoJobsOfOneName) {
  EXPECT_THROW((void)make_header({.experiment = "e", .keys = {"x", "x"}}, {}), Error);
}

TEST(JournalWriter, RemovesATornLineAndGoesOn) {
  const TemporaryDirectory folder;
  const std::string three = small_journal({0, 1, 2});
  write_file(folder / "j", three.substr(0, three.size() - 3));
  {
    JournalWriter writer(folder / "j", make_header(small_plan(), {}));
    EXPECT_EQ(writer.resumed().size(), 2U);
    writer.append(entry_of(2));
  }
  EXPECT_EQ(read_file(folder / "j"), three);
}

TEST(JournalWriter, StartsAgainAfterATornFirstLine) {
  const TemporaryDirectory folder;
  const std::string header = small_journal({});
  for (std::size_t length = 0; length < header.size(); length += 16) {
    write_file(folder / "j", header.substr(0, length));
    const JournalWriter writer(folder / "j", make_header(small_plan(), {}));
    EXPECT_EQ(read_file(folder / "j"), header);
  }
}

TEST(JournalWriter, LeavesAFileThatIsNotAJournalAlone) {
  const TemporaryDirectory folder;
  for (const std::string text : {"precious", "0", "\n", "{}\n"}) {
    if (small_journal({}).starts_with(text)) continue;
    write_file(folder / "j", text);
    EXPECT_THROW(JournalWriter(folder / "j", make_header(small_plan(), {})), Error);
    EXPECT_EQ(read_file(folder / "j"), text);
  }
}

TEST(JournalWriter, RefusesTheJournalOfAnotherRun) {
  const TemporaryDirectory folder;
  write_file(folder / "j", small_journal({0}));
  const auto complaint_for = [&](const Plan& plan, const Shard& shard) -> std::string {
    try {
      const JournalWriter writer(folder / "j", make_header(plan, shard));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  Plan other = small_plan();
  other.config["a"] = 3;
  EXPECT_NE(complaint_for(other, {}).find("its setting a is"), std::string::npos);
  other = small_plan();
  other.experiment = "f";
  EXPECT_NE(complaint_for(other, {}).find("experiment"), std::string::npos);
  other = small_plan();
  other.keys[1] = "w";
  EXPECT_NE(complaint_for(other, {}).find("list of jobs"), std::string::npos);
  EXPECT_NE(complaint_for(small_plan(), {0, 2}).find("shard"), std::string::npos);
  EXPECT_EQ(complaint_for(small_plan(), {}), "");
  other = small_plan();
  other.config["z"] = 1;
  other.config["data"] = {{"set", "hash"}};
  EXPECT_NE(complaint_for(other, {}).find("its setting z is"), std::string::npos);
}

TEST(JournalWriter, ReplacesAJournalOfNothing) {
  const TemporaryDirectory folder;
  write_file(folder / "j", small_journal({}));
  Plan other = small_plan();
  other.config["a"] = 3;
  { const JournalWriter writer(folder / "j", make_header(other, {})); }
  EXPECT_EQ(read_file(folder / "j"), format_header(make_header(other, {})));
}

/// A line with a right checksum, whatever its text.
std::string sealed(const std::string& text, std::uint64_t seed = 0) {
  std::array<char, 17> sum{};
  (void)std::snprintf(
      sum.data(), sum.size(), "%016llx",
      static_cast<unsigned long long>(XXH3_64bits_withSeed(text.data(), text.size(), seed)));
  return std::string(sum.data()) + ' ' + text + '\n';
}

TEST(Journal, RefusesForgedLinesUnderARightChecksum) {
  const std::string header = format_header(make_header(small_plan(), {}));
  const Json good = Json::parse(header.substr(17));
  const auto refuse = [](const std::string& text) {
    EXPECT_THAT(error_text([&] { (void)parse_journal(text, "the file"); }),
                ::testing::AllOf(::testing::HasSubstr("the file"),
                                 ::testing::Not(::testing::HasSubstr("json.exception"))))
        << text;
  };
  for (const auto& [name, value] : good.items()) {
    for (const Json& wrong : {Json(nullptr), Json(-1), Json(1e300), Json::array({1}), Json("")}) {
      if (name == "config" || (value.is_string() && wrong == "" && name != "shard" &&
                               name != "format" && name != "plan")) {
        continue;
      }
      Json forged = good;
      forged[name] = wrong;
      refuse(sealed(forged.dump()));
    }
    Json forged = good;
    forged.erase(name);
    refuse(sealed(forged.dump()));
    forged[name + "s"] = value;
    refuse(sealed(forged.dump()));
  }
  for (const char* text : {"[]", "7", "null", "\"x\"", "{}", "{\"format\": {}}"}) {
    refuse(sealed(text));
  }
  const std::uint64_t seed = XXH3_64bits_withSeed(header.data(), header.size(), 0);
  for (const char* entry :
       {"[]", "{}", R"({"job": 0, "key": "k"})", R"({"job": -1, "key": "k", "row": {}})",
        R"({"job": 1e30, "key": "k", "row": {}})", R"({"job": 0.5, "key": "k", "row": {}})",
        R"({"job": 99, "key": "k", "row": {}})", R"({"job": 0, "key": 1, "row": {}})",
        R"({"job": 0, "key": "k", "row": []})", R"({"job": 0, "key": "k", "row": {}, "more": 1})",
        R"({"job": 0, "key": "k", "row": {}, "seconds": "1"})",
        R"({"job": 0, "key": "k", "row": {}, "seconds": -1})"}) {
    refuse(header + sealed(entry, seed));
  }
}

}  // namespace
}  // namespace isotypic::run::journal_test
