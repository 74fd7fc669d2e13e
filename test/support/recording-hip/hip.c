/* A HIP runtime that records every call, in the log of the recording CUDA driver. It reads code objects by their notes,
 * and rejects what the real runtime rejects. RECORDING_HIP_DEVICES is a list such as `gfx942:sramecc+:xnack-,gfx1100`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "recorder.h"

#pragma GCC visibility push(default)
#include <aot_hip.h>
hipError_t hipStreamCreate(hipStream_t *stream);
#pragma GCC visibility pop

#define MAX_PARAMETERS 64

bool initialized = true; /* HIP needs no call of hipInit. */

struct ihipStream_t {
  int device, id;
};
struct ihipModuleSymbol_t {
  struct ihipModule_t *module;
};
struct ihipModule_t {
  int id, device;
  bool alive;
  char arch[32], name[128];
  unsigned sizes[MAX_PARAMETERS];
  int count;
  struct ihipModuleSymbol_t symbol;
  struct ihipModule_t *next; /* loaded before */
};

static _Thread_local int current;
static int modules;
static struct ihipModule_t *last;

/* The number of entries of a list, and one of them. */
static int entries(const char *list) {
  int count = list != NULL && *list != '\0';
  for (; list != NULL && *list != '\0'; list++) count += *list == ',';
  return count;
}

static const char *entry(const char *list, int number) {
  for (; number > 0; number--) list = strchr(list, ',') + 1;
  return list;
}

/* As the real runtime, it has the devices that HIP_VISIBLE_DEVICES names by number; all if that is not set. */
int device_count(void) {
  const char *visible = getenv("HIP_VISIBLE_DEVICES");
  return entries(visible != NULL ? visible : getenv("RECORDING_HIP_DEVICES"));
}

int real_device(int device) {
  const char *visible = getenv("HIP_VISIBLE_DEVICES");
  return visible != NULL ? atoi(entry(visible, device)) : device;
}

static void arch_of(int device, char *text, size_t size) {
  const char *at = entry(getenv("RECORDING_HIP_DEVICES"), real_device(device));
  snprintf(text, size, "%.*s", (int)strcspn(at, ","), at);
}

/* The value after a key of a MessagePack map, from `*at` on: an unsigned number up to 16 bits, or a short text. */
static bool next_value(const unsigned char **at, const unsigned char *end, const char *key, unsigned *number, char *text) {
  const size_t length = strlen(key);
  for (const unsigned char *p = *at; p + length + 3 < end; p++) {
    if (p[0] != (0xa0 | length) || memcmp(p + 1, key, length) != 0) continue;
    p += 1 + length;
    if (number != NULL) *number = *p < 0x80 ? *p : *p == 0xcc ? p[1] : (unsigned)(p[1] << 8 | p[2]);
    const unsigned size = *p == 0xd9 ? *++p : *p & 0x1f;
    if (text != NULL) snprintf(text, 128, "%.*s", (int)size, (const char *)p + 1);
    *at = p;
    return true;
  }
  return false;
}

/* Reads the first note, which fake and real code objects have near their beginning. */
static bool read_code(const unsigned char *code, struct ihipModule_t *module) {
  const unsigned char *at = code;
  char target[128];
  if (memcmp(code, "\177ELF", 4) != 0 || code[18] != 224) return false;
  while (memcmp(at, "AMDGPU\0", 7) != 0) at++;
  const unsigned char *const begin = at + 8, *const end = begin + (at[-8] | at[-7] << 8);
  at = begin;
  while (next_value(&at, end, ".size", &module->sizes[module->count], NULL)) module->count++;
  at = begin;
  if (!next_value(&at, end, ".name", NULL, module->name)) return false;
  at = begin;
  if (!next_value(&at, end, "amdhsa.target", NULL, target)) return false;
  snprintf(module->arch, sizeof module->arch, "%.31s", strrchr(target, '-') + 1);
  return true;
}

hipError_t hipGetDevice(int *device) {
  *device = current;
  return device_count() > 0 ? hipSuccess : hipErrorNoDevice;
}

hipError_t hipSetDevice(int device) {
  if (device < 0 || device >= device_count()) return hipErrorInvalidDevice;
  current = device;
  return hipSuccess;
}

hipError_t hipDeviceGetName(char *name, int length, hipDevice_t device) {
  char arch[64];
  arch_of(device, arch, sizeof arch);
  snprintf(name, (size_t)length, "Recording GPU %.*s", (int)strcspn(arch, ":"), arch);
  return hipSuccess;
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int device) {
  const hipError_t result = (hipError_t)enter("hipGetDeviceProperties");
  memset(properties, 0, sizeof *properties);
  arch_of(device, properties->gcnArchName, sizeof properties->gcnArchName);
  return (hipError_t)leave((CUresult)result);
}

hipError_t hipStreamCreate(hipStream_t *stream) {
  *stream = malloc(sizeof **stream);
  static int streams;
  (*stream)->device = current;
  (*stream)->id = ++streams;
  return hipSuccess;
}

hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *device) {
  *device = (uintptr_t)stream <= 2 ? current : stream->device;
  return device_count() > 0 ? hipSuccess : hipErrorNoDevice;
}

static hipError_t done(hipError_t result) {
  return (hipError_t)leave(log_end((CUresult)result));
}

hipError_t hipModuleLoadData(hipModule_t *module, const void *code) {
  hipError_t result = (hipError_t)enter("hipModuleLoadData");
  struct ihipModule_t *loaded = calloc(1, sizeof *loaded);
  char arch[64];
  arch_of(current, arch, sizeof arch);
  if (!result && !read_code(code, loaded)) result = hipErrorInvalidImage;
  const size_t length = strlen(loaded->arch);
  if (!result && (strncmp(arch, loaded->arch, length) != 0 || (arch[length] != '\0' && arch[length] != ':'))) {
    result = hipErrorNoBinaryForGpu;
  }
  log_begin("hipModuleLoadData");
  log_text("arch", loaded->arch);
  log_number("device", current);
  loaded->device = current;
  loaded->alive = true;
  if (!result) log_number("module", loaded->id = ++modules);
  if (!result) leak_memory();
  if (result) {
    free(loaded);
  } else {
    loaded->next = last;
    *module = last = loaded;
  }
  return done(result);
}

hipError_t hipModuleUnload(hipModule_t module) {
  hipError_t result = (hipError_t)enter("hipModuleUnload");
  log_begin("hipModuleUnload");
  log_number("module", module->id);
  if (!result && !module->alive) result = hipErrorNotFound;
  module->alive = false; /* never freed, so that a later use is seen */
  return done(result);
}

hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *name) {
  hipError_t result = (hipError_t)enter("hipModuleGetFunction");
  log_begin("hipModuleGetFunction");
  log_number("module", module->id);
  module->symbol.module = module;
  if (!result && strcmp(name, module->name) != 0) result = hipErrorNotFound;
  if (!result) *function = &module->symbol;
  return done(result);
}

static hipError_t launch(const char *call, hipFunction_t function, const unsigned grid[3], unsigned threads,
                         unsigned shared, hipStream_t stream, void **parameters) {
  hipError_t result = (hipError_t)enter(call);
  const struct ihipModule_t *module = function->module;
  int device;
  hipStreamGetDevice(stream, &device);
  if (!result && !module->alive) result = hipErrorNotFound;
  if (!result && module->device != device) result = hipErrorInvalidDevice;
  if (!result && ((uint64_t)grid[0] * threads > UINT32_MAX || threads > 1024)) result = hipErrorInvalidConfiguration;
  if (!result && shared > 163840) result = hipErrorInvalidValue;
  log_begin(call);
  log_text("kernel", module->name);
  log_text("arch", module->arch);
  log_number("module", module->id);
  log_number("device", device);
  log_number("stream", (uintptr_t)stream <= 2 ? 0 : stream->id);
  log_triple("grid", grid[0], grid[1], grid[2]);
  log_number("threads", threads);
  log_number("shared", shared);
  log_open("parameters", '[');
  for (int i = 0; i < module->count; i++) log_bytes(parameters[i], module->sizes[i]);
  log_close(']');
  log_end((CUresult)result);
  if (!result) result = (hipError_t)execute(module->name, parameters, grid);
  return (hipError_t)leave((CUresult)result);
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned int x, unsigned int y, unsigned int z,
                                 unsigned int threads, unsigned int threadsY, unsigned int threadsZ,
                                 unsigned int shared, hipStream_t stream, void **parameters, void **extra) {
  const unsigned grid[3] = {x, y, z};
  if (threadsY != 1 || threadsZ != 1 || extra != NULL) return hipErrorInvalidValue;
  return launch("hipModuleLaunchKernel", function, grid, threads, shared, stream, parameters);
}

hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned int x, unsigned int y, unsigned int z,
                                            unsigned int threads, unsigned int threadsY, unsigned int threadsZ,
                                            unsigned int shared, hipStream_t stream, void **parameters) {
  const unsigned grid[3] = {x, y, z};
  if (threadsY != 1 || threadsZ != 1) return hipErrorInvalidValue;
  return launch("hipModuleLaunchCooperativeKernel", function, grid, threads, shared, stream, parameters);
}

hipError_t hipMallocAsync(void **address, size_t size, hipStream_t stream) {
  const hipError_t result = (hipError_t)enter("hipMallocAsync");
  *address = (void *)(uintptr_t)0xabcd00;
  log_begin("hipMallocAsync");
  log_number("bytes", (long long)size);
  log_number("stream", (uintptr_t)stream <= 2 ? 0 : stream->id);
  return done(result);
}

hipError_t hipFreeAsync(void *address, hipStream_t stream) {
  const hipError_t result = (hipError_t)enter("hipFreeAsync");
  (void)address;
  log_begin("hipFreeAsync");
  log_number("stream", (uintptr_t)stream <= 2 ? 0 : stream->id);
  return done(result);
}
