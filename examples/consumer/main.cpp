// Runs attention from the package flash_attention on random inputs, compares with double precision and prints the
// error. Exit status: 0 when all is right, 1 when numbers are wrong, 2 when the GPU could not be used.
#include <cmath>
#include <cstdio>
#include <random>

#include "attention.hpp"
#include "device.hpp"

namespace {

std::vector<Half> random_halves(std::size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<Half> values(count);
  for (Half &value : values) value = narrow(normal(generator));
  return values;
}

// The relative error in the 2-norm; NaN where something is NaN that should not be, or was written that should not be.
double error(const std::vector<double> &actual, const std::vector<double> &expected) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i]) && std::isnan(actual[i])) continue;
    difference += (actual[i] - expected[i]) * (actual[i] - expected[i]);
    size += expected[i] * expected[i];
  }
  return std::fabs(std::sqrt(difference / size));  // no "-nan"
}

bool run(CUstream stream, const Sizes &sizes, unsigned seed) {
  const std::vector<Half> q = random_halves(sizes.of_queries(), seed), k = random_halves(sizes.of_keys(), seed + 1),
                          v = random_halves(sizes.of_keys(), seed + 2);
  const Buffer<Half> q_device(q), k_device(k), v_device(v), out(sizes.of_queries());
  const Buffer<float> logs(sizes.of_logs()), scratch(sizes.of_logs());
  const float scale = 1 / std::sqrt(static_cast<float>(sizes.dimension));

  const auto n = [](std::size_t value) { return static_cast<std::int32_t>(value); };
  const std::int32_t row = n(sizes.row()), head = n(sizes.dimension);
  const std::int32_t query_batch = n(sizes.queries) * row, key_batch = n(sizes.keys) * row;
  must(fmha_d64_fp16_default(stream, q_device.data(), k_device.data(), v_device.data(), out.data(), logs.data(),
                             scratch.data(), scale,             //
                             query_batch, head, row,            // of Q: from batch to batch, head to head, row to row
                             key_batch, head, row,              // of K
                             key_batch, head, row,              // of V
                             query_batch, head, row,            // of the output
                             n(sizes.heads), n(sizes.queries), n(sizes.keys), n(sizes.log_row()), head, n(sizes.batch),
                             sizes.queries % 128 == 0, sizes.keys % 128 == 0, sizes.dimension == 64),
       "launch");
  must(cuStreamSynchronize(stream), "run");

  const Answer expected = reference(widen_all(q), widen_all(k), widen_all(v), static_cast<double>(scale), sizes);
  const double of_out = error(widen_all(out.values()), expected.out), of_logs = error(widen_all(logs.values()), expected.logs);
  const bool guarded = q_device.guards_hold() && k_device.guards_hold() && v_device.guards_hold() && out.guards_hold() &&
                       logs.guards_hold() && scratch.guards_hold();
  const bool kept = q_device.values() == q && k_device.values() == k && v_device.values() == v;
  // What rounding to 16 bits explains. A NaN passes no comparison.
  const bool right = of_out <= 2e-3 && of_logs <= 1e-5 && guarded && kept;
  std::printf("batch %zu, heads %zu, queries %zu, keys %zu, dimension %zu: relative error %.1e, of the logarithms %.1e%s%s: %s\n",
              sizes.batch, sizes.heads, sizes.queries, sizes.keys, sizes.dimension, of_out, of_logs,
              guarded ? "" : ", wrote out of bounds", kept ? "" : ", changed its inputs", right ? "ok" : "WRONG");
  return right;
}

}  // namespace

int main() try {
  must(cuInit(0), "start the driver");
  CUdevice device;
  CUcontext context;
  CUstream stream;
  must(cuDeviceGet(&device, 0), "find a GPU");
  must(cuDevicePrimaryCtxRetain(&context, device), "use the GPU");
  must(cuCtxSetCurrent(context), "use the GPU");
  must(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "create a stream");

  // No size divides by those of the kernel's blocks, but for the last case's, where all do.
  const Sizes cases[] = {{1, 1, 1, 1, 64}, {2, 3, 113, 203, 64}, {1, 2, 257, 130, 40}, {1, 2, 128, 256, 64}};
  bool right = true;
  unsigned seed = 1;
  for (const Sizes &sizes : cases) right &= run(stream, sizes, seed += 3);

  must(unload_fmha_d64_fp16(), "unload");
  must(cuStreamDestroy(stream), "destroy the stream");
  must(cuDevicePrimaryCtxRelease(device), "leave the GPU");
  return right ? 0 : 1;
} catch (const std::exception &failure) {
  std::fprintf(stderr, "%s\n", failure.what());
  return 2;
}
