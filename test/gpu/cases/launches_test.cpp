// Grids, shared memory, clusters, and other launch settings.
#include <cases.h>
#include <cases_specialised.h>
#include <unistd.h>

#include "cases.hpp"

namespace gpu_test {
namespace {

using std::int32_t;
using std::size_t;

/// Returns what the device prints during `action`.
template <class Action>
std::string printed(const Action &action) {
  std::FILE *file = std::tmpfile();
  std::fflush(stdout);
  const int terminal = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  action();
  must(cuCtxSynchronize(), "synchronize");
  std::fflush(stdout);
  dup2(terminal, STDOUT_FILENO);
  close(terminal);
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

void check_no_arguments(Report &report, CUstream stream) {
  report.result(nothing_default(stream), CUDA_SUCCESS, "a kernel without arguments");
  const std::string text = printed([&] { must(prints_default(stream, 3), "launch"); });
  for (const char *program : {"pid (0, 0, 0)", "pid (1, 0, 0)", "pid (2, 0, 0)", "printed by program"})
    report.check(text.find(program) != std::string::npos, std::string("a kernel without arguments prints ") + program);
}

void check_places(Report &report, CUstream stream) {
  const struct {
    int32_t width, height;
    std::uint8_t depth;
    int algo, across, down, deep;
  } cases[] = {{3, 2, 18, 0, 3, 2, 2}, {9, 2, 1, 1, 3, 8, 1}, {1, 1, 1, 0, 1, 1, 1}, {5, 3, 4, 1, 2, 12, 4}};
  for (const auto &c : cases) {
    std::vector<int32_t> expected;
    for (int z = 0; z < c.deep; ++z)
      for (int y = 0; y < c.down; ++y)
        for (int x = 0; x < c.across; ++x)
          for (const int value : {x * (c.algo == 0 ? 1 : 4), y, z, c.across + 1000 * c.down + 1000000 * c.deep})
            expected.push_back(value);
    const Buffer<int32_t> out(expected.size());
    done(places(stream, out.pointer(), c.width, c.height, c.depth, c.algo), stream);
    exact(report, out, expected, "a grid of " + std::to_string(c.across) + "x" + std::to_string(c.down) + "x" +
                                     std::to_string(c.deep));
  }
  const Buffer<int32_t> out(64);
  report.result(places_default(stream, out.pointer(), 0, 2, 2), CUDA_SUCCESS, "an empty grid");
  report.result(places_default(stream, out.pointer(), 2, -1, 2), CUDA_SUCCESS, "a negative grid");
  report.result(places_default(stream, out.pointer(), 2, 2, 16), CUDA_SUCCESS, "a grid empty on the last axis");
  must(cuStreamSynchronize(stream), "synchronize");
  report.check(out.unchanged(), "an empty grid runs nothing");
}

/// Returns how many programs ran; -1 if the call failed as expected.
template <class Kernel>
void check_count(Report &report, CUstream stream, Kernel kernel, int32_t x, int32_t y, int32_t z, int32_t count) {
  const Buffer<int32_t> counter(std::vector<int32_t>{0});
  const std::string name =
      "a grid from " + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + (count < 0 ? " is refused" : "");
  report.result(kernel(stream, counter.pointer(), x, y, z), count < 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS, name);
  must(cuStreamSynchronize(stream), "synchronize");
  exact<int32_t>(report, counter, {std::max(count, 0)}, name + ", programs");
}

void check_limits(Report &report, CUstream stream) {
  check_count(report, stream, counts_default, 5, 4, 3, 60);
  check_count(report, stream, counts_default, 1, 65535, 2, 131070);
  check_count(report, stream, counts_default, 2, 1, 65535, 131070);
  check_count(report, stream, counts_default, 1 << 20, 1, 1, 1 << 20);
  check_count(report, stream, counts_default, 1, 65536, 1, -1);
  check_count(report, stream, counts_default, 1, 1, 65536, -1);
  check_count(report, stream, counts_product_default, 1000, 1000, 1, 1000000);
  check_count(report, stream, counts_product_default, -3, 4, -1, 12);
  check_count(report, stream, counts_product_default, -3, 4, 1, 0);
  check_count(report, stream, counts_product_default, 32768, 65536, 1, -1);
  check_count(report, stream, counts_product_default, 65536, 65536, 1, -1);
  check_count(report, stream, counts_product_default, INT32_MAX, INT32_MAX, INT32_MAX, -1);
}

void check_shared(Report &report, CUstream stream) {
  const Buffer<int32_t> x(counting<int32_t>(16384, -7)), out(16384), more(counting<int32_t>(32768, -7)), all(32768);
  done(shared_16384_default(stream, x.pointer(), out.pointer()), stream);
  exact(report, out, counting<int32_t>(16384, -6), "64 KiB of shared memory");
  done(shared_32768_default(stream, more.pointer(), all.pointer()), stream);
  exact(report, all, counting<int32_t>(32768, -6), "128 KiB of shared memory");
}

void check_cluster(Report &report, CUstream stream) {
  constexpr size_t side = 16, programs = 5;
  const std::vector<int32_t> values = counting<int32_t>(programs * side * side);
  const Buffer<int32_t> x(values), out(programs * side);
  done(cluster_default(stream, x.pointer(), out.pointer(), programs), stream);
  std::vector<int32_t> expected(programs * side, static_cast<int32_t>(programs));
  for (size_t i = 0; i < values.size(); ++i) expected[i / side] += values[i];
  exact(report, out, expected, "clusters of two blocks");
}

void check_programmatic(Report &report, CUstream stream) {
  constexpr size_t count = 64 * 32;
  std::vector<int32_t> expected;
  for (size_t i = 0; i < count; ++i) {
    std::uint32_t value = static_cast<std::uint32_t>(i);
    for (int round = 0; round < 2000; ++round) value = value * 3 + 1;
    expected.push_back(static_cast<int32_t>(value + 1));
  }
  const Buffer<int32_t> x(counting<int32_t>(count));
  bool right = true;
  for (int turn = 0; turn < 20; ++turn) {
    const Buffer<int32_t> between(count), out(count);
    must(produces_default(stream, x.pointer(), between.pointer(), 64), "launch");
    done(consumes_default(stream, between.pointer(), out.pointer(), 64), stream);
    right &= out.download() == expected && out.guards_intact() && between.guards_intact();
  }
  report.check(right, "a programmatic dependent launch waits for what it reads");
}

void check_cooperative(Report &report, CUstream stream, CUdevice device) {
  int processors = 0;
  must(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device), "processors");
  const int32_t programs = 2 * processors;
  const Buffer<int32_t> arrived(std::vector<int32_t>{0}), out(static_cast<size_t>(programs));
  done(meets_default(stream, arrived.pointer(), out.pointer(), programs), stream);
  exact(report, out, std::vector<int32_t>(static_cast<size_t>(programs), programs), "a cooperative launch");
  report.result(meets_default(stream, arrived.pointer(), out.pointer(), 1 << 20),
                CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "a cooperative launch that does not fit");
}

void check_registers(Report &report, CUstream stream) {
  constexpr size_t side = 64;
  const std::vector<float> values = normal<float>(side * side, 4, 1, 1);
  double sum = 0;
  for (const float value : values) sum += static_cast<double>(value);
  std::vector<double> expected(side * side);
  for (size_t row = 0; row < side; ++row)
    for (size_t column = 0; column < side; ++column)
      expected[column * side + row] = static_cast<double>(values[row * side + column]) * sum;
  for (const int algo : {0, 1}) {
    const Buffer<float> x(values), out(side * side);
    done(crowded(stream, x.pointer(), out.pointer(), algo), stream);
    report.close(out, expected, 1e-5, algo == 0 ? "32 registers" : "255 registers");
  }
}

void check_specialised(Report &report, CUstream stream) {
  const Buffer<int32_t> halves(257);
  done(gluon_split_default(stream, halves.pointer(), 5), stream);
  std::vector<int32_t> both = counting<int32_t>(257, 5);
  for (int32_t i = 0; i < 128; ++i) both[static_cast<size_t>(128 + i)] = i + 10;
  both[256] = -1;
  exact(report, halves, both, "warps specialised by the kernel");

  constexpr size_t side = 64;
  for (const size_t rounds : {1u, 3u, 8u}) {
    const std::vector<Half> left = normal<Half>(side * side * rounds, 5), right = normal<Half>(side * side * rounds, 6);
    const std::vector<double> a = widen_all(left), b = widen_all(right);
    std::vector<double> product(side * side);
    for (size_t i = 0; i < side; ++i)
      for (size_t j = 0; j < side; ++j)
        for (size_t k = 0; k < side * rounds; ++k) product[i * side + j] += a[i * side * rounds + k] * b[k * side + j];
    const Buffer<Half> x(left), y(right);
    const Buffer<float> out(side * side);
    done(specialised_default(stream, x.pointer(), y.pointer(), out.pointer(), static_cast<int32_t>(rounds)), stream);
    report.close(out, product, 1e-5, "warps specialised by Triton, " + std::to_string(rounds) + " rounds");
  }
}

}  // namespace

void test_launches(Report &report, CUstream stream) {
  CUdevice device;
  int major = 0;
  must(cuCtxGetDevice(&device), "cuCtxGetDevice");
  must(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device), "compute capability");
  check_no_arguments(report, stream);
  check_places(report, stream);
  check_limits(report, stream);
  check_shared(report, stream);
  check_cooperative(report, stream, device);
  check_registers(report, stream);
  if (major < 9) {
    report.result(cluster_default(stream, 0, 0, 1), CUDA_ERROR_NO_BINARY_FOR_GPU, "no clusters before sm_90");
    return;
  }
  check_cluster(report, stream);
  check_programmatic(report, stream);
  check_specialised(report, stream);
}

}  // namespace gpu_test
