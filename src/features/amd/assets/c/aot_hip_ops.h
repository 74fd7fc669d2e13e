/* SPDX-License-Identifier: MIT */
/* What operators need of HIP, on AMD GPUs. A part of aot_ops.h. The same in every package. */
#ifndef AOT_HIP_OPS_H
#define AOT_HIP_OPS_H

#include "../src/aot_launch.h"
#include "aot_errors.h"

#define AOT_RESULT_TYPE "hipError_t"
#define AOT_RESULT_PREFIX "hipError"

enum { AOT_UNCHANGED = -1 };

/* Makes the device current for this thread if another one is. Gives the one that was. */
static inline hipError_t aot_make_current(int device, int *before) {
    int current = -1;
    hipError_t status = AOT_DRIVER(hipGetDevice)(&current);
    if (status != hipSuccess || current == device) return status;
    status = AOT_DRIVER(hipSetDevice)(device);
    if (status == hipSuccess) *before = current;
    return status;
}

/* Makes current again what was before aot_make_current. */
static inline hipError_t aot_make_current_again(int device, int before) {
    (void)device;
    return before == AOT_UNCHANGED ? hipSuccess : AOT_DRIVER(hipSetDevice)(before);
}

/* There is no PTX. */
static inline int aot_is_of_ptx(hipError_t status) {
    (void)status;
    return 0;
}

AOT_COLD const char *aot_meaning(hipError_t status, const char **name) {
    static const struct {
        hipError_t status;
        const char *name, *meaning;
    } known[] = {
        {hipErrorInvalidValue, "InvalidValue",
         "no specialisation of the kernel takes these values, or the grid is too large"},
        {hipErrorOutOfMemory, "OutOfMemory", "the GPU has not enough free memory"},
        {hipErrorNotInitialized, "NotInitialized", "the HIP runtime is not initialized"},
        {hipErrorInvalidConfiguration, "InvalidConfiguration", "the grid is too large"},
        {hipErrorNoDevice, "NoDevice", "there is no GPU"},
        {hipErrorInvalidDevice, "InvalidDevice", "there is no such GPU"},
        {hipErrorNoBinaryForGpu, "NoBinaryForGpu", "the package has no code for this GPU"},
        {hipErrorSharedObjectSymbolNotFound, "SharedObjectSymbolNotFound",
         "the HIP runtime is too old: that of ROCm 6 or later is needed"},
        {hipErrorSharedObjectInitFailed, "SharedObjectInitFailed",
         "the HIP runtime (libamdhip64.so) cannot be loaded"},
        {hipErrorIllegalAddress, "IllegalAddress", "an earlier kernel accessed memory that is not its own"},
        {hipErrorLaunchOutOfResources, "LaunchOutOfResources",
         "the kernel needs more registers or shared memory than the GPU has"},
        {hipErrorLaunchFailure, "LaunchFailure", "an earlier kernel failed"},
        {hipErrorCooperativeLaunchTooLarge, "CooperativeLaunchTooLarge",
         "the GPU cannot run all blocks of the grid at once"},
    };
    size_t i;
    for (i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].status != status) continue;
        *name = known[i].name;
        return known[i].meaning;
    }
    *name = NULL;
    return "the HIP runtime returned an error";
}

#endif
