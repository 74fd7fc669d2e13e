/*
 * What the harness and the probe need of the HIP runtime's interface, in addition to the package's part of it. Written
 * from the same public facts, for machines without ROCm.
 */
#ifndef AOT_HARNESS_HIP_H
#define AOT_HARNESS_HIP_H

#include "../c/aot_hip.h"

#ifndef AOT_ROCM_HEADER
#define hipStreamNonBlocking 0x01
#define hipEventDefault 0x0

typedef struct ihipEvent_t *hipEvent_t;

typedef enum hipDeviceAttribute_t { hipDeviceAttributeMultiprocessorCount = 63 } hipDeviceAttribute_t;
#endif

#ifdef __cplusplus
extern "C" {
#endif

hipError_t hipInit(unsigned int flags);
hipError_t hipRuntimeGetVersion(int *version);
const char *hipGetErrorName(hipError_t error);
const char *hipGetErrorString(hipError_t error);

hipError_t hipGetDeviceCount(int *count);
hipError_t hipDeviceGetPCIBusId(char *address, int length, int device);
hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int device);
hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device);
hipError_t hipDeviceSynchronize(void);

hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);

hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream);
hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t start, hipEvent_t end);

hipError_t hipMemGetInfo(size_t *free, size_t *total);
hipError_t hipMalloc(void **address, size_t size);
hipError_t hipFree(void *address);
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, const void *from, size_t size);
hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t size);
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count);
hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count, hipStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
