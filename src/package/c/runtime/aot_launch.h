/* SPDX-License-Identifier: MIT */
/*
 * How every kernel of this package is chosen, loaded and launched. Private to the package's sources, which include
 * aot_gpu.h first. The same in every package.
 *
 * All functions may be called from many threads at once; only unloading must not overlap with calls. Nothing here
 * prints or exits; every failure is the driver's own CUresult, or HIP's own hipError_t.
 */
#ifndef AOT_LAUNCH_H
#define AOT_LAUNCH_H

#ifdef AOT_HIP
#include "aot_hip_launch.h"
#else
#include "aot_cuda_launch.h"
#endif

/* A 64-bit unsigned argument as the grid's arithmetic takes it: what does not fit makes the grid invalid. */
static inline int64_t aot_from_u64(uint64_t value, int *bad) {
    if (value > (uint64_t)INT64_MAX) *bad = 1;
    return (int64_t)(value & (uint64_t)INT64_MAX);
}

/* Devices for which an algo was chosen by measurements: those of a name, a capability or both, or any. */
struct aot_tuned_device {
    const char *name; /* NULL: any */
    int capability;   /* as aot_capability gives it; 0: any */
    int table;
};

/* The table of the first entry that fits a device; the last entry fits any. `cache` holds a number per device. */
static inline aot_gpu_result aot_table(int device, const struct aot_tuned_device *tuned, int *cache, int *table) {
    char name[256] = "";
    int capability = 0;
    aot_gpu_result status;
    if (device < AOT_CACHED_DEVICES) {
        *table = __atomic_load_n(&cache[device], __ATOMIC_RELAXED) - 1;
        if (*table >= 0) return AOT_GPU_SUCCESS;
    }
    status = aot_capability(device, &capability);
    if (status == AOT_GPU_SUCCESS) status = aot_device_name(device, name, (int)sizeof name);
    if (status != AOT_GPU_SUCCESS) return status;
    while ((tuned->name != NULL && __builtin_strcmp(tuned->name, name) != 0) ||
           (tuned->capability != 0 && tuned->capability != capability)) {
        tuned++;
    }
    *table = tuned->table;
    if (device < AOT_CACHED_DEVICES) __atomic_store_n(&cache[device], *table + 1, __ATOMIC_RELAXED);
    return AOT_GPU_SUCCESS;
}

/* Whether nothing was launched because the algo does not suit the call or the device: another one may. */
static inline int aot_is_refusal(aot_gpu_result status) {
    return status == AOT_GPU_INVALID_VALUE || status == AOT_GPU_NO_BINARY || status == AOT_GPU_OUT_OF_MEMORY ||
           status == AOT_GPU_OUT_OF_RESOURCES || status == AOT_GPU_COOPERATIVE_TOO_LARGE;
}

/* The image that fits the device best: the nearest capability at or below the device's own; -1 when none. */
static inline int aot_choose(const struct aot_image *images, int count, int capability) {
    int best = -1, i;
    for (i = 0; i < count; i++) {
        if (capability < 10 * images[i].major + images[i].minor_from) continue;
        if (capability > 10 * images[i].major + images[i].minor_to) continue;
        if (best < 0 || images[i].minor_from > images[best].minor_from) best = i;
    }
    return best;
}

/* The image among `images` that fits the stream's device, ready to be launched. */
static inline aot_gpu_result aot_choose_ready(const struct aot_image *images, struct aot_slot *slots, int count,
                                              aot_gpu_stream stream, const struct aot_image **image,
                                              aot_gpu_kernel *kernel) {
    int device = 0, capability = 0, chosen;
    aot_gpu_result status = aot_find_driver();
    if (status == AOT_GPU_SUCCESS) status = aot_device(stream, &device);
    if (status == AOT_GPU_SUCCESS) status = aot_capability(device, &capability);
    if (status != AOT_GPU_SUCCESS) return status;
    chosen = aot_choose(images, count, capability);
    if (chosen < 0) return AOT_GPU_NO_BINARY;
    *image = &images[chosen];
    return aot_prepare(*image, &slots[chosen], device, kernel);
}

/* Loads every image that fits the current device, so that no later call has to. */
static inline aot_gpu_result aot_load_all(const struct aot_image *images, struct aot_slot *slots, int rows,
                                          int count) {
    int device = 0, capability = 0, row;
    aot_gpu_result status = aot_find_driver();
    if (status == AOT_GPU_SUCCESS) status = aot_device(NULL, &device);
    if (status == AOT_GPU_SUCCESS) status = aot_capability(device, &capability);
    for (row = 0; row < rows && status == AOT_GPU_SUCCESS; row++) {
        aot_gpu_kernel kernel = NULL;
        const int chosen = aot_choose(images + row * count, count, capability);
        if (chosen < 0) return AOT_GPU_NO_BINARY;
        status = aot_prepare(&images[row * count + chosen], &slots[row * count + chosen], device, &kernel);
    }
    return status;
}

#endif
