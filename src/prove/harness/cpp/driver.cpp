#include "driver.hpp"

#include <dlfcn.h>

namespace smoke {

std::string result_text(CUresult result) {
  const char *name = nullptr, *meaning = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &meaning);
  std::string text = name ? name : "CUDA error " + std::to_string(static_cast<int>(result));
  if (meaning) text += std::string(" (") + meaning + ")";
  return text;
}

NameTensor *tensor_namer() {
  static const auto found = reinterpret_cast<NameTensor *>(dlsym(RTLD_DEFAULT, "aot_emulate_tensor"));
  return found;
}

void must(CUresult result, const char *what) {
  if (result != CUDA_SUCCESS) throw Fatal(std::string("cannot ") + what + ": " + result_text(result));
}

std::size_t free_memory() {
  std::size_t free = 0, total = 0;
  must(cuMemGetInfo(&free, &total), "get the free memory");
  return free;
}

// Uses the primary context: cuCtxCreate has another signature from CUDA 13 on.
Context::Context(int ordinal) {
  must(cuCtxGetCurrent(&previous_), "get the current context");
  must(cuDeviceGet(&device_, ordinal), "get the device");
  must(cuDevicePrimaryCtxRetain(&context_, device_), "retain the device's context");
  must(cuCtxSetCurrent(context_), "make the device's context current");
}

Context::~Context() {
  cuCtxSetCurrent(previous_);
  cuDevicePrimaryCtxRelease(device_);
}

}  // namespace smoke
