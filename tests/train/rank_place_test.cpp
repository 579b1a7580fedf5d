// Which rank a process is, from the variables of whoever started it.
#include "isotypic/train/rank_place.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "isotypic/base/error.hpp"

namespace isotypic::train::rank_place_test {
namespace {

RankPlace place_of(const std::map<std::string, std::string>& variables) {
  return rank_place([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string refusal(const std::map<std::string, std::string>& variables) {
  try {
    static_cast<void>(place_of(variables));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::BadInput);
    return error.reason();
  }
  return "";
}

TEST(RankPlace, IsAloneWithoutVariables) {
  EXPECT_EQ(place_of({}).size, 1);
  EXPECT_EQ(place_of({{"RANK", ""}, {"WORLD_SIZE", ""}}).size, 1);
}

TEST(RankPlace, ReadsWhatALoopSets) {
  const RankPlace place = place_of({{"RANK", "2"},
                                    {"WORLD_SIZE", "4"},
                                    {"MASTER_ADDR", "127.0.0.1"},
                                    {"MASTER_PORT", "12345"},
                                    {"ISOTYPIC_RANK_TIMEOUT", "7"}});
  EXPECT_EQ(place.rank, 2);
  EXPECT_EQ(place.size, 4);
  EXPECT_EQ(place.address, "127.0.0.1");
  EXPECT_EQ(place.port, 12345);
  EXPECT_EQ(place.timeout, 7.0);
}

TEST(RankPlace, ReadsWhatOpenMpiSets) {
  const RankPlace place = place_of({{"OMPI_COMM_WORLD_RANK", "1"},
                                    {"OMPI_COMM_WORLD_SIZE", "2"},
                                    {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}});
  EXPECT_EQ(place.rank, 1);
  EXPECT_EQ(place.size, 2);
  EXPECT_EQ(place.address, "127.0.0.1");  // all are on this machine
  EXPECT_NE(refusal({{"OMPI_COMM_WORLD_RANK", "1"},
                     {"OMPI_COMM_WORLD_SIZE", "4"},
                     {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}})
                .find("MASTER_ADDR"),
            std::string::npos);
}

TEST(RankPlace, MeetsOnTheFirstNodeOfAJobOfSlurm) {
  std::map<std::string, std::string> variables = {{"SLURM_PROCID", "3"},
                                                  {"SLURM_STEP_NUM_TASKS", "8"},
                                                  {"SLURM_JOB_NODELIST", "cpu[07-09,12],big1"}};
  EXPECT_EQ(place_of(variables).rank, 3);
  EXPECT_EQ(place_of(variables).size, 8);
  EXPECT_EQ(place_of(variables).address, "cpu07");
  variables["SLURM_STEP_NODELIST"] = "big1,big2";
  EXPECT_EQ(place_of(variables).address, "big1");
}

TEST(RankPlace, IsAloneInABatchScriptOfSlurm) {
  EXPECT_EQ(place_of({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}}).size, 1);
}

TEST(RankPlace, RefusesWhatDoesNotFitTogether) {
  EXPECT_NE(refusal({{"RANK", "0"}}).find("WORLD_SIZE"), std::string::npos);
  EXPECT_NE(refusal({{"WORLD_SIZE", "2"}}).find("RANK"), std::string::npos);
  EXPECT_NE(refusal({{"RANK", "0"}, {"WORLD_SIZE", "2"}}).find("MASTER_ADDR"), std::string::npos);
  EXPECT_EQ(refusal({{"RANK", "2"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "127.0.0.1"}}),
            "RANK must be a whole number from 0 to 1, not \"2\"");
  EXPECT_EQ(refusal({{"RANK", "0"}, {"WORLD_SIZE", "two"}}),
            "WORLD_SIZE must be a whole number from 1 to 65536, not \"two\"");
}

}  // namespace
}  // namespace isotypic::train::rank_place_test
