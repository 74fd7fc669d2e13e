// Kernels receive all kinds of arguments and constants unchanged.
#include <cases.h>

#include "cases.hpp"

namespace gpu_test {
namespace {

using std::int32_t;
using std::int64_t;

void check_floats(Report &report, CUstream stream) {
  const struct {
    std::uint16_t half, brain;
    float single;
    double wide;
  } cases[] = {
      {0x3c01, 0xc040, 0.1f, -2.5},
      {0x8000, 0x8000, -0.0f, -0.0},
      {0x0001, 0x0001, 1e-45f, 5e-324},
      {0x7c00, 0xff80, std::numeric_limits<float>::infinity(), -std::numeric_limits<double>::infinity()},
      {0x7bff, 0x7f7f, std::numeric_limits<float>::max(), std::numeric_limits<double>::max()},
  };
  for (const auto &c : cases) {
    const bool flag = c.wide < 0;
    const Buffer<double> out(6);
    done(floats_default(stream, out.pointer(), flag, c.half, c.wide, c.brain, c.single), stream);
    exact(report, out,
          {static_cast<double>(widen(Half{c.half})), static_cast<double>(widen(Bfloat16{c.brain})),
           static_cast<double>(c.single), c.wide, flag ? 1.0 : 0.0, poisoned<double>()},
          "floats " + std::to_string(c.half));
  }
}

void check_integers(Report &report, CUstream stream) {
  const Buffer<int64_t> low(11), high(11), mixed(11);
  done(integers_default(stream, low.pointer(), true, INT64_MIN, INT8_MIN, 0xfedc, INT32_MIN, 0xfe, true, INT16_MIN,
                        UINT64_MAX - 1, UINT32_MAX - 1),
       stream);
  exact<int64_t>(report, low,
                 {1, INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN, 1, 0xfe, 0xfedc, int64_t{UINT32_MAX} - 1, -2, -1},
                 "integers at one end");
  done(integers_default(stream, high.pointer(), false, INT64_MAX, INT8_MAX, 1, INT32_MAX, 2, false, INT16_MAX, 3, 4),
       stream);
  exact<int64_t>(report, high, {0, INT8_MAX, INT16_MAX, INT32_MAX, INT64_MAX, 0, 2, 1, 4, 3, -1},
                 "integers at the other end");
  done(integers_default(stream, mixed.pointer(), true, 0x0123456789abcdef, 0x12, 0x3456, 0x789abcde, 0x9f, false, 0x1357,
                        0x2468ace013579bdf, 0x8badf00d),
       stream);
  exact<int64_t>(report, mixed,
                 {1, 0x12, 0x1357, 0x789abcde, 0x0123456789abcdef, 0, 0x9f, 0x3456, 0x8badf00d, 0x2468ace013579bdf, -1},
                 "integers with every byte different");
}

template <class T, class Kernel>
void check_hint(Report &report, CUstream stream, Kernel kernel, int64_t stride, int64_t other, const std::string &name) {
  const Buffer<T> out(160);
  done(kernel(stream, out.pointer(), stride, other), stream);
  std::vector<T> expected(160, poisoned<T>());
  expected[0] = static_cast<T>(stride);
  for (int64_t i = 0; i < 64; ++i) expected[static_cast<std::size_t>(16 + stride + i)] = static_cast<T>(other);
  exact(report, out, expected, name + " " + std::to_string(stride) + ", " + std::to_string(other));
}

void check_hints(Report &report, CUstream stream) {
  for (const int64_t stride : {1, 16, 32, 0, 5, 17, -1})
    check_hint<int64_t>(report, stream, hinted_default, stride, 7,
                        "one, sixteen or any");
  for (const auto &[stride, other] : {std::pair<int64_t, int64_t>{1, 1}, {1, 64}, {64, 1}, {64, 0}, {0, -16}})
    check_hint<int64_t>(report, stream, hinted_only_default, stride, other, "one or sixteen");
  const auto small = [](CUstream on, CUdeviceptr out, int64_t stride, int64_t other) {
    return hinted_u64_default(on, out, static_cast<std::uint64_t>(stride), static_cast<std::int8_t>(other));
  };
  for (const auto &[stride, other] : {std::pair<int64_t, int64_t>{16, -16}, {3, 1}, {64, 112}, {1, -128}})
    check_hint<std::uint64_t>(report, stream, small, stride, other, "unsigned and small");

  const Buffer<int32_t> first(3), late(5);
  done(constant_first_default(stream, first.pointer(), 32, 17), stream);
  exact<int32_t>(report, first, {96, 17, -1}, "a constant before a hinted argument");
  done(late_hint_default(stream, late.pointer(), 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 48, 13), stream);
  exact<int32_t>(report, late, {45, 11, 48, 13, -1}, "a hint on the twelfth argument");

  const Buffer<int64_t> out(160);
  const CUdeviceptr to = out.pointer();
  const CUresult refused[] = {
      constant_first_default(stream, to, 17, 32),
      late_hint_default(stream, to, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 16),
      hinted_default(stream, to + 8, 1, 7),
      hinted_only_default(stream, to, 1, 2),
      hinted_only_default(stream, to, 2, 1),
      hinted_only_default(stream, to, 16, 17),
      hinted_u64_default(stream, to, 16, 2),
  };
  for (const CUresult result : refused) report.result(result, CUDA_ERROR_INVALID_VALUE, "values that fit no hint");
  must(cuStreamSynchronize(stream), "synchronize");
  report.check(out.unchanged(), "none of these wrote anything");
}

template <class T, class Kernel>
void check_twice(Report &report, CUstream stream, Kernel kernel, const std::vector<T> &values, const std::vector<T> &sums,
                 const std::string &name) {
  const Buffer<T> x(values), out(values.size() + 2);
  done(kernel(stream, x.pointer(), out.pointer(), static_cast<int32_t>(values.size())), stream);
  std::vector<T> expected = sums;
  expected.resize(values.size() + 2, poisoned<T>());
  exact(report, out, expected, "pointers to " + name);
  report.inputs_kept(name, x);
}

/// Twice a number is exact in every type; integers wrap.
template <class T, class Kernel>
void check_integer_twice(Report &report, CUstream stream, Kernel kernel, T first, const std::string &name) {
  const std::vector<T> values = counting<T>(70, first);
  std::vector<T> sums;
  for (const T value : values) sums.push_back(static_cast<T>(static_cast<std::uint64_t>(value) * 2));
  check_twice(report, stream, kernel, values, sums, name);
}

template <class T, class Kernel>
void check_float_twice(Report &report, CUstream stream, Kernel kernel, const std::string &name) {
  const std::vector<T> values = normal<T>(70, 1);
  std::vector<double> sums = widen_all(values);
  for (double &sum : sums) sum *= 2;
  check_twice(report, stream, kernel, values, narrow_all<T>(sums), name);
}

void check_pointers(Report &report, CUstream stream) {
  check_float_twice<Half>(report, stream, twice_fp16_default, "fp16");
  check_float_twice<Bfloat16>(report, stream, twice_bf16_default, "bf16");
  check_float_twice<float>(report, stream, twice_fp32_default, "fp32");
  const std::vector<double> wide = widen_all(normal<float>(70, 2));
  std::vector<double> sums = wide;
  for (double &sum : sums) sum *= 2;
  check_twice(report, stream, twice_fp64_default, wide, sums, "fp64");
  check_integer_twice<std::int8_t>(report, stream, twice_i8_default, 40, "i8");
  check_integer_twice<std::uint8_t>(report, stream, twice_u8_default, 100, "u8");
  check_integer_twice<int64_t>(report, stream, twice_i64_default, int64_t{1} << 40, "i64");
}

// A macro for ten arguments, to keep the list of seventy readable.
#define TEN(from) \
  at(from), wide(from + 1), tiny(from + 2), small(from + 3), word(from + 4), at(from + 5), wide(from + 6), \
      tiny(from + 7), small(from + 8), word(from + 9)

void check_many(Report &report, CUstream stream) {
  const auto at = [](int i) { return static_cast<int32_t>(-1000003 * i); };
  const auto wide = [](int i) { return int64_t{3000000007} * i; };
  const auto tiny = [](int i) { return static_cast<std::uint8_t>(37 * i); };
  const auto small = [](int i) { return static_cast<std::int16_t>(-999 * (i % 30)); };
  const auto word = [](int i) { return static_cast<std::uint32_t>(4000000000u - static_cast<unsigned>(i)); };
  const Buffer<int64_t> out(2);
  done(many_default(stream, out.pointer(), TEN(0), TEN(10), TEN(20), TEN(30), TEN(40), TEN(50), TEN(60)), stream);
  int64_t total = 0;
  for (int i = 0; i < 70; ++i) {
    const int64_t values[] = {at(i), wide(i), tiny(i), small(i), word(i)};
    total += values[i % 5] * (i + 1);
  }
  exact<int64_t>(report, out, {total, -1}, "seventy-one arguments");
}
#undef TEN

void check_constants(Report &report, CUstream stream) {
  const double big = static_cast<double>(INT64_MAX % 1000003), least = static_cast<double>(INT64_MIN % 1000003);
  const double third = 5.0 / 3, inf = std::numeric_limits<double>::infinity();
  const std::vector<double> expected[] = {
      {0.1, -7, 1, 1, 1, 1707.0 / 1024, 1, big, 2.5},
      {-1.5e-300, 0, 2, 1, 1, 213.0 / 128, 2, least, inf},
      {3, -7, 2, 2, 2, third, 1, 0, -inf},
  };
  for (int algo = 0; algo < 3; ++algo) {
    const Buffer<double> out(9);
    done(constants(stream, out.pointer(), 5, algo), stream);
    // The division by three is done in fp32, then rounded.
    equal(report, out, expected[algo], algo == 2 ? 1e-6 : 0, "constants, algo " + std::to_string(algo));
  }
  const Buffer<double> out(9);
  done(constants_signature_default(stream, out.pointer(), 5), stream);
  equal(report, out, {-0.5, -3, 1, 3, 1, third, 1, 5, 1000}, 1e-6, "constants in a signature");
  report.check(of_five(stream, unannotated_default) == -20, "a constant without annotation");
}

}  // namespace

void test_arguments(Report &report, CUstream stream) {
  check_floats(report, stream);
  check_integers(report, stream);
  check_hints(report, stream);
  check_pointers(report, stream);
  check_many(report, stream);
  check_constants(report, stream);
}

}  // namespace gpu_test
