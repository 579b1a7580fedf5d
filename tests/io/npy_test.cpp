#include "isotypic/io/npy.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "isotypic/io/npy_header.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::npy_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_literals;

/// An .npy file of version 1.0 with this dictionary and these values.
std::string npy(const std::string& dictionary, const std::string& data) {
  std::string bytes = "\x93NUMPY\x01\x00"s;
  bytes += static_cast<char>(dictionary.size());
  bytes += '\0';
  return bytes + dictionary + data;
}

std::string npy(const char* type, const char* order, const char* shape, const std::string& data) {
  return npy("{'descr': '"s + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }",
             data);
}

template <typename Value>
std::string bytes_of(std::initializer_list<Value> values) {
  return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(Value)};
}

template <typename Value>
std::string npy_refusal(const std::string& bytes) {
  return error_text([&] { (void)parse_npy<Value>(bytes); });
}

TEST(Npy, ReadsBothKindsOfString) {
  const auto flat = parse_npy<std::string>(npy("|S3", "False", "(2,)", "Bw\0DQc"s));
  EXPECT_THAT(flat.values, ElementsAre("Bw", "DQc"));
  EXPECT_THAT(flat.shape, ElementsAre(2));
  const auto square = parse_npy<std::string>(
      npy("<U2", "False", "(1, 2)", bytes_of<char32_t>({U'B', U'w', U'\u20ac', 0})));
  EXPECT_THAT(square.values, ElementsAre("Bw", "\xe2\x82\xac"));
  EXPECT_THAT(square.shape, ElementsAre(1, 2));
}

TEST(Npy, ReadsNumbersInBothOrders) {
  const std::string data = bytes_of<double>({1, 2, 3, 4, 5, 6});
  EXPECT_THAT(parse_npy<double>(npy("<f8", "False", "(2, 3)", data)).values,
              ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(parse_npy<double>(npy("<f8", "True", "(2, 3)", data)).values,
              ElementsAre(1, 3, 5, 2, 4, 6));
  EXPECT_THAT(parse_npy<float>(npy("<f4", "False", "(2,)", bytes_of<float>({1, 2}))).values,
              ElementsAre(1, 2));
  EXPECT_THAT(parse_npy<double>(npy("<f4", "False", "(2,)", bytes_of<float>({1, 2}))).values,
              ElementsAre(1, 2));
  EXPECT_THAT(
      parse_npy<std::int64_t>(npy("<i8", "False", "()", bytes_of<std::int64_t>({-7}))).values,
      ElementsAre(-7));
}

TEST(Npy, ReadsLaterVersions) {
  for (const char version : {'\2', '\3'}) {
    const std::string dictionary = "{\"shape\":(1,),\"descr\":\"<f8\",\"fortran_order\":False}\n";
    std::string bytes = "\x93NUMPY"s + version + '\0';
    bytes += bytes_of<std::uint32_t>({static_cast<std::uint32_t>(dictionary.size())});
    EXPECT_THAT(parse_npy<double>(bytes + dictionary + bytes_of<double>({3})).values,
                ElementsAre(3));
  }
}

TEST(Npy, WritesAlignedHeadersAsNumPyDoes) {
  const NpyArray<float> array = {.values = {1, 2}, .shape = {1, 2}};
  const std::string bytes = format_npy(array);
  EXPECT_EQ(bytes.size() % 64, 2 * sizeof(float));
  EXPECT_EQ(bytes.substr(10, 56), "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)");
  EXPECT_THAT(format_npy(NpyArray<float>{.values = {1}, .shape = {1}}),
              HasSubstr("'shape': (1,), }"));
  EXPECT_THAT(error_text([] { (void)format_npy(NpyArray<float>{.values = {1}, .shape = {2}}); }),
              HasSubstr("1 values do not fill"));
}

RC_GTEST_PROP(Npy, GivesBackWhatWasWritten, ()) {
  const auto rows = *rc::gen::inRange<std::int64_t>(0, 20);
  const auto columns = *rc::gen::inRange<std::int64_t>(0, 20);
  const auto values =
      *rc::gen::container<std::vector<double>>(rows * columns, rc::gen::arbitrary<double>());
  const NpyArray<double> array = {.values = values, .shape = {rows, columns}};
  const auto again = parse_npy<double>(format_npy(array));
  RC_ASSERT(again.shape == array.shape);
  RC_ASSERT(again.values == array.values);
}

TEST(Npy, FilesNameThemselvesInErrors) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  write_npy(path, NpyArray<float>{.values = {1, 2}, .shape = {2}});
  EXPECT_THAT(read_npy<float>(path).values, ElementsAre(1, 2));
  EXPECT_EQ(error_text([&] { (void)read_npy<std::string>(path); }),
            path + ": the array holds numbers, not strings");
  EXPECT_THAT(error_text([&] { (void)read_npy<float>(directory.file("b.npy")); }),
              HasSubstr("b.npy: No such file"));
}

