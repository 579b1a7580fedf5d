#include "isotypic/report/plot/svg_scheme.hpp"

namespace isotypic::report {
namespace {

std::string rules(const std::string& selector, Theme theme) {
  return selector + "{color:" + ink_colour(theme) + "}" + selector +
         ">.ground{fill:" + ground_colour(theme) + "}" + selector +
         " .hollow{fill:" + ground_colour(theme) + "}";
}

/// A style rule wins over the attribute that it looks for.
std::string twins_in_the_dark(const std::string& selector, const std::string& body) {
  std::string out;
  for (std::size_t i = 0; i < categorical_colours.size(); ++i) {
    const std::string light = categorical_colours[i];
    if (body.find(light) == std::string::npos) continue;
    for (const std::string property : {"stroke", "fill", "color"}) {
      out += selector + " [" + property + "=\"" + light + "\"]{" + property + ":" +
             categorical_colours_on_dark[i] + "}";
    }
  }
  return out;
}

}  // namespace

std::string svg_scheme(const std::string& svg_class, const std::string& body,
                       std::optional<Theme> fixed) {
  const std::string selector = "." + svg_class;
  const std::string dark = rules(selector, Theme::Dark) + twins_in_the_dark(selector, body);
  const std::string light = rules(selector, Theme::Light);
  const std::string style = !fixed ? light + "\n@media (prefers-color-scheme:dark){" + dark + "}"
                            : *fixed == Theme::Dark ? dark
                                                    : light;
  return "<style>" + style +
         "</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\" fill=\"" +
         ground_colour(fixed.value_or(Theme::Light)) + "\"/>\n";
}

}  // namespace isotypic::report
