// The clock of the current device's multiprocessors while kernels run.
#pragma once

#include <algorithm>

#include "driver.hpp"
#include "nvml.hpp"

namespace smoke {

/// The lowest and the highest clock seen, in MHz; both 0 if unknown.
struct ClockRange {
  unsigned from = 0, to = 0;
};

class Clocks {
 public:
  /// Of a device that NVML does not know, no clock is seen.
  explicit Clocks(CUdevice device) : device_(nvml_.find(device_id(device))) {}

  /// Forgets what was seen.
  void reset() { seen_ = {}; }

  void sample() {
    const std::optional<unsigned> clock = nvml_.clock(device_);
    if (!clock) return;
    seen_.from = seen_.from == 0 ? *clock : std::min(seen_.from, *clock);
    seen_.to = std::max(seen_.to, *clock);
  }

  ClockRange seen() const { return seen_; }

 private:
  Nvml nvml_;
  Nvml::Device device_ = nullptr;
  ClockRange seen_;
};

}  // namespace smoke
