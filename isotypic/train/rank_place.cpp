#include "isotypic/train/rank_place.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>

#include "isotypic/base/error.hpp"

namespace isotypic::train {
namespace {

constexpr const char* where = "rank_place";

/// The variables of one way to start ranks.
struct Launcher {
  const char* rank;
  const char* size;
  const char* local_size;  ///< ranks on this machine; null: not told
};

/// In this order: a loop inside a job of Slurm means its own ranks.
constexpr std::array<Launcher, 3> launchers = {{
    {"RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
    // srun alone sets the second; a batch script has SLURM_PROCID and SLURM_NTASKS already.
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", nullptr},
}};

class Variables {
 public:
  explicit Variables(const std::function<const char*(const char*)>& variable)
      : variable_(variable) {}

  [[nodiscard]] const char* text(const char* name) const {
    const char* value = name == nullptr ? nullptr : variable_(name);
    return value == nullptr || *value == '\0' ? nullptr : value;
  }

  [[nodiscard]] std::int64_t number(const char* name, std::int64_t least, std::int64_t most) const {
    const char* value = text(name);
    std::int64_t result = 0;
    const char* end = value + std::strlen(value);
    const auto [rest, error] = std::from_chars(value, end, result);
    if (error != std::errc() || rest != end || result < least || result > most) {
      fail(where, name, " must be a whole number from ", least, " to ", most, ", not \"", value,
           '"');
    }
    return result;
  }

 private:
  const std::function<const char*(const char*)>& variable_;
};

/// The first node of a list such as "node[07-09,12],login".
std::string first_host(const std::string& list) {
  const std::size_t end = list.find_first_of("[,");
  std::string host = list.substr(0, end);
  if (end != std::string::npos && list[end] == '[') {
    host += list.substr(end + 1, list.find_first_of(",-]", end) - end - 1);
  }
  if (host.empty()) fail(where, "the list of nodes '", list, "' names none; set MASTER_ADDR");
  return host;
}

std::string meeting_place(const Variables& variables, const Launcher& launcher, std::int64_t size) {
  if (const char* address = variables.text("MASTER_ADDR")) return address;
  if (variables.text(launcher.local_size) != nullptr &&
      variables.number(launcher.local_size, 1, size) == size) {
    return "127.0.0.1";
  }
  if (std::strcmp(launcher.rank, "SLURM_PROCID") == 0) {
    const char* nodes = variables.text("SLURM_STEP_NODELIST");
    if (nodes == nullptr) nodes = variables.text("SLURM_JOB_NODELIST");
    if (nodes != nullptr) return first_host(nodes);
  }
  fail(where,
       "set MASTER_ADDR to the address of the machine of rank 0 (127.0.0.1 if all ranks run ",
       "on this one): there are ", size, " ranks, by ", launcher.size);
}

}  // namespace

RankPlace rank_place(const std::function<const char*(const char*)>& variable) {
  const Variables variables(variable);
  constexpr std::int64_t most_ranks = 65'536;
  for (const Launcher& launcher : launchers) {
    const bool own = std::strcmp(launcher.rank, "RANK") == 0;
    const bool has_rank = variables.text(launcher.rank) != nullptr;
    const bool has_size = variables.text(launcher.size) != nullptr;
    if (own && has_rank != has_size) {
      fail(where, has_rank ? launcher.rank : launcher.size, " is set, but not ",
           has_rank ? launcher.size : launcher.rank, ": several ranks need both");
    }
    if (!has_rank || !has_size) continue;
    RankPlace place;
    place.size = variables.number(launcher.size, 1, most_ranks);
    place.rank = variables.number(launcher.rank, 0, place.size - 1);
    if (place.size == 1) return place;
    place.address = meeting_place(variables, launcher, place.size);
    if (variables.text("MASTER_PORT") != nullptr) {
      place.port = variables.number("MASTER_PORT", 1, 65'535);
    }
    if (variables.text("ISOTYPIC_RANK_TIMEOUT") != nullptr) {
      place.timeout = static_cast<double>(variables.number("ISOTYPIC_RANK_TIMEOUT", 1, 1'000'000));
    }
    return place;
  }
  return {};
}

RankPlace rank_place() {
  return rank_place([](const char* name) { return std::getenv(name); });
}

}  // namespace isotypic::train
