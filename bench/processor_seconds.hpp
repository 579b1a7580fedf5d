// How long something takes, in processor time: the machine may be busy.
#pragma once

#include <ctime>

namespace isotypic::bench {

template <typename Body>
double processor_seconds(Body&& body) {
  const std::clock_t start = std::clock();
  body();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace isotypic::bench
