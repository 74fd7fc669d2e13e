#include "launch.hpp"

#include <dlfcn.h>

#include <cstring>

namespace smoke {
namespace {

/// The launch that is being captured; null most of the time.
Launch *captured = nullptr;

/// The driver's own function: this program has one of the same name before it.
template <class Function>
Function *next(Function *, const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

/// Gives the size of a kernel's parameter; fails after the last one. In drivers from CUDA 12.4 on.
using ParameterInfo = CUresult(CUfunction function, std::size_t index, std::size_t *offset, std::size_t *size);

}  // namespace

void Launch::begin() { captured = this; }

void Launch::end() { captured = nullptr; }

std::string Launch::copy(const CUlaunchConfig &config, CUfunction kernel, void **parameters) {
  static const auto parameter_info = reinterpret_cast<ParameterInfo *>(dlsym(RTLD_DEFAULT, "cuFuncGetParamInfo"));
  if (!parameter_info) return "the driver is older than CUDA 12.4";
  // The allocation came before the launch. It is freed after it.
  if (allocates_) return "the package allocates memory for each launch";
  config_ = config;
  attributes_.assign(config.attrs, config.attrs + config.numAttrs);
  config_.attrs = attributes_.data();
  // The package passes a kernel of no context. Programs that use the driver themselves have a function.
  const CUresult found = cuKernelGetFunction(&function_, reinterpret_cast<CUkernel>(kernel));
  if (found != CUDA_SUCCESS) return "the driver does not give the kernel's function: " + result_text(found);
  std::size_t offset = 0, size = 0;
  for (std::size_t i = 0; parameter_info(function_, i, &offset, &size) == CUDA_SUCCESS; ++i) {
    arguments_.emplace_back();
    if (size > sizeof arguments_.back().bytes) return "the kernel has a parameter of " + std::to_string(size) + " bytes";
    std::memcpy(arguments_.back().bytes.data(), parameters[i], size);
  }
  for (Argument &argument : arguments_) parameters_.push_back(argument.bytes.data());
  return "";
}

}  // namespace smoke

// These come before the driver's functions of the same name, for the package too, which is linked with this program.

extern "C" CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters,
                                             void **extra) {
  static auto *const launch = smoke::next(&cuLaunchKernelEx, "cuLaunchKernelEx");
  if (smoke::captured) smoke::captured->take(*config, function, parameters);
  return launch(config, function, parameters, extra);
}

extern "C" CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr *address, size_t size, CUstream stream) {
  static auto *const allocate = smoke::next(&cuMemAllocAsync, "cuMemAllocAsync");
  if (smoke::captured) smoke::captured->take_allocation();
  return allocate(address, size, stream);
}
