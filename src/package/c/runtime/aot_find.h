/* SPDX-License-Identifier: MIT */
/*
 * How the functions of the GPU's driver are found. Private to the package's sources, which include aot_gpu.h first.
 *
 * With HIP, and if AOT_DYNAMIC_DRIVER is defined, the driver's library is found at the first call instead of being
 * linked, so that a program starts on machines without one. HIP's driver here is its runtime library.
 */
#ifndef AOT_FIND_H
#define AOT_FIND_H

#include <stddef.h>

#ifdef AOT_HIP
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
#else
#if CUDA_VERSION < 12000
#error "this package needs the headers of CUDA 12.0 or later (cuLibraryLoadData)"
#endif
#define AOT_DRIVER_FUNCTIONS(USE)  \
    USE(cuCtxGetCurrent)           \
    USE(cuCtxGetDevice)            \
    USE(cuCtxPopCurrent)           \
    USE(cuCtxPushCurrent)          \
    USE(cuDeviceGetAttribute)      \
    USE(cuDeviceGetName)           \
    USE(cuDevicePrimaryCtxRelease) \
    USE(cuDevicePrimaryCtxRetain)  \
    USE(cuKernelSetAttribute)      \
    USE(cuLaunchKernelEx)          \
    USE(cuLibraryGetKernel)        \
    USE(cuLibraryLoadData)         \
    USE(cuLibraryUnload)           \
    USE(cuMemAllocAsync)           \
    USE(cuMemFreeAsync)            \
    USE(cuStreamGetCtx)            \
    USE(cuTensorMapEncodeTiled)
#endif

#if defined(AOT_HIP) || defined(AOT_DYNAMIC_DRIVER)
#include <dlfcn.h>

/* C++ lets no member have the name of a function that its own type has used. */
#define AOT_POINTER(name) __typeof__(&name) found_##name;
/* The header renames some functions to their newest version, here as in every other use of the name. */
#define AOT_TEXT(name) AOT_TEXT_OF(name)
#define AOT_TEXT_OF(name) #name
#define AOT_FIND(name)                                   \
    symbol = dlsym(library, AOT_TEXT(name));             \
    if (symbol == NULL) return AOT_GPU_SYMBOL_NOT_FOUND; \
    __atomic_store_n((void **)&aot_driver.found_##name, symbol, __ATOMIC_RELAXED);

static struct {
    AOT_DRIVER_FUNCTIONS(AOT_POINTER)
} aot_driver;

/*
 * The driver's library; NULL without one. With HIP, it is that of the process if it has one, such as a framework's; else
 * the newest that is installed.
 */
static inline void *aot_open_driver(void) {
#ifdef AOT_HIP
    static const char *const names[] = {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6"};
    void *library = NULL;
    int pass, i;
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < 3 && library == NULL; i++) {
            library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL | (pass == 0 ? RTLD_NOLOAD : 0));
        }
    }
    return library;
#else
    return dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
}

/* Finds every function; threads that do so at once all find the same. The library stays loaded. */
static inline aot_gpu_result aot_find_driver(void) {
    static int found;
    void *library, *symbol;
    if (__atomic_load_n(&found, __ATOMIC_ACQUIRE)) return AOT_GPU_SUCCESS;
    library = aot_open_driver();
    if (library == NULL) return AOT_GPU_LIBRARY_NOT_FOUND;
    AOT_DRIVER_FUNCTIONS(AOT_FIND)
    __atomic_store_n(&found, 1, __ATOMIC_RELEASE);
    return AOT_GPU_SUCCESS;
}

/* Another thread may find the same functions at the same time. */
#define AOT_DRIVER(name) __atomic_load_n(&aot_driver.found_##name, __ATOMIC_RELAXED)
#else
static inline aot_gpu_result aot_find_driver(void) {
    return AOT_GPU_SUCCESS;
}

#define AOT_DRIVER(name) name
#endif

#endif
