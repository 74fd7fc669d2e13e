// Inspects the buffers after a call.
#pragma once

#include <functional>
#include <vector>

#include "memory.hpp"
#include "report.hpp"

namespace smoke {

/// Returns the buffers after one more call, before which outputs were filled with the other poison; nothing if it failed.
using CallAgain = std::function<std::vector<Snapshot>()>;

/// Adds all problems of the buffers, and the errors of the outputs. Calls `again` at most once, if it must be known which
/// elements were not written.
void inspect(const Memory &memory, const std::vector<Snapshot> &snapshots, const CallAgain &again, Outcome &outcome);

/// Adds the problems of what was written where it must not be: around buffers, to inputs, and between elements.
void inspect_surroundings(const Memory &memory, const std::vector<Snapshot> &snapshots, Outcome &outcome);

/// Adds a problem for each output that differs between two calls; one that depends on which of several threads wins, by
/// more than its tolerance.
void inspect_repetition(const Memory &memory, const std::vector<Snapshot> &first, const std::vector<Snapshot> &second,
                        Outcome &outcome);

/// Adds a problem for each buffer that was written. For calls that must not run the kernel; `call` names the call.
void inspect_untouched(const Memory &memory, const std::string &call, Outcome &outcome);

}  // namespace smoke
