// Replays the committed inputs of the fuzz targets: the seeds, and everything fuzzing has found.
#include <gtest/gtest.h>

#include <filesystem>

#include "fuzz/targets.hpp"
#include "isotypic/base/byte_source.hpp"
#include "tests/support/source_directory.hpp"

namespace isotypic::fuzz::fuzz_corpus_test {
namespace {

using Target = void (*)(std::string_view);

/// Runs every file of fuzz/KIND/NAME through `target`, which throws when a law fails.
std::int64_t replay(const std::string& kind, const std::string& name, Target target) {
  const std::filesystem::path folder =
      std::filesystem::path(test::source_directory()) / "fuzz" / kind / name;
  if (!std::filesystem::exists(folder)) return 0;
  std::int64_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string bytes = read_file(file.path().string());
    EXPECT_NO_THROW(target(bytes)) << file.path();
    ++count;
  }
  return count;
}

class FuzzCorpus : public testing::TestWithParam<std::pair<const char*, Target>> {};

TEST_P(FuzzCorpus, KeepsTheLawsOfItsParser) {
  const auto [name, target] = GetParam();
  EXPECT_GT(replay("corpus", name, target), 0) << "no seeds of " << name;
  replay("regressions", name, target);
}

INSTANTIATE_TEST_SUITE_P(
    Targets, FuzzCorpus,
    testing::Values(std::pair{"graph6", &fuzz_graph6}, std::pair{"sparse6", &fuzz_sparse6},
                    std::pair{"dimacs", &fuzz_dimacs}, std::pair{"edge_list", &fuzz_edge_list},
                    std::pair{"graphml", &fuzz_graphml}, std::pair{"gml", &fuzz_gml},
                    std::pair{"dot", &fuzz_dot}, std::pair{"condition", &fuzz_condition},
                    std::pair{"npy", &fuzz_npy}, std::pair{"reader", &fuzz_reader},
                    std::pair{"tu", &fuzz_tu}, std::pair{"ogb", &fuzz_ogb},
                    std::pair{"cache", &fuzz_cache}, std::pair{"record", &fuzz_record},
                    std::pair{"journal", &fuzz_journal}),
    [](const auto& test) { return std::string(test.param.first); });

}  // namespace
}  // namespace isotypic::fuzz::fuzz_corpus_test
