// The names of the enums of channels, on command lines, in JSON and in Python.
#pragma once

#include <array>
#include <utility>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/readout.hpp"

namespace isotypic {

template <>
struct EnumNames<Grouping> {
  static constexpr const char* what = "grouping";
  static constexpr std::array<std::pair<Grouping, const char*>, 2> table = {
      {{Grouping::Channels, "channels"}, {Grouping::Components, "components"}}};
};

template <>
struct EnumNames<BlockOrder> {
  static constexpr const char* what = "order";
  static constexpr std::array<std::pair<BlockOrder, const char*>, 2> table = {
      {{BlockOrder::TraceDescending, "descending"}, {BlockOrder::TraceAscending, "ascending"}}};
};

template <>
struct EnumNames<ReadoutVariant> {
  static constexpr const char* what = "variant";
  static constexpr std::array<std::pair<ReadoutVariant, const char*>, 3> table = {
      {{ReadoutVariant::Full, "full"},
       {ReadoutVariant::Linear, "linear"},
       {ReadoutVariant::LinearBlocks, "linear_blocks"}}};
};

}  // namespace isotypic
