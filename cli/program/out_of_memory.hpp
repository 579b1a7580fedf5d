// What the programs do when memory runs out where no exception of ours can tell.
#pragma once

namespace isotypic::cli {

/// From now on the process ends with a message and exit code 1, and removes its temporary files,
/// where nauty, OpenBLAS, GMP or CLI11 would end it in a way of their own.
void expect_to_run_out_of_memory();

/// Whether `operator new` has failed since then, noticed or not.
[[nodiscard]] bool memory_ran_out();

/// The program ends because it wants to: nothing is said.
void end_as_intended();

}  // namespace isotypic::cli
