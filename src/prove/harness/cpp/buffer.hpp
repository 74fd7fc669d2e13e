// A buffer on the device with a guard before and after it.
#pragma once

#include <cstddef>
#include <vector>

#include "driver.hpp"
#include "plan.hpp"

namespace smoke {

using Bytes = std::vector<unsigned char>;

constexpr std::size_t guard_bytes = 1 << 16;
/// All bits set: NaN in most float types.
constexpr unsigned char poison = 0xff;
/// Fills outputs in a call that shows which elements are not written.
constexpr unsigned char other_poison = 0xfe;
/// Two bytes that are NaN in fp16, bf16 and fp32, so that reads out of bounds show in the kernel's results.
constexpr unsigned char guard_pattern[2] = {0xe1, 0xff};

/// The bytes of a buffer after a call: guard, elements, guard.
struct Snapshot {
  Bytes bytes;

  const unsigned char *elements() const { return bytes.data() + guard_bytes; }
  std::size_t size() const { return bytes.size() - 2 * guard_bytes; }
};

class Buffer {
 public:
  /// `initial`: the content to fill it with; empty: poison. Throws Fatal if there is not enough memory.
  Buffer(const BufferPlan &plan, const Bytes &initial);
  Buffer(Buffer &&other) noexcept;
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer();

  /// Moves the elements, or the list of addresses, to this many bytes after an aligned address. Fill the buffer afterwards.
  void place(std::size_t offset);
  /// Fills the buffer and its guards, those of an output without initial content with `with`. Returns before the device has
  /// finished.
  void fill(unsigned char with = poison);
  /// Those of a sparse buffer are empty.
  Snapshot snapshot() const;

  const BufferPlan &plan() const { return plan_; }
  const Bytes &initial() const { return initial_; }
  CUdeviceptr pointer() const { return guard_ + guard_bytes; }
  /// What the kernel gets: the address of the elements, or of the list of addresses.
  CUdeviceptr argument() const { return plan_.slices > 0 ? table_ : pointer(); }

 private:
  const BufferPlan &plan_;
  const Bytes &initial_;
  CUdeviceptr base_ = 0;
  CUdeviceptr guard_ = 0;  // the start of the first guard
  CUdeviceptr table_base_ = 0;
  CUdeviceptr table_ = 0;  // the list of addresses

  void fill_table();
};

/// Bytes of device memory that a buffer needs.
std::size_t device_bytes(const BufferPlan &plan);

/// Whether all bytes are poison.
bool is_poison(const unsigned char *bytes, std::size_t size, unsigned char wanted = poison);

}  // namespace smoke
