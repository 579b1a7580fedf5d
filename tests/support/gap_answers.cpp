#include "tests/support/gap_answers.hpp"

#include <fstream>
#include <sstream>
#include <utility>

#include "isotypic/io/graph6.hpp"
#include "tests/support/source_directory.hpp"

namespace isotypic::test {

std::vector<GapAnswer> read_gap_answers(const std::string& path) {
  std::ifstream file(source_directory() + '/' + path);
  std::vector<GapAnswer> answers;
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    GapAnswer answer;
    std::string field;
    std::getline(fields, answer.name, ';');
    std::getline(fields >> std::ws, field, ';');
    answer.graph = parse_graph6(field);
    while (std::getline(fields >> std::ws, field, ';')) answer.fields.push_back(field);
    answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace isotypic::test
