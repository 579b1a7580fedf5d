#include "isotypic/io/writer.hpp"

#include <gmock/gmock.h>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/io/reader.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::writer_test {
namespace {

using testing::HasSubstr;

const Graph written_graph = make_graph(2, {{0, 1}});

TEST(GraphWriter, WritesWhatTheReaderReads) {
  const TemporaryDirectory directory;
  for (const GraphFormat format :
       {GraphFormat::Graph6, GraphFormat::Sparse6, GraphFormat::Dimacs, GraphFormat::EdgeList}) {
    const std::string path = directory.file(std::string(format_name(format)));
    GraphWriter writer(path, format);
    writer.write(written_graph);
    writer.finish();
    EXPECT_EQ(GraphReader(path).next()->graph, written_graph) << path;
  }
}

TEST(GraphWriter, WritesOneGraphPerLineWhereTheFormatAllows) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("two.g6");
  GraphWriter writer(path, GraphFormat::Graph6);
  writer.write(written_graph);
  writer.write(Graph());
  writer.finish();
  EXPECT_EQ(read_file(path), "A_\n?\n");
  GraphWriter dimacs(directory.file("two.col"), GraphFormat::Dimacs);
  dimacs.write(written_graph);
  EXPECT_THAT(error_text([&] { dimacs.write(written_graph); }),
              HasSubstr("dimacs format holds one graph"));
}

}  // namespace
}  // namespace isotypic::writer_test
