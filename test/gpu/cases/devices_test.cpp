// Threads, contexts, devices and processes that are created and destroyed.
#include <cases.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>

#include "cases.hpp"

// cuda.h maps cuCtxCreate to another signature from CUDA 13 on; this one is in every driver.
extern "C" CUresult CUDAAPI cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device);

namespace gpu_test {
namespace {

/// A call in the current context, and one that needs more shared memory than a launch has by default.
bool works(CUstream stream) {
  const Buffer<std::int32_t> x(counting<std::int32_t>(16384)), out(16384);
  if (shared_16384_default(stream, x.pointer(), out.pointer()) != CUDA_SUCCESS) return false;
  must(cuStreamSynchronize(stream), "synchronize");
  return out.download() == counting<std::int32_t>(16384, 1) && out.guards_intact() && of_five(stream, aliased_default) == 16;
}

bool works_from_many_threads(CUcontext context) {
  constexpr int count = 16;
  std::atomic<int> ready{0}, right{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&] {
      try {
        CUstream stream;
        must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
        must(cuStreamCreate(&stream, CU_STREAM_DEFAULT), "cuStreamCreate");
        ++ready;
        while (ready < count) std::this_thread::yield();
        right += works(stream);
        must(cuStreamDestroy(stream), "cuStreamDestroy");
      } catch (const std::exception &error) {
        ++ready;  // lets the others start
        std::printf("thread: %s\n", error.what());
      }
    });
  for (auto &thread : threads) thread.join();
  return right == count;
}

void check_contexts(Report &report, CUcontext first, CUdevice device) {
  CUcontext second;
  CUstream stream;
  must(cuCtxCreate_v2(&second, 0, device), "cuCtxCreate");
  must(cuStreamCreate(&stream, CU_STREAM_DEFAULT), "cuStreamCreate");
  report.check(works(nullptr), "a second context");
  must(cuCtxSetCurrent(first), "cuCtxSetCurrent");
  report.check(works(nullptr), "the first context beside the second");
  {
    must(cuCtxSetCurrent(second), "cuCtxSetCurrent");
    const Buffer<std::int32_t> out(1);
    must(cuCtxSetCurrent(first), "cuCtxSetCurrent");
    done(aliased_default(stream, out.pointer(), 7), stream);
    must(cuCtxSetCurrent(second), "cuCtxSetCurrent");
    report.check(out.download()[0] == 18, "a stream of a context that is not current");
  }
  must(cuCtxSetCurrent(first), "cuCtxSetCurrent");
  must(cuCtxDestroy(second), "cuCtxDestroy");
  report.check(works(nullptr), "the first context after the second is gone");
}

void check_devices(Report &report, CUcontext first) {
  int devices = 0;
  must(cuDeviceGetCount(&devices), "cuDeviceGetCount");
  for (int other = 1; other < devices; ++other) {
    CUcontext context;
    must(cuDevicePrimaryCtxRetain(&context, other), "cuDevicePrimaryCtxRetain");
    must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    report.check(works(nullptr), "device " + std::to_string(other));
    must(cuCtxSetCurrent(first), "cuCtxSetCurrent");
    must(cuDevicePrimaryCtxRelease(other), "cuDevicePrimaryCtxRelease");
  }
  if (devices < 2) std::printf("skip a second device (there is one)\n");
}

/// Runs `call` in a forked process. Returns its CUresult, or -1 if it crashes or hangs.
template <class Call>
int in_child(const Call &call) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(static_cast<int>(call()) & 0xff);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

void check_fork(Report &report) {
  const Buffer<std::int32_t> out(1);
  const CUdeviceptr to = out.pointer();
  const auto refused = [&](int result, const std::string &name) {
    report.check(result > 0, name, "CUresult " + std::to_string(result));
  };
  refused(in_child([&] { return aliased_default(nullptr, to, 5); }), "a call of a loaded kernel after a fork");
  refused(in_child([&] { return renamed_by_2_default(nullptr, to, 5); }), "a first call after a fork");
  refused(in_child([] { return load_renamed_by_2(); }), "loading after a fork");
  report.check(in_child([] { return unload_aliased(); }) >= 0, "unload after a fork returns");
  report.check(out.unchanged(), "the forked processes wrote nothing");
  report.check(works(nullptr), "the parent process still works");
}

/// Retains the primary context again. Nothing of its earlier content is left.
void enter(CUdevice device) {
  CUcontext context;
  must(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

}  // namespace

void test_first_calls(Report &report, CUdevice device) {
  CUcontext context;
  must(cuCtxGetCurrent(&context), "cuCtxGetCurrent");
  report.check(works_from_many_threads(context), "16 threads make the first call at once");
  report.result(unload_aliased(), CUDA_SUCCESS, "unload");
  report.result(unload_shared_16384(), CUDA_SUCCESS, "unload what needs shared memory");
  report.check(works(nullptr), "a call after unload");
  check_contexts(report, context, device);
  check_devices(report, context);
  check_fork(report);
}

void test_contexts_gone(Report &report, CUdevice device) {
  must(cuCtxSetCurrent(nullptr), "cuCtxSetCurrent");
  must(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
  // The error depends on whether a context was ever current.
  const CUresult without = aliased_default(nullptr, 16, 5);
  report.check(without == CUDA_ERROR_INVALID_CONTEXT || without == CUDA_ERROR_CONTEXT_IS_DESTROYED,
               "a call without a context", "CUresult " + std::to_string(without));
  enter(device);
  report.check(works(nullptr), "a context destroyed and made again");
  must(cuDevicePrimaryCtxReset(device), "cuDevicePrimaryCtxReset");
  enter(device);
  report.check(works(nullptr), "a context reset");
  CUcontext context;
  must(cuCtxGetCurrent(&context), "cuCtxGetCurrent");
  report.check(works_from_many_threads(context), "16 threads in a context that was reset");
  report.result(unload_aliased(), CUDA_SUCCESS, "unload after a reset");
  report.result(unload_shared_16384(), CUDA_SUCCESS, "unload after a reset what needs shared memory");
  report.check(works(nullptr), "a call after a reset and unload");
  must(cuCtxSetCurrent(nullptr), "cuCtxSetCurrent");
  must(cuDevicePrimaryCtxRelease(device), "cuDevicePrimaryCtxRelease");
}

}  // namespace gpu_test
