// Some commands live in programs of their own, because what they need takes long to load.
#pragma once

#include <string>
#include <vector>

namespace isotypic::cli {

/// Replaces this process by `program`, which lies beside it, with the words of the command line:
/// the `command`, such as data smiles, and the `words` behind it. Throws Error (Runtime) if that
/// fails; `missing` says why there may be no such program.
[[noreturn]] void become(const std::string& program, const std::vector<std::string>& command,
                         std::vector<std::string> words, const std::string& missing);

}  // namespace isotypic::cli
