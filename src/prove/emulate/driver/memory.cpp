// Device memory: a file in main memory that both processes map. Addresses in this process are device addresses. The file is as
// large as the system allows: pages take memory when they are written. `size` is what ordinary allocations may take together.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "driver.hpp"

namespace emulator {
namespace {

constexpr std::size_t page = 4096;

int file = -1;
unsigned char *start = nullptr;
std::size_t reserved = 0, size = 0, used = 0;

/// Bytes around a sparse buffer that belong to nothing. An offset of 32 bits reaches less far from its start: 2^31 elements of 8
/// bytes. So one that has overflowed never leads to another buffer.
constexpr std::size_t apart = std::size_t{1} << 35;

struct Block {
  std::size_t size;
  std::size_t distance;   // to the next one, at least
  CUdeviceptr allowed = 0;  // where its part begins that kernels may access; 0: none of it
};

std::map<CUdeviceptr, Block> blocks;

std::size_t pages_of(std::size_t bytes) { return (bytes + page - 1) / page * page; }

/// A free range with a distance before and after it to which nothing belongs; 0 if there is none.
CUdeviceptr find_place(std::size_t bytes, std::size_t distance) {
  CUdeviceptr from = memory_address() + distance;
  for (const auto &[address, block] : blocks) {
    if (from + bytes + std::max(distance, block.distance) <= address) return from;
    from = address + pages_of(block.size) + std::max(distance, block.distance);
  }
  return from + bytes + distance <= memory_address() + reserved ? from : 0;
}

void allow(const std::string &name, CUdeviceptr address, std::size_t bytes, std::size_t element) {
  send("allow " + std::to_string(address) + " " + std::to_string(bytes) + " " + std::to_string(element) + " " + name);
}

void forbid(CUdeviceptr address) { send("forbid " + std::to_string(address)); }

CUresult allocate(CUdeviceptr *address, std::size_t bytes, std::size_t distance = page) {
  if (!address || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  const bool is_sparse = distance > page;
  const CUdeviceptr found = bytes < (is_sparse ? reserved : size - used) ? find_place(bytes, distance) : 0;
  if (!found) return CUDA_ERROR_OUT_OF_MEMORY;
  blocks[found] = {bytes, distance, found};
  if (!is_sparse) used += pages_of(bytes);
  allow("an allocation of " + std::to_string(bytes) + " bytes", found, bytes, 1);
  *address = found;
  return CUDA_SUCCESS;
}

/// Gives pages back to the system; they are zeros then. Returns whether it could.
bool clear_pages(CUdeviceptr address, std::size_t bytes) {
  return fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(address - memory_address()),
                   static_cast<off_t>(bytes)) == 0;
}

CUresult release(CUdeviceptr address) {
  const auto found = blocks.find(address);
  if (found == blocks.end()) return CUDA_ERROR_INVALID_VALUE;
  const Block &block = found->second;
  if (block.allowed) forbid(block.allowed);
  const std::size_t bytes = pages_of(block.size);
  // Where that fails, the memory is kept until the process ends.
  clear_pages(address, bytes);
  if (block.distance == page) used -= bytes;
  blocks.erase(found);
  return CUDA_SUCCESS;
}

/// The block with an address; the end if there is none.
std::map<CUdeviceptr, Block>::iterator block_at(CUdeviceptr address) {
  auto after = blocks.upper_bound(address);
  if (after == blocks.begin()) return blocks.end();
  --after;
  return address - after->first <= after->second.size ? after : blocks.end();
}

/// The memory of a copy; null unless all of it is allocated.
unsigned char *memory_at(CUdeviceptr address, std::size_t bytes) {
  const auto block = block_at(address);
  if (block == blocks.end() || bytes > block->second.size - (address - block->first)) return nullptr;
  return reinterpret_cast<unsigned char *>(address);
}

CUresult copy(const Call &call, void *to, const void *from, std::size_t bytes) {
  if (const CUresult result = call.in_context()) return result;
  if (!to || !from) return CUDA_ERROR_INVALID_VALUE;
  std::memmove(to, from, bytes);
  return CUDA_SUCCESS;
}

template <class Value>
CUresult set(const Call &call, CUdeviceptr to, Value value, std::size_t count) {
  if (const CUresult result = call.in_context()) return result;
  unsigned char *memory = memory_at(to, count * sizeof value);
  if (!memory || to % sizeof value != 0) return CUDA_ERROR_INVALID_VALUE;
  const CUdeviceptr first = pages_of(to), end = (to + count * sizeof value) / page * page;
  if (value == 0 && first < end && clear_pages(first, end - first)) {
    std::memset(memory, 0, first - to);
    std::memset(memory + (end - to), 0, to + count * sizeof value - end);
    return CUDA_SUCCESS;
  }
  for (std::size_t i = 0; i < count; ++i) std::memcpy(memory + i * sizeof value, &value, sizeof value);
  return CUDA_SUCCESS;
}

/// Maps as much of the file as is reserved. Returns whether the system has the addresses.
bool map_file() {
  if (file < 0 || ftruncate(file, static_cast<off_t>(reserved)) != 0) return false;
  void *const mapped = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (mapped != MAP_FAILED) start = static_cast<unsigned char *>(mapped);
  return start;
}

}  // namespace

std::string address_space_limit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return "";
  return "; the address space of a process is limited to " + std::to_string(limit.rlim_cur >> 20) + " MiB: raise it with `ulimit -v`";
}

