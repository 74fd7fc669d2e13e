/* Attributes of kernels and functions. */
#include "recorder.h"

static CUresult get_attribute(int *value, CUfunction_attribute attribute,
                              const struct kernel *kernel, CUdevice device) {
  if (value == NULL) return CUDA_ERROR_INVALID_VALUE;
  if (kernel == NULL) return CUDA_ERROR_INVALID_HANDLE;
  if (device_at(device) == NULL) return CUDA_ERROR_INVALID_DEVICE;
  switch ((int)attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = 1024;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = static_shared(kernel);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *value = (int)kernel->image->frame_bytes;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = (int)kernel->image->registers;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = kernel->library->image.arch;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = kernel->max_dynamic_shared[device];
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

static CUresult set_attribute(CUfunction_attribute attribute, int value, struct kernel *kernel,
                              CUdevice device) {
  if (kernel == NULL) return CUDA_ERROR_INVALID_HANDLE;
  if (device_at(device) == NULL) return CUDA_ERROR_INVALID_DEVICE;
  if (!runs_on(&kernel->library->image, device_at(device))) return CUDA_ERROR_NO_BINARY_FOR_GPU;
  switch ((int)attribute) {
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return value < -1 || value > 100 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      kernel->large_clusters[device] = value != 0;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      if (value < 0 || value > shared_optin_limit(device_at(device)) - static_shared(kernel)) {
        return CUDA_ERROR_INVALID_VALUE;
      }
      kernel->max_dynamic_shared[device] = value;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
  }
}

static CUresult log_attribute(const char *call, CUfunction_attribute attribute, int value,
                              const struct kernel *kernel, CUdevice device, CUresult result) {
  log_begin(call);
  if (kernel != NULL) {
    log_text("kernel", kernel->image->name);
    log_number("library", kernel->library->handle.id);
  }
  log_number("attribute", attribute);
  log_number("value", value);
  log_number("device", device);
  return log_end(result);
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device) {
  CUresult result = enter("cuKernelGetAttribute");
  if (!result) result = get_attribute(value, attribute, kernel_of(kernel), device);
  return leave(result);
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device) {
  CUresult result = enter("cuKernelSetAttribute");
  struct kernel *own = kernel_of(kernel);
  if (!result) result = set_attribute(attribute, value, own, device);
  return leave(log_attribute("cuKernelSetAttribute", attribute, value, own, device, result));
}

/* The device of a CUfunction's context; -1 for an invalid handle. */
static CUdevice device_of(CUfunction function) {
  const struct function *own = find_handle(FUNCTION, function);
  return own == NULL ? -1 : own->context->device;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
  CUresult result = enter("cuFuncGetAttribute");
  const CUdevice device = device_of(function);
  if (!result && device < 0) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result) result = get_attribute(value, attribute, kernel_of(function), device);
  return leave(result);
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  CUresult result = enter("cuFuncSetAttribute");
  const CUdevice device = device_of(function);
  struct kernel *own = kernel_of(function);
  if (!result && device < 0) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result) result = set_attribute(attribute, value, own, device);
  return leave(log_attribute("cuFuncSetAttribute", attribute, value, own, device, result));
}

/* Not in cuda.h. The number that RECORDING_CUDA_BLOCKS gives, for any kernel. */
__attribute__((visibility("default"))) CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                            size_t dynamic_shared);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t dynamic_shared) {
  CUresult result = enter("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  const struct kernel *kernel = kernel_of(function);
  if (!result && kernel == NULL) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result && (blocks == NULL || threads < 1 || threads > 1024 ||
                  dynamic_shared > (size_t)kernel->max_dynamic_shared[device_of(function)])) {
    result = CUDA_ERROR_INVALID_VALUE;
  }
  if (!result) *blocks = (int)number_asked("RECORDING_CUDA_BLOCKS", 0);
  return leave(result);
}
