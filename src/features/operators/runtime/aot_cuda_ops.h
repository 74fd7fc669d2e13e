/* SPDX-License-Identifier: MIT */
/* What operators need of CUDA's driver. A part of aot_ops.h. The same in every package. */
#ifndef AOT_CUDA_OPS_H
#define AOT_CUDA_OPS_H

#include "../src/aot_launch.h"
#include "aot_errors.h"

#define AOT_RESULT_TYPE "CUresult"
#define AOT_RESULT_PREFIX "CUDA_ERROR_"

enum {
    AOT_UNCHANGED,
    AOT_PUSHED /* the device's primary context was made current */
};

/* Makes the device's primary context current for this thread if that of another device is, or none. */
static inline CUresult aot_make_current(CUdevice device, int *before) {
    CUcontext context = NULL;
    CUdevice current = -1;
    CUresult status = AOT_DRIVER(cuCtxGetCurrent)(&context);
    if (status == CUDA_SUCCESS && context != NULL) status = AOT_DRIVER(cuCtxGetDevice)(&current);
    if (status != CUDA_SUCCESS || current == device) return status;
    status = AOT_DRIVER(cuDevicePrimaryCtxRetain)(&context, device);
    if (status != CUDA_SUCCESS) return status;
    status = AOT_DRIVER(cuCtxPushCurrent)(context);
    if (status == CUDA_SUCCESS) *before = AOT_PUSHED;
    else (void)AOT_DRIVER(cuDevicePrimaryCtxRelease)(device);
    return status;
}

/* Makes current again what was before aot_make_current. */
static inline CUresult aot_make_current_again(CUdevice device, int before) {
    CUcontext context;
    if (before == AOT_PUSHED) {
        (void)AOT_DRIVER(cuCtxPopCurrent)(&context);
        (void)AOT_DRIVER(cuDevicePrimaryCtxRelease)(device);
    }
    return CUDA_SUCCESS;
}

/* Whether a kernel's PTX log says more. */
static inline int aot_is_of_ptx(CUresult status) {
    return status == CUDA_ERROR_INVALID_PTX || status == CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
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

#endif
