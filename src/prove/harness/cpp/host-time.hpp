// Measures how long the host is busy with a call.
#pragma once

#include "memory.hpp"
#include "report.hpp"

namespace smoke {

/// Times calls of the kernel back to back, in turns with the same launch by the driver alone, until the time is used up.
/// Adds the times to the outcome, or a problem if a call fails. The buffers are not filled again meanwhile.
void time_launches(const Kernel &kernel, Memory &memory, CUstream stream, int algo, double milliseconds,
                   Outcome &outcome);

}  // namespace smoke
