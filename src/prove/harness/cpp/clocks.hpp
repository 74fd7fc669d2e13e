// The clock of the current device's multiprocessors while kernels run.
#pragma once

#include <algorithm>

#include "driver.hpp"
#include "nvml.hpp"
#include "text.hpp"

namespace smoke {

/// The lowest and the highest clock seen, in MHz; both 0 if unknown.
struct ClockRange {
  unsigned from = 0, to = 0;
};

class Clocks {
 public:
  explicit Clocks(CUdevice device) {
    CUuuid uuid = {};
    must(cuDeviceGetUuid_v2(&uuid, device), "get the device's UUID");
    device_ = nvml_.find(uuid_text(uuid));
  }

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
