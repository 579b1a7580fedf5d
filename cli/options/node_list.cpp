#include "cli/options/node_list.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic::cli {

void add_node_list(CLI::App& command, const std::string& name, std::vector<std::int64_t>& nodes,
                   const std::string& description) {
  command.add_option(name, nodes, description)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NODES")
      ->check(CLI::Range(std::int64_t{0}, max_nodes));
}

std::vector<std::int32_t> counted_from_zero(const std::vector<std::int64_t>& nodes,
                                            std::int32_t first) {
  std::vector<std::int32_t> result;
  for (const std::int64_t node : nodes) {
    if (node < first) fail("group", "there is no node ", node, "; nodes are counted from ", first);
    result.push_back(static_cast<std::int32_t>(node - first));
  }
  return result;
}

}  // namespace isotypic::cli
