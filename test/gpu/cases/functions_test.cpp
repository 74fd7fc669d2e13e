// Kernels that are not just one plain function.
#include <cases.h>

#include "cases.hpp"

namespace gpu_test {
namespace {

using std::int32_t;

void check_tuned(Report &report, CUstream stream) {
  report.check(tuned_get_num_algos() == 2, "the configs of @autotune are algos");
  for (const int algo : {0, 1}) {
    const Buffer<int32_t> out(128);
    done(tuned(stream, out.pointer(), 65, algo), stream);
    std::vector<int32_t> expected(128, -1);
    std::fill_n(expected.begin(), 65, algo == 0 ? 32 : 64);
    exact(report, out, expected, "autotuned, algo " + std::to_string(algo));
  }
  const Buffer<int32_t> out(64);
  done(tuned_even_default(stream, out.pointer(), 48), stream);
  std::vector<int32_t> expected(64, -1);
  std::fill_n(expected.begin(), 48, 16);
  exact(report, out, expected, "a heuristic said by the manifest");
}

void check_calls(Report &report, CUstream stream) {
  const Buffer<int32_t> called(4), tuples(5);
  done(calls_default(stream, called.pointer(), 5), stream);
  exact<int32_t>(report, called, {1005, 25, 2000, -1}, "functions of other files and packages, one not inlined");
  done(tuples_inside_default(stream, tuples.pointer(), 5), stream);
  exact<int32_t>(report, tuples, {10, 15, 20, 20, -1}, "tuples inside a kernel");

  const std::vector<float> values = normal<float>(30, 3);
  const Buffer<float> x(values), out(32);
  done(library_default(stream, x.pointer(), out.pointer(), 30), stream);
  std::vector<double> expected(32, untouched);
  for (std::size_t i = 0; i < 30; ++i) expected[i] = std::erf(static_cast<double>(values[i]));
  report.close(out, expected, 1e-6, "a function of CUDA's own library");
}

void check_gluon(Report &report, CUstream stream) {
  const std::vector<int32_t> values = counting<int32_t>(300, -100);
  const Buffer<int32_t> x(values), out(384);
  done(gluon_doubled_default(stream, x.pointer(), out.pointer(), 300), stream);
  std::vector<int32_t> expected(384, -1);
  for (std::size_t i = 0; i < 300; ++i) expected[i] = values[i] * 2;
  exact(report, out, expected, "a Gluon kernel");
}

}  // namespace

void test_functions(Report &report, CUstream stream) {
  const auto times_seven_twice = [](CUstream on, CUdeviceptr out, int32_t n) { return times_seven(on, out, n, 1); };
  report.check(of_five(stream, renamed_by_2_default) == 10, "renamed by repr");
  report.check(of_five(stream, renamed_by_3_default) == 15, "renamed by repr, another constant");
  report.check(of_five(stream, aliased_default) == 16, "another name for a kernel");
  report.check(of_five(stream, plus_five_default) == 10, "made by a factory");
  report.check(of_five(stream, times_seven_default) == 35, "made by the same factory from another function");
  report.check(of_five(stream, times_seven_twice) == 245, "made by a factory, with a constant");
  report.check(of_five(stream, relative_default) == 2000, "relative imports");
  report.check(of_five(stream, side_left_default) == 51, "a module name in one folder");
  report.check(of_five(stream, side_right_default) == 52, "the same module name in another folder");
  report.check(of_five(stream, asserts_default) == 5, "an assertion that holds");
  check_tuned(report, stream);
  check_calls(report, stream);
  check_gluon(report, stream);
}

}  // namespace gpu_test
