// Shared by the tests of the cases: exact comparison of whole buffers.
#pragma once

#include "../harness.hpp"

namespace gpu_test {

/// The value of an output element that was not written.
template <class T>
T poisoned() {
  T value;
  std::memset(static_cast<void *>(&value), 0xff, sizeof value);
  return value;
}

/// Checks that the buffer has exactly these bytes, and nothing was written outside of it.
template <class T>
void exact(Report &report, const Buffer<T> &out, const std::vector<T> &expected, const std::string &name) {
  const std::vector<T> values = out.download();
  std::string detail;
  for (std::size_t i = 0; i < values.size() && detail.empty(); ++i)
    if (std::memcmp(&values[i], &expected[i], sizeof values[i]) != 0) detail = "differs at " + std::to_string(i);
  if (!out.guards_intact()) detail += " wrote out of bounds";
  report.check(values.size() == expected.size() && detail.empty(), name, detail);
}

/// The same for numbers, with a relative tolerance. Zeros of both signs are equal.
inline void equal(Report &report, const Buffer<double> &out, const std::vector<double> &expected, double limit,
                  const std::string &name) {
  const std::vector<double> values = out.download();
  std::string detail;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!(values[i] == expected[i] || std::fabs(values[i] - expected[i]) <= limit * std::fabs(expected[i])))
      detail += " [" + std::to_string(i) + "] is " + std::to_string(values[i]);
  if (!out.guards_intact()) detail += " wrote out of bounds";
  report.check(values.size() == expected.size() && detail.empty(), name, detail);
}

inline void done(CUresult result, CUstream stream) {
  must(result, "launch");
  must(cuStreamSynchronize(stream), "synchronize");
}

/// Calls a kernel that writes one integer made from another.
template <class Kernel>
std::int32_t of_five(CUstream stream, Kernel kernel) {
  const Buffer<std::int32_t> out(1);
  done(kernel(stream, out.pointer(), 5), stream);
  return out.guards_intact() ? out.download()[0] : -1;
}

template <class T>
std::vector<T> counting(std::size_t count, T first = T{}) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(first + static_cast<T>(i));
  return values;
}

void test_arguments(Report &report, CUstream stream);
void test_functions(Report &report, CUstream stream);
void test_launches(Report &report, CUstream stream);
/// Makes the first calls of the process.
void test_first_calls(Report &report, CUdevice device);
/// Leaves no context: the last test.
void test_contexts_gone(Report &report, CUdevice device);

}  // namespace gpu_test
