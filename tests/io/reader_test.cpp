#include "isotypic/io/reader.hpp"

#include <gmock/gmock.h>
#include <unistd.h>
#include <zlib.h>

#include <chrono>

#include "isotypic/io/graph6.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::reader_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const Graph triangle = make_graph(3, {{0, 1}, {0, 2}, {1, 2}});
const Graph single_edge = make_graph(2, {{0, 1}});

GraphReader read(std::string bytes, const ReaderOptions& options = {}) {
  return GraphReader::from_memory(std::move(bytes), "f", options);
}

std::string reader_refusal(std::string bytes, const ReaderOptions& options = {}) {
  return error_text([&] { (void)read(std::move(bytes), options).next(); });
}

std::string gzipped(const std::string& text) {
  std::string bytes(compressBound(text.size()) + 32, '\0');
  z_stream stream = {};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

std::vector<std::int64_t> all_lines(GraphReader reader) {
  std::vector<std::int64_t> lines;
  while (const auto item = reader.next()) lines.push_back(item->line);
  return lines;
}

std::int64_t resident_bytes() {
  std::int64_t total = 0;
  std::int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

TEST(GraphReader, GivesGraphsWithSourceAndLine) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("two.g6", "Bw\nA_\n");
  GraphReader reader(path);
  const auto first = reader.next();
  const auto second = reader.next();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->graph, triangle);
  EXPECT_EQ(first->source, path);
  EXPECT_EQ(first->line, 1);
  EXPECT_EQ(second->graph, single_edge);
  EXPECT_EQ(second->line, 2);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
}

TEST(GraphReader, SkipsBlankLinesAndAcceptsAnyEndOfLine) {
  EXPECT_EQ(all_lines(read("\n\nBw\r\n\r\n  \nA_")), (std::vector<std::int64_t>{3, 6}));
  EXPECT_TRUE(all_lines(read("")).empty());
  EXPECT_TRUE(all_lines(read("\r\n\n")).empty());
}

TEST(GraphReader, AcceptsHeadersOnAnyLineAndMixedLines) {
  EXPECT_EQ(all_lines(read(">>graph6<<Bw\n:An\n>>sparse6<<:An\nA_\n")).size(), 4U);
  EXPECT_EQ(all_lines(read(">>graph6<<\nBw\n")), (std::vector<std::int64_t>{2}));
  EXPECT_THAT(reader_refusal(":An\n", {.format = GraphFormat::Graph6}), HasSubstr("f:1: "));
  EXPECT_THAT(reader_refusal("A_\n", {.format = GraphFormat::Sparse6}),
              HasSubstr("begins with ':'"));
}

TEST(GraphReader, DetectsDimacsAndEdgeLists) {
  EXPECT_EQ(read("\nc hello\np edge 2 1\ne 1 2\n").next()->graph, single_edge);
  EXPECT_EQ(read("p col 2 1\ne 1 2\n").next()->graph, single_edge);
  EXPECT_EQ(read("# hello\n0 1\n").next()->graph, single_edge);
  EXPECT_EQ(read("\n0 1\n").next()->line, 2);
  EXPECT_EQ(read("0 1\n1 0\n", {.parse = {.simplify = true}}).next()->dropped,
            (Simplification{.duplicate_edges = 1}));
}

TEST(GraphReader, NamesFileAndLineOfAnError) {
  EXPECT_EQ(reader_refusal("\nB\n"),
            "f:2: the line is truncated: 3 nodes need 1 bytes after the size, it has 0");
  EXPECT_EQ(reader_refusal("\nc\np edge 2 1\ne 1 x\n"), "f:4: expected a node number, got 'x'");
  EXPECT_EQ(reader_refusal("\n0 1\n0 0\n"), "f:3: self-loop at node 0 (simplify leaves it out)");
  EXPECT_EQ(reader_refusal("\n0 1\n1 0\n"),
            "f:3: the edge 0 - 1 of line 2 is repeated on line 3 (simplify leaves it out)");
  EXPECT_THAT(reader_refusal("~~~~~~~~\n"), StartsWith("f:1: the number of nodes must be in"));
  EXPECT_THAT(reader_refusal(":~~@?????\n"),
              StartsWith("f:1: the text declares 1073741824 nodes but has only"));
}

TEST(GraphReader, GoesOnAfterABadLine) {
  GraphReader reader = read("Bw\nB\nA_\n");
  EXPECT_EQ(reader.next()->line, 1);
  EXPECT_THAT(error_text([&] { (void)reader.next(); }), StartsWith("f:2: "));
  EXPECT_EQ(reader.next()->line, 3);
  EXPECT_FALSE(reader.next());
}

