#include "isotypic/io/internal/graphml_parser.hpp"

#include <expat.h>

#include <deque>
#include <exception>
#include <set>
#include <string>
#include <utility>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {
namespace {

constexpr char namespace_separator = '|';

/// The name of an element without its namespace.
std::string_view local_name(const char* name) {
  const std::string_view whole = name;
  const auto bar = whole.rfind(namespace_separator);
  return bar == std::string_view::npos ? whole : whole.substr(bar + 1);
}

/// An attribute of an element, or nothing.
std::optional<std::string> attribute(const char** attributes, std::string_view name) {
  for (; *attributes != nullptr; attributes += 2) {
    if (local_name(attributes[0]) == name) return attributes[1];
  }
  return std::nullopt;
}

std::string required(const char** attributes, const char* element, const char* name) {
  std::optional<std::string> value = attribute(attributes, name);
  if (!value) fail(GraphMlParser::where, "a <", element, "> has no ", name);
  return *std::move(value);
}

std::string_view without_blanks(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

}  // namespace

/// The parser of expat and what it has found. Callbacks must not throw through C: they keep the
/// exception and stop the parser.
class GraphMlParser::Document {
 public:
  explicit Document(const ParseOptions& options)
      : options_(options), parser_(XML_ParserCreateNS(nullptr, namespace_separator)) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, on_start, on_end);
    XML_SetCharacterDataHandler(parser_, on_text);
    // Entities can make a short text expand to any length.
    XML_SetEntityDeclHandler(parser_, on_entity);
  }
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  ~Document() { XML_ParserFree(parser_); }

  void parse(std::string_view text, bool last) {
    // expat takes at most 2^31 - 1 bytes at a time.
    constexpr std::size_t most = std::size_t{1} << 24;
    do {
      const std::string_view piece = text.substr(0, most);
      text.remove_prefix(piece.size());
      const bool is_final = last && text.empty();
      if (XML_Parse(parser_, piece.data(), static_cast<int>(piece.size()), is_final) ==
          XML_STATUS_OK) {
        continue;
      }
      if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
      if (XML_GetErrorCode(parser_) == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
      fail(where, "this is not XML: ", XML_ErrorString(XML_GetErrorCode(parser_)));
    } while (!text.empty());
  }

  std::int64_t line = 0;
  std::deque<DocumentGraph> complete;

 private:
  /// The node or edge that is open.
  struct Item {
    Edge slots;
    bool is_edge = false;
    std::optional<std::int32_t> colour;
    std::int64_t line = 0;
  };

  template <typename Body>
  static void guard(void* self, Body body) {
    auto& own = *static_cast<Document*>(self);
    if (own.failure_) return;  // expat may still deliver what it has
    try {
      body(own);
    } catch (...) {
      own.failure_ = std::current_exception();
      XML_StopParser(own.parser_, XML_FALSE);
    }
  }
  static void on_start(void* self, const char* name, const char** attributes) {
    guard(self, [&](Document& own) { own.start(local_name(name), attributes); });
  }
  static void on_end(void* self, const char* name) {
    guard(self, [&](Document& own) { own.end(local_name(name)); });
  }
  static void on_text(void* self, const char* text, int size) {
    guard(self, [&](Document& own) {
      if (own.reads_colour_) own.text_.append(text, static_cast<std::size_t>(size));
    });
  }
  static void on_entity(void* self, const char* /*name*/, int /*is_parameter*/,
                        const char* /*value*/, int /*length*/, const char* /*base*/,
                        const char* /*system*/, const char* /*public*/, const char* /*notation*/) {
    guard(self, [](Document&) { fail(where, "XML entities are not supported"); });
  }

  void start(std::string_view name, const char** attributes) {
    if (++depth_ == 1 && name != "graphml") {
      fail(where, "expected <graphml>, got <", in_quotes(name), ">");
    }
    if (name == "key") {
      start_key(attributes);
    } else if (name == "default" && in_colour_key_) {
      fail(where, "a default colour is not supported; give every node and edge its own");
    } else if (name == "graph") {
      start_graph(attributes);
    } else if (name == "node" && graph_) {
      begin_item();
      item_->slots.u = graph_->slot_of(required(attributes, "node", "id"));
      graph_->declare(item_->slots.u);
    } else if (name == "edge" && graph_) {
      start_edge(attributes);
    } else if (name == "hyperedge") {
      fail(where, "hyperedges are not supported");
    } else if (name == "data" && item_) {
      reads_colour_ = colour_keys_.contains(required(attributes, "data", "key"));
      text_.clear();
    }
  }

  void start_key(const char** attributes) {
    in_colour_key_ = attribute(attributes, "attr.name") == "colour";
    if (in_colour_key_) colour_keys_.insert(required(attributes, "key", "id"));
  }

  void start_graph(const char** attributes) {
    if (graph_) fail(where, "nested graphs are not supported");
    const std::string way = attribute(attributes, "edgedefault").value_or("");
    if (equal_ignoring_case(way, "directed")) refuse_directed("edgedefault");
    graph_.emplace(where, options_, line);
  }

  void begin_item() {
    if (item_) fail(where, "a node or an edge inside another one");
    item_ = Item{.line = line};
  }

  void start_edge(const char** attributes) {
    begin_item();
    const std::string directed = attribute(attributes, "directed").value_or("");
    if (directed == "1" || equal_ignoring_case(directed, "true")) refuse_directed("directed");
    item_->is_edge = true;
    item_->slots.u = graph_->slot_of(required(attributes, "edge", "source"));
    item_->slots.v = graph_->slot_of(required(attributes, "edge", "target"));
  }

  [[noreturn]] static void refuse_directed(const char* attribute_name) {
    const bool whole = std::string_view(attribute_name) == "edgedefault";
    fail(where, "the ", whole ? "graph" : "edge",
         " is directed; graphs here are undirected (write ", attribute_name,
         whole ? "=\"undirected\"" : "=\"false\"", " if the directions do not matter)");
  }

  void end(std::string_view name) {
    --depth_;
    if (name == "data" && std::exchange(reads_colour_, false)) {
      if (item_->colour) fail(where, "a second colour of the same node or edge");
      item_->colour = parse_colour(where, without_blanks(text_));
    } else if (name == "key") {
      in_colour_key_ = false;
    } else if ((name == "node" || name == "edge") && item_) {
      const Item item = *std::exchange(item_, std::nullopt);
      if (item.is_edge) {
        graph_->add_edge(item.slots, item.line, item.colour);
      } else if (item.colour) {
        graph_->colour_node(item.slots.u, *item.colour);
      }
    } else if (name == "graph" && graph_) {
      complete.push_back(graph_->build());
      graph_.reset();
    }
  }

  ParseOptions options_;
  XML_Parser parser_;
  std::exception_ptr failure_;
  int depth_ = 0;
  std::set<std::string> colour_keys_;
  bool in_colour_key_ = false;
  bool reads_colour_ = false;
  std::string text_;
  std::optional<Item> item_;
  std::optional<NamedGraph> graph_;
};

GraphMlParser::GraphMlParser(const ParseOptions& options)
    : document_(std::make_unique<Document>(options)) {}
GraphMlParser::GraphMlParser(GraphMlParser&&) noexcept = default;
GraphMlParser& GraphMlParser::operator=(GraphMlParser&&) noexcept = default;
GraphMlParser::~GraphMlParser() = default;

void GraphMlParser::skip_lines(std::int64_t count) { document_->line += count; }

void GraphMlParser::add_line(std::string_view line) {
  ++document_->line;
  document_->parse(line, false);
  document_->parse("\n", false);
}

std::optional<DocumentGraph> GraphMlParser::take() {
  if (document_->complete.empty()) return std::nullopt;
  DocumentGraph graph = std::move(document_->complete.front());
  document_->complete.pop_front();
  return graph;
}

void GraphMlParser::finish() { document_->parse("", true); }

}  // namespace isotypic
