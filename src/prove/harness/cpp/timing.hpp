// Measures how long the calls of a kernel take.
#pragma once

#include "clocks.hpp"
#include "memory.hpp"
#include "report.hpp"

namespace smoke {

/// Calls the kernel until the median of the times is known to the wanted precision, or the time is used up. Adds the
/// times to the outcome, or a problem if a call fails. `clocks` is sampled while the device is busy; null: not at all.
void time_calls(const Kernel &kernel, Memory &memory, CUstream stream, int algo, const TimingPlan &plan, Clocks *clocks,
                Outcome &outcome);

}  // namespace smoke
