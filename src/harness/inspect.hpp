// What the buffers tell after a call.
#pragma once

#include <vector>

#include "memory.hpp"
#include "report.hpp"

namespace smoke {

/// Adds every problem the buffers show, and how far the outputs are from what was expected.
void inspect(const Memory &memory, const std::vector<Snapshot> &snapshots, Outcome &outcome);

/// Adds a problem for each output that differs between two calls.
void inspect_repetition(const Memory &memory, const std::vector<Snapshot> &first, const std::vector<Snapshot> &second,
                        Outcome &outcome);

/// Adds a problem for each buffer that is not as it was filled: nothing should have run. `call` names what did.
void inspect_untouched(const Memory &memory, const std::string &call, Outcome &outcome);

}  // namespace smoke
