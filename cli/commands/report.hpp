// isotypic report: records as tables, plots and pages.
#pragma once

namespace CLI {
class App;
}

namespace isotypic::cli {

void add_report(CLI::App& app);

}  // namespace isotypic::cli
