// Channels as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "isotypic/channels/channels.hpp"

namespace isotypic::cli {

/// An object with `channels`, `components` and `certificate`, as documented in
/// docs/reference/command-line.md.
[[nodiscard]] nlohmann::ordered_json channels_json(const Channels& channels);

/// The same for reading: components, then blocks, then the certificate, each line indented.
[[nodiscard]] std::string channels_text(const Channels& channels);

/// "3x2 real": dimension x multiplicity and type, or "trivial".
[[nodiscard]] std::string component_name(const Component& component);

/// The cells that --channels adds to a CSV row: the blocks' dimensions, the components,
/// and from the certificate the gap and the residual.
[[nodiscard]] std::string channels_csv(const Channels& channels);
inline constexpr const char* channels_csv_header = "channel_dims,components,min_gap,residual";

}  // namespace isotypic::cli
