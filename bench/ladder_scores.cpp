// Runs the experiment `ladder` without LibTorch and writes its record.
//
// Usage: ladder_scores BREC_DIRECTORY RECORD.json [LAST_RUNG]

#include <chrono>
#include <iostream>

#include "experiments/ladder/ladder.hpp"

int main(int argc, char** argv) {
  using namespace isotypic;
  if (argc != 3 && argc != 4) {
    std::cerr << "usage: ladder_scores BREC_DIRECTORY RECORD.json [LAST_RUNG]\n";
    return 2;
  }
  experiments::LadderConfig config{.brec = argv[1]};
  if (argc == 4) config.last = parse_enum<Rung>(argv[3]);
  const auto start = std::chrono::steady_clock::now();
  auto record = experiments::run_ladder(
      config, {.command = std::vector<std::string>(argv, argv + argc), .jobs = 1});
  if (!record) return 1;
  record->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record->tables = experiments::ladder_tables(*record);
  report::write_record(*record, argv[2]);
  for (const report::Table& table : record->tables) {
    std::cout << render_terminal(table, 150) << '\n';
  }
  return 0;
}
