/* SPDX-License-Identifier: MIT */
/*
 * How CUDA's driver loads and launches a cubin. A part of aot_launch.h. The same in every package.
 *
 * Cubins are loaded by the driver's context-independent library loading: one load serves every device and context.
 */
#ifndef AOT_CUDA_LAUNCH_H
#define AOT_CUDA_LAUNCH_H

#include "aot_find.h"
#include "aot_image.h"

enum {
    AOT_WARP_SIZE = 32,
    AOT_PORTABLE_CLUSTER = 8 /* larger clusters must be asked for */
};

/* What has been loaded of an image; all zero before the first use and after unloading. */
struct aot_slot {
    CUlibrary library;
    CUkernel kernel;
    uint64_t prepared; /* devices (bit = ordinal) on which the kernel's needs have been asked for */
};

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

static inline CUresult aot_device_name(CUdevice device, char *name, int length) {
    return AOT_DRIVER(cuDeviceGetName)(name, length, device);
}

/* Gives a cubin to the driver, which keeps a copy. Source: CUDA Driver API, CU_LIBRARY_BINARY_IS_PRESERVED. */
static inline CUresult aot_load_library(const struct aot_image *image, CUlibrary *library) {
    const void *cubin;
    void *memory;
    CUresult status = aot_code_of(image, &cubin, &memory);
    if (status != CUDA_SUCCESS) return status;
    status = AOT_DRIVER(cuLibraryLoadData)(library, cubin, NULL, NULL, 0, NULL, NULL, 0);
    free(memory);
    return status;
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

/* Takes memory from the device's pool, in stream order. */
static inline CUresult aot_allocate(CUdeviceptr *memory, size_t bytes, CUstream stream) {
    return AOT_DRIVER(cuMemAllocAsync)(memory, bytes, stream);
}

/* Gives memory back to the pool, in stream order. */
static inline CUresult aot_free(CUdeviceptr memory, CUstream stream) {
    return AOT_DRIVER(cuMemFreeAsync)(memory, stream);
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
        status = aot_allocate(scratch, bytes, stream);
        if (status != CUDA_SUCCESS) return status;
    }
    /* The driver takes a CUkernel wherever it takes a CUfunction, in whichever context is current. */
    status = AOT_DRIVER(cuLaunchKernelEx)(&config, (CUfunction)kernel, parameters, NULL);
    if (bytes > 0) {
        const CUresult freed = aot_free(*scratch, stream);
        if (status == CUDA_SUCCESS) status = freed;
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
