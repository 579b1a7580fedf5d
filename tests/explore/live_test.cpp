#include "isotypic/explore/live.hpp"

#include <gmock/gmock.h>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/catalogue.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/io/graph6.hpp"

namespace isotypic::explore::live_test {
namespace {

using ::testing::HasSubstr;

std::string quoted(const std::string& text) { return Json(text).dump(); }

TEST(Live, ShowsPastedGraphs) {
  const std::string line = format_graph6(petersen_graph());
  const Json answer = answer_view("{\"graph6\": " + quoted("  " + line + "\n") + "}");
  EXPECT_EQ(answer.at("graph6"), line);
  EXPECT_EQ(answer.at("row").at(0), "your graph");
  EXPECT_EQ(answer.at("generators").size(), 4U);
}

TEST(Live, ShowsFamilies) {
  const Json rook =
      answer_view(R"({"family": "rook", "arguments": [3, 4], "seed": 0, "then": ""})");
  EXPECT_EQ(rook.at("graph6"), format_graph6(rook_graph(3, 4)));
  EXPECT_EQ(rook.at("row").at(0), "rook 3 4");
  const Json line = answer_view(R"({"family": "complete", "arguments": [5], "then": "line"})");
  EXPECT_EQ(line.at("graph6"), format_graph6(line_graph(complete_graph(5))));
}

TEST(Live, EveryFamilyToTryStartsWithAGraph) {
  for (const FamilyEntry& entry : family_catalogue()) {
    if (!entry.to_try) continue;
    Json request = {{"family", entry.name}, {"arguments", Json::array()}};
    for (const ArgumentRange& range : *entry.to_try) request["arguments"].push_back(range.start);
    EXPECT_NO_THROW((void)answer_view(request.dump())) << entry.name;
    // The largest corner is within what is drawn, or refused by the family itself.
    FamilyOptions options;
    std::vector<std::string> words;
    for (const ArgumentRange& range : *entry.to_try) {
      words.push_back(std::to_string(static_cast<std::int64_t>(range.high)));
    }
    try {
      EXPECT_LE(make_family(entry.name, words, options).num_nodes(), 200) << entry.name;
    } catch (const Error&) {
    }
  }
}

TEST(Live, RefusesWithAReason) {
  const auto reason = [](const std::string& request) -> std::string {
    try {
      (void)answer_view(request);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::BadInput);
      return error.reason();
    }
    return "no error";
  };
  EXPECT_THAT(reason("{"), HasSubstr("not valid JSON"));
  EXPECT_THAT(reason("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(reason("{}"), HasSubstr("is missing"));
  EXPECT_THAT(reason(R"({"graph6": "  "})"), HasSubstr("no graph6"));
  EXPECT_THAT(reason(R"({"graph6": ":Fa@x^"})"), HasSubstr("sparse6"));
  EXPECT_THAT(reason(R"({"graph6": "Bw", "path": "/etc/passwd"})"), HasSubstr("not a field"));
  EXPECT_THAT(reason(R"({"graph6": ")" + format_graph6(cycle_graph(201)) + "\"}"),
              HasSubstr("up to 200 nodes"));
  EXPECT_THAT(reason(R"({"family": "complete", "arguments": [100000]})"),
              HasSubstr("from 1 to 30"));
  EXPECT_THAT(reason(R"({"family": "cfi", "arguments": ["complete", 20]})"),
              HasSubstr("no family"));
  EXPECT_THAT(reason(R"({"family": "paley", "arguments": [21]})"), HasSubstr("prime power"));
  EXPECT_THAT(reason(R"({"family": "cycle", "arguments": [5], "then": "rm"})"), HasSubstr("then"));
}

TEST(Live, ComparesTwoGraphs) {
  const auto compare = [](const Graph& a, const Graph& b) {
    return answer_compare(Json({{"a", format_graph6(a)}, {"b", format_graph6(b)}}).dump());
  };
  const Json different = compare(rook_graph(4, 4), shrikhande_graph());
  EXPECT_EQ(different.at("isomorphic"), false);
  EXPECT_EQ(different.at("rung"), "components");
  EXPECT_FALSE(different.at("by").get<std::string>().empty());
  EXPECT_EQ(compare(kneser_graph(5, 2), petersen_graph()).at("isomorphic"), true);
}

}  // namespace
}  // namespace isotypic::explore::live_test
