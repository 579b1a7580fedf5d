// Time and memory of local decompositions, `explain` included, on one core.
//
// Usage: local_bench large|growth|structured RECORD.json [PLOT.svg]
// Times are processor times. Every graph is worked on in a process of its own, whose peak memory is
// that of the kernel's accounts. Embeddings are random, d = 8.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/processor_seconds.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/channels/local_readout.hpp"
#include "isotypic/channels/pooled_readout.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/report/plot/plot.hpp"

namespace {

using namespace isotypic;
using Json = nlohmann::ordered_json;
using bench::processor_seconds;

/// Every new node is joined to `edges` different older ones, with probability proportional to
/// their degree.
Graph preferential_attachment(std::int64_t n, std::int64_t edges_each, Random& random) {
  std::vector<Edge> edges;
  std::vector<std::int32_t> ends = {0};  // every node as often as it has edges
  for (std::int32_t v = 1; v < n; ++v) {
    std::vector<std::int32_t> chosen;
    while (std::ssize(chosen) < std::min<std::int64_t>(edges_each, v)) {
      const std::int32_t w = ends[random.below(std::ssize(ends))];
      if (std::find(chosen.begin(), chosen.end(), w) == chosen.end()) chosen.push_back(w);
    }
    for (const std::int32_t w : chosen) {
      edges.push_back({w, v});
      ends.push_back(w);
      ends.push_back(v);
    }
  }
  return make_graph(n, edges);
}

/// Points of the unit square, joined when closer than the radius that gives this mean degree.
Graph random_geometric(std::int64_t n, double mean_degree, Random& random) {
  const double radius = std::sqrt(mean_degree / (3.141592653589793 * static_cast<double>(n)));
  const auto side = static_cast<std::int64_t>(1.0 / radius);
  std::vector<std::pair<double, double>> points(n);
  std::vector<std::vector<std::int32_t>> boxes(side * side);
  const auto box = [&](double x) {
    return std::min(side - 1, static_cast<std::int64_t>(x * static_cast<double>(side)));
  };
  for (std::int32_t v = 0; v < n; ++v) {
    points[v] = {random.uniform(), random.uniform()};
    boxes[box(points[v].first) * side + box(points[v].second)].push_back(v);
  }
  std::vector<Edge> edges;
  for (std::int32_t v = 0; v < n; ++v) {
    const std::int64_t i = box(points[v].first);
    const std::int64_t j = box(points[v].second);
    for (std::int64_t a = std::max<std::int64_t>(0, i - 1); a <= std::min(side - 1, i + 1); ++a) {
      for (std::int64_t b = std::max<std::int64_t>(0, j - 1); b <= std::min(side - 1, j + 1); ++b) {
        for (const std::int32_t w : boxes[a * side + b]) {
          if (w > v && std::hypot(points[v].first - points[w].first,
                                  points[v].second - points[w].second) < radius) {
            edges.push_back({v, w});
          }
        }
      }
    }
  }
  return make_graph(n, edges);
}

struct Case {
  std::string name;
  std::function<Graph(Random&)> make;
  bool dense = false;  ///< measure decompose() too
};

Json describe(const LocalDecomposition& local) {
  const MotifSummary summary = summarise(local.motifs);
  return {{"orbits", local.motifs.num_orbits},
          {"motifs",
           {{"basic", summary.num_basic},
            {"nested", summary.num_nested},
            {"core", summary.num_with_core}}},
          {"largest_core", summary.largest_core},
          {"components", local.num_components},
          {"share_of_nodes_in_motifs",
           static_cast<double>(summary.num_moved_nodes) / static_cast<double>(local.num_nodes)}};
}

Json measure(const Case& item) {
  Random random(1);
  const Graph graph = item.make(random);
  Eigen::MatrixXd m(graph.num_nodes(), 8);
  for (double& value : m.reshaped()) value = random.normal();
  Symmetry symmetry;
  LocalChannels channels;
  Explanation explanation;
  Features<double> features;
  Json row = {{"graph", item.name}, {"n", graph.num_nodes()}, {"m", graph.num_edges()}};
  const double searching = processor_seconds([&] { symmetry = compute_symmetry(graph); });
  const double splitting = processor_seconds([&] { channels = decompose_locally(symmetry); });
  const double explaining = processor_seconds([&] { explanation = explain(channels, m); });
  const double reading = processor_seconds([&] { features = isotypic_features(channels, m); });
  const double pooling = processor_seconds([&] { (void)pooled_features(channels, m); });
  row["seconds"] = {{"symmetry", searching},
                    {"decompose_locally", splitting},
                    {"explain", explaining},
                    {"isotypic_features", reading},
                    {"pooled_features", pooling},
                    {"total", searching + splitting + explaining + reading + pooling}};
  row.update(describe(*channels.canonical));
  if (item.dense) {
    const Graph copy = shuffled(graph, random);
    row["equal_bits_after_relabelling"] =
        *decompose_locally(compute_symmetry(copy)).canonical == *channels.canonical;
    row["seconds"]["decompose"] =
        processor_seconds([&] { (void)decompose(symmetry, {.grouping = Grouping::Components}); });
  }
  return row;
}

/// In a child process; its peak memory includes the graph.
Json measure_apart(const Case& item) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    std::string text;
    try {
      text = measure(item).dump();
    } catch (const std::exception& error) {
      text = Json{{"graph", item.name}, {"error", error.what()}}.dump();
    }
    const bool whole = write(ends[1], text.data(), text.size()) == std::ssize(text);
    _exit(whole ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  rusage usage{};
  wait4(child, nullptr, 0, &usage);
  Json row = Json::parse(text);
  row["peak_megabytes"] = static_cast<double>(usage.ru_maxrss) / 1024.0;
  return row;
}

Case cubic(std::int64_t n) {
  return {"random cubic graph", [n](Random& r) { return random_regular_graph(n, 3, r); }};
}
Case tree(std::int64_t height) {
  return {"binary tree", [height](Random&) { return binary_tree(height); }};
}
Case star(std::int64_t leaves) {
  return {"star", [leaves](Random&) { return star_graph(leaves); }};
}
Case triangles(std::int64_t n) {
  return {"disjoint triangles", [n](Random&) { return disjoint_copies(complete_graph(3), n / 3); }};
}
Case attachment(std::int64_t n, std::int64_t each) {
  return {"preferential attachment, " + std::to_string(each) + " edge" + (each > 1 ? "s" : "") +
              " a node",
          [n, each](Random& r) { return preferential_attachment(n, each, r); }};
}
Case geometric(std::int64_t n) {
  return {"random geometric graph, mean degree 6",
          [n](Random& r) { return random_geometric(n, 6.0, r); }};
}

std::vector<Case> cases(const std::string& which) {
  constexpr std::int64_t million = 1'000'000;
  if (which == "large") {
    return {cubic(100'000),         tree(16),
            star(million),          triangles(3 * million),
            attachment(million, 1), attachment(million, 2),
            geometric(million)};
  }
  if (which == "growth") {
    std::vector<Case> all;
    for (const std::int64_t n : {1'000, 10'000, 100'000, 1'000'000}) {
      const auto height = static_cast<std::int64_t>(std::log2(static_cast<double>(n)));
      // The searches of these two grow faster than linearly.
      if (n < million) all.insert(all.end(), {cubic(n), tree(height)});
      all.insert(all.end(),
                 {star(n), triangles(n), attachment(n, 1), attachment(n, 2), geometric(n)});
    }
    return all;
  }
  std::vector<Case> all = {
      {"K_2000", [](Random&) { return complete_graph(2000); }},
      {"1,000 triangles", [](Random&) { return disjoint_copies(complete_graph(3), 1000); }},
      {"star with 5,000 leaves", [](Random&) { return star_graph(5000); }},
      {"hypercube Q_11", [](Random&) { return hypercube_graph(11); }},
      {"binary tree with 4,095 nodes", [](Random&) { return binary_tree(11); }}};
  for (Case& item : all) item.dense = true;
  return all;
}

/// Seconds against nodes, one line per family.
report::Plot growth_plot(const Json& rows) {
  report::Plot plot;
  plot.title = "Symmetry, decomposition, explain and features together";
  plot.x = {"nodes", true};
  plot.y = {"seconds", true};
  std::map<std::string, report::Series> families;
  for (const Json& row : rows) {
    report::Series& series = families[row.at("graph")];
    series.name = row.at("graph");
    series.x.push_back(row.at("n"));
    series.y.push_back(row.at("seconds").at("total"));
  }
  for (auto& [name, series] : families) plot.series.push_back(std::move(series));
  return plot;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::cerr << "usage: local_bench large|growth|structured RECORD.json [PLOT.svg]\n";
    return 2;
  }
  Json record = {{"program", "local_bench"}, {"which", argv[1]}, {"rows", Json::array()}};
  for (const Case& item : cases(argv[1])) {
    record["rows"].push_back(measure_apart(item));
    std::cerr << record["rows"].back().dump() << '\n';
    write_file(argv[2], record.dump(1) + '\n');
  }
  if (argc == 4) write_file(argv[3], report::render_svg(growth_plot(record["rows"])));
  return 0;
}
