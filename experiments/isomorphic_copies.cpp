#include "experiments/isomorphic_copies.hpp"

#include <algorithm>
#include <map>

#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::experiments {

bool treats_graphs_apart(const nn::EncoderOptions& encoder) {
  return nn::is_fixed(encoder.norm) && encoder.dropout <= 0.0;
}

std::vector<std::int64_t> first_isomorphic(const std::vector<Sample>& samples) {
  struct Form {
    Graph canonical;
    std::int64_t number = 0;
  };
  std::map<Hash128, std::vector<Form>> by_hash;
  std::vector<std::int64_t> first;
  for (std::int64_t i = 0; i < std::ssize(samples); ++i) {
    Symmetry symmetry = compute_symmetry(samples[i].graph);
    std::vector<Form>& forms = by_hash[symmetry.hash];
    const auto same = std::ranges::find(forms, symmetry.canonical, &Form::canonical);
    first.push_back(same == forms.end() ? i : same->number);
    if (same == forms.end()) forms.push_back({std::move(symmetry.canonical), i});
  }
  return first;
}

}  // namespace isotypic::experiments
