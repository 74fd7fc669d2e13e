#include "buffer.hpp"

#include <algorithm>

namespace smoke {
namespace {

constexpr CUdeviceptr alignment = 256;

const Bytes &guard() {
  static const Bytes bytes = [] {
    Bytes pattern(guard_bytes);
    for (std::size_t i = 0; i < guard_bytes; ++i) pattern[i] = guard_pattern[i % 2];
    return pattern;
  }();
  return bytes;
}

constexpr std::size_t mebibyte = 1 << 20;

}  // namespace

std::size_t device_bytes(const BufferPlan &plan) {
  // The rest is for aligning the first element, and for moving it.
  return plan.bytes() + 2 * guard_bytes + alignment + most_offset;
}

std::size_t table_bytes(const BufferPlan &plan) {
  return plan.slices == 0 ? 0 : plan.slices * sizeof(CUdeviceptr) + alignment + most_offset;
}

bool is_poison(const unsigned char *bytes, std::size_t size, unsigned char wanted) {
  for (std::size_t i = 0; i < size; ++i)
    if (bytes[i] != wanted) return false;
  return true;
}

Buffer::Buffer(const BufferPlan &plan, const Bytes &initial) : plan_(plan), initial_(initial) {
  const CUresult result = plan.sparse ? sparse_allocator()(&base_, device_bytes(plan)) : cuMemAlloc(&base_, device_bytes(plan));
  if (result == CUDA_ERROR_OUT_OF_MEMORY && plan.sparse)
    throw Fatal("not enough addresses for the buffers of the case: " + plan.name + " needs " +
                std::to_string((device_bytes(plan) + mebibyte - 1) / mebibyte) + " MiB of them; `ulimit -v` may limit them");
  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    throw Fatal("not enough GPU memory: the buffer " + plan.name + " needs " +
                std::to_string((device_bytes(plan) + mebibyte - 1) / mebibyte) + " MiB, " +
                std::to_string(free_memory() / mebibyte) + " MiB are free");
  must(result, "allocate device memory");
  if (plan.slices > 0) must(cuMemAlloc(&table_base_, table_bytes(plan)), "allocate device memory");
  place(0);
}

Buffer::Buffer(Buffer &&other) noexcept
    : plan_(other.plan_),
      initial_(other.initial_),
      base_(other.base_),
      guard_(other.guard_),
      table_base_(other.table_base_),
      table_(other.table_) {
  other.base_ = other.table_base_ = 0;
}

Buffer::~Buffer() {
  if (base_) cuMemFree(base_);
  if (table_base_) cuMemFree(table_base_);
}

void Buffer::place(std::size_t offset) {
  // The size of a guard is a multiple of the alignment, so the elements are aligned if the guard is.
  const bool has_table = plan_.slices > 0;
  guard_ = (base_ + alignment - 1) / alignment * alignment + (has_table ? 0 : offset);
  if (has_table) table_ = (table_base_ + alignment - 1) / alignment * alignment + offset;
}

void Buffer::fill_table() {
  std::vector<CUdeviceptr> addresses(plan_.slices);
  for (std::size_t i = 0; i < addresses.size(); ++i) addresses[i] = pointer() + i * plan_.slice_length * plan_.element->size;
  const std::size_t size = addresses.size() * sizeof addresses[0];
  must(cuMemcpyHtoD(table_, addresses.data(), size), "fill a list of addresses");
  if (NameTensor *const name = tensor_namer()) name(("the addresses of " + plan_.name).c_str(), table_, size, sizeof addresses[0]);
}

void Buffer::fill(unsigned char with) {
  const std::size_t size = plan_.bytes();
  must(cuMemcpyHtoD(guard_, guard().data(), guard_bytes), "fill a guard");
  must(cuMemcpyHtoD(pointer() + size, guard().data(), guard_bytes), "fill a guard");
  if (NameTensor *const name = tensor_namer()) name(plan_.name.c_str(), pointer(), size, plan_.element->size);
  if (plan_.slices > 0) fill_table();
  if (size == 0) return;
  if (plan_.sparse) return must(cuMemsetD8(pointer(), 0, size), "clear a buffer");
  if (initial_.empty()) must(cuMemsetD8(pointer(), plan_.role == Role::out ? with : poison, size), "poison a buffer");
  for (std::size_t at = 0; at < size && !initial_.empty(); at += initial_.size())
    must(cuMemcpyHtoD(pointer() + at, initial_.data(), std::min(initial_.size(), size - at)), "fill a buffer");
}

Snapshot Buffer::snapshot() const {
  if (plan_.sparse) return {};
  Snapshot snapshot = {Bytes(plan_.bytes() + 2 * guard_bytes)};
  must(cuMemcpyDtoH(snapshot.bytes.data(), guard_, snapshot.bytes.size()), "read a buffer");
  return snapshot;
}

}  // namespace smoke
