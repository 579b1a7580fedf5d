// In the place of explore.cpp and serve.cpp where the build could not have the explorer.

#include <string>

#include "cli/commands/explore.hpp"
#include "isotypic/base/error.hpp"

namespace isotypic::cli {
namespace {

void add_missing(CLI::App& app, const char* name) {
  CLI::App* sub = app.add_subcommand(name, "");
  sub->group("");  // not among the commands that --help lists
  sub->prefix_command();
  sub->set_help_flag();
  sub->callback([name] {
    fail_as(ErrorKind::Runtime, name, "`isotypic ", name,
            "` is left out of this build: " ISOTYPIC_EXPLORER_MISSING
            ". Install npm and libcpp-httplib-dev, then configure and build again");
  });
}

}  // namespace

void add_explore(CLI::App& app) { add_missing(app, "explore"); }
void add_serve(CLI::App& app) { add_missing(app, "serve"); }

}  // namespace isotypic::cli
