// isotypic merge: the journals of a sharded run as one.
#pragma once

namespace CLI {
class App;
}

namespace isotypic::cli {

void add_merge(CLI::App& app);

}  // namespace isotypic::cli
