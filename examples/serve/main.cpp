// Answers questions about graphs, one per line: the program of docs/how-to/serve-a-model.md.
//
//   serve MODEL < questions > answers
//
// A question is a graph6 line, or a JSON object with the graph6 text and the features of the graph:
//   {"graph": "Bw", "node_labels": [1, 1, 2], "edge_labels": [1, 1, 1]}
// Every answer is one JSON object, written at once.
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/learn/predictor.hpp"

using namespace isotypic;

namespace {

template <typename Number>
bool is_number(const Json& cell) {
  if constexpr (std::is_floating_point_v<Number>) {
    return cell.is_number();
  } else {
    return cell.is_number_unsigned()
               ? std::in_range<Number>(cell.get<std::uint64_t>())
               : cell.is_number_integer() && std::in_range<Number>(cell.get<std::int64_t>());
  }
}

/// Rows of numbers; a list of plain numbers is one column.
template <typename Matrix>
Matrix rows_of(const Json& question, const char* field, std::int64_t rows) {
  const auto found = question.find(field);
  if (found == question.end()) return {};
  const auto wrong = [&](const auto&... reason) { fail("serve", '"', field, "\" ", reason...); };
  if (!found->is_array()) wrong("must be a list");
  if (std::ssize(*found) != rows) wrong("has ", found->size(), " rows, not ", rows);
  const std::size_t columns = rows == 0 || !(*found)[0].is_array() ? 1 : (*found)[0].size();
  Matrix matrix(rows, static_cast<std::int64_t>(columns));
  for (std::int64_t r = 0; r < rows; ++r) {
    const Json& row = (*found)[static_cast<std::size_t>(r)];
    const Json cells = row.is_array() ? row : Json::array({row});
    if (cells.size() != columns) wrong("has rows of different lengths");
    for (std::size_t c = 0; c < columns; ++c) {
      if (!is_number<typename Matrix::Scalar>(cells[c])) {
        wrong("holds ", cells[c].dump(), ", which is no ",
              std::is_integral_v<typename Matrix::Scalar> ? "label" : "number");
      }
      matrix(r, static_cast<std::int64_t>(c)) = cells[c].get<typename Matrix::Scalar>();
    }
  }
  return matrix;
}

Sample parse_question(const std::string& line) {
  if (line.empty()) fail("serve", "the line is empty");
  // No graph6 line has a quotation mark, and every JSON object that says something has one.
  if (line.find('"') == std::string::npos) return {.graph = parse_graph6(line)};
  const Json question = parse_json(line, "the question");
  if (!question.is_object() || !question.contains("graph") || !question["graph"].is_string()) {
    fail("serve", "a question needs a field \"graph\" with a graph6 text");
  }
  for (const auto& [field, value] : question.items()) {
    if (field != "graph" && field != "node_labels" && field != "node_attributes" &&
        field != "edge_labels" && field != "edge_attributes") {
      fail("serve", "there is no field \"", field, "\"");
    }
  }
  Sample sample{.graph = parse_graph6(question["graph"].get<std::string>())};
  const std::int64_t n = sample.graph.num_nodes();
  const std::int64_t edges = sample.graph.num_edges();
  sample.node_categories = rows_of<CategoryMatrix>(question, "node_labels", n);
  sample.node_features = rows_of<FloatMatrix>(question, "node_attributes", n);
  sample.edge_categories = rows_of<CategoryMatrix>(question, "edge_labels", edges);
  sample.edge_features = rows_of<FloatMatrix>(question, "edge_attributes", edges);
  return sample;
}

void serve(const learn::Predictor& predictor) {
  const std::vector<std::string> columns = predictor.columns();
  const bool classes = predictor.pipeline().options.task == learn::Task::Classification;
  std::vector<double> row(columns.size());
  std::string line;
  for (std::int64_t number = 1; std::getline(std::cin, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    Json answer = {{"line", number}};
    try {
      predictor.predict(parse_question(line), row);
      for (std::size_t c = 0; c < columns.size(); ++c) answer[columns[c]] = row[c];
      if (classes) answer["class"] = static_cast<std::int64_t>(row[0]);
    } catch (const Error& error) {
      answer["error"] = error.reason();
    }
    // A bad line may hold bytes that are no UTF-8, and the message about it repeats them.
    std::cout << answer.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
    if (!std::cout) fail_as(ErrorKind::Runtime, "serve", "cannot write to standard output");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: serve MODEL < questions > answers\n", stderr);
    return 2;
  }
  try {
    serve(learn::Predictor(std::filesystem::path(argv[1])));
    return 0;
  } catch (const Error& error) {
    std::fprintf(stderr, "serve: %s\n", error.reason().c_str());
    return error.kind() == ErrorKind::BadInput ? 65 : 1;
  }
}
