/* SPDX-License-Identifier: MIT */
/*
 * How every kernel of this package is loaded and launched. Private to the package's sources, which include their
 * kernel's own header, and with it the driver's interface, first.
 *
 * Cubins are loaded by the driver's context-independent library loading: one load serves every device and
 * context. All functions may be called from many threads at once; only unloading must not overlap with calls.
 * Nothing here prints or exits; every failure is the driver's own CUresult.
 */
#ifndef AOT_LAUNCH_H
#define AOT_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

#if CUDA_VERSION < 12000
#error "this package needs the headers of CUDA 12.0 or later (cuLibraryLoadData)"
#endif

/*
 * With AOT_DYNAMIC_DRIVER defined, the driver library is found at the first call instead of being linked, so that a
 * program starts on machines without one.
 */
#define AOT_DRIVER_FUNCTIONS(USE) \
    USE(cuCtxGetCurrent)          \
    USE(cuCtxGetDevice)           \
    USE(cuCtxPopCurrent)          \
    USE(cuCtxPushCurrent)         \
    USE(cuDeviceGetAttribute)     \
    USE(cuDeviceGetName)          \
    USE(cuKernelSetAttribute)     \
    USE(cuLaunchKernelEx)         \
    USE(cuLibraryGetKernel)       \
    USE(cuLibraryLoadData)        \
    USE(cuLibraryUnload)          \
    USE(cuMemAllocAsync)          \
    USE(cuMemFreeAsync)           \
    USE(cuStreamGetCtx)           \
    USE(cuTensorMapEncodeTiled)

#ifdef AOT_DYNAMIC_DRIVER
#include <dlfcn.h>

