#include "isotypic/smiles/ogb_writer.hpp"

#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic {
namespace {

namespace fs = std::filesystem;

constexpr const char* where = "OgbWriter";

void write_rows(AtomicFile& file, const CategoryMatrix& rows) {
  std::string text;
  for (std::int64_t row = 0; row < rows.rows(); ++row) {
    for (std::int64_t c = 0; c < rows.cols(); ++c) {
      if (c > 0) text += ',';
      text += std::to_string(rows(row, c));
    }
    text += '\n';
  }
  file.write(text);
}

}  // namespace

struct OgbWriter::Files {
  explicit Files(const fs::path& raw)
      : node_counts((raw / "num-node-list.csv").string()),
        edge_counts((raw / "num-edge-list.csv").string()),
        nodes((raw / "node-feat.csv").string()),
        edges((raw / "edge.csv").string()),
        edge_rows((raw / "edge-feat.csv").string()),
        targets_path((raw / "graph-label.csv").string()) {}

  AtomicFile node_counts, edge_counts, nodes, edges, edge_rows;
  std::string targets_path;
  std::unique_ptr<AtomicFile> targets;  // only if there are any
};

OgbWriter::OgbWriter(const std::string& folder) : raw_(fs::path(folder) / "raw") {
  translate_exceptions(where, [&] {
    std::error_code unknown;
    if (fs::exists(folder) && !fs::is_directory(folder)) fail(where, folder, " is not a folder");
    if (fs::exists(folder) && !fs::is_empty(folder)) {
      fail(where, folder, " is not empty; a data set is written into a folder of its own");
    }
    for (fs::path path = raw_; !path.empty() && !fs::exists(path, unknown);
         path = path.parent_path()) {
      made_.paths.push_back(path);
    }
    if (!fs::create_directories(raw_, unknown)) {
      fail_as(ErrorKind::Runtime, where, "cannot make the folder ", raw_.string(), ": ",
              unknown.message());
    }
    files_ = std::make_unique<Files>(raw_);
  });
}

OgbWriter::~OgbWriter() = default;

OgbWriter::MadeFolders::~MadeFolders() {
  std::error_code not_empty;  // then they stay
  for (const fs::path& folder : paths) fs::remove(folder, not_empty);
}

void OgbWriter::add(const CategoryMatrix& nodes, std::span<const Edge> edges,
                    const CategoryMatrix& edge_rows, std::span<const double> targets) {
  files_->node_counts.write(std::to_string(nodes.rows()) + '\n');
  files_->edge_counts.write(std::to_string(edges.size()) + '\n');
  write_rows(files_->nodes, nodes);
  std::string ends;
  for (const auto& [u, v] : edges) ends += std::to_string(u) + ',' + std::to_string(v) + '\n';
  files_->edges.write(ends);
  write_rows(files_->edge_rows, edge_rows);
  if (targets.empty()) return;
  if (!files_->targets) files_->targets = std::make_unique<AtomicFile>(files_->targets_path);
  std::string row;
  for (const double target : targets) {
    if (!row.empty()) row += ',';
    row += std::isnan(target) ? "nan" : exact_number(target);
  }
  files_->targets->write(row + '\n');
}

void OgbWriter::commit() {
  // The counts last: they are what a data set is recognised by.
  if (files_->targets) files_->targets->commit();
  for (AtomicFile* file : {&files_->nodes, &files_->edges, &files_->edge_rows, &files_->edge_counts,
                           &files_->node_counts}) {
    file->commit();
  }
}

}  // namespace isotypic
