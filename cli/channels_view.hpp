// Channels as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "isotypic/channels/channels.hpp"

namespace isotypic::cli {

/// An object with `channels`, `components` and `certificate`, as documented in
/// docs/command-line.md.
[[nodiscard]] nlohmann::ordered_json channels_json(const Channels& channels);

/// The same for reading: components, then blocks, then the certificate, each line indented.
[[nodiscard]] std::string channels_text(const Channels& channels);

/// "real", "complex" or "quaternionic".
[[nodiscard]] const char* type_name(ComponentType type);

}  // namespace isotypic::cli
