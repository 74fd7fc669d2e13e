#include "copy.hpp"

#include <algorithm>

#include "event.hpp"

namespace smoke {
namespace {

/// Device memory with bytes that are not all the same: they may be compressed.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t size) {
    must(cuMemAlloc(&memory_, size), "allocate memory for the copy");
    for (std::size_t at = 0, part = size / 256; part > 0 && at < 256; ++at)
      must(cuMemsetD8(memory_ + at * part, static_cast<unsigned char>(at), part), "fill memory");
  }
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  ~DeviceMemory() { cuMemFree(memory_); }

  CUdeviceptr get() const { return memory_; }

 private:
  CUdeviceptr memory_ = 0;
};

}  // namespace

void time_copy(std::size_t bytes, Outcome &outcome) {
  constexpr int warming = 3, repetitions = 20;
  const Stream stream;
  const DeviceMemory from(bytes), to(bytes);
  std::vector<Interval> intervals(warming + repetitions);
  must(cuCtxSynchronize(), "fill memory");
  for (const Interval &interval : intervals) {
    must(cuEventRecord(interval.start.get(), stream.get()), "record an event");
    must(cuMemcpyDtoDAsync(to.get(), from.get(), bytes, stream.get()), "copy memory");
    must(cuEventRecord(interval.end.get(), stream.get()), "record an event");
  }
  must(cuStreamSynchronize(stream.get()), "copy memory");
  double fastest = intervals.back().microseconds();
  for (int i = warming; i < warming + repetitions; ++i)
    fastest = std::min(fastest, intervals[static_cast<std::size_t>(i)].microseconds());
  outcome.microseconds = fastest;
}

}  // namespace smoke
