// The data that the calls of a case read and write.
#pragma once

#include <vector>

#include "buffer.hpp"
#include "plan.hpp"
#include "smoke.hpp"

namespace smoke {

/// The contents of a case's files, in the order of its buffers; empty for a buffer without a file.
struct CaseFiles {
  std::vector<Bytes> initial, expected;

  explicit CaseFiles(const CasePlan &plan);
};

/// One launch of a case.
struct Launch {
  const Kernel &kernel;
  int algo;
  std::vector<Value> arguments;
};

/// The buffers of a case on the current device.
class Memory {
 public:
  Memory(const CasePlan &plan, const CaseFiles &files);

  /// Fills all buffers, and places those named some bytes after an aligned address. Waits for the device.
  void fill(const Offsets &offsets, unsigned char with = poison);
  /// Fills the state: the buffers that the kernel both reads and writes. Waits for the device.
  void refill_state();
  bool has_state() const;

  /// The arguments of a call, in the kernel's order. Values in `instead` replace those of scalars.
  std::vector<Value> arguments(const Kernel &kernel, const Texts &instead = {}) const;
  /// The launches of a call: that of the kernel, and those that follow. Throws PlanError if there is no such kernel.
  std::vector<Launch> launches(const Kernel &kernel, int algo) const;
  std::vector<Snapshot> snapshots() const;

  const std::vector<Buffer> &buffers() const { return buffers_; }
  const CaseFiles &files() const { return files_; }

 private:
  /// What has the name `name` is passed for the parameter.
  Value argument(const Parameter &parameter, const std::string &name, const Texts &instead) const;

  const CasePlan &plan_;
  const CaseFiles &files_;
  std::vector<Buffer> buffers_;
};

/// Finds a kernel by its name. Throws PlanError if there is none.
const Kernel &find_kernel(const std::string &name);

/// Bytes of device memory that a case needs.
std::size_t device_bytes(const CasePlan &plan);

}  // namespace smoke
