// Runs every case of test/cases on the first GPU.
#include <exception>

#include "cases.hpp"

namespace {

int run() {
  using namespace gpu_test;
  must(cuInit(0), "cuInit");
  CUdevice device;
  CUcontext context;
  must(cuDeviceGet(&device, 0), "cuDeviceGet");
  must(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  must(cuCtxSetCurrent(context), "cuCtxSetCurrent");

  Report report;
  const auto section = [&](const char *title, const auto &test) {
    std::printf("# %s\n", title);
    try {
      test();
    } catch (const std::exception &error) {
      report.check(false, title, error.what());
    }
  };
  section("first calls", [&] { test_first_calls(report, device); });
  // A stream that waits for the default one, in which buffers are filled.
  CUstream stream;
  must(cuStreamCreate(&stream, CU_STREAM_DEFAULT), "cuStreamCreate");
  section("arguments", [&] { test_arguments(report, stream); });
  section("functions", [&] { test_functions(report, stream); });
  section("launches", [&] { test_launches(report, stream); });
  must(cuStreamDestroy(stream), "cuStreamDestroy");
  section("contexts gone", [&] { test_contexts_gone(report, device); });
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
