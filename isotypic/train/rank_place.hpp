// RankPlace: which of several training processes this one is, and where they meet.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace isotypic::train {

struct RankPlace {
  std::int64_t rank = 0;  ///< from 0
  std::int64_t size = 1;  ///< how many ranks train together
  /// Where rank 0 listens. Everyone who reaches it can take part: there is no password.
  std::string address = "127.0.0.1";
  std::int64_t port = 29500;
  double timeout = 60.0;  ///< seconds until a rank that does not answer counts as lost
};

/// Reads the variables of whoever started this process:
///   RANK, WORLD_SIZE                                   a shell loop, torchrun
///   OMPI_COMM_WORLD_RANK, OMPI_COMM_WORLD_SIZE         mpirun of Open MPI
///   SLURM_PROCID, SLURM_STEP_NUM_TASKS                 srun
/// and MASTER_ADDR, MASTER_PORT, ISOTYPIC_RANK_TIMEOUT (seconds). Without MASTER_ADDR the ranks
/// meet on this machine if all are here, and for srun on the first node of the job. One rank if no
/// such variable is set: a batch script of Slurm, which srun did not start, is one rank too.
///
/// Throws Error if a variable is missing or does not fit the others. `variable` returns null for
/// one that is not set.
[[nodiscard]] RankPlace rank_place(const std::function<const char*(const char*)>& variable);

/// The same from the environment of this process.
[[nodiscard]] RankPlace rank_place();

}  // namespace isotypic::train
