// What a store of channels keeps in its database. Private to channels/.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "isotypic/channels/internal/database.hpp"

namespace isotypic {

/// The first byte of a key.
inline constexpr char decomposition_kind = 'd';
inline constexpr char labelling_kind = 'l';
inline constexpr char shard_kind = 's';

/// The entry that marks a database as a store; its value is no such value as below.
inline constexpr std::string_view mark_key = "!isotypic";

/// The kind and 128 bits of the name. Names are long, and a store has millions of entries.
[[nodiscard]] std::string entry_key(char kind, std::string_view name);

/// A checksum of key and content, then the content.
[[nodiscard]] std::string entry_value(std::string_view key, std::string_view content);

/// The content, if the checksum is right.
[[nodiscard]] std::optional<std::string_view> checked_value(std::string_view key,
                                                            std::string_view value);

/// Database::open and create; a database must bear the mark of a store. Throws Error (BadInput).
[[nodiscard]] std::shared_ptr<Database> open_store(const std::string& path);
[[nodiscard]] std::shared_ptr<Database> create_store(const std::string& path);

}  // namespace isotypic
