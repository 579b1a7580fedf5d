#include "isotypic/train/checkpoint.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <limits>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::train::checkpoint_test {
namespace {

TEST(CheckpointFile, RoundTrips) {
  const TemporaryDirectory folder;
  const Checkpoint saved{
      "config", "about", "state", {{"w", at::arange(6, at::kFloat).view({2, 3})}}};
  save_checkpoint(folder / "c", saved);
  const Checkpoint loaded = load_checkpoint(folder / "c", "config");
  EXPECT_EQ(loaded.about, "about");
  EXPECT_EQ(loaded.state, "state");
  EXPECT_TRUE(loaded.tensors.at(0).second.equal(saved.tensors[0].second));
}

TEST(CheckpointFile, RefusesEveryTruncationAndEveryFlippedByte) {
  const TemporaryDirectory folder;
  save_checkpoint(folder / "c", {"config", "about", "state", {{"w", at::ones({3})}}});
  const std::string bytes = read_file(folder / "c");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    write_file(folder / "t", bytes.substr(0, i));
    EXPECT_THROW(static_cast<void>(load_checkpoint(folder / "t", "config")), Error) << i;
    std::string flipped = bytes;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
    write_file(folder / "f", flipped);
    EXPECT_THROW(static_cast<void>(load_checkpoint(folder / "f", "config")), Error) << i;
  }
  write_file(folder / "t", bytes + "x");
  EXPECT_THROW(static_cast<void>(load_checkpoint(folder / "t", "config")), Error);
}

/// The checkpoint with another payload under a right checksum.
std::string sealed(const std::string& bytes, const std::string& payload) {
  const std::string magic = bytes.substr(0, bytes.find('\n') + 1);
  const std::uint64_t size = payload.size();
  const std::uint64_t checksum = XXH3_64bits(payload.data(), payload.size());
  std::string file = magic;
  file.append(reinterpret_cast<const char*>(&size), sizeof size);
  file.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
  return file + payload;
}

TEST(CheckpointFile, RefusesForgedFieldsUnderARightChecksum) {
  const TemporaryDirectory folder;
  const Checkpoint saved{"config", "about", "state", {{"w", at::ones({3, 2})}}};
  save_checkpoint(folder / "c", saved);
  const std::string bytes = read_file(folder / "c");
  const std::string payload = bytes.substr(bytes.find('\n') + 1 + 2 * sizeof(std::uint64_t));
  ASSERT_EQ(sealed(bytes, payload), bytes);
  std::int64_t refused = 0;
  // Every word of the payload as a length, a shape or a kind that cannot be.
  for (std::size_t at = 0; at + sizeof(std::int64_t) <= payload.size(); ++at) {
    for (const std::int64_t word : {std::int64_t{-1}, std::int64_t{1} << 40, std::int64_t{1} << 62,
                                    std::numeric_limits<std::int64_t>::max()}) {
      std::string forged = payload;
      std::memcpy(forged.data() + at, &word, sizeof word);
      write_file(folder / "f", sealed(bytes, forged));
      try {
        const Checkpoint loaded = load_checkpoint(folder / "f");
        EXPECT_LE(loaded.tensors.size(), 1U);  // a changed text or number, which nobody can tell
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::BadInput) << at << ": " << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100);
  write_file(folder / "f", sealed(bytes, payload + "x"));
  EXPECT_THROW(static_cast<void>(load_checkpoint(folder / "f")), Error);
}

TEST(CheckpointFile, RestoresNothingIfOneTensorDoesNotFit) {
  const Checkpoint saved{"", "", "", {{"a", at::ones({2})}, {"b", at::ones({3})}}};
  const at::Tensor a = at::zeros({2});
  const at::Tensor b = at::zeros({4});
  EXPECT_THROW(restore_tensors(saved, "", {{"a", a}, {"b", b}}), Error);
  EXPECT_EQ(a.sum().item<double>(), 0.0);
}

}  // namespace
}  // namespace isotypic::train::checkpoint_test
