// Draws the symmetry channels of a few graphs: the picture at the top of the README.
//
//   draw_channels docs/images/channels.svg
//
// Every drawing shows one channel. Node v has the colour of entry v of P e, where P is the
// projector onto the channel and e marks node 0. This vector does not depend on the choice of a
// basis within the channel.
#include <iostream>
#include <string>
#include <vector>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/channels/channel_vector.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/report/plot/drawing.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace {

using namespace isotypic;

constexpr int cell_width = 260, cell_height = 222, title_height = 34;

struct NamedGraph {
  std::string name;
  Graph graph;
};

std::string text(int x, int y, const std::string& style, const std::string& words) {
  return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) +
         "\" fill=\"currentColor\" " + style + ">" + words + "</text>\n";
}

/// The drawing of one channel, moved to (x, y).
std::string cell(int x, int y, const report::GraphPicture& picture) {
  std::string drawing = report::draw_graph(picture);
  drawing.insert(drawing.find("<svg") + 4, " x=\"" + std::to_string(x) + "\" y=\"" +
                                               std::to_string(y) + "\" width=\"" +
                                               std::to_string(cell_width) + "\" height=\"" +
                                               std::to_string(cell_height - 30) + "\"");
  return drawing + text(x + cell_width / 2, y + cell_height - 14,
                        "font-size=\"13\" text-anchor=\"middle\"", picture.caption);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::cerr << "usage: draw_channels FILE.svg\n";
    return 2;
  }
  const std::vector<NamedGraph> graphs = {
      {.name = "Petersen graph", .graph = petersen_graph()},
      {.name = "4 x 4 rook's graph", .graph = rook_graph(4, 4)},
      {.name = "Shrikhande graph", .graph = shrikhande_graph()}};
  std::string body;
  int y = 0;
  for (const NamedGraph& named : graphs) {
    const Symmetry symmetry = compute_symmetry(named.graph);
    const Channels channels = decompose(symmetry);
    body += text(12, y + 24, "font-size=\"16\" font-weight=\"bold\"",
                 named.name + ": " + symmetry.order + " automorphisms, " +
                     std::to_string(channels.canonical->channels.size()) + " channels");
    int x = 0;
    for (std::int64_t i = 0; i < std::ssize(channels.canonical->channels); ++i) {
      const Channel& channel = channels.canonical->channels[i];
      const Eigen::VectorXd values = channel_vector(channels, i, 0);
      const bool trivial = channels.canonical->components[channel.component].trivial;
      body += cell(x, y + title_height,
                   {.title = named.name,
                    .caption = "dimension " + std::to_string(channel.dim) +
                               (trivial ? ": all that sum pooling sees" : ""),
                    .graph = named.graph,
                    .values = {values.begin(), values.end()},
                    .scale = report::ColourScale::Diverging});
      x += cell_width;
    }
    y += title_height + cell_height;
  }
  write_file(argv[1], "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " +
                          std::to_string(4 * cell_width) + " " + std::to_string(y) +
                          "\" class=\"isotypic-graph\" font-family=\"sans-serif\">\n"
                          "<rect class=\"ground\" width=\"100%\" height=\"100%\" "
                          "fill=\"#ffffff\"/>\n" +
                          body + "</svg>\n");
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
