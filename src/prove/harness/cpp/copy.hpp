// Measures the device's memory.
#pragma once

#include "report.hpp"

namespace smoke {

/// Copies as many bytes within the device's memory. Adds the time of the fastest copy to the outcome.
void time_copy(std::size_t bytes, Outcome &outcome);

}  // namespace smoke
