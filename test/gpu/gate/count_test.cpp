// An example of a user's own test: counts 1000 zeros.
#include <gate.h>

#include <cstdio>

int main() {
  CUdevice device;
  CUcontext context;
  CUdeviceptr x, counts;
  if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) || cuCtxSetCurrent(context) ||
      cuMemAlloc(&x, 1000) || cuMemAlloc(&counts, 1024) || cuMemsetD8(x, 0, 1000) || cuMemsetD8(counts, 0, 1024))
    return 2;
  int found[256] = {};
  if (count_default(nullptr, x, counts, 1000) || cuMemcpyDtoH(found, counts, 1024)) return 3;
  std::printf("%d zeros\n", found[0]);
  return found[0] == 1000 && found[1] == 0 ? 0 : 1;
}