/* C++ lets no member have the name of a function that its own type has used. */
#define AOT_POINTER(name) __typeof__(&name) found_##name;
/* The header renames some functions to their newest version, here as in every other use of the name. */
#define AOT_TEXT(name) AOT_TEXT_OF(name)
#define AOT_TEXT_OF(name) #name
#define AOT_FIND(name)                                                \
    symbol = dlsym(library, AOT_TEXT(name));                          \
    if (symbol == NULL) return CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND; \
    __atomic_store_n((void **)&aot_driver.found_##name, symbol, __ATOMIC_RELAXED);

static struct {
    AOT_DRIVER_FUNCTIONS(AOT_POINTER)
} aot_driver;

/* Finds every function; threads that do so at once all find the same. The library stays loaded. */
static inline CUresult aot_find_driver(void) {
    static int found;
    void *library, *symbol;
    if (__atomic_load_n(&found, __ATOMIC_ACQUIRE)) return CUDA_SUCCESS;
    library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
    AOT_DRIVER_FUNCTIONS(AOT_FIND)
    __atomic_store_n(&found, 1, __ATOMIC_RELEASE);
    return CUDA_SUCCESS;
}

/* Another thread may find the same functions at the same time. */
#define AOT_DRIVER(name) __atomic_load_n(&aot_driver.found_##name, __ATOMIC_RELAXED)
#else
static inline CUresult aot_find_driver(void) {
    return CUDA_SUCCESS;
}

#define AOT_DRIVER(name) name
#endif

enum {
    AOT_WARP_SIZE = 32,
    AOT_PORTABLE_CLUSTER = 8, /* larger clusters must be asked for */
    AOT_CACHED_DEVICES = 64
};

/* One cubin and the compute capabilities it runs on: `major`.`minor_from` to `major`.`minor_to`. */
struct aot_image {
    const void *cubin; /* its bytes; a struct aot_packed in sources that include aot_inflate.h */
    const char *kernel; /* the kernel's name inside the cubin */
    int major, minor_from, minor_to;
    unsigned warps;   /* of one block */
    unsigned cluster; /* blocks of one cluster; 1: no cluster launch */
    unsigned shared;  /* dynamic shared memory of one block, in bytes */
    unsigned scratch; /* global memory of one block, in bytes */
    int programmatic; /* programmatic dependent launch */
    int cooperative;  /* cooperative launch */
};

/* What has been loaded of an image; all zero before the first use and after unloading. */
struct aot_slot {
    CUlibrary library;
    CUkernel kernel;
    uint64_t prepared; /* devices (bit = ordinal) on which the kernel's needs have been asked for */
};

struct aot_grid {
    int64_t x, y, z;
};

/* A 64-bit unsigned argument as the grid's arithmetic takes it: what does not fit makes the grid invalid. */
static inline int64_t aot_from_u64(uint64_t value, int *bad) {
    if (value > (uint64_t)INT64_MAX) *bad = 1;
    return (int64_t)(value & (uint64_t)INT64_MAX);
}

/*
 * The device `stream` belongs to. The driver launches a context-independent kernel in the stream's context,
 * whichever is current; the default streams belong to the current one.
 */
static inline CUresult aot_device(CUstream stream, CUdevice *device) {
    CUcontext context = NULL, current = NULL;
    CUresult status = AOT_DRIVER(cuStreamGetCtx)(stream, &context);
    if (status != CUDA_SUCCESS) return status;
    status = AOT_DRIVER(cuCtxGetCurrent)(&current);
    if (status != CUDA_SUCCESS) return status;
    if (context == current) return AOT_DRIVER(cuCtxGetDevice)(device);
    status = AOT_DRIVER(cuCtxPushCurrent)(context);
    if (status != CUDA_SUCCESS) return status;
    status = AOT_DRIVER(cuCtxGetDevice)(device);
    (void)AOT_DRIVER(cuCtxPopCurrent)(&context);
    return status;
}

/* The compute capability of a device, as 10 * major + minor. */
static inline CUresult aot_capability(CUdevice device, int *capability) {
    static int cache[AOT_CACHED_DEVICES];
    int major = 0, minor = 0;
    CUresult status;
    if (device < AOT_CACHED_DEVICES) {
        *capability = __atomic_load_n(&cache[device], __ATOMIC_RELAXED);
        if (*capability != 0) return CUDA_SUCCESS;
    }
    status = AOT_DRIVER(cuDeviceGetAttribute)(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    if (status != CUDA_SUCCESS) return status;
    status = AOT_DRIVER(cuDeviceGetAttribute)(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    if (status != CUDA_SUCCESS) return status;
    *capability = 10 * major + minor;
    if (device < AOT_CACHED_DEVICES) __atomic_store_n(&cache[device], *capability, __ATOMIC_RELAXED);
    return CUDA_SUCCESS;
}

/* Devices for which an algo was chosen by measurements: those of a name or a capability, or any. */
struct aot_tuned_device {
    const char *name; /* NULL: any */
    int capability;   /* as aot_capability gives it; 0: any */
    int table;
};

/* The table of the first entry that fits a device; the last entry fits any. `cache` holds a number per device. */
static inline CUresult aot_table(CUdevice device, const struct aot_tuned_device *tuned, int *cache, int *table) {
    char name[256] = "";
    int capability = 0;
    CUresult status;
    if (device < AOT_CACHED_DEVICES) {
        *table = __atomic_load_n(&cache[device], __ATOMIC_RELAXED) - 1;
        if (*table >= 0) return CUDA_SUCCESS;
    }
    status = aot_capability(device, &capability);
    if (status == CUDA_SUCCESS) status = AOT_DRIVER(cuDeviceGetName)(name, (int)sizeof name, device);
    if (status != CUDA_SUCCESS) return status;
    while ((tuned->name != NULL && __builtin_strcmp(tuned->name, name) != 0) ||
           (tuned->capability != 0 && tuned->capability != capability)) {
        tuned++;
    }
    *table = tuned->table;
    if (device < AOT_CACHED_DEVICES) __atomic_store_n(&cache[device], *table + 1, __ATOMIC_RELAXED);
    return CUDA_SUCCESS;
}

/* Whether nothing was launched because the algo does not suit the call or the device: another one may. */
static inline int aot_is_refusal(CUresult status) {
    return status == CUDA_ERROR_INVALID_VALUE || status == CUDA_ERROR_NO_BINARY_FOR_GPU ||
           status == CUDA_ERROR_OUT_OF_MEMORY || status == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES ||
           status == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
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

/* Gives a cubin to the driver, which keeps a copy. Source: CUDA Driver API, CU_LIBRARY_BINARY_IS_PRESERVED. */
static inline CUresult aot_load_library(const struct aot_image *image, CUlibrary *library) {
    const void *cubin = image->cubin;
#ifdef AOT_INFLATE_H
    void *memory = NULL;
    const enum aot_opened opened = aot_open((const struct aot_packed *)image->cubin, &memory, &cubin);
    CUresult status = opened == AOT_NO_MEMORY ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_IMAGE;
    if (opened != AOT_OPENED) return status;
    status = AOT_DRIVER(cuLibraryLoadData)(library, cubin, NULL, NULL, 0, NULL, NULL, 0);
    free(memory);
    return status;
#else
    return AOT_DRIVER(cuLibraryLoadData)(library, cubin, NULL, NULL, 0, NULL, NULL, 0);
#endif
}

/* Loads the image unless another call has done so. When two threads load at once, the first one's stays. */
static inline CUresult aot_load(const struct aot_image *image, struct aot_slot *slot, CUkernel *kernel) {
    CUlibrary library = NULL, first = NULL;
    CUresult status;
    *kernel = __atomic_load_n(&slot->kernel, __ATOMIC_ACQUIRE);
    if (*kernel != NULL) return CUDA_SUCCESS;
    status = aot_load_library(image, &library);
    if (status != CUDA_SUCCESS) return status;
    status = AOT_DRIVER(cuLibraryGetKernel)(kernel, library, image->kernel);
    if (status != CUDA_SUCCESS) {
        (void)AOT_DRIVER(cuLibraryUnload)(library);
        return status;
    }
    if (__atomic_compare_exchange_n(&slot->library, &first, library, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        __atomic_store_n(&slot->kernel, *kernel, __ATOMIC_RELEASE);
        return CUDA_SUCCESS;
    }
    (void)AOT_DRIVER(cuLibraryUnload)(library);
    return AOT_DRIVER(cuLibraryGetKernel)(kernel, first, image->kernel);
}

/* Loads the image and asks the device, once, for the shared memory and cluster size its launch needs. */
static inline CUresult aot_prepare(const struct aot_image *image, struct aot_slot *slot, CUdevice device,
                                   CUkernel *kernel) {
    const uint64_t bit = device < AOT_CACHED_DEVICES ? UINT64_C(1) << device : 0;
    CUresult status = aot_load(image, slot, kernel);
    if (status != CUDA_SUCCESS) return status;
    if ((__atomic_load_n(&slot->prepared, __ATOMIC_ACQUIRE) & bit) != 0) return CUDA_SUCCESS;
    if (image->shared > 0) {
        status = AOT_DRIVER(cuKernelSetAttribute)(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)image->shared,
                                      *kernel, device);
    }
    if (status == CUDA_SUCCESS && image->cluster > AOT_PORTABLE_CLUSTER) {
        status = AOT_DRIVER(cuKernelSetAttribute)(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1, *kernel, device);
    }
    if (status == CUDA_SUCCESS) __atomic_fetch_or(&slot->prepared, bit, __ATOMIC_RELEASE);
    return status;
}

/* The image among `images` that fits the stream's device, ready to be launched. */
static inline CUresult aot_choose_ready(const struct aot_image *images, struct aot_slot *slots, int count,
                                        CUstream stream, const struct aot_image **image, CUkernel *kernel) {
    CUdevice device = 0;
    int capability = 0, chosen;
    CUresult status = aot_find_driver();
    if (status == CUDA_SUCCESS) status = aot_device(stream, &device);
    if (status == CUDA_SUCCESS) status = aot_capability(device, &capability);
    if (status != CUDA_SUCCESS) return status;
    chosen = aot_choose(images, count, capability);
    if (chosen < 0) return CUDA_ERROR_NO_BINARY_FOR_GPU;
    *image = &images[chosen];
    return aot_prepare(*image, &slots[chosen], device, kernel);
}

/* The attributes of the image's launch; gives their number. */
static inline unsigned aot_attributes(const struct aot_image *image, CUlaunchAttribute attributes[4]) {
    unsigned n = 0;
    if (image->programmatic) {
        attributes[n].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        attributes[n++].value.programmaticStreamSerializationAllowed = 1;
    }
    if (image->cooperative) {
        attributes[n].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attributes[n++].value.cooperative = 1;
    }
    if (image->cluster > 1) {
        attributes[n].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        attributes[n].value.clusterDim.x = image->cluster;
        attributes[n].value.clusterDim.y = 1;
        attributes[n++].value.clusterDim.z = 1;
        attributes[n].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE;
        attributes[n++].value.clusterSchedulingPolicyPreference = CU_CLUSTER_SCHEDULING_POLICY_SPREAD;
    }
    return n;
}

/*
 * Launches an image. `grid` holds no axis below 1. `scratch` is one of the parameters: where the image needs global
 * memory, it is taken from the device's memory pool for the time of the launch, in stream order.
 */
static inline CUresult aot_launch(const struct aot_image *image, CUkernel kernel, struct aot_grid grid,
                                  CUstream stream, void **parameters, CUdeviceptr *scratch) {
    CUlaunchConfig config;
    CUlaunchAttribute attributes[4];
    size_t bytes = 0;
    CUresult status = CUDA_SUCCESS;
    if (grid.x > INT32_MAX / (int64_t)image->cluster || grid.y > 65535 || grid.z > 65535) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    config.gridDimX = (unsigned)grid.x * image->cluster;
    config.gridDimY = (unsigned)grid.y;
    config.gridDimZ = (unsigned)grid.z;
    config.blockDimX = AOT_WARP_SIZE * image->warps;
    config.blockDimY = 1;
    config.blockDimZ = 1;
    config.sharedMemBytes = image->shared;
    config.hStream = stream;
    config.attrs = attributes;
    config.numAttrs = aot_attributes(image, attributes);
    if (image->scratch > 0) {
        if (__builtin_mul_overflow((size_t)config.gridDimX * config.gridDimY, (size_t)config.gridDimZ * image->scratch,
                                   &bytes)) {
            return CUDA_ERROR_OUT_OF_MEMORY;
        }
        status = AOT_DRIVER(cuMemAllocAsync)(scratch, bytes, stream);
        if (status != CUDA_SUCCESS) return status;
    }
    /* The driver takes a CUkernel wherever it takes a CUfunction, in whichever context is current. */
    status = AOT_DRIVER(cuLaunchKernelEx)(&config, (CUfunction)kernel, parameters, NULL);
    if (bytes > 0) {
        const CUresult freed = AOT_DRIVER(cuMemFreeAsync)(*scratch, stream);
        if (status == CUDA_SUCCESS) status = freed;
    }
    return status;
}

/* Loads every image that fits the current device, so that no later call has to. */
static inline CUresult aot_load_all(const struct aot_image *images, struct aot_slot *slots, int rows, int count) {
    CUdevice device = 0;
    int capability = 0, row;
    CUresult status = aot_find_driver();
    if (status == CUDA_SUCCESS) status = aot_device(NULL, &device);
    if (status == CUDA_SUCCESS) status = aot_capability(device, &capability);
    for (row = 0; row < rows && status == CUDA_SUCCESS; row++) {
        CUkernel kernel = NULL;
        const int chosen = aot_choose(images + row * count, count, capability);
        if (chosen < 0) return CUDA_ERROR_NO_BINARY_FOR_GPU;
        status = aot_prepare(&images[row * count + chosen], &slots[row * count + chosen], device, &kernel);
    }
    return status;
}

/* Unloads everything and gives back the first failure. A later call loads again. */
static inline CUresult aot_unload_all(struct aot_slot *slots, int count) {
    CUresult first = CUDA_SUCCESS;
    int i;
    for (i = 0; i < count; i++) {
        CUlibrary library = __atomic_exchange_n(&slots[i].library, (CUlibrary)NULL, __ATOMIC_ACQ_REL);
        __atomic_store_n(&slots[i].kernel, (CUkernel)NULL, __ATOMIC_RELEASE);
        __atomic_store_n(&slots[i].prepared, 0, __ATOMIC_RELEASE);
        if (library != NULL) {
            const CUresult status = AOT_DRIVER(cuLibraryUnload)(library);
            if (first == CUDA_SUCCESS) first = status;
        }
    }
    return first;
}

#endif
