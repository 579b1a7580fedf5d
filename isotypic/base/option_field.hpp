// OptionField: one option of some struct, without the type of the struct.
//
// Lists of fields are made by OptionFields (options.hpp); the command line, the help and the
// documentation read them.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "isotypic/base/json.hpp"

namespace isotypic {

enum class OptionKind {
  Integer,  ///< std::int64_t
  Seed,     ///< std::uint64_t
  Real,     ///< double
  Switch,   ///< bool
  Text,     ///< std::string
  File,     ///< std::filesystem::path
  Name,     ///< an enum with EnumNames
};

/// Which values an option takes. Of a list, every value must fit.
struct Accept {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool without_low = false;        ///< `low` itself is refused
  bool without_high = false;       ///< `high` itself is refused
  std::vector<std::string> names;  ///< the only ones, if there are any; in upper or lower case
  /// Throws Error for a text that is no value.
  std::function<void(const std::string&)> check;
  std::size_t count = 0;  ///< how many values a list has; 0: any number, none twice
};

/// Whole numbers from `least` to `most`.
[[nodiscard]] Accept from_to(std::int64_t least, std::int64_t most);
/// Numbers from `low` to `high`; NaN is none.
[[nodiscard]] Accept between(double low, double high);
[[nodiscard]] Accept one_of(std::vector<std::string> names);
/// Texts for which `check` does not throw Error.
[[nodiscard]] Accept checked_by(std::function<void(const std::string&)> check);

/// Whether to_json() writes a field.
enum class Recorded {
  Always,
  UnlessDefault,  ///< for options that were added when there were records already
  Never,          ///< for those that only stand for others
};

struct OptionField {
  std::string name;   ///< the key in JSON; "batch_size" is --batch-size on a command line
  std::string about;  ///< one line of help
  OptionKind kind = OptionKind::Text;
  bool is_list = false;
  Accept accept;
  Recorded recorded = Recorded::Always;
  bool on_command_line = true;
  std::string alias;  ///< another name on the command line
  /// Not empty: the command line has no value for it, but this switch, which sets `switch_value`.
  std::string switch_name;
  Json switch_value;
  /// What a value gives to other fields, as far as these are not given: JSON by their names.
  std::function<Json(const Json& value)> stands_for;
  std::function<Json(const void* options)> get;
  std::function<void(void* options, const Json& value)> put;  ///< of accepted values only
};

/// What several fields must fulfil together.
struct OptionRule {
  std::vector<std::string> fields;                 ///< their names
  std::function<void(const void* options)> check;  ///< throws Error
};

/// The value as the field takes it: names as they are written in the table. Throws Error, whose
/// reason reads "must be a whole number from 1 to 9, not 0", for a value that it does not take.
[[nodiscard]] Json accepted(const OptionField& field, const Json& value);

/// The value that was typed; a list has several words. Throws Error as accepted() does.
[[nodiscard]] Json parse_option(const OptionField& field, const std::vector<std::string>& words);

/// A row of a table of options.
struct OptionRow {
  std::string option;    ///< "--batch-size", or the switch
  std::string type;      ///< INT, FLOAT, TEXT, FILE or NAME; empty for a switch
  std::string accepts;   ///< "1 to 9", "GIN, PNA"; empty: everything of this type
  std::string fallback;  ///< the default as it would be typed; empty for a switch
  std::string about;
};

/// `value` is the default.
[[nodiscard]] OptionRow describe_option(const OptionField& field, const Json& value);

/// "--batch-size" for "batch_size".
[[nodiscard]] std::string option_name(std::string field);

}  // namespace isotypic
