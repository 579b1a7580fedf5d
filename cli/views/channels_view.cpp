#include "cli/views/channels_view.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "cli/views/rows.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::cli {
namespace {

/// Longer lists are cut; JSON has them whole.
constexpr std::int64_t most_rows = 24;
constexpr std::size_t most_values = 3;

/// tr(P X) / dim: the eigenvalue of X where the component has multiplicity 1, else the mean of the
/// eigenvalues, weighted by the part of the channel in their eigenspaces.
double mean_eigenvalue(double trace, const Channel& channel) {
  return trace / static_cast<double>(channel.dim);
}

std::string values_text(const std::vector<double>& values) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most_values, values.size()); ++i) {
    text += (i > 0 ? " " : "") + value_text(values[i]);
  }
  return values.size() > most_values ? text + " …" : text;
}

const char* type_name(const Component& component) {
  return component.trivial ? "trivial" : to_string(component.type);
}

void add_components(LabelledLines& lines, const SpectralChannels& view) {
  const auto& components = view.channels.canonical->components;
  lines.add_whole("components", "dim  mult  type          eigenvalues of A, of L");
  for (std::int64_t i = 0; i < std::min(most_rows, std::ssize(components)); ++i) {
    std::ostringstream row;
    row << std::setw(3) << components[i].dim << std::setw(6) << components[i].multiplicity << "  "
        << std::left << std::setw(14) << type_name(components[i])
        << values_text(view.spectra[i].adjacency) << ", " << values_text(view.spectra[i].laplacian);
    lines.add_whole("", cut_to_width(row.str(), lines.room()));
  }
  if (std::ssize(components) > most_rows) {
    lines.add("", std::to_string(std::ssize(components) - most_rows) + " more (--json lists all)");
  }
}

/// Where every component is one channel, its row has said all.
bool says_more_than_components(const Decomposition& canonical) {
  return canonical.channels.size() > canonical.components.size();
}

void add_blocks(LabelledLines& lines, const Decomposition& canonical) {
  lines.add_whole("channels", "dim  component  mean eigenvalue of A, of L");
  const auto& channels = canonical.channels;
  for (std::int64_t i = 0; i < std::min(most_rows, std::ssize(channels)); ++i) {
    std::ostringstream row;
    row << std::setw(3) << channels[i].dim << std::setw(11) << channels[i].component << "  "
        << value_text(mean_eigenvalue(channels[i].tr_adjacency, channels[i])) << ", "
        << value_text(mean_eigenvalue(channels[i].tr_laplacian, channels[i]));
    lines.add_whole("", row.str());
  }
  if (std::ssize(channels) > most_rows) {
    lines.add("", std::to_string(std::ssize(channels) - most_rows) + " more (--json lists all)");
  }
}

}  // namespace

std::string value_text(double value) {
  return format_number(std::abs(value) < 1e-9 ? 0.0 : std::round(value * 1e9) / 1e9, 4);
}

nlohmann::ordered_json certificate_json(const Certificate& certificate) {
  nlohmann::ordered_json json = {{"min_gap", nullptr},
                                 {"max_spread", certificate.max_spread},
                                 {"orthogonality", certificate.orthogonality},
                                 {"residual", certificate.residual},
                                 {"equivariance", certificate.equivariance},
                                 {"num_orbitals", certificate.num_orbitals},
                                 {"attempts", certificate.attempts}};
  // JSON has no infinity: with a single cluster there is no gap.
  if (std::isfinite(certificate.min_gap)) json["min_gap"] = certificate.min_gap;
  return json;
}

std::string certificate_text(const Certificate& certificate) {
  std::ostringstream text;
  text << std::setprecision(3) << certificate.num_orbitals << " orbits of pairs accounted for, gap "
       << certificate.min_gap << ", residual " << certificate.residual << ", equivariance "
       << certificate.equivariance << ", attempt " << certificate.attempts;
  return text.str();
}

std::string component_name(const Component& component) {
  return std::to_string(component.dim) + "x" + std::to_string(component.multiplicity) + ' ' +
         type_name(component);
}

nlohmann::ordered_json channels_json(const SpectralChannels& view) {
  using Json = nlohmann::ordered_json;
  const Decomposition& canonical = *view.channels.canonical;
  Json json = {{"channels", Json::array()}, {"components", Json::array()}};
  for (const Channel& channel : canonical.channels) {
    json["channels"].push_back({{"dim", channel.dim},
                                {"adjacency", mean_eigenvalue(channel.tr_adjacency, channel)},
                                {"laplacian", mean_eigenvalue(channel.tr_laplacian, channel)},
                                {"component", channel.component}});
  }
  for (std::size_t i = 0; i < canonical.components.size(); ++i) {
    const Component& component = canonical.components[i];
    json["components"].push_back({{"dim", component.dim},
                                  {"multiplicity", component.multiplicity},
                                  {"type", to_string(component.type)},
                                  {"trivial", component.trivial},
                                  {"adjacency_eigenvalues", view.spectra[i].adjacency},
                                  {"laplacian_eigenvalues", view.spectra[i].laplacian}});
  }
  json["certificate"] = certificate_json(canonical.certificate);
  return json;
}

std::string channels_csv(const SpectralChannels& view) {
  const Decomposition& canonical = *view.channels.canonical;
  std::string dims;
  std::string components;
  for (const Channel& channel : canonical.channels) {
    dims += (dims.empty() ? "" : " ") + std::to_string(channel.dim);
  }
  for (const Component& component : canonical.components) {
    components += (components.empty() ? "" : "; ") + component_name(component);
  }
  return csv_cells(dims, components, canonical.certificate.min_gap, canonical.certificate.residual);
}

void add_channels(LabelledLines& lines, const SpectralChannels& view) {
  const Decomposition& canonical = *view.channels.canonical;
  add_components(lines, view);
  if (says_more_than_components(canonical)) add_blocks(lines, canonical);
  lines.add("certificate", certificate_text(canonical.certificate));
}

}  // namespace isotypic::cli
