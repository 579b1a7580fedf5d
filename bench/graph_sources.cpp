#include "bench/graph_sources.hpp"

#include <utility>

#include "isotypic/data/brec.hpp"

namespace isotypic {

GraphSource brec_source(const std::filesystem::path& directory) {
  GraphSource source{"BREC", {}};
  for (BrecPair& pair : read_brec(directory)) {
    source.graphs.push_back(std::move(pair.first));
    source.graphs.push_back(std::move(pair.second));
  }
  return source;
}

}  // namespace isotypic
