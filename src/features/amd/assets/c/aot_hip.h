/* SPDX-License-Identifier: MIT */
/*
 * The interface of the HIP runtime. This is ROCm's header if the compiler finds one, and else the part of it that this
 * package uses, so that ROCm is not needed to build. That part was written from public facts of ROCm 6 and 7: names,
 * values and argument lists. It is binary compatible with AMD's header.
 */
#ifndef AOT_HIP_H
#define AOT_HIP_H

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif

#if defined(__has_include) && !defined(AOT_WITHOUT_ROCM)
#if __has_include(<hip/hip_runtime_api.h>)
#define AOT_ROCM_HEADER
#endif
#endif

#ifdef AOT_ROCM_HEADER
#include <hip/hip_runtime_api.h>
#else
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorNotInitialized = 3,
  hipErrorInvalidConfiguration = 9,
  hipErrorNoDevice = 100,
  hipErrorInvalidDevice = 101,
  hipErrorInvalidImage = 200,
  hipErrorNoBinaryForGpu = 209,
  hipErrorSharedObjectSymbolNotFound = 302,
  hipErrorSharedObjectInitFailed = 303,
  hipErrorNotFound = 500,
  hipErrorIllegalAddress = 700,
  hipErrorLaunchOutOfResources = 701,
  hipErrorLaunchFailure = 719,
  hipErrorCooperativeLaunchTooLarge = 720,
  hipErrorNotSupported = 801,
  hipErrorUnknown = 999
} hipError_t;

typedef int hipDevice_t;
typedef void *hipDeviceptr_t;
typedef struct ihipStream_t *hipStream_t;
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;

/* AMD's header gives these names to the type and the function of ROCm 6 and later, too. */
#define hipDeviceProp_t hipDeviceProp_tR0600
#define hipGetDeviceProperties hipGetDevicePropertiesR0600

typedef struct hipDeviceProp_t {
  char name[256];
  size_t before[113];
  char gcnArchName[256];
  size_t after[7];
} hipDeviceProp_t;

hipError_t hipGetDevice(int *device);
hipError_t hipSetDevice(int device);
hipError_t hipDeviceGetName(char *name, int length, hipDevice_t device);
hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int device);
hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *device);
hipError_t hipMallocAsync(void **address, size_t size, hipStream_t stream);
hipError_t hipFreeAsync(void *address, hipStream_t stream);
hipError_t hipModuleLoadData(hipModule_t *module, const void *code);
hipError_t hipModuleUnload(hipModule_t module);
hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *name);
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned int gridX, unsigned int gridY, unsigned int gridZ,
                                 unsigned int blockX, unsigned int blockY, unsigned int blockZ,
                                 unsigned int sharedBytes, hipStream_t stream, void **parameters, void **extra);
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned int gridX, unsigned int gridY,
                                            unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                                            unsigned int blockZ, unsigned int sharedBytes, hipStream_t stream,
                                            void **parameters);

#ifdef __cplusplus
}
#endif
#endif

#endif
