// Libraries, kernels and launches. A cubin is known by its bytes: Python has the PTX it was made from.
#include <elf.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <sstream>

#include "driver.hpp"

struct CUlib_st;

/// A kernel, which is also its function in the only context that matters.
struct CUkern_st {
  CUlib_st *library;
  int max_dynamic_shared;
  bool large_clusters = false;
};

/// An image with its kernel, as Python describes it.
struct CUlib_st {
  std::string id, name;
  int static_shared = 0, threads = 0;  // threads: of a block; 0: any
  std::vector<std::pair<std::size_t, std::size_t>> parameters;  // offset, size
  CUkern_st kernel;
};

namespace emulator {
namespace {

constexpr int default_shared = 48 << 10;

std::set<CUlibrary> libraries;

/// The size of an ELF file, or of a text with its end.
std::size_t size_of(const void *image) {
  const auto *bytes = static_cast<const unsigned char *>(image);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) != 0) return std::strlen(static_cast<const char *>(image));
  // A copy: an embedded cubin may not have the alignment of the structures.
  Elf64_Ehdr header;
  std::memcpy(&header, bytes, sizeof header);
  std::size_t end = header.e_shoff + header.e_shnum * sizeof(Elf64_Shdr);
  if (header.e_phnum > 0) end = std::max<std::size_t>(end, header.e_phoff + header.e_phnum * sizeof(Elf64_Phdr));
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, bytes + header.e_shoff + i * sizeof section, sizeof section);
    if (section.sh_type != SHT_NOBITS) end = std::max<std::size_t>(end, section.sh_offset + section.sh_size);
  }
  return end;
}

/// Keeps the names and values of an answer, which follow its first fields.
void say_rest(const std::vector<std::string> &fields, std::size_t first) {
  for (std::size_t i = first; i + 1 < fields.size(); i += 2) say(fields[i], fields[i + 1]);
}

CUresult load(const void *image, CUlibrary *loaded) {
  const std::size_t size = size_of(image);
  send("load " + std::to_string(size), image, size);
  const std::vector<std::string> fields = answer();
  if (fields[0] != "ok") {
    say_rest(fields, 2);
    return fail(CUDA_ERROR_INVALID_IMAGE, fields[1], false);
  }
  auto library = std::make_unique<CUlib_st>();
  std::istringstream words(fields[1]);
  words >> library->id >> library->name >> library->static_shared >> library->threads;
  for (std::size_t offset = 0, bytes = 0; words >> offset >> bytes;) library->parameters.emplace_back(offset, bytes);
  library->kernel = {library.get(), default_shared - library->static_shared};
  *loaded = *libraries.insert(library.release()).first;
  return CUDA_SUCCESS;
}

/// The kernel of a handle, which may be that of a function; null if its library is not loaded.
CUkernel kernel_of(const void *handle) {
  for (const CUlibrary library : libraries)
    if (&library->kernel == handle) return &library->kernel;
  return nullptr;
}

CUresult get(int *value, CUfunction_attribute attribute, const CUkern_st *kernel) {
  if (!value) return CUDA_ERROR_INVALID_VALUE;
  if (!kernel) return CUDA_ERROR_INVALID_HANDLE;
  const CUlib_st &library = *kernel->library;
  switch (static_cast<int>(attribute)) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = library.threads > 0 ? library.threads : 1024; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = library.static_shared; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = architecture().capability; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = kernel->max_dynamic_shared; break;
    // What the assembler decides is not known.
    default: return CUDA_ERROR_NOT_SUPPORTED;
  }
  return CUDA_SUCCESS;
}

