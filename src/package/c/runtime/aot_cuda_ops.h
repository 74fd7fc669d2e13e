/* SPDX-License-Identifier: MIT */
/* How operators launch kernels on GPUs of NVIDIA. A part of aot_ops.h. The same in every package. */
#ifndef AOT_CUDA_OPS_H
#define AOT_CUDA_OPS_H

#include "../src/aot_launch.h"

#define AOT_GPU AOT_DEVICE_CUDA /* the kind of device, for TVM-FFI */
#define AOT_GPU_TEXT "a CUDA device"

static inline int aot_is_on_gpu(const struct aot_dl_device *device) {
    return device->type == AOT_DEVICE_CUDA || device->type == AOT_DEVICE_CUDA_MANAGED;
}

static inline CUdeviceptr aot_address(const struct aot_dl_tensor *tensor) {
    return (CUdeviceptr)aot_number_of_address(tensor);
}

#define AOT_OPS_DRIVER_FUNCTIONS(USE) \
    USE(cuDevicePrimaryCtxRetain)     \
    USE(cuDevicePrimaryCtxRelease)

#ifdef AOT_DYNAMIC_DRIVER
static struct {
    AOT_OPS_DRIVER_FUNCTIONS(AOT_POINTER)
} aot_ops_driver;

#define AOT_OPS_FIND(name)                                                    \
    symbol = dlsym(library, AOT_TEXT(name));                                  \
    if (symbol == NULL) return CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;     \
    __atomic_store_n((void **)&aot_ops_driver.found_##name, symbol, __ATOMIC_RELAXED);

/* Finds the functions that launching alone does not need. */
static inline CUresult aot_find_ops_driver(void) {
    static int found;
    void *library, *symbol;
    const CUresult status = aot_find_driver();
    if (status != CUDA_SUCCESS || __atomic_load_n(&found, __ATOMIC_ACQUIRE)) return status;
    library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
    AOT_OPS_DRIVER_FUNCTIONS(AOT_OPS_FIND)
    __atomic_store_n(&found, 1, __ATOMIC_RELEASE);
    return CUDA_SUCCESS;
}

#define AOT_OPS_DRIVER(name) __atomic_load_n(&aot_ops_driver.found_##name, __ATOMIC_RELAXED)
#else
static inline CUresult aot_find_ops_driver(void) {
    return CUDA_SUCCESS;
}

#define AOT_OPS_DRIVER(name) name
#endif

/* The launches of one call: their stream, memory and device. */
struct aot_session {
    CUstream stream;
    CUdeviceptr memory;
    int has_context;                  /* whether the device's primary context was made current */
    const struct aot_kernel *kernel; /* the last one that was called; NULL before */
};

/*
 * Makes the device current for this thread if another one is, or none: the default stream is that of the current
 * context. Takes `bytes` from the device's memory pool, in stream order. Call aot_leave afterwards in any case.
 */
static inline CUresult aot_enter(const struct aot_call *call, size_t bytes, struct aot_session *session) {
    CUcontext context = NULL;
    CUdevice device = -1;
    CUresult status = aot_find_ops_driver();
    session->memory = 0;
    session->has_context = 0;
    session->kernel = NULL;
    session->stream = (CUstream)call->host->stream(call->device);
    if (status == CUDA_SUCCESS) status = AOT_DRIVER(cuCtxGetCurrent)(&context);
    if (status == CUDA_SUCCESS && context != NULL) status = AOT_DRIVER(cuCtxGetDevice)(&device);
    if (status == CUDA_SUCCESS && device != call->device) {
        status = AOT_OPS_DRIVER(cuDevicePrimaryCtxRetain)(&context, call->device);
        if (status != CUDA_SUCCESS) return status;
        status = AOT_DRIVER(cuCtxPushCurrent)(context);
        if (status == CUDA_SUCCESS) session->has_context = 1;
        else (void)AOT_OPS_DRIVER(cuDevicePrimaryCtxRelease)(call->device);
    }
    if (status == CUDA_SUCCESS && bytes > 0) status = AOT_DRIVER(cuMemAllocAsync)(&session->memory, bytes, session->stream);
    return status;
}

/* The address of a temporary in the memory of a call. */
static inline CUdeviceptr aot_memory(const struct aot_session *session, size_t offset) {
    return session->memory + offset;
}

AOT_COLD const char *aot_meaning(CUresult status, const char **name) {
    static const struct {
        CUresult status;
        const char *name, *meaning;
    } known[] = {
        {CUDA_ERROR_INVALID_VALUE, "INVALID_VALUE",
         "no specialisation of the kernel takes these values, or the grid is too large"},
        {CUDA_ERROR_OUT_OF_MEMORY, "OUT_OF_MEMORY", "the GPU has not enough free memory"},
        {CUDA_ERROR_NOT_INITIALIZED, "NOT_INITIALIZED", "the CUDA driver is not initialized"},
        {CUDA_ERROR_DEINITIALIZED, "DEINITIALIZED", "the process is ending"},
        {CUDA_ERROR_STUB_LIBRARY, "STUB_LIBRARY", "a stub was loaded in place of the CUDA driver"},
        {CUDA_ERROR_NO_DEVICE, "NO_DEVICE", "there is no GPU"},
        {CUDA_ERROR_INVALID_DEVICE, "INVALID_DEVICE", "there is no such GPU"},
        {CUDA_ERROR_INVALID_CONTEXT, "INVALID_CONTEXT", "the CUDA context is invalid"},
        {CUDA_ERROR_NO_BINARY_FOR_GPU, "NO_BINARY_FOR_GPU", "the package has no code for this GPU"},
        {CUDA_ERROR_INVALID_PTX, "INVALID_PTX", "the CUDA driver cannot compile the package's PTX for this GPU"},
        {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "UNSUPPORTED_PTX_VERSION",
         "the CUDA driver is too old for the package's PTX"},
        {CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, "SHARED_OBJECT_SYMBOL_NOT_FOUND",
         "the CUDA driver is too old: 525 or later is needed"},
        {CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, "SHARED_OBJECT_INIT_FAILED",
         "the CUDA driver (libcuda.so.1) cannot be loaded"},
        {CUDA_ERROR_INVALID_HANDLE, "INVALID_HANDLE", "the stream is invalid"},
        {CUDA_ERROR_ILLEGAL_ADDRESS, "ILLEGAL_ADDRESS", "an earlier kernel accessed memory that is not its own"},
        {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "LAUNCH_OUT_OF_RESOURCES",
         "the kernel needs more registers or shared memory than the GPU has"},
        {CUDA_ERROR_MISALIGNED_ADDRESS, "MISALIGNED_ADDRESS", "an earlier kernel accessed a misaligned address"},
        {CUDA_ERROR_LAUNCH_FAILED, "LAUNCH_FAILED", "an earlier kernel failed"},
        {CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "COOPERATIVE_LAUNCH_TOO_LARGE",
         "the GPU cannot run all blocks of the grid at once"},
    };
    size_t i;
    for (i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].status != status) continue;
        *name = known[i].name;
        return known[i].meaning;
    }
    *name = NULL;
    return "the CUDA driver returned an error";
}

