/* SPDX-License-Identifier: MIT */
/*
 * How every kernel of this package is loaded and launched on GPUs of AMD. Private to the package's sources, which
 * include their kernel's own header, and with it HIP's interface, first.
 *
 * A code object is loaded once for each device. All functions may be called from many threads at once; only unloading
 * must not overlap with calls. Nothing here prints or exits; every failure is HIP's own hipError_t. The HIP runtime is
 * found at the first call, so that a program starts on machines without one.
 */
#ifndef AOT_HIP_LAUNCH_H
#define AOT_HIP_LAUNCH_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define AOT_DRIVER_FUNCTIONS(USE)         \
    USE(hipDeviceGetName)                 \
    USE(hipFreeAsync)                     \
    USE(hipGetDevice)                     \
    USE(hipGetDeviceProperties)           \
    USE(hipMallocAsync)                   \
    USE(hipModuleGetFunction)             \
    USE(hipModuleLaunchCooperativeKernel) \
    USE(hipModuleLaunchKernel)            \
    USE(hipModuleLoadData)                \
    USE(hipModuleUnload)                  \
    USE(hipSetDevice)                     \
    USE(hipStreamGetDevice)

@#define AOT_POINTER(@
@#define AOT_TEXT(@
@#define AOT_TEXT_OF(@
@#define AOT_FIND(@

@} aot_driver;@

/* The HIP runtime of the process if it has one, such as that of a framework; else the newest that is installed. */
static inline void *aot_open_hip(void) {
    static const char *const names[] = {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6"};
    void *library = NULL;
    int pass, i;
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < 3 && library == NULL; i++) {
            library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | (pass == 0 ? RTLD_NOLOAD : 0));
        }
    }
    return library;
}

/* Finds every function; threads that do so at once all find the same. The library stays loaded. */
static inline hipError_t aot_find_driver(void) {
    static int found;
    void *library, *symbol;
    if (__atomic_load_n(&found, __ATOMIC_ACQUIRE)) return hipSuccess;
    library = aot_open_hip();
    if (library == NULL) return hipErrorSharedObjectInitFailed;
    AOT_DRIVER_FUNCTIONS(AOT_FIND)
    __atomic_store_n(&found, 1, __ATOMIC_RELEASE);
    return hipSuccess;
}

/* Another thread may find the same functions at the same time. */
#define AOT_DRIVER(name) __atomic_load_n(&aot_driver.found_##name, __ATOMIC_RELAXED)

enum {
    AOT_CACHED_DEVICES = 64 /* as many can be used */
};

/* One code object. `major` is 0; both others are the architecture's number: 0x942 for gfx942. */
@struct aot_image {@

/* What has been loaded of an image, for each device; all zero before the first use and after unloading. */
struct aot_slot {
    hipModule_t modules[AOT_CACHED_DEVICES];
    hipFunction_t functions[AOT_CACHED_DEVICES];
};

@struct aot_grid {@

@int64_t aot_from_u64(@

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

/* Devices for which an algo was chosen by measurements: those of a name, an architecture or both, or any. */
@struct aot_tuned_device {@

@CUresult aot_table(@

@int aot_is_refusal(@

@int aot_choose(@

/* Gives a code object to HIP, which keeps a copy, for the current device. */
static inline hipError_t aot_load_module(const struct aot_image *image, hipModule_t *module) {
    const void *code = image->cubin;
#ifdef AOT_INFLATE_H
    void *memory = NULL;
    const enum aot_opened opened = aot_open((const struct aot_packed *)image->cubin, &memory, &code);
    hipError_t status = opened == AOT_NO_MEMORY ? hipErrorOutOfMemory : hipErrorInvalidImage;
    if (opened != AOT_OPENED) return status;
    status = AOT_DRIVER(hipModuleLoadData)(module, code);
    free(memory);
    return status;
#else
    return AOT_DRIVER(hipModuleLoadData)(module, code);
#endif
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

@CUresult aot_choose_ready(@

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
        status = AOT_DRIVER(hipMallocAsync)(scratch, bytes, stream);
        if (status != hipSuccess) return status;
    }
    status = image->cooperative
                 ? AOT_DRIVER(hipModuleLaunchCooperativeKernel)(function, x, y, z, threads, 1, 1, image->shared, stream,
                                                                parameters)
                 : AOT_DRIVER(hipModuleLaunchKernel)(function, x, y, z, threads, 1, 1, image->shared, stream,
                                                     parameters, NULL);
    if (bytes > 0) {
        const hipError_t freed = AOT_DRIVER(hipFreeAsync)(*scratch, stream);
        if (status == hipSuccess) status = freed;
    }
    return status;
}

@CUresult aot_load_all(@

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
