// CUDA events, to measure time on the device.
#pragma once

#include "driver.hpp"

namespace smoke {

class Event {
 public:
  Event() { must(cuEventCreate(&event_, CU_EVENT_DEFAULT), "create an event"); }
  Event(Event &&other) noexcept : event_(other.event_) { other.event_ = nullptr; }
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;
  ~Event() {
    if (event_) cuEventDestroy(event_);
  }

  CUevent get() const { return event_; }

 private:
  CUevent event_ = nullptr;
};

struct Interval {
  Event start, end;

  /// The time between the events, which the device has reached.
  double microseconds() const {
    float milliseconds = 0;
    must(cuEventElapsedTime(&milliseconds, start.get(), end.get()), "read the events");
    return 1000.0 * static_cast<double>(milliseconds);
  }
};

}  // namespace smoke