AOT_COLD int aot_launch_failed(const struct aot_call *call, const struct aot_session *session, CUresult status) {
    const struct aot_kernel *kernel = session->kernel;
    const char *name, *meaning = aot_meaning(status, &name);
    struct aot_text text = {0, ""};
    if (kernel != NULL) aot_append(&text, "%s ", kernel->name);
    aot_append(&text, "cannot run on cuda:%" PRId32 ": %s", call->device, meaning);
    if (status == CUDA_ERROR_NO_BINARY_FOR_GPU && kernel != NULL) aot_append(&text, ", only for %s", kernel->targets);
    if (name == NULL) aot_append(&text, " (CUresult %d)", (int)status);
    else aot_append(&text, " (CUDA_ERROR_%s, %d)", name, (int)status);
    if ((status == CUDA_ERROR_INVALID_PTX || status == CUDA_ERROR_UNSUPPORTED_PTX_VERSION) && kernel != NULL &&
        kernel->ptx_log != NULL) {
        aot_append(&text, "\n%s", kernel->ptx_log());
    }
    return aot_raise(call, "RuntimeError", "%s", text.text);
}

/* Gives back what aot_enter took, and raises if something failed. */
static inline int aot_leave(const struct aot_call *call, struct aot_session *session, CUresult status) {
    CUcontext context;
    if (session->memory != 0) {
        const CUresult freed = AOT_DRIVER(cuMemFreeAsync)(session->memory, session->stream);
        if (status == CUDA_SUCCESS) status = freed;
    }
    if (session->has_context) {
        (void)AOT_DRIVER(cuCtxPopCurrent)(&context);
        (void)AOT_OPS_DRIVER(cuDevicePrimaryCtxRelease)(call->device);
    }
    return status == CUDA_SUCCESS ? 0 : aot_launch_failed(call, session, status);
}

#endif
