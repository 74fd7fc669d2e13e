// What every generated function promises whatever its kernel computes.
#include <matmul.h>
#include <softmax.h>
#include <vector_add.h>

#include <atomic>

#include "harness.hpp"

// cuda.h maps cuCtxCreate to another signature from CUDA 13 on; this one is in every driver.
extern "C" CUresult CUDAAPI cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device);

namespace gpu_test {
namespace {

/// Adds two vectors in the current context, the first from element `offset` on; true when the call
/// succeeds and the sum is right.
bool adds(CUstream stream, std::size_t n, std::uint64_t seed, std::size_t offset = 0) {
  const std::vector<float> x = normal<float>(n + offset, seed), y = normal<float>(n, seed + 1);
  const Buffer<float> x_device(x), y_device(y), out(n);
  if (vector_add_fp32_default(stream, x_device.pointer() + offset * sizeof(float), y_device.pointer(), out.pointer(),
                              static_cast<std::int64_t>(n)) != CUDA_SUCCESS)
    return false;
  must(cuStreamSynchronize(stream), "synchronize");
  const std::vector<float> sum = out.download();
  for (std::size_t i = 0; i < n; ++i)
    if (sum[i] != x[i + offset] + y[i]) return false;
  return out.guards_intact();
}

bool adds_from_many_threads(CUcontext context) {
  constexpr int count = 16;
  std::atomic<int> ready{0}, right{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      try {
        must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
        CUstream stream;
        must(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
        ++ready;
        while (ready < count) std::this_thread::yield();
        right += adds(stream, 1000 + static_cast<std::size_t>(i), 100 + static_cast<std::uint64_t>(i));
        must(cuStreamDestroy(stream), "cuStreamDestroy");
      } catch (const std::exception &error) {
        ++ready;  // lets the others start
        std::printf("thread %d: %s\n", i, error.what());
      }
    });
  for (auto &thread : threads) thread.join();
  return right == count;
}

void check_lifetime(Report &report, CUcontext context) {
  report.check(adds(nullptr, 1023, 202, 1), "a pointer off 16 bytes");
  report.check(adds_from_many_threads(context), "16 threads make the first call at once");
  report.result(unload_vector_add_fp32(), CUDA_SUCCESS, "unload");
  report.check(adds(nullptr, 1027, 200), "a call after unload loads again");
  report.result(unload_vector_add_fp32(), CUDA_SUCCESS, "unload again");
  report.result(unload_vector_add_fp32(), CUDA_SUCCESS, "unload what is not loaded");
  report.result(load_vector_add_fp32(), CUDA_SUCCESS, "load");
  report.result(load_vector_add_fp32(), CUDA_SUCCESS, "load what is loaded");
  report.check(adds(nullptr, 1024, 201), "a call after load");
  report.result(unload_vector_add_fp32(), CUDA_SUCCESS, "unload before 16 threads");
  report.check(adds_from_many_threads(context), "16 threads make the first call after unload at once");
}

void check_refusals(Report &report) {
  const Buffer<float> x(normal<float>(64, 1)), out(64);
  const CUdeviceptr in = x.pointer(), to = out.pointer();
  report.result(vector_add_fp32(nullptr, in, in, to, 0, 0), CUDA_SUCCESS, "an empty vector is a success");
  report.result(softmax_forward_fp32(nullptr, in, to, 8, 0, 1), CUDA_SUCCESS, "no rows are a success");
  for (const int algo : {-1, 1, 2, 8, 1 << 20, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()})
    report.result(vector_add_fp32(nullptr, in, in, to, 64, algo), CUDA_ERROR_INVALID_VALUE,
                  "algo " + std::to_string(algo) + " of 1 is invalid");
  report.result(softmax_forward_fp32(nullptr, in, to, 8, 8, 2), CUDA_ERROR_INVALID_VALUE, "algo 2 of 2 is invalid");
  report.result(matmul_fp16(nullptr, in, in, in, to, 4, 4, 4, 4, 2, 1, 4, 4, 1, 0), CUDA_ERROR_INVALID_VALUE,
                "a stride other than 1 fits no specialisation");
  must(cuCtxSynchronize(), "synchronize");
  report.check(out.unchanged() && out.guards_intact(), "none of these wrote anything");
}

void check_other_contexts(Report &report, CUcontext first, CUdevice device) {
  CUcontext second;
  must(cuCtxCreate_v2(&second, 0, device), "cuCtxCreate");
  report.check(adds(nullptr, 3000, 300), "a second context");
  must(cuCtxSetCurrent(first), "cuCtxSetCurrent");
  report.check(adds(nullptr, 3001, 301), "the first context after the second");
  must(cuCtxDestroy(second), "cuCtxDestroy");
  report.check(adds(nullptr, 3002, 302), "the first context after the second is gone");

  int devices = 0;
  must(cuDeviceGetCount(&devices), "cuDeviceGetCount");
  for (int other = 1; other < devices; ++other) {
    CUcontext context;
    must(cuDevicePrimaryCtxRetain(&context, other), "cuDevicePrimaryCtxRetain");
    must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    report.check(adds(nullptr, 3003, 303), "device " + std::to_string(other));
    must(cuCtxSetCurrent(first), "cuCtxSetCurrent");
    must(cuDevicePrimaryCtxRelease(other), "cuDevicePrimaryCtxRelease");
  }
}

}  // namespace

void test_interface(Report &report, CUdevice device) {
  CUcontext context;
  must(cuCtxGetCurrent(&context), "cuCtxGetCurrent");
  check_lifetime(report, context);
  check_refusals(report);
  check_other_contexts(report, context, device);
}

}  // namespace gpu_test
