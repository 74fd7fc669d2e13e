// Runs the kernels of the five example packages on the first GPU and compares them with float64 references.
#include <chrono>
#include <exception>

#include "harness.hpp"

namespace {

int run() {
  using namespace gpu_test;
  must(cuInit(0), "cuInit");
  CUdevice device;
  must(cuDeviceGet(&device, 0), "cuDeviceGet");
  char name[128] = "";
  int major = 0, minor = 0;
  must(cuDeviceGetName(name, sizeof name, device), "cuDeviceGetName");
  must(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device), "compute capability");
  must(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device), "compute capability");
  std::printf("%s, compute capability %d.%d\n", name, major, minor);

  CUcontext context;
  CUstream stream;
  must(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  must(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");

  Report report;
  const auto section = [&](const char *title, const auto &test) {
    const auto start = std::chrono::steady_clock::now();
    std::printf("# %s\n", title);
    try {
      test();
    } catch (const std::exception &error) {
      report.check(false, title, error.what());
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("# %s: %.1f s\n", title, seconds.count());
  };
  // The interface comes first: it tests the first calls of the process.
  section("interface", [&] { test_interface(report, device); });
  section("vector-add", [&] { test_vector_add(report, stream); });
  section("softmax", [&] { test_softmax(report, stream); });
  section("layernorm-linear", [&] { test_layernorm_linear(report, stream); });
  section("matmul", [&] { test_matmul(report, stream); });
  section("flash-attention", [&] { test_flash_attention(report, stream); });

  must(cuStreamDestroy(stream), "cuStreamDestroy");
  must(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
  return report.finish();
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "FAIL %s\n", error.what());
    return 1;
  }
}
