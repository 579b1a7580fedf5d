// The parts of the page that are not data: files that the build turns into arrays.
#pragma once

#include <string_view>

namespace isotypic::explore {

[[nodiscard]] std::string_view explorer_html();
[[nodiscard]] std::string_view explorer_style();
[[nodiscard]] std::string_view explorer_script();   ///< ours
[[nodiscard]] std::string_view cytoscape_script();  ///< Cytoscape.js, from npm

}  // namespace isotypic::explore
