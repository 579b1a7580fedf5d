#include "cli/support/channels_view.hpp"

#include <cmath>
#include <iomanip>
#include <sstream>

#include "cli/support/rows.hpp"

namespace isotypic::cli {

std::string component_name(const Component& component) {
  return std::to_string(component.dim) + "x" + std::to_string(component.multiplicity) + ' ' +
         (component.trivial ? "trivial" : to_string(component.type));
}

nlohmann::ordered_json channels_json(const Channels& channels) {
  using Json = nlohmann::ordered_json;
  const Decomposition& canonical = *channels.canonical;
  Json json = {{"channels", Json::array()}, {"components", Json::array()}};
  for (const Channel& channel : canonical.channels) {
    json["channels"].push_back({{"dim", channel.dim},
                                {"eigenvalue", channel.eigenvalue},
                                {"tr_laplacian", channel.tr_laplacian},
                                {"tr_adjacency", channel.tr_adjacency},
                                {"component", channel.component}});
  }
  for (const Component& component : canonical.components) {
    json["components"].push_back({{"dim", component.dim},
                                  {"multiplicity", component.multiplicity},
                                  {"type", to_string(component.type)},
                                  {"trivial", component.trivial}});
  }
  const Certificate& certificate = canonical.certificate;
  json["certificate"] = {{"min_gap", nullptr},
                         {"max_spread", certificate.max_spread},
                         {"orthogonality", certificate.orthogonality},
                         {"residual", certificate.residual},
                         {"equivariance", certificate.equivariance},
                         {"num_orbitals", certificate.num_orbitals},
                         {"attempts", certificate.attempts}};
  // JSON has no infinity: with a single cluster there is no gap.
  if (std::isfinite(certificate.min_gap)) json["certificate"]["min_gap"] = certificate.min_gap;
  return json;
}

std::string channels_csv(const Channels& channels) {
  std::string dims;
  std::string components;
  for (const Channel& channel : channels.canonical->channels) {
    dims += (dims.empty() ? "" : " ") + std::to_string(channel.dim);
  }
  for (const Component& component : channels.canonical->components) {
    components += (components.empty() ? "" : "; ") + component_name(component);
  }
  const Certificate& certificate = channels.canonical->certificate;
  return csv_cells(dims, components, certificate.min_gap, certificate.residual);
}

std::string channels_text(const Channels& channels) {
  const Decomposition& canonical = *channels.canonical;
  std::ostringstream text;
  text << "    components (dimension x multiplicity):";
  for (const Component& component : canonical.components) {
    text << "  " << component_name(component);
  }
  text << "\n    block    dim    eigenvalue        tr PL        tr PA  component\n";
  for (std::size_t a = 0; a < canonical.channels.size(); ++a) {
    const Channel& channel = canonical.channels[a];
    text << "    " << std::setw(5) << a << std::setw(7) << channel.dim << std::setprecision(6)
         << std::setw(14) << channel.eigenvalue << std::setw(13) << channel.tr_laplacian
         << std::setw(13) << channel.tr_adjacency << std::setw(11) << channel.component << '\n';
  }
  const Certificate& certificate = canonical.certificate;
  text << std::setprecision(3) << "    certificate: " << certificate.num_orbitals
       << " orbitals accounted for, gap " << certificate.min_gap << ", spread "
       << certificate.max_spread << ", residual " << certificate.residual << ", equivariance "
       << certificate.equivariance << ", attempt " << certificate.attempts;
  return text.str();
}

}  // namespace isotypic::cli