CUresult set(CUfunction_attribute attribute, int value, CUkernel kernel) {
  if (!kernel) return CUDA_ERROR_INVALID_HANDLE;
  switch (static_cast<int>(attribute)) {
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: kernel->large_clusters = value != 0; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      if (value < 0 || value > architecture().shared_bytes - kernel->library->static_shared)
        return CUDA_ERROR_INVALID_VALUE;
      kernel->max_dynamic_shared = value;
      break;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

struct Cluster {
  unsigned x = 1, y = 1, z = 1;
};

Cluster cluster_of(const CUlaunchConfig &config) {
  Cluster cluster;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    if (config.attrs[i].id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) continue;
    const auto &dimension = config.attrs[i].value.clusterDim;
    cluster = {dimension.x, dimension.y, dimension.z};
  }
  return cluster;
}

/// What the driver of a GPU refuses.
CUresult check(const CUlaunchConfig &config, const Cluster &cluster, const CUkern_st &kernel) {
  const std::uint64_t threads = std::uint64_t{config.blockDimX} * config.blockDimY * config.blockDimZ;
  const std::uint64_t blocks = std::uint64_t{config.gridDimX} * config.gridDimY * config.gridDimZ;
  if (threads == 0 || threads > 1024 || config.blockDimZ > 64 || blocks == 0) return CUDA_ERROR_INVALID_VALUE;
  if (config.gridDimX > 0x7fffffff || config.gridDimY > 65535 || config.gridDimZ > 65535)
    return CUDA_ERROR_INVALID_VALUE;
  const int wanted = kernel.library->threads;
  if (wanted > 0 && threads != static_cast<unsigned>(wanted)) return CUDA_ERROR_INVALID_VALUE;
  if (config.sharedMemBytes > static_cast<unsigned>(kernel.max_dynamic_shared)) return CUDA_ERROR_INVALID_VALUE;
  const unsigned most = architecture().capability < 90 ? 1 : kernel.large_clusters ? 16 : 8;
  const std::uint64_t size = std::uint64_t{cluster.x} * cluster.y * cluster.z;
  if (size == 0 || size > most || config.gridDimX % cluster.x || config.gridDimY % cluster.y ||
      config.gridDimZ % cluster.z)
    return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  return CUDA_SUCCESS;
}

/// A kernel that fails on the device returns no error from its launch. As on a GPU, all later calls do.
CUresult execute(const CUlaunchConfig &config, const CUkern_st &kernel, void **parameters) {
  const Cluster cluster = cluster_of(config);
  if (const CUresult result = check(config, cluster, kernel)) return result;
  std::vector<unsigned char> bytes;
  for (std::size_t i = 0; i < kernel.library->parameters.size(); ++i) {
    const auto [offset, size] = kernel.library->parameters[i];
    bytes.resize(std::max(bytes.size(), offset + size));
    std::memcpy(bytes.data() + offset, parameters[i], size);
  }
  std::ostringstream line;
  line << "launch " << kernel.library->id << ' ' << config.gridDimX << ' ' << config.gridDimY << ' ' << config.gridDimZ
       << ' ' << config.blockDimX << ' ' << config.blockDimY << ' ' << config.blockDimZ << ' ' << config.sharedMemBytes
       << ' ' << cluster.x << ' ' << cluster.y << ' ' << cluster.z << ' ' << bytes.size();
  send(line.str(), bytes.data(), bytes.size());
  const std::vector<std::string> fields = answer();
  const bool succeeded = fields[0] == "ok";
  say_rest(fields, succeeded ? 1 : 2);
  if (succeeded) return CUDA_SUCCESS;
  // What is wrong with the emulator does not make the kernel fail.
  if (fields[0] != "fault") return fail(CUDA_ERROR_NOT_SUPPORTED, fields[1], false);
  fail(CUDA_ERROR_LAUNCH_FAILED, fields[1], true);
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace emulator

using namespace emulator;

/// Not a function of CUDA: chooses the blocks that later launches run, by the words of `blocks` in server.py; none of them: all.
extern "C" __attribute__((visibility("default"))) void aot_emulate_blocks(const char *words) {
  const Call call;
  send(*words ? std::string("blocks ") + words : "blocks");
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *, void **, unsigned int,
                           CUlibraryOption *, void **, unsigned int) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  return library && code ? load(code, library) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLibraryUnload(CUlibrary library) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (!libraries.erase(library)) return CUDA_ERROR_INVALID_HANDLE;
  delete library;
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  if (!kernel || !name) return CUDA_ERROR_INVALID_VALUE;
  if (!libraries.count(library)) return CUDA_ERROR_INVALID_HANDLE;
  if (library->name != name) return CUDA_ERROR_NOT_FOUND;
  *kernel = &library->kernel;
  return CUDA_SUCCESS;
}

CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  const Call call;
  if (const CUresult result = call.in_context()) return result;
  if (!function) return CUDA_ERROR_INVALID_VALUE;
  if (!kernel_of(kernel)) return CUDA_ERROR_INVALID_HANDLE;
  *function = reinterpret_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  return device == 0 ? get(value, attribute, kernel_of(kernel)) : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device) {
  const Call call;
  if (const CUresult result = call.ready()) return result;
  return device == 0 ? set(attribute, value, kernel_of(kernel)) : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
  const Call call;
  const CUresult result = call.ready();
  return result ? result : get(value, attribute, kernel_of(function));
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  const Call call;
  const CUresult result = call.ready();
  return result ? result : set(attribute, value, kernel_of(function));
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra) {
  const Call call;
  if (const CUresult result = call.in_context()) return result;
  const CUkernel kernel = kernel_of(function);
  if (!kernel) return CUDA_ERROR_INVALID_HANDLE;
  if (!config || extra || (!parameters && !kernel->library->parameters.empty())) return CUDA_ERROR_INVALID_VALUE;
  return execute(*config, *kernel, parameters);
}

CUresult cuLaunchKernel(CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ,
                        unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes,
                        CUstream stream, void **parameters, void **extra) {
  const CUlaunchConfig config = {gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, stream, nullptr, 0};
  return cuLaunchKernelEx(&config, function, parameters, extra);
}
