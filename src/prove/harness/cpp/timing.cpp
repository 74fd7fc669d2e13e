#include "timing.hpp"

#include <chrono>
#include <cmath>

#include "call.hpp"
#include "event.hpp"

namespace smoke {
namespace {

/// Memory that is written to displace everything else in the device's cache. Writing takes longer than the host
/// needs for the next call, so that the device does not wait for the host while the call is timed.
class Flush {
 public:
  explicit Flush(bool wanted) {
    if (!wanted) return;
    size_ = 2 * cache_size();
    if (size_ > 0) must(cuMemAlloc(&memory_, size_), "allocate memory as large as the cache");
  }
  Flush(const Flush &) = delete;
  Flush &operator=(const Flush &) = delete;
  ~Flush() {
    if (memory_) cuMemFree(memory_);
  }

  CUresult operator()(CUstream stream) const {
    return memory_ ? cuMemsetD8Async(memory_, 0, size_, stream) : CUDA_SUCCESS;
  }

 private:
  CUdeviceptr memory_ = 0;
  std::size_t size_ = 0;
};

using Time = std::chrono::steady_clock::time_point;

double milliseconds_since(Time start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// What is timed, and how.
struct Subject {
  const Kernel &kernel;
  Memory &memory;
  CUstream stream;
  int algo;
  const Flush &flush;
  Clocks *clocks;
};

/// Calls the kernel, each call between two events. Does not wait between calls, so that the device is never idle,
/// unless the kernel changes buffers that it reads: these are filled again before each call.
CUresult record_calls(const Subject &subject, std::vector<Interval> &calls) {
  Memory &memory = subject.memory;
  const CUstream stream = subject.stream;
  const std::vector<Value> arguments = memory.arguments(subject.kernel);
  const bool has_state = memory.has_state();
  for (Interval &call : calls) {
    if (has_state) memory.refill_state();
    // After a kernel has failed, any of these may return its error.
    CUresult result = subject.flush(stream);
    if (result == CUDA_SUCCESS) result = cuEventRecord(call.start.get(), stream);
    if (result == CUDA_SUCCESS) result = subject.kernel.call(stream, arguments.data(), subject.algo);
    if (result == CUDA_SUCCESS) result = cuEventRecord(call.end.get(), stream);
    if (result == CUDA_SUCCESS && has_state) result = cuStreamSynchronize(stream);
    if (result != CUDA_SUCCESS) return result;
  }
  if (subject.clocks) subject.clocks->sample();
  return cuStreamSynchronize(stream);
}

/// Times as many calls, and appends the times in microseconds.
CUresult time_round(const Subject &subject, std::size_t count, std::vector<double> &times) {
  std::vector<Interval> calls(count);
  const CUresult result = record_calls(subject, calls);
  if (result != CUDA_SUCCESS) return result;
  for (const Interval &call : calls) times.push_back(call.microseconds());
  return CUDA_SUCCESS;
}

/// The median of times, and their interquartile range.
struct Summary {
  double median, range;
};

Summary summary(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times[times.size() * 3 / 4] - times[times.size() / 4]};
}

/// Half the width of the interval that has the true median with a probability of 95 %, as a share of the median. It is
/// 1.96 standard errors, which are 1.2533 standard deviations over the root of the count; the standard deviation is
/// the interquartile range over 1.349. This holds for a normal distribution.
double error_of(const Summary &summary, std::size_t count) {
  return 1.96 * 1.2533 / 1.349 * summary.range / std::sqrt(static_cast<double>(count)) / summary.median;
}

/// As many calls as fit into the time, given what some calls took.
std::size_t fitting(double milliseconds, double spent, std::size_t calls) {
  constexpr double most = 200;
  const double count = milliseconds / std::max(spent, 1e-3) * static_cast<double>(calls);
  return static_cast<std::size_t>(std::min(std::max(count, 1.0), most));
}

}  // namespace

void time_calls(const Kernel &kernel, Memory &memory, CUstream stream, int algo, const TimingPlan &plan, Clocks *clocks,
                Outcome &outcome) {
  // The first calls, which are not counted, bring the device to its clock. Then rounds follow, each a part of the time.
  constexpr double warming = 0.1, round = 0.05;
  constexpr std::size_t fewest = 3, trusted = 20, most = 1000;
  const Flush flush(plan.flush);
  const Subject subject = {kernel, memory, stream, algo, flush, clocks};
  if (clocks) clocks->reset();
  std::vector<double> times;
  std::size_t count = 1;
  bool warm = false;
  const Time start = std::chrono::steady_clock::now();
  for (;;) {
    const Time round_start = std::chrono::steady_clock::now();
    if (!warm) times.clear();
    const CUresult result = time_round(subject, count, times);
    if (result != CUDA_SUCCESS) return add_execution_problem(result, outcome);
    const double spent = milliseconds_since(start);
    count = fitting(round * plan.milliseconds, milliseconds_since(round_start), count);
    if (!warm) {
      warm = spent >= warming * plan.milliseconds;
      if (warm) times.clear();
      continue;
    }
    if (times.size() < fewest) continue;
    const bool stable = times.size() >= trusted && error_of(summary(times), times.size()) <= plan.precision;
    if (stable || times.size() >= most || spent >= plan.milliseconds) break;
  }
  const Summary found = summary(times);
  outcome.microseconds = found.median;
  outcome.timed = {times.size(), found.range, clocks ? clocks->seen() : ClockRange{}};
}

}  // namespace smoke
