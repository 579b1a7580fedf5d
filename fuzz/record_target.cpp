#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::fuzz {

void fuzz_record(std::string_view bytes) {
  const auto record =
      accepted([&] { return report::record_from_json(parse_json(bytes, "fuzz"), "fuzz"); });
  if (!record) return;
  const std::string text = dump_json(report::record_to_json(*record));
  const report::Record again = report::record_from_json(parse_json(text, "again"), "again");
  require(dump_json(report::record_to_json(again)) == text, "a record is not read back");
}

}  // namespace isotypic::fuzz
