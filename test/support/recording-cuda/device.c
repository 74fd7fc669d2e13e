/* The devices that RECORDING_CUDA_DEVICES names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

bool initialized = false;

static struct device devices[MAX_DEVICES];
static int device_count;

static CUresult read_devices(void) {
  const char *text = getenv("RECORDING_CUDA_DEVICES");
  if (text == NULL) text = "9.0";
  device_count = 0;
  while (*text != '\0' && device_count < MAX_DEVICES) {
    struct device *device = &devices[device_count];
    int length = 0;
    if (sscanf(text, "%d.%d%n", &device->major, &device->minor, &length) != 2) break;
    snprintf(device->name, sizeof device->name, "Recording GPU %d.%d", device->major, device->minor);
    device_count++;
    text += length;
    /* A name can follow a colon. */
    if (*text == ':') {
      length = (int)strcspn(++text, ",");
      snprintf(device->name, sizeof device->name, "%.*s", length, text);
      text += length;
    }
    if (*text == ',') text++;
  }
  initialized = device_count > 0;
  return initialized ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

const struct device *device_at(CUdevice device) {
  return device >= 0 && device < device_count ? &devices[device] : NULL;
}

/* Source: CUDA C++ Programming Guide, "Technical specifications per compute capability". */
int shared_optin_limit(const struct device *device) {
  const int arch = 10 * device->major + device->minor;
  if (arch < 80) return 64 * 1024;
  if (arch == 80 || arch == 87) return 163 * 1024;
  return arch == 90 || arch / 10 == 10 || arch / 10 == 11 ? 227 * 1024 : 99 * 1024;
}

CUresult cuInit(unsigned int flags) {
  CUresult result = enter_uninitialized("cuInit");
  if (!result && flags != 0) result = CUDA_ERROR_INVALID_VALUE;
  /* RECORDING_CUDA_INIT: the error that cuInit returns. */
  if (!result) result = (CUresult)number_asked("RECORDING_CUDA_INIT", CUDA_SUCCESS);
  if (!result && !initialized) result = read_devices();
  return leave(result);
}

CUresult cuDriverGetVersion(int *version) {
  CUresult result = enter_uninitialized("cuDriverGetVersion");
  if (!result && version == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) *version = (int)number_asked("RECORDING_CUDA_VERSION", CUDA_VERSION);
  return leave(result);
}

CUresult cuDeviceGetCount(int *count) {
  CUresult result = enter("cuDeviceGetCount");
  if (!result && count == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) *count = device_count;
  return leave(result);
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  CUresult result = enter("cuDeviceGet");
  if (!result && device == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result && device_at(ordinal) == NULL) result = CUDA_ERROR_INVALID_DEVICE;
  if (!result) *device = ordinal;
  return leave(result);
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  CUresult result = enter("cuDeviceGetName");
  const struct device *own = device_at(device);
  if (!result && own == NULL) result = CUDA_ERROR_INVALID_DEVICE;
  if (!result && (name == NULL || length <= 0)) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) snprintf(name, (size_t)length, "%s", own->name);
  return leave(result);
}

CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) {
  CUresult result = enter("cuDeviceGetUuid");
  if (!result && device_at(device) == NULL) result = CUDA_ERROR_INVALID_DEVICE;
  if (!result && uuid == NULL) result = CUDA_ERROR_INVALID_VALUE;
  for (int i = 0; !result && i < 16; i++) uuid->bytes[i] = (char)(16 * i + device);
  return leave(result);
}

static CUresult attribute_of(const struct device *device, CUdevice_attribute attribute,
                             int *value) {
  const struct {
    CUdevice_attribute attribute;
    int value;
  } table[] = {
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 0x7fffffff},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 48 * 1024},
      {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
      {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 132},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device->major},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device->minor},
      {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
      /* CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE; small, since writing as much takes time here. */
      {(CUdevice_attribute)38, 1 << 20},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, shared_optin_limit(device)},
      {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1},
      {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, device->major >= 9},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (table[i].attribute != attribute) continue;
    *value = table[i].value;
    return CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  CUresult result = enter("cuDeviceGetAttribute");
  if (!result && device_at(device) == NULL) result = CUDA_ERROR_INVALID_DEVICE;
  if (!result && value == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result) result = attribute_of(device_at(device), attribute, value);
  return leave(result);
}
