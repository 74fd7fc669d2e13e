/* SPDX-License-Identifier: MIT */
/*
 * How HIP loads and launches a code object, on AMD GPUs. A part of aot_launch.h. The same in every package.
 *
 * A code object is loaded once for each device.
 */
#ifndef AOT_HIP_LAUNCH_H
#define AOT_HIP_LAUNCH_H

#include "aot_find.h"
#include "aot_image.h"

/* What has been loaded of an image, for each device that can be used; all zero before the first use and after unloading. */
struct aot_slot {
    hipModule_t modules[AOT_CACHED_DEVICES];
    hipFunction_t functions[AOT_CACHED_DEVICES];
};

/* The device `stream` belongs to; the default streams belong to the current one. */
static inline hipError_t aot_device(hipStream_t stream, int *device) {
    return AOT_DRIVER(hipStreamGetDevice)(stream, device);
}

/* The number of a device's architecture: 0x942 for `gfx942:sramecc+:xnack-`; 0 when it has none. */
static inline hipError_t aot_capability(int device, int *capability) {
    static int cache[AOT_CACHED_DEVICES];
    hipDeviceProp_t properties;
    char *end = NULL;
    hipError_t status;
    if (device < 0 || device >= AOT_CACHED_DEVICES) return hipErrorInvalidDevice;
    *capability = __atomic_load_n(&cache[device], __ATOMIC_RELAXED);
    if (*capability != 0) return hipSuccess;
    status = AOT_DRIVER(hipGetDeviceProperties)(&properties, device);
    if (status != hipSuccess) return status;
    if (__builtin_strncmp(properties.gcnArchName, "gfx", 3) == 0) {
        *capability = (int)strtol(properties.gcnArchName + 3, &end, 16);
        if (*end != ':' && *end != '\0') *capability = 0;
    }
    __atomic_store_n(&cache[device], *capability, __ATOMIC_RELAXED);
    return hipSuccess;
}

static inline hipError_t aot_device_name(int device, char *name, int length) {
    return AOT_DRIVER(hipDeviceGetName)(name, length, device);
}

/* Gives a code object to HIP, which keeps a copy, for the current device. */
static inline hipError_t aot_load_module(const struct aot_image *image, hipModule_t *module) {
    const void *code;
    void *memory;
    hipError_t status = aot_code_of(image, &code, &memory);
    if (status != hipSuccess) return status;
    status = AOT_DRIVER(hipModuleLoadData)(module, code);
    free(memory);
    return status;
}

/* Loads the image for the current device. When two threads load at once, the first one's stays. */
static inline hipError_t aot_load(const struct aot_image *image, struct aot_slot *slot, int device,
                                  hipFunction_t *function) {
    hipModule_t module = NULL, first = NULL;
    hipError_t status = aot_load_module(image, &module);
    if (status != hipSuccess) return status;
    status = AOT_DRIVER(hipModuleGetFunction)(function, module, image->kernel);
    if (status != hipSuccess) {
        (void)AOT_DRIVER(hipModuleUnload)(module);
        return status;
    }
    if (__atomic_compare_exchange_n(&slot->modules[device], &first, module, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(&slot->functions[device], *function, __ATOMIC_RELEASE);
        return hipSuccess;
    }
    (void)AOT_DRIVER(hipModuleUnload)(module);
    return AOT_DRIVER(hipModuleGetFunction)(function, first, image->kernel);
}

/* Loads the image for a device, unless another call has done so. The current device stays the current one. */
static inline hipError_t aot_prepare(const struct aot_image *image, struct aot_slot *slot, int device,
                                     hipFunction_t *function) {
    int current = 0;
    hipError_t status, back;
    *function = __atomic_load_n(&slot->functions[device], __ATOMIC_ACQUIRE);
    if (*function != NULL) return hipSuccess;
    status = AOT_DRIVER(hipGetDevice)(&current);
    if (status != hipSuccess) return status;
    if (current == device) return aot_load(image, slot, device, function);
    status = AOT_DRIVER(hipSetDevice)(device);
    if (status != hipSuccess) return status;
    status = aot_load(image, slot, device, function);
    back = AOT_DRIVER(hipSetDevice)(current);
    return status == hipSuccess ? back : status;
}

/* Takes memory from the device's pool, in stream order. */
static inline hipError_t aot_allocate(hipDeviceptr_t *memory, size_t bytes, hipStream_t stream) {
    return AOT_DRIVER(hipMallocAsync)(memory, bytes, stream);
}

/* Gives memory back to the pool, in stream order. */
static inline hipError_t aot_free(hipDeviceptr_t memory, hipStream_t stream) {
    return AOT_DRIVER(hipFreeAsync)(memory, stream);
}

/*
 * Launches an image. `grid` holds no axis below 1. `scratch` is one of the parameters: where the image needs global
 * memory, it is taken from the device's memory pool for the time of the launch, in stream order.
 */
static inline hipError_t aot_launch(const struct aot_image *image, hipFunction_t function, struct aot_grid grid,
                                    hipStream_t stream, void **parameters, hipDeviceptr_t *scratch) {
    /* Waves have 64 threads before gfx10, and 32 from then on. HIP counts all threads of an axis in 32 bits. */
    const unsigned threads = (image->minor_from < 0x1000 ? 64 : 32) * image->warps;
    const unsigned x = (unsigned)grid.x, y = (unsigned)grid.y, z = (unsigned)grid.z;
    size_t bytes = 0;
    hipError_t status;
    if (grid.x > UINT32_MAX / threads || grid.y > INT32_MAX || grid.z > INT32_MAX) return hipErrorInvalidValue;
    if (image->scratch > 0) {
        if (__builtin_mul_overflow((size_t)x * y, (size_t)z * image->scratch, &bytes)) return hipErrorOutOfMemory;
        status = aot_allocate(scratch, bytes, stream);
        if (status != hipSuccess) return status;
    }
    status = image->cooperative
                 ? AOT_DRIVER(hipModuleLaunchCooperativeKernel)(function, x, y, z, threads, 1, 1, image->shared, stream,
                                                                parameters)
                 : AOT_DRIVER(hipModuleLaunchKernel)(function, x, y, z, threads, 1, 1, image->shared, stream,
                                                     parameters, NULL);
    if (bytes > 0) {
        const hipError_t freed = aot_free(*scratch, stream);
        if (status == hipSuccess) status = freed;
    }
    return status;
}

/* Unloads everything and gives back the first failure. A later call loads again. */
static inline hipError_t aot_unload_all(struct aot_slot *slots, int count) {
    hipError_t first = hipSuccess;
    int i, device;
    for (i = 0; i < count; i++) {
        for (device = 0; device < AOT_CACHED_DEVICES; device++) {
            hipModule_t module = __atomic_exchange_n(&slots[i].modules[device], (hipModule_t)NULL, __ATOMIC_ACQ_REL);
            __atomic_store_n(&slots[i].functions[device], (hipFunction_t)NULL, __ATOMIC_RELEASE);
            if (module != NULL) {
                const hipError_t status = AOT_DRIVER(hipModuleUnload)(module);
                if (first == hipSuccess) first = status;
            }
        }
    }
    return first;
}

#endif