std::string map_memory() {
  if (start) return "";
  // Half of the machine's memory. None of it is used until it is written.
  size = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) / 2 * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  // A quarter of the addresses of a process. Python maps it too, and has tables for the races.
  constexpr std::size_t most = std::size_t{1} << 45;
  rlimit limit = {};
  const bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  if (is_limited) size = std::min<std::size_t>(size, limit.rlim_cur / 4);
  size = size / page * page;
  file = memfd_create("device memory", MFD_CLOEXEC);
  // Where the system gives fewer addresses, there are fewer for sparse buffers.
  for (reserved = is_limited ? size : std::max(size, most); !map_file() && reserved / 2 >= size;) reserved /= 2;
  if (!start)
    return "there is too little memory for " + std::to_string(size >> 20) + " MiB of device memory" + address_space_limit();
  // Most of it is never used, and a dump would be as large.
  madvise(start, reserved, MADV_DONTDUMP);
  return "";
}

int memory_file() { return file; }
std::uint64_t memory_address() { return reinterpret_cast<std::uint64_t>(start); }
std::size_t memory_reserved() { return reserved; }
std::size_t memory_size() { return size; }

}  // namespace emulator

using namespace emulator;

/// Not a function of CUDA: names a tensor. From then on, its allocation must not be accessed outside of the tensor. The harness
/// calls it if the driver has it.
extern "C" __attribute__((visibility("default"))) void aot_emulate_tensor(const char *name, CUdeviceptr address,
                                                                          std::size_t bytes, std::size_t element) {
  const Call call;
  const auto found = block_at(address);
  if (found == blocks.end()) return;
  Block &block = found->second;
  if (block.allowed) forbid(block.allowed);
  block.allowed = address;
  allow(name, address, bytes, element);
}

/// Not a function of CUDA: allocates zeros that take memory where they are written, as many as the system has addresses for. Nothing
/// else is within 2^32 elements before and after them.
extern "C" __attribute__((visibility("default"))) CUresult aot_emulate_sparse(CUdeviceptr *address, std::size_t bytes) {
  const Call call;
  const CUresult result = call.in_context();
  return result ? result : allocate(address, bytes, apart);
}

CUresult cuMemGetInfo(std::size_t *free, std::size_t *total) {
  const Call call;
  if (const CUresult result = call.in_context()) return result;
  if (!free || !total) return CUDA_ERROR_INVALID_VALUE;
  *free = size - used;
  *total = size;
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr *address, std::size_t bytes) {
  const Call call;
  const CUresult result = call.in_context();
  return result ? result : allocate(address, bytes);
}

CUresult cuMemFree(CUdeviceptr address) {
  const Call call;
  const CUresult result = call.in_context();
  return result || address == 0 ? result : release(address);
}

CUresult cuMemAllocAsync(CUdeviceptr *address, std::size_t bytes, CUstream) { return cuMemAlloc(address, bytes); }

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream) { return cuMemFree(address); }

CUresult cuMemAllocHost(void **address, std::size_t bytes) {
  if (!address || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  *address = std::malloc(bytes);
  return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemFreeHost(void *address) {
  std::free(address);
  return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, std::size_t bytes) {
  const Call call;
  return copy(call, memory_at(to, bytes), from, bytes);
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, std::size_t bytes) {
  const Call call;
  return copy(call, to, memory_at(from, bytes), bytes);
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  const Call call;
  return copy(call, memory_at(to, bytes), memory_at(from, bytes), bytes);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, std::size_t bytes, CUstream) {
  return cuMemcpyHtoD(to, from, bytes);
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, std::size_t bytes, CUstream) {
  return cuMemcpyDtoH(to, from, bytes);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream) {
  return cuMemcpyDtoD(to, from, bytes);
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, std::size_t count) {
  const Call call;
  return set(call, to, value, count);
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, std::size_t count) {
  const Call call;
  return set(call, to, value, count);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned int value, std::size_t count) {
  const Call call;
  return set(call, to, value, count);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count, CUstream) {
  return cuMemsetD8(to, value, count);
}
