// A launch of the package, made ready to be repeated without the package.
#pragma once

#include <array>
#include <vector>

#include "driver.hpp"

namespace smoke {

class Launch {
 public:
  Launch() = default;
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;

  /// Calls `body`, and copies what it passes to the driver's launch.
  template <class Body>
  CUresult capture(const Body &body) {
    begin();
    const CUresult result = body();
    end();
    return result;
  }

  /// Why the launch cannot be repeated; empty if it can.
  const std::string &obstacle() const { return obstacle_; }

  /// Launches the same kernel of the current context with the same grid and arguments: by cuLaunchKernel if that can
  /// express it.
  CUresult operator()() {
    if (config_.numAttrs > 0) return cuLaunchKernelEx(&config_, function_, parameters_.data(), nullptr);
    return cuLaunchKernel(function_, config_.gridDimX, config_.gridDimY, config_.gridDimZ, config_.blockDimX,
                          config_.blockDimY, config_.blockDimZ, config_.sharedMemBytes, config_.hStream,
                          parameters_.data(), nullptr);
  }

  /// Called by the functions that stand before the driver's, while `body` runs.
  void take_allocation() { allocates_ = true; }
  void take(const CUlaunchConfig &config, CUfunction kernel, void **parameters) {
    obstacle_ = copy(config, kernel, parameters);
  }

 private:
  /// The largest parameter is a tensor map: 128 bytes, aligned to 64.
  struct alignas(64) Argument {
    std::array<unsigned char, 128> bytes;
  };

  void begin();
  void end();
  /// Returns why the launch cannot be repeated.
  std::string copy(const CUlaunchConfig &config, CUfunction kernel, void **parameters);

  bool allocates_ = false;
  CUlaunchConfig config_ = {};
  std::vector<CUlaunchAttribute> attributes_;
  CUfunction function_ = nullptr;
  std::vector<Argument> arguments_;
  std::vector<void *> parameters_;
  std::string obstacle_ = "the package does not call cuLaunchKernelEx";
};

}  // namespace smoke
