#include "isotypic/nn/kernels/row_scatter.hpp"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/team.hpp"
#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// The rows of a contiguous tensor.
template <typename T>
struct Rows {
  T* data;
  std::int64_t width;

  [[nodiscard]] T* operator[](std::int64_t row) const { return data + row * width; }
};

template <typename T>
Rows<T> rows_of(const at::Tensor& tensor) {
  std::int64_t width = 1;
  for (std::int64_t i = 1; i < tensor.dim(); ++i) width *= tensor.size(i);
  return {tensor.data_ptr<T>(), width};
}

template <typename T>
Rows<const T> const_rows(const at::Tensor& tensor) {
  return {rows_of<T>(tensor).data, rows_of<T>(tensor).width};
}

/// Row k of an index: the rows `row(k)[0]` to `row(k)[columns - 1]` belong to k.
struct Index {
  const std::int64_t* data;
  std::int64_t size;
  std::int64_t columns = 1;

  [[nodiscard]] const std::int64_t* row(std::int64_t k) const { return data + k * columns; }
};

/// Some columns, or some rows of an index, at a time.
struct Range {
  std::int64_t begin, end;
};

/// Calls body(range) for ranges of `step` that make up 0..size-1, in any order.
template <typename Body>
void share_ranges(std::int64_t size, std::int64_t step, const Body& body) {
  share_loop((size + step - 1) / step, [&](std::int64_t i) {
    body(Range{i * step, std::min(size, (i + 1) * step)});
  });
}

/// `where` names the public function.
Index checked_index(const char* where, const at::Tensor& index, std::int64_t members,
                    std::int64_t groups) {
  if (index.size(0) != members) fail(where, index.size(0), " indices for ", members, " rows");
  check_row_index(where, index, groups);
  return {index.data_ptr<std::int64_t>(), index.size(0)};
}

/// Of an index that may have columns.
Index checked_columns(const char* where, const at::Tensor& index, std::int64_t members,
                      std::int64_t groups) {
  if (index.dim() != 2) return checked_index(where, index, members, groups);
  if (index.size(0) != members || index.size(1) == 0) {
    fail(where, "an index of shape ", index.sizes(), " for ", members, " rows");
  }
  check_row_index(where, index.view({-1}), groups);
  return {index.data_ptr<std::int64_t>(), index.size(0), index.size(1)};
}

