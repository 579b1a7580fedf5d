#include "isotypic/explore/internal/packing.hpp"

#include <gtest/gtest.h>

namespace isotypic::explore::packing_test {
namespace {

TEST(Packing, Base64IsThatOfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string("\xff\xfe\x00", 3)), "//4A");
}

TEST(Packing, ScriptsAreNamedAsBrowsersNameThem) {
  // The example of the specification of Content-Security-Policy.
  EXPECT_EQ(policy_hash("doSomething();"), "sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc=");
}

TEST(Packing, WhatIsRepeatedTakesLittleRoom) {
  EXPECT_LT(deflated(std::string(100'000, 'a')).size(), 400U);
  EXPECT_EQ(deflated("").substr(0, 2), "eN");  // zlib's header, at the best compression
}

}  // namespace
}  // namespace isotypic::explore::packing_test
