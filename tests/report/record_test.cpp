#include "isotypic/report/record.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::report::record_test {
namespace {

Record small_record() {
  Record record = begin_record("separation", {{"seeds", 3}, {"blocks", Json{4, 8}}},
                               {"isotypic", "reproduce", "separation", "--seeds", "3"});
  record.seconds = 1.5;
  record.rows = {{{"pair", "C6"}, {"similarity", 0.25}, {"separated", true}, {"note", nullptr}},
                 {{"pair", "C8"}, {"similarity", 1.0}, {"separated", false}, {"note", "ö\n\"x\""}}};
  record.figures.set("GIN/isotypic/separated", 33);
  record.figures.set("GIN/sum/separated", std::nan(""));
  record.paper.set("GIN/isotypic/separated", 33);
  Table table{.title = "by pair", .columns = {{"pair"}, {"ours", NumberStyle::Signed}}};
  table.add(std::string("C6"), 0.25);
  table.add(std::monostate(), std::int64_t{3});
  record.tables = {table};
  record.plots = {{.title = "t", .kind = PlotKind::Bars, .x = "pair", .y = "similarity"}};
  record.graphs = {{.title = "path",
                    .graph = make_graph(3, {{0, 1}, {1, 2}}),
                    .values = {0, 1, 0},
                    .scale = ColourScale::Diverging}};
  return record;
}

/// The text of the error that reading `json` gives, or "" if it is accepted.
std::string record_complaint(const Json& json) {
  try {
    (void)record_from_json(json, "r.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Record, ReadsBackWhatWasWritten) {
  const TemporaryDirectory folder;
  const Record record = small_record();
  write_record(record, folder / "r.json");
  const Record again = read_record(folder / "r.json");
  EXPECT_EQ(record_to_json(again), record_to_json(record));
  EXPECT_EQ(again.tables, record.tables);
  EXPECT_EQ(again.plots, record.plots);
  EXPECT_EQ(again.graphs, record.graphs);
  EXPECT_EQ(again.machine, record.machine);
  EXPECT_TRUE(std::isnan(again.figures.entries()[1].second));
  EXPECT_EQ(again.figures.find("GIN/sum/separated"), std::nullopt);
}

TEST(Record, SaysWhereItWasMadeButNotOnWhichHost) {
  const Record record = small_record();
  EXPECT_FALSE(record.version.empty());
  EXPECT_GE(record.machine.cores, 1);
  EXPECT_FALSE(record.machine.compiler.empty());
  EXPECT_EQ(record.machine.engines.size(), 2U);
  EXPECT_EQ(record.command, "isotypic reproduce separation --seeds 3");
  EXPECT_EQ(record.started.size(), 20U);
}

TEST(Record, QuotesTheCommandForAShell) {
  EXPECT_EQ(quote_command({"isotypic", "a b", "it's", ""}), R"(isotypic 'a b' 'it'\''s' '')");
}

TEST(Record, NamesTheFieldThatIsWrong) {
  const Json good = record_to_json(small_record());
  EXPECT_EQ(record_complaint(good), "");
  const auto with = [&](const Json::json_pointer& place, const Json& value) {
    Json json = good;
    json[place] = value;
    return record_complaint(json);
  };
  using P = Json::json_pointer;
  EXPECT_NE(with(P("/format"), "other").find("\"format\""), std::string::npos);
  EXPECT_NE(with(P("/seconds"), "3").find("\"seconds\" must be a number"), std::string::npos);
  EXPECT_NE(with(P("/seconds"), -1).find("negative"), std::string::npos);
  EXPECT_NE(with(P("/experiment"), "").find("\"experiment\""), std::string::npos);
  EXPECT_NE(with(P("/config"), 3).find("\"config\""), std::string::npos);
  EXPECT_NE(with(P("/machine/cores"), -1).find("machine: \"cores\""), std::string::npos);
  EXPECT_NE(with(P("/machine/host"), "x").find("\"host\" is not a field"), std::string::npos);
  EXPECT_NE(with(P("/figures/x"), "3").find("\"x\""), std::string::npos);
  EXPECT_NE(with(P("/rows/1"), 3).find("rows[1]"), std::string::npos);
  EXPECT_NE(with(P("/rows/1/pair"), Json{1}).find("flat"), std::string::npos);
  EXPECT_NE(with(P("/plots/0/kind"), "pie").find("plots[0]: \"kind\""), std::string::npos);
  EXPECT_NE(with(P("/graphs/0/edges/0"), Json{0, 3}).find("graphs[0]"), std::string::npos);
  EXPECT_NE(with(P("/graphs/0/edges/0"), Json{0, 1e300}).find("graphs[0]"), std::string::npos);
  EXPECT_NE(with(P("/graphs/0/values"), Json{1}).find("one number per node"), std::string::npos);
  EXPECT_NE(with(P("/graphs/0/nodes"), 1e18).find("\"nodes\""), std::string::npos);
  EXPECT_NE(with(P("/sceonds"), 3).find("\"sceonds\" is not a field"), std::string::npos);
}

TEST(Record, MissesNoField) {
  for (const char* field : {"format", "experiment", "config", "version", "machine", "command",
                            "started", "seconds", "figures", "paper"}) {
    Json json = record_to_json(small_record());
    json.erase(field);
    EXPECT_NE(record_complaint(json).find(field), std::string::npos) << field;
  }
}

TEST(Record, IsNotReadFromBrokenText) {
  const TemporaryDirectory folder;
  for (const std::string text : {"", "[]", "{", "3", "{\"format\":1,\"format\":1}", "\xff"}) {
    write_file(folder / "r.json", text);
    EXPECT_THROW((void)read_record(folder / "r.json"), Error) << text;
  }
  write_file(folder / "r.json", std::string(100000, '['));
  EXPECT_THROW((void)read_record(folder / "r.json"), Error);
}

TEST(Record, ThatCouldNotBeReadIsNotWritten) {
  const TemporaryDirectory folder;
  Record record = small_record();
  record.rows[0]["pair"] = Json{1, 2};
  EXPECT_THROW(write_record(record, folder / "r.json"), Error);
  EXPECT_FALSE(std::filesystem::exists(folder / "r.json"));
}

TEST(Record, BytesThatAreNotUtf8AreReplacedAndTheRestIsKept) {
  const TemporaryDirectory folder;
  Record record = small_record();
  record.command = "isotypic train --output u\xff";
  write_record(record, folder / "r.json");
  EXPECT_EQ(read_record(folder / "r.json").command, "isotypic train --output u\uFFFD");
}

}  // namespace
}  // namespace isotypic::report::record_test
