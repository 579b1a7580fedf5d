// Suggestions: the name that somebody who mistyped one probably meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace isotypic {

/// The nearest name by insertions, deletions and changes of letters and swaps of neighbours; upper
/// and lower case, and - and _, count as equal. A name that begins with what was typed is near too.
/// Nothing if no name is near. Of equally near names the first.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view typed,
                                                      std::span<const std::string> names);

/// "; did you mean sum?", or nothing: the end of a message that refuses a name.
[[nodiscard]] std::string did_you_mean(std::string_view typed, std::span<const std::string> names);

}  // namespace isotypic
