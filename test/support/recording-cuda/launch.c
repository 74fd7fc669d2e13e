/* Launches: rejects what the real driver rejects, and records everything. */
#include "recorder.h"

/* The blocks per cluster that all devices support, and the most a kernel may request by attribute. */
#define PORTABLE_CLUSTER 8
#define LARGE_CLUSTER 16

static CUresult check_shape(const CUlaunchConfig *config, const struct kernel *kernel) {
  const uint64_t threads = (uint64_t)config->blockDimX * config->blockDimY * config->blockDimZ;
  if (config->gridDimX == 0 || config->gridDimY == 0 || config->gridDimZ == 0 || threads == 0) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (config->gridDimX > 0x7fffffff || config->gridDimY > 65535 || config->gridDimZ > 65535) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (config->blockDimX > 1024 || config->blockDimY > 1024 || config->blockDimZ > 64 ||
      threads > 1024) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const uint32_t *wanted = kernel->image->threads;
  const bool fits = config->blockDimX == wanted[0] && config->blockDimY == wanted[1] &&
                    config->blockDimZ == wanted[2];
  return wanted[0] == 0 || fits ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult check_cluster(const CUlaunchConfig *config, const struct kernel *kernel,
                              CUdevice device) {
  const unsigned supported = kernel->large_clusters[device] ? LARGE_CLUSTER : PORTABLE_CLUSTER;
  const unsigned limit = device_at(device)->major < 9 ? 1 : supported;
  for (unsigned i = 0; i < config->numAttrs; i++) {
    if (config->attrs[i].id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) continue;
    const CUlaunchAttributeValue *value = &config->attrs[i].value;
    const unsigned x = value->clusterDim.x;
    const unsigned y = value->clusterDim.y;
    const unsigned z = value->clusterDim.z;
    const uint64_t blocks = (uint64_t)x * y * z;
    if (blocks == 0 || blocks > limit) return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    if (config->gridDimX % x || config->gridDimY % y || config->gridDimZ % z) {
      return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    }
  }
  return CUDA_SUCCESS;
}

static CUresult check(const CUlaunchConfig *config, CUfunction handle, void **parameters,
                      void **extra) {
  const struct kernel *kernel = kernel_of(handle);
  const struct function *function = find_handle(FUNCTION, handle);
  const struct context *context = context_of(config->hStream);
  if (earlier_error()) return earlier_error();
  if (kernel == NULL) return CUDA_ERROR_INVALID_HANDLE;
  if (context == NULL) return needs_context(config->hStream);
  if (function != NULL && function->context != context) return CUDA_ERROR_INVALID_HANDLE;
  if (!runs_on(&kernel->library->image, device_at(context->device))) {
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  if (extra != NULL || (parameters == NULL && kernel->image->parameter_count > 0)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  CUresult result = check_shape(config, kernel);
  if (!result) result = check_cluster(config, kernel, context->device);
  if (!result && config->sharedMemBytes > (unsigned)kernel->max_dynamic_shared[context->device]) {
    result = CUDA_ERROR_INVALID_VALUE;
  }
  return result;
}

static void log_attributes(const CUlaunchConfig *config) {
  log_open("attributes", '{');
  for (unsigned i = 0; i < config->numAttrs; i++) {
    const CUlaunchAttributeValue *value = &config->attrs[i].value;
    switch ((int)config->attrs[i].id) {
      case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        log_triple("cluster", value->clusterDim.x, value->clusterDim.y, value->clusterDim.z);
        break;
      case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        log_number("clusterSchedulingPolicy", value->clusterSchedulingPolicyPreference);
        break;
      case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION:
        log_number("programmaticStreamSerialization",
                   value->programmaticStreamSerializationAllowed);
        break;
      case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        log_number("cooperative", value->cooperative);
        break;
      default:
        break;
    }
  }
  log_close('}');
}

static void log_kernel(const struct kernel *kernel, void **parameters) {
  const struct image none = {0};
  const struct image *image = kernel == NULL ? &none : &kernel->library->image;
  const uint32_t count = kernel == NULL || parameters == NULL ? 0 : kernel->image->parameter_count;
  log_text("kernel", kernel == NULL ? "" : kernel->image->name);
  log_number("library", kernel == NULL ? 0 : kernel->library->handle.id);
  log_hash("image", image->hash);
  log_number("arch", image->arch);
  if (image->ptx) log_number("ptx", 1);
  log_open("parameters", '[');
  for (uint32_t i = 0; i < count; i++) {
    log_bytes(parameters[i], kernel->image->parameters[i].size);
  }
  log_close(']');
}

static CUresult launch(const char *call, CUresult result, const CUlaunchConfig *config,
                       CUfunction function, void **parameters, void **extra) {
  if (!result) result = check(config, function, parameters, extra);
  const struct kernel *kernel = kernel_of(function);
  const struct context *context = context_of(config->hStream);
  log_begin(call);
  log_kernel(kernel, parameters);
  log_number("device", context == NULL ? -1 : context->device);
  log_number("context", context == NULL ? 0 : context->handle.id);
  log_number("stream", stream_id(config->hStream));
  log_triple("grid", config->gridDimX, config->gridDimY, config->gridDimZ);
  log_triple("block", config->blockDimX, config->blockDimY, config->blockDimZ);
  log_number("shared", config->sharedMemBytes);
  log_attributes(config);
  (void)log_end(result);
  if (result) return result;
  const unsigned grid[3] = {config->gridDimX, config->gridDimY, config->gridDimZ};
  return execute(kernel->image->name, parameters, grid);
}

CUresult cuLaunchKernel(CUfunction function, unsigned int gridX, unsigned int gridY,
                        unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                        unsigned int blockZ, unsigned int sharedBytes, CUstream stream,
                        void **parameters, void **extra) {
  const CUlaunchConfig config = {gridX,  gridY,       gridZ,  blockX, blockY,
                                 blockZ, sharedBytes, stream, NULL,   0};
  const CUresult result = enter("cuLaunchKernel");
  return leave(launch("cuLaunchKernel", result, &config, function, parameters, extra));
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters,
                          void **extra) {
  CUresult result = enter("cuLaunchKernelEx");
  if (config == NULL) return leave(result ? result : CUDA_ERROR_INVALID_VALUE);
  return leave(launch("cuLaunchKernelEx", result, config, function, parameters, extra));
}
