// Causal attention over contiguous [batch, position, head, dimension] tensors.
#pragma once

#include <cstddef>
#include <vector>

struct Sizes {
  std::size_t batch, heads, queries, keys, dimension;

  std::size_t row() const { return heads * dimension; }
  std::size_t of_queries() const { return batch * queries * row(); }
  std::size_t of_keys() const { return batch * keys * row(); }
  // The logarithms of every head have a row of their own, up to the next multiple of 128.
  std::size_t log_row() const { return (queries + 127) / 128 * 128; }
  std::size_t of_logs() const { return batch * heads * log_row(); }
};

struct Answer {
  std::vector<double> out, logs;  // NaN where nothing belongs
};

// What the kernel must compute, in double precision.
Answer reference(const std::vector<double> &q, const std::vector<double> &k, const std::vector<double> &v, double scale,
                 const Sizes &sizes);
