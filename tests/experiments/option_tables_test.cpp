// The tables of options in the documentation and the manual come from the lists of fields.
//
// After a change of options, ISOTYPIC_UPDATE_DOCS=1 writes both files anew.
#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/commands/draw.hpp"
#include "cli/commands/learn.hpp"
#include "experiments/experiment.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/learn/options.hpp"
#include "isotypic/report/plot/graph_sheet.hpp"
#include "tests/support/source_directory.hpp"

namespace isotypic::option_tables_test {
namespace {

/// A command, and what it offers.
struct Command {
  std::string name;
  std::string about;
  std::vector<OptionRow> rows;
};

Command describe(std::string name, std::string about, const std::vector<OptionField>& fields,
                 const Json& defaults) {
  Command command{std::move(name), std::move(about), {}};
  for (const OptionField& field : fields) {
    if (!field.on_command_line) continue;
    command.rows.push_back(describe_option(field, defaults.at(field.name)));
  }
  return command;
}

std::vector<Command> all_commands() {
  const auto& drawing = report::draw_fields();
  const auto& fields = learn::pipeline_fields();
  std::vector<Command> commands = {
      describe("draw", cli::draw_about, drawing.list(), drawing.values(report::DrawOptions())),
      describe("train", cli::train_about, fields.list(), fields.values(learn::PipelineOptions()))};
  for (const experiments::Experiment& experiment : experiments::all_experiments()) {
    commands.push_back(describe("reproduce " + experiment.name, experiment.about,
                                experiment.options, experiment.defaults));
  }
  return commands;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string markdown() {
  std::string text =
      "# Options of draw, train and reproduce\n\n"
      "This page is made from the lists of fields in the code; a test compares them.\n"
      "In a JSON file for `train --config`, an option has its name without the dashes in front, "
      "and `_` for `-`.\n";
  for (const Command& command : all_commands()) {
    text += "\n## " + command.name + "\n\n" + command.about + ".\n\n";
    text += "| option | type | accepts | default | meaning |\n|---|---|---|---|---|\n";
    for (const OptionRow& row : command.rows) {
      text += "| `" + row.option + "` | " + row.type + " | " + replaced(row.accepts, "|", "\\|") +
              " | " + (row.fallback.empty() ? "" : '`' + row.fallback + '`') + " | " + row.about +
              " |\n";
    }
  }
  return text;
}

/// For roff: no line may begin with a dot or a quote, and a dash is a minus.
std::string roff(const std::string& text) {
  return "\\&" + replaced(replaced(text, "\\", "\\e"), "-", "\\-");
}

std::string manual() {
  std::string text =
      ".TH ISOTYPIC-OPTIONS 7 \"\" \"isotypic\" \"Miscellaneous\"\n.SH NAME\n"
      "isotypic\\-options \\- options of isotypic draw, train and reproduce\n";
  for (const Command& command : all_commands()) {
    text += ".SH " + replaced(command.name, "-", "\\-") + "\n" + roff(command.about + ".") + "\n";
    for (const OptionRow& row : command.rows) {
      text += ".TP\n.B " + roff(row.option) + (row.type.empty() ? "" : " " + row.type) + "\n" +
              roff(row.about);
      if (!row.accepts.empty()) text += "; " + replaced(row.accepts, "-", "\\-");
      if (!row.fallback.empty()) text += " [" + replaced(row.fallback, "-", "\\-") + "]";
      text += "\n";
    }
  }
  return text;
}

void expect_file(const std::string& name, const std::string& text) {
  const std::string path = test::source_directory() + "/" + name;
  if (std::getenv("ISOTYPIC_UPDATE_DOCS") != nullptr) write_file(path, text);
  EXPECT_EQ(read_file(path), text)
      << name << " is out of date: run this test with ISOTYPIC_UPDATE_DOCS=1";
}

TEST(OptionTables, OfTheDocumentationAreThoseOfTheFields) {
  expect_file("docs/reference/options.md", markdown());
}

TEST(OptionTables, OfTheManualAreThoseOfTheFields) {
  expect_file("packaging/isotypic-options.7", manual());
}

}  // namespace
}  // namespace isotypic::option_tables_test
