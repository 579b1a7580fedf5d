#include "isotypic/symmetry/refinement.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace isotypic {

EquitablePartition::EquitablePartition(const Graph& graph, std::span<const std::int32_t> colours)
    : graph_(&graph),
      nodes_(graph.num_nodes()),
      index_of_(graph.num_nodes()),
      cell_of_(graph.num_nodes(), 0),
      end_(graph.num_nodes(), 0),
      count_(graph.num_nodes(), 0),
      queued_(graph.num_nodes(), false) {
  std::iota(nodes_.begin(), nodes_.end(), 0);
  if (!colours.empty()) {
    std::stable_sort(nodes_.begin(), nodes_.end(),
                     [&](std::int32_t a, std::int32_t b) { return colours[a] < colours[b]; });
  }
  const auto n = static_cast<std::int32_t>(nodes_.size());
  for (std::int32_t begin = 0; begin < n;) {
    std::int32_t end = begin + 1;
    while (end < n && (colours.empty() || colours[nodes_[end]] == colours[nodes_[begin]])) ++end;
    for (std::int32_t i = begin; i < end; ++i) {
      cell_of_[nodes_[i]] = begin;
      index_of_[nodes_[i]] = i;
    }
    end_[begin] = end;
    ++num_cells_;
    push(begin);
    begin = end;
  }
  refine();
}

void EquitablePartition::individualise(std::int32_t v) {
  const std::int32_t cell = cell_of_[v];
  if (cell_size(cell) == 1) return;
  const std::int32_t last = end_[cell] - 1;
  swap_places(index_of_[v], last);
  end_[cell] = last;
  end_[last] = last + 1;
  cell_of_[v] = last;
  ++num_cells_;
  push(last);
  refine();
}

void EquitablePartition::push(std::int32_t cell) {
  if (queued_[cell]) return;
  queued_[cell] = true;
  queue_.push_back(cell);
}

void EquitablePartition::refine() {
  std::vector<std::int32_t> touched;
  while (!queue_.empty()) {
    const std::int32_t splitter = queue_.back();
    queue_.pop_back();
    queued_[splitter] = false;
    touched.clear();
    for (const std::int32_t v : nodes_of(splitter)) {
      for (const std::int32_t w : graph_->neighbours(v)) {
        if (count_[w]++ == 0) touched.push_back(w);
      }
    }
    std::sort(touched.begin(), touched.end(), [&](std::int32_t a, std::int32_t b) {
      return std::pair(cell_of_[a], count_[a]) < std::pair(cell_of_[b], count_[b]);
    });
    for (std::size_t begin = 0; begin < touched.size();) {
      const std::int32_t cell = cell_of_[touched[begin]];
      std::size_t end = begin + 1;
      while (end < touched.size() && cell_of_[touched[end]] == cell) ++end;
      split(cell, std::span(touched).subspan(begin, end - begin));
      begin = end;
    }
    for (const std::int32_t w : touched) count_[w] = 0;
  }
}

void EquitablePartition::split(std::int32_t cell, std::span<const std::int32_t> touched) {
  const std::int32_t end = end_[cell];
  const auto num_touched = static_cast<std::int32_t>(touched.size());
  const std::int32_t first_moved = end - num_touched;
  const bool all_touched = first_moved == cell;
  if (all_touched && count_[touched.front()] == count_[touched.back()]) return;
  // Untouched nodes (count 0) stay in front, touched ones go to the back in order of count, so
  // that the cost depends on the touched nodes only.
  for (std::int32_t i = 0; i < num_touched; ++i) swap_places(index_of_[touched[i]], end - 1 - i);
  for (std::int32_t i = 0; i < num_touched; ++i) {
    nodes_[first_moved + i] = touched[i];
    index_of_[touched[i]] = first_moved + i;
  }
  std::vector<std::int32_t> parts;
  if (!all_touched) {
    parts.push_back(cell);
    end_[cell] = first_moved;
  }
  for (std::int32_t begin = first_moved; begin < end;) {
    std::int32_t stop = begin + 1;
    while (stop < end && count_[nodes_[stop]] == count_[nodes_[begin]]) ++stop;
    end_[begin] = stop;
    for (std::int32_t i = begin; i < stop; ++i) cell_of_[nodes_[i]] = begin;
    parts.push_back(begin);
    begin = stop;
  }
  num_cells_ += static_cast<std::int64_t>(parts.size()) - 1;
  // Hopcroft: when the old cell does not wait in the queue, its largest part need not enter it.
  const bool was_queued = queued_[cell];
  const std::int32_t largest = *std::max_element(
      parts.begin(), parts.end(),
      [&](std::int32_t a, std::int32_t b) { return cell_size(a) < cell_size(b); });
  for (const std::int32_t part : parts) {
    if (was_queued || part != largest) push(part);
  }
}

void EquitablePartition::swap_places(std::int32_t i, std::int32_t j) {
  std::swap(nodes_[i], nodes_[j]);
  index_of_[nodes_[i]] = i;
  index_of_[nodes_[j]] = j;
}

}  // namespace isotypic
