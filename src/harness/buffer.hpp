// A buffer on the device, between two guards.
#pragma once

#include <cstddef>
#include <vector>

#include "driver.hpp"
#include "plan.hpp"

namespace smoke {

using Bytes = std::vector<unsigned char>;

constexpr std::size_t guard_bytes = 1 << 16;
/// All bits set: NaN in every float that has one in that place.
constexpr unsigned char poison = 0xff;
/// Two bytes that are NaN in fp16, bf16 and fp32, so that what a kernel reads out of bounds shows in its result too.
constexpr unsigned char guard_pattern[2] = {0xe1, 0xff};

/// The bytes of a buffer as a call left them: guard, elements, guard.
struct Snapshot {
  Bytes bytes;

  const unsigned char *elements() const { return bytes.data() + guard_bytes; }
  std::size_t size() const { return bytes.size() - 2 * guard_bytes; }
};

class Buffer {
 public:
  /// `initial`: what it is filled with; empty: poison. Throws Fatal where memory is short.
  Buffer(const BufferPlan &plan, const Bytes &initial);
  Buffer(Buffer &&other) noexcept;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer();

  /// Moves the elements to an aligned address, or one element behind it; fill it afterwards.
  void place(bool misaligned);
  /// Fills it and its guards anew. Returns before the device is done.
  void fill();
  Snapshot snapshot() const;

  const BufferPlan &plan() const { return plan_; }
  const Bytes &initial() const { return initial_; }
  CUdeviceptr pointer() const { return guard_ + guard_bytes; }

 private:
  const BufferPlan &plan_;
  const Bytes &initial_;
  CUdeviceptr base_ = 0;
  CUdeviceptr guard_ = 0;  // the first one's start
};

/// Bytes that a buffer takes on the device.
std::size_t device_bytes(const BufferPlan &plan);

/// Whether the bytes are all poison.
bool is_poison(const unsigned char *bytes, std::size_t size);

}  // namespace smoke
