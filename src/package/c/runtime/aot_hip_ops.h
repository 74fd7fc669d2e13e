/* SPDX-License-Identifier: MIT */
/* How operators launch kernels on GPUs of AMD. A part of aot_ops.h. The same in every package. */
#ifndef AOT_HIP_OPS_H
#define AOT_HIP_OPS_H

#include "../src/aot_hip_launch.h"

#define AOT_GPU AOT_DEVICE_ROCM /* the kind of device, for TVM-FFI */
#define AOT_GPU_TEXT "a ROCm device"

static inline int aot_is_on_gpu(const struct aot_dl_device *device) {
    return device->type == AOT_DEVICE_ROCM;
}

static inline hipDeviceptr_t aot_address(const struct aot_dl_tensor *tensor) {
    return (hipDeviceptr_t)(uintptr_t)aot_number_of_address(tensor);
}

/* The launches of one call: their stream, memory and device. */
struct aot_session {
    hipStream_t stream;
    void *memory;
    int before;                      /* the device to make current again; -1 if it was not changed */
    const struct aot_kernel *kernel; /* the last one that was called; NULL before */
};

/*
 * Makes the device current for this thread if another one is: the default stream is that of the current device. Takes
 * `bytes` from the device's memory pool, in stream order. Call aot_leave afterwards in any case.
 */
static inline hipError_t aot_enter(const struct aot_call *call, size_t bytes, struct aot_session *session) {
    int device = -1;
    hipError_t status = aot_find_driver();
    session->memory = NULL;
    session->before = -1;
    session->kernel = NULL;
    session->stream = (hipStream_t)call->host->stream(call->device);
    if (status == hipSuccess) status = AOT_DRIVER(hipGetDevice)(&device);
    if (status == hipSuccess && device != call->device) {
        status = AOT_DRIVER(hipSetDevice)(call->device);
        if (status == hipSuccess) session->before = device;
    }
    if (status == hipSuccess && bytes > 0) status = AOT_DRIVER(hipMallocAsync)(&session->memory, bytes, session->stream);
    return status;
}

/* The address of a temporary in the memory of a call. */
static inline hipDeviceptr_t aot_memory(const struct aot_session *session, size_t offset) {
    return (hipDeviceptr_t)((char *)session->memory + offset);
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

AOT_COLD int aot_launch_failed(const struct aot_call *call, const struct aot_session *session, hipError_t status) {
    const struct aot_kernel *kernel = session->kernel;
    const char *name, *meaning = aot_meaning(status, &name);
    struct aot_text text = {0, ""};
    if (kernel != NULL) aot_append(&text, "%s ", kernel->name);
    aot_append(&text, "cannot run on " AOT_ROCM_NAME ":%" PRId32 ": %s", call->device, meaning);
    if (status == hipErrorNoBinaryForGpu && kernel != NULL) aot_append(&text, ", only for %s", kernel->targets);
    if (name == NULL) aot_append(&text, " (hipError_t %d)", (int)status);
    else aot_append(&text, " (hipError%s, %d)", name, (int)status);
    return aot_raise(call, "RuntimeError", "%s", text.text);
}

/* Gives back what aot_enter took, and raises if something failed. */
static inline int aot_leave(const struct aot_call *call, struct aot_session *session, hipError_t status) {
    if (session->memory != NULL) {
        const hipError_t freed = AOT_DRIVER(hipFreeAsync)(session->memory, session->stream);
        if (status == hipSuccess) status = freed;
    }
    if (session->before >= 0) {
        const hipError_t back = AOT_DRIVER(hipSetDevice)(session->before);
        if (status == hipSuccess) status = back;
    }
    return status == hipSuccess ? 0 : aot_launch_failed(call, session, status);
}

#endif
