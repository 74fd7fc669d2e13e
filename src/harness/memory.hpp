// Everything the calls of a case read and write.
#pragma once

#include <vector>

#include "buffer.hpp"
#include "plan.hpp"
#include "smoke.hpp"

namespace smoke {

/// The files of a case, in the order of its buffers; empty where a buffer has none.
struct CaseFiles {
  std::vector<Bytes> initial, expected;

  explicit CaseFiles(const CasePlan &plan);
};

/// The buffers of a case on the current device.
class Memory {
 public:
  Memory(const CasePlan &plan, const CaseFiles &files);

  /// Fills every buffer anew, those named one element behind an aligned address. The device is done on return.
  void fill(const std::vector<std::string> &misaligned);
  /// The same for those only that a kernel may read after it has written them.
  void refill_state();
  bool has_state() const;

  /// The arguments of a call, in the kernel's order; scalars that `instead` names have its values.
  std::vector<Value> arguments(const Kernel &kernel, const Texts &instead = {}) const;
  std::vector<Snapshot> snapshots() const;

  const std::vector<Buffer> &buffers() const { return buffers_; }
  const CaseFiles &files() const { return files_; }

 private:
  Value argument(const Parameter &parameter, const Texts &instead) const;

  const CasePlan &plan_;
  const CaseFiles &files_;
  std::vector<Buffer> buffers_;
};

/// Bytes that a case takes on a device.
std::size_t device_bytes(const CasePlan &plan);

}  // namespace smoke
