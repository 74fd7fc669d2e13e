#include "call.hpp"

#include <algorithm>
#include <chrono>

namespace smoke {
namespace {

/// A CUDA event, to measure time.
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
};

/// Calls the kernel, each call between two events. Does not wait between calls, so that the device is never idle,
/// unless the kernel changes buffers that it reads: these are filled again before each call.
CUresult record_calls(const Kernel &kernel, Memory &memory, CUstream stream, int algo, std::vector<Interval> &calls) {
  const std::vector<Value> arguments = memory.arguments(kernel);
  const bool has_state = memory.has_state();
  for (Interval &call : calls) {
    if (has_state) memory.refill_state();
    must(cuEventRecord(call.start.get(), stream), "record an event");
    const CUresult result = kernel.call(stream, arguments.data(), algo);
    if (result != CUDA_SUCCESS) return result;
    must(cuEventRecord(call.end.get(), stream), "record an event");
    if (!has_state) continue;
    const CUresult ended = cuStreamSynchronize(stream);
    if (ended != CUDA_SUCCESS) return ended;
  }
  return cuStreamSynchronize(stream);
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void add_launch_problem(CUresult result, Outcome &outcome) {
  std::string message = "the call returned " + result_text(result);
  if (result == CUDA_ERROR_NO_BINARY_FOR_GPU)
    message += ": the package has no cubin for this GPU; add its target to `targets:` in the manifest";
  if (result == CUDA_ERROR_INVALID_IMAGE) message += ": the driver cannot load the cubin; it is probably damaged";
  if (result == CUDA_ERROR_INVALID_VALUE)
    message += ": no specialisation matches the arguments, the grid is too large, or the kernel needs more shared "
               "memory than this GPU has";
  outcome.add("launch", message);
}

void add_execution_problem(CUresult result, Outcome &outcome) {
  outcome.add("execution", "the kernel failed with " + result_text(result));
  outcome.broken = true;
}

bool call(const Kernel &kernel, const std::vector<Value> &arguments, CUstream stream, int algo, Outcome &outcome) {
  const CUresult launched = kernel.call(stream, arguments.data(), algo);
  if (launched != CUDA_SUCCESS) add_launch_problem(launched, outcome);
  const CUresult ended = cuStreamSynchronize(stream);
  if (ended != CUDA_SUCCESS) add_execution_problem(ended, outcome);
  return launched == CUDA_SUCCESS && ended == CUDA_SUCCESS;
}

double time_calls(const Kernel &kernel, Memory &memory, CUstream stream, int algo, double milliseconds,
                  Outcome &outcome) {
  constexpr std::size_t fewest = 5, most = 100;
  std::vector<float> times;
  std::size_t count = fewest;
  while (count > 0) {
    std::vector<Interval> calls(count);
    const auto start = std::chrono::steady_clock::now();
    const CUresult result = record_calls(kernel, memory, stream, algo, calls);
    const double spent = milliseconds_since(start);
    if (result != CUDA_SUCCESS) {
      add_execution_problem(result, outcome);
      return unknown;
    }
    for (const Interval &call : calls) {
      float time = 0;
      must(cuEventElapsedTime(&time, call.start.get(), call.end.get()), "read the events");
      times.push_back(time);
    }
    // The first round shows how many more calls fit into the time; the second makes them.
    const double left = (milliseconds - spent) / spent * static_cast<double>(fewest);
    const bool again = times.size() == fewest && left >= 1;
    count = again ? static_cast<std::size_t>(std::min(left, static_cast<double>(most - fewest))) : 0;
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return 1000.0 * static_cast<double>(times[times.size() / 2]);
}

}  // namespace smoke
