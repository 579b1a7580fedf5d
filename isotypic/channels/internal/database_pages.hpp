// The pages of an LMDB file, checked before LMDB trusts them. Private to channels/.
#pragma once

#include <cstdint>
#include <string>

namespace isotypic {

/// Whether the file begins like one of LMDB, or like a cache of an earlier format. It may be
/// damaged; false if it cannot be read.
[[nodiscard]] bool looks_like_database(const std::string& path);

/// Whether there is a database to open: a missing or empty file has none. Throws Error (BadInput)
/// if the file is something else.
[[nodiscard]] bool is_database_file(const std::string& path);

/// Reads all pages of the trees of the snapshot `transaction`, which a reader must hold meanwhile.
/// LMDB follows offsets and page numbers without a check, so a file with a wrong one could end the
/// process. Values are not looked at: their users have checksums for them. Of values
/// that have pages of their own only the header is read.
///
/// False if writers have replaced the entry of this snapshot meanwhile: take a new one. Throws
/// Error (BadInput) that names the first wrong page.
[[nodiscard]] bool check_pages(const std::string& path, int descriptor, std::uint64_t transaction);

}  // namespace isotypic
