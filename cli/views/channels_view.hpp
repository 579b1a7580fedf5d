// Channels as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/views/labelled_lines.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/component_spectrum.hpp"

namespace isotypic::cli {

/// Channels with the eigenvalues of their components.
struct SpectralChannels {
  Channels channels;
  std::vector<ComponentSpectrum> spectra;  ///< one per component
};

/// An object with `channels`, `components` and `certificate`, as documented in
/// docs/reference/command-line.md.
[[nodiscard]] nlohmann::ordered_json channels_json(const SpectralChannels& view);

/// The same for reading: components, then channels where a component has several, then the
/// certificate.
void add_channels(LabelledLines& lines, const SpectralChannels& view);

/// A number for reading: rounding errors are not worth a reader's time.
[[nodiscard]] std::string value_text(double value);

[[nodiscard]] nlohmann::ordered_json certificate_json(const Certificate& certificate);
[[nodiscard]] std::string certificate_text(const Certificate& certificate);

/// "3x2 real": dimension x multiplicity and type, or "trivial".
[[nodiscard]] std::string component_name(const Component& component);

/// The cells that --channels adds to a CSV row: the blocks' dimensions, the components,
/// and from the certificate the gap and the residual.
[[nodiscard]] std::string channels_csv(const SpectralChannels& view);
inline constexpr const char* channels_csv_header = "channel_dims,components,min_gap,residual";

}  // namespace isotypic::cli