TEST(GraphReader, RefusesWhatIsNotAGraphFile) {
  EXPECT_EQ(reader_refusal(std::string("\x89PNG\r\n\x1a\n\0\0", 10)),
            "f:1: neither graph6, sparse6, DIMACS, GraphML, GML, DOT nor an edge list begins with "
            "'?PNG'");
  EXPECT_THAT(reader_refusal(std::string(100'000, '\0')), HasSubstr("f:1: this is binary data"));
  EXPECT_THAT(reader_refusal("\x93NUMPY\x01"), HasSubstr("f:1: this is binary data"));
  EXPECT_THAT(reader_refusal("Hello, world\n"), HasSubstr("begins with 'Hello, world'"));
  EXPECT_THAT(reader_refusal("&B?\n"), HasSubstr("digraph6 holds directed graphs"));
  EXPECT_THAT(reader_refusal(";x\n"), HasSubstr("incremental sparse6 is not supported"));
}

TEST(GraphReader, NamesFilesItCannotOpen) {
  const TemporaryDirectory directory;
  const std::string missing = directory.file("missing.g6");
  EXPECT_EQ(error_text([&] { GraphReader reader(missing); }),
            missing + ": No such file or directory");
  EXPECT_THAT(error_text([] { GraphReader reader("/"); }), HasSubstr("/: Is a directory"));
  if (::geteuid() != 0) {
    const std::string secret = directory.write("secret.g6", "Bw\n");
    std::filesystem::permissions(secret, std::filesystem::perms::none);
    EXPECT_THAT(error_text([&] { GraphReader reader(secret); }), HasSubstr("Permission denied"));
  }
}

TEST(GraphReader, ReadsStandardInput) {
  int ends[2] = {};
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "A_\nB", 4), 4);
  ::close(ends[1]);
  const int saved = ::dup(STDIN_FILENO);
  ::dup2(ends[0], STDIN_FILENO);
  GraphReader reader("-");
  const auto item = reader.next();
  const std::string text = error_text([&] { (void)reader.next(); });
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  ::close(ends[0]);
  ASSERT_TRUE(item);
  EXPECT_EQ(item->graph, single_edge);
  EXPECT_EQ(item->source, "<stdin>");
  EXPECT_THAT(text, StartsWith("<stdin>:2: the line is truncated"));
}

TEST(GraphReader, ReadsGzipOfOneOrMoreMembers) {
  const TemporaryDirectory directory;
  GraphReader reader(directory.write("two.g6.gz", gzipped("Bw\nA_\n")));
  EXPECT_EQ(reader.next()->graph, triangle);
  EXPECT_EQ(reader.next()->graph, single_edge);
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(all_lines(read(gzipped("Bw\n") + gzipped("A_\nA_\n"))).size(), 3U);
  EXPECT_EQ(read(gzipped("p edge 2 1\ne 1 2\n")).next()->graph, single_edge);
  EXPECT_TRUE(all_lines(read(gzipped(""))).empty());
}

TEST(GraphReader, RefusesDamagedGzip) {
  const std::string whole = gzipped("Bw\n");
  for (std::size_t length = 2; length < whole.size(); ++length) {
    EXPECT_THAT(error_text([&] {
                  GraphReader reader = read(whole.substr(0, length));
                  while (reader.next()) {
                  }
                }),
                HasSubstr("the gzip data is truncated"))
        << length;
  }
  std::string damaged = whole;
  damaged[damaged.size() - 6] ^= 1;  // the checksum
  EXPECT_THAT(error_text([&] {
                GraphReader reader = read(damaged);
                while (reader.next()) {
                }
              }),
              HasSubstr("the gzip data is damaged"));
  EXPECT_THAT(error_text([&] {
                GraphReader reader = read(whole + "more");
                while (reader.next()) {
                }
              }),
              HasSubstr("followed by something that is not gzip"));
}

TEST(GraphReader, ReadsLinesLongerThanItsBuffer) {
  std::vector<Edge> edges;
  for (std::int32_t v = 1; v < 1500; ++v) edges.push_back({v / 2, v});
  const Graph tree = make_graph(1500, edges);
  const std::string line = format_graph6(tree);
  ASSERT_GT(line.size(), 2U << 16);
  GraphReader reader = read("Bw\n" + line + "\r\n" + line + "\nA_\n");
  EXPECT_EQ(reader.next()->graph, triangle);
  EXPECT_EQ(reader.next()->graph, tree);
  EXPECT_EQ(reader.next()->graph, tree);
  EXPECT_EQ(reader.next()->line, 4);
  EXPECT_THAT(reader_refusal(line, {.max_line_bytes = 70'000}), HasSubstr("70000 bytes"));
  EXPECT_THAT(reader_refusal("Bw\n", {.max_line_bytes = 1}), HasSubstr("more than 1 bytes"));
}

TEST(GraphReader, RefusesOverlongLinesBeforeTheyFillTheMemory) {
  const std::string body(8'000'000, '?');
  EXPECT_THAT(reader_refusal("D" + body), HasSubstr("f:1: the line has more than 3 bytes"));
  EXPECT_THAT(reader_refusal("c " + body), HasSubstr("f:1: the line has more than 1048576 bytes"));
  EXPECT_THAT(reader_refusal(gzipped("D" + body)),
              HasSubstr("f:1: the line has more than 3 bytes"));
}

TEST(GraphReader, RefusesEndlessInputAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(error_text([] { (void)GraphReader("/dev/zero").next(); }), HasSubstr("binary data"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(GraphReader, SuspectsAnEdgeListThatNeverNamesNodeZero) {
  const auto suspects = [](const std::string& text) {
    return GraphReader::from_memory(text, "memory").next()->looks_counted_from_one;
  };
  EXPECT_TRUE(suspects("1 2\n3 1\n"));
  EXPECT_FALSE(suspects("1 2\n0 1\n"));
  EXPECT_FALSE(suspects("# nodes: 3\n1 2\n"));
  EXPECT_FALSE(suspects("2 3\n"));
  EXPECT_FALSE(suspects("# nodes: 0\n"));
  EXPECT_FALSE(suspects("p edge 2 1\ne 1 2\n"));
  EXPECT_FALSE(suspects("A_\n"));
}

TEST(GraphReader, NeedsNoMoreMemoryForAMillionLines) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers keep freed memory";
#endif
  const TemporaryDirectory directory;
  constexpr std::int64_t num_lines = 1'000'000;
  std::string text;
  for (std::int64_t i = 0; i < num_lines; ++i) text += "IheA@GUAo\n";
  const std::string path = directory.write("many.g6", text);
  text = {};
  const std::int64_t before = resident_bytes();
  GraphReader reader(path);
  std::int64_t count = 0;
  std::int64_t num_edges = 0;
  while (const auto item = reader.next()) {
    ++count;
    num_edges += item->graph.num_edges();
  }
  EXPECT_EQ(count, num_lines);
  EXPECT_EQ(num_edges, 15 * num_lines);
  EXPECT_LT(resident_bytes() - before, 2'000'000);
}

TEST(GraphReader, ReadsSeveralGraphsOfADocument) {
  const auto read = [](const std::string& text) {
    GraphReader reader = GraphReader::from_memory(text, "file");
    std::vector<std::pair<std::int64_t, std::int64_t>> found;  // (line, nodes)
    while (const auto item = reader.next()) found.emplace_back(item->line, item->graph.num_nodes());
    return found;
  };
  using Found = std::vector<std::pair<std::int64_t, std::int64_t>>;
  EXPECT_EQ(read("\n graph { a }\n\ngraph { a -- b } graph {}\n"), (Found{{2, 1}, {4, 2}, {4, 0}}));
  EXPECT_EQ(read("graph [ ]\ngraph [ node [ id 4 ] ]"), (Found{{1, 0}, {2, 1}}));
  EXPECT_EQ(read("\xEF\xBB\xBF<graphml>\n<graph/>\n<graph><node id='x'/></graph></graphml>"),
            (Found{{2, 0}, {3, 1}}));
}

TEST(GraphReader, NamesTheLineOfAMistakeInADocument) {
  const auto text = [](const std::string& bytes) {
    GraphReader reader = GraphReader::from_memory(bytes, "file");
    return error_text([&] {
      while (reader.next()) continue;
    });
  };
  EXPECT_EQ(text("graph {\n a\n -> b }").substr(0, 11), "file:3: '->");
  EXPECT_EQ(text("graph [\n node [\n id 0 ]\n node [ id 0 ] ]").substr(0, 15), "file:4: a secon");
  EXPECT_EQ(text("<graphml>\n<graph>\n<node/>\n").substr(0, 17), "file:3: a <node> ");
  EXPECT_NE(text("digraph { }").find("the graph is directed"), std::string::npos);
  EXPECT_NE(text("&BP_").find("digraph6 holds directed graphs"), std::string::npos);
}

}  // namespace
}  // namespace isotypic::reader_test
