#include "host-time.hpp"

#include <algorithm>
#include <chrono>

#include "call.hpp"
#include "launch.hpp"

namespace smoke {
namespace {

using Clock = std::chrono::steady_clock;

template <class Unit>
double since(Clock::time_point start) {
  return std::chrono::duration<double, Unit>(Clock::now() - start).count();
}

/// The most calls of a round: fewer than the driver queues before a call waits for the device (about 1000).
constexpr int most_calls = 500;
/// The part of the time that a round may take.
constexpr double round_part = 0.025;

/// Appends the nanoseconds of a call on the host: the mean of a round. Between rounds, the device gets to its end.
template <class Call>
CUresult time_round(CUstream stream, int calls, const Call &call, std::vector<double> &times) {
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < calls; ++i) {
    const CUresult result = call();
    if (result != CUDA_SUCCESS) return result;
  }
  times.push_back(since<std::nano>(start) / calls);
  return cuStreamSynchronize(stream);
}

}  // namespace

void time_launches(const Kernel &kernel, Memory &memory, CUstream stream, int algo, double milliseconds,
                   Outcome &outcome) {
  constexpr std::size_t warming = 3, fewest = 5, most = 400;
  const std::vector<Value> arguments = memory.arguments(kernel);
  const auto package = [&] { return kernel.call(stream, arguments.data(), algo); };
  Launch launch;
  const Clock::time_point begin = Clock::now();
  const CUresult captured = launch.capture(package);
  if (captured != CUDA_SUCCESS) return add_launch_problem(kernel, captured, outcome);
  const CUresult ended = cuStreamSynchronize(stream);
  if (ended != CUDA_SUCCESS) return add_execution_problem(ended, outcome);
  const double fitting = round_part * milliseconds / since<std::milli>(begin);
  const int calls = static_cast<int>(std::min(std::max(fitting, 10.0), static_cast<double>(most_calls)));
  const auto driver = [&] { return launch(); };
  const bool has_driver = launch.obstacle().empty();
  outcome.note = launch.obstacle();

  const Clock::time_point start = Clock::now();
  for (std::size_t round = 0; round < warming + most; ++round) {
    if (round == warming) outcome.host = {};
    // Each goes first in every other round.
    const bool first = round % 2 == 0;
    CUresult result = CUDA_SUCCESS;
    if (first) result = time_round(stream, calls, package, outcome.host.package);
    if (result == CUDA_SUCCESS && has_driver) result = time_round(stream, calls, driver, outcome.host.driver);
    if (result == CUDA_SUCCESS && !first) result = time_round(stream, calls, package, outcome.host.package);
    if (result != CUDA_SUCCESS) return add_execution_problem(result, outcome);
    if (round + 1 >= warming + fewest && since<std::milli>(start) >= milliseconds) break;
  }
}

}  // namespace smoke