at::Tensor empty_rows(const at::Tensor& like, std::int64_t rows) {
  auto shape = like.sizes().vec();
  shape[0] = rows;
  return at::empty(shape, like.options());
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void add_rows(Rows<T> out, Rows<const T> values, Index index,
                                     Range columns) {
  for (std::int64_t k = 0; k < index.size; ++k) {
    const T* __restrict from = values[k];
    for (std::int64_t j = 0; j < index.columns; ++j) {
      T* __restrict to = out[index.row(k)[j]];
      for (std::int64_t c = columns.begin; c < columns.end; ++c) to[c] += from[c];
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void collect_rows(Rows<T> out, Rows<const T> values, Index index,
                                         Range rows) {
  for (std::int64_t k = rows.begin; k < rows.end; ++k) {
    T* __restrict to = out[k];
    std::copy_n(values[index.row(k)[0]], out.width, to);
    for (std::int64_t j = 1; j < index.columns; ++j) {
      const T* __restrict from = values[index.row(k)[j]];
      for (std::int64_t c = 0; c < out.width; ++c) to[c] += from[c];
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void raise_to_max(Rows<T> out, Rows<const T> values, Index index) {
  for (std::int64_t k = 0; k < index.size; ++k) {
    T* __restrict to = out[index.data[k]];
    const T* __restrict from = values[k];
    for (std::int64_t c = 0; c < out.width; ++c) {
      // Not std::max: NaN must win, as it does in LibTorch.
      const bool rises = (from[c] > to[c]) | (from[c] != from[c]);
      to[c] = rises ? from[c] : to[c];
    }
  }
}

template <typename T>
void clear_empty_groups(Rows<T> out, Index index, std::int64_t groups) {
  std::vector<bool> has_members(static_cast<std::size_t>(groups), false);
  for (std::int64_t k = 0; k < index.size; ++k) has_members[index.data[k]] = true;
  for (std::int64_t g = 0; g < groups; ++g) {
    if (!has_members[g]) std::fill_n(out[g], out.width, T(0));
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void count_winners(Rows<T> counts, Rows<const T> best, Rows<const T> values,
                                          Index index) {
  for (std::int64_t k = 0; k < index.size; ++k) {
    T* __restrict count = counts[index.data[k]];
    const T* __restrict top = best[index.data[k]];
    const T* __restrict from = values[k];
    for (std::int64_t c = 0; c < counts.width; ++c) count[c] += from[c] == top[c] ? T(1) : T(0);
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void share_gradient(Rows<T> out, Rows<const T> shares, Rows<const T> best,
                                           Rows<const T> values, Index index) {
  for (std::int64_t k = 0; k < index.size; ++k) {
    T* __restrict to = out[k];
    const T* __restrict share = shares[index.data[k]];
    const T* __restrict top = best[index.data[k]];
    const T* __restrict from = values[k];
    for (std::int64_t c = 0; c < out.width; ++c) to[c] = from[c] == top[c] ? share[c] : T(0);
  }
}

at::Tensor gather(const at::Tensor& values, const at::Tensor& index) {
  const Index rows = checked_columns("gather_rows", index, index.size(0), values.size(0));
  at::Tensor out = empty_rows(values, rows.size);
  AT_DISPATCH_FLOATING_TYPES(values.scalar_type(), "gather_rows", [&] {
    share_ranges(rows.size, 128, [&](Range some) {
      collect_rows<scalar_t>(rows_of<scalar_t>(out), const_rows<scalar_t>(values), rows, some);
    });
  });
  return out;
}

at::Tensor scatter(const at::Tensor& values, const at::Tensor& index, std::int64_t groups) {
  const Index rows = checked_columns("scatter_sum", index, values.size(0), groups);
  at::Tensor out = empty_rows(values, groups).zero_();
  AT_DISPATCH_FLOATING_TYPES(values.scalar_type(), "scatter_sum", [&] {
    // By columns, so that the rows of a group are added in order by one thread.
    const Rows<scalar_t> to = rows_of<scalar_t>(out);
    share_ranges(to.width, 32, [&](Range columns) {
      add_rows<scalar_t>(to, const_rows<scalar_t>(values), rows, columns);
    });
  });
  return out;
}

// These two are each other's gradients, so they can be differentiated any number of times.

class GatherRows : public torch::autograd::Function<GatherRows> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& values,
                            const at::Tensor& index) {
    context->save_for_backward({index});
    context->saved_data["rows"] = values.size(0);
    return gather(values.contiguous(), index);
  }

  static variable_list backward(AutogradContext* context, const variable_list& grads) {
    const at::Tensor index = context->get_saved_variables()[0];
    return {scatter_rows_cpu(grads[0], index, context->saved_data["rows"].toInt()), {}};
  }
};

class ScatterRows : public torch::autograd::Function<ScatterRows> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& values,
                            const at::Tensor& index, std::int64_t groups) {
    context->save_for_backward({index});
    return scatter(values.contiguous(), index, groups);
  }

  static variable_list backward(AutogradContext* context, const variable_list& grads) {
    return {gather_rows_cpu(grads[0], context->get_saved_variables()[0]), {}, {}};
  }
};

class ScatterMax : public torch::autograd::Function<ScatterMax> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& values_,
                            const at::Tensor& index, std::int64_t groups) {
    const at::Tensor values = values_.contiguous();
    const Index rows = checked_index("scatter_max", index, values.size(0), groups);
    at::Tensor best = empty_rows(values, groups);
    AT_DISPATCH_FLOATING_TYPES(values.scalar_type(), "scatter_max", [&] {
      best.fill_(-std::numeric_limits<scalar_t>::infinity());
      raise_to_max<scalar_t>(rows_of<scalar_t>(best), const_rows<scalar_t>(values), rows);
      clear_empty_groups(rows_of<scalar_t>(best), rows, groups);
    });
    context->save_for_backward({values, index, best});
    return best;
  }

  static variable_list backward(AutogradContext* context, const variable_list& grads) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& values = saved[0];
    const at::Tensor& best = saved[2];
    const Index rows{saved[1].data_ptr<std::int64_t>(), saved[1].size(0)};
    at::Tensor counts = at::zeros_like(best);
    at::Tensor out = at::empty_like(values);
    AT_DISPATCH_FLOATING_TYPES(values.scalar_type(), "scatter_max_backward", [&] {
      count_winners<scalar_t>(rows_of<scalar_t>(counts), const_rows<scalar_t>(best),
                              const_rows<scalar_t>(values), rows);
      const at::Tensor shares = (grads[0] / counts.clamp_min(1)).contiguous();
      share_gradient<scalar_t>(rows_of<scalar_t>(out), const_rows<scalar_t>(shares),
                               const_rows<scalar_t>(best), const_rows<scalar_t>(values), rows);
    });
    return {out, {}, {}};
  }
};

}  // namespace

bool rows_on_cpu(const at::Tensor& values) {
  return values.is_cpu() &&
         (values.scalar_type() == at::kFloat || values.scalar_type() == at::kDouble);
}

void check_row_index(const char* where, const at::Tensor& index_, std::int64_t groups) {
  if (index_.dim() != 1 || index_.scalar_type() != at::kLong) {
    fail(where, "an index must be one row of int64, got ", index_.scalar_type(), " of shape ",
         index_.sizes());
  }
  const at::Tensor index = index_.contiguous();
  const auto* entries = index.data_ptr<std::int64_t>();
  for (std::int64_t k = 0; k < index.size(0); ++k) {
    if (entries[k] < 0 || entries[k] >= groups) {
      fail(where, "index ", entries[k], " is outside 0..", groups - 1);
    }
  }
}

at::Tensor gather_rows_cpu(const at::Tensor& values, const at::Tensor& index) {
  return GatherRows::apply(values, index.contiguous());
}

at::Tensor scatter_rows_cpu(const at::Tensor& values, const at::Tensor& index,
                            std::int64_t groups) {
  return ScatterRows::apply(values, index.contiguous(), groups);
}

at::Tensor scatter_max_cpu(const at::Tensor& values, const at::Tensor& index, std::int64_t groups) {
  return ScatterMax::apply(values, index.contiguous(), groups);
}

}  // namespace isotypic::nn