TEST(Npy, RefusesWhatItDoesNotRead) {
  const std::string one = bytes_of<double>({1});
  EXPECT_THAT(npy_refusal<double>("Bw"), HasSubstr("does not begin like an .npy file"));
  EXPECT_THAT(npy_refusal<double>("\x93NUMPY\x09\x00\x01\x00"s), HasSubstr("version 9.0"));
  EXPECT_THAT(npy_refusal<double>(npy(">f8", "False", "(1,)", one)), HasSubstr("type '>f8'"));
  EXPECT_THAT(npy_refusal<double>(npy("|O", "False", "(1,)", one)), HasSubstr("unknown type '|O'"));
  EXPECT_THAT(npy_refusal<double>(npy("|S0", "False", "(9,)", "")), HasSubstr("size of a type"));
  EXPECT_THAT(npy_refusal<float>(npy("<f8", "False", "(1,)", one)), HasSubstr("float32"));
  EXPECT_THAT(npy_refusal<double>(npy("<f8", "False", "(1, 1, 1)", one)),
              HasSubstr("two dimensions"));
  EXPECT_THAT(npy_refusal<double>(npy("<f8", "Maybe", "(1,)", one)),
              HasSubstr("'False' was expected"));
  EXPECT_THAT(npy_refusal<double>(npy("{'descr': '<f8'}", one)), HasSubstr("not a dictionary of"));
  EXPECT_THAT(npy_refusal<double>(npy("{'descr': [('a', '<f8')]}", one)),
              HasSubstr("was expected"));
  EXPECT_THAT(npy_refusal<std::string>(npy("<U1", "False", "(1,)", bytes_of<char32_t>({0x110000}))),
              HasSubstr("not a Unicode code point"));
}

TEST(Npy, ChecksTheShapeBeforeAllocating) {
  const std::string one = bytes_of<double>({1});
  // The bytes of the last one are 2^65 + 8, which is 8 in a word.
  for (const char* shape : {"(2,)", "(0,)", "(1, 2)", "(281474976710656, 281474976710656)",
                            "(4294967296, 4294967296)", "(1380655685, 3340214413)"}) {
    EXPECT_THAT(npy_refusal<double>(npy("<f8", "False", shape, one)),
                HasSubstr("do not fit the 8 bytes"))
        << shape;
  }
  EXPECT_THAT(npy_refusal<double>(npy("<f8", "False", "(999999999999999999999,)", one)),
              HasSubstr("an extent must be in"));
  EXPECT_TRUE(parse_npy<double>(npy("<f8", "True", "(281474976710656, 0)", "")).values.empty());
}

TEST(Npy, RefusesEveryTruncation) {
  const std::string whole = format_npy(NpyArray<double>{.values = {1, 2}, .shape = {2}});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_THROW((void)parse_npy<double>(whole.substr(0, length)), Error) << length;
  }
}

}  // namespace
}  // namespace isotypic::npy_test
