/* Events, with the time at which they were recorded. */
#include <time.h>

#include "recorder.h"

struct event {
  struct handle handle;
  struct timespec time;
  bool recorded;
};

CUresult cuEventCreate(CUevent *event, unsigned int flags) {
  CUresult result = enter("cuEventCreate");
  if (!result && (event == NULL || flags > CU_EVENT_DISABLE_TIMING)) {
    result = CUDA_ERROR_INVALID_VALUE;
  }
  if (!result) result = needs_context(NULL);
  if (!result) *event = (CUevent)new_handle(EVENT, sizeof(struct event));
  return leave(result);
}

CUresult cuEventDestroy(CUevent event) {
  CUresult result = enter("cuEventDestroy");
  struct event *own = find_handle(EVENT, event);
  if (!result && own == NULL) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result) own->handle.alive = false;
  return leave(result);
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  CUresult result = enter("cuEventRecord");
  struct event *own = find_handle(EVENT, event);
  if (!result && own == NULL) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result) result = needs_context(stream);
  if (!result) own->recorded = clock_gettime(CLOCK_MONOTONIC, &own->time) == 0;
  return leave(result);
}

CUresult cuEventSynchronize(CUevent event) {
  CUresult result = enter("cuEventSynchronize");
  if (!result && find_handle(EVENT, event) == NULL) result = CUDA_ERROR_INVALID_HANDLE;
  if (!result) result = wait_for_kernels();
  return leave(result);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  CUresult result = enter("cuEventElapsedTime");
  const struct event *from = find_handle(EVENT, start);
  const struct event *to = find_handle(EVENT, end);
  if (!result && milliseconds == NULL) result = CUDA_ERROR_INVALID_VALUE;
  if (!result && (from == NULL || to == NULL || !from->recorded || !to->recorded)) {
    result = CUDA_ERROR_INVALID_HANDLE;
  }
  if (!result) {
    const double seconds = (double)(to->time.tv_sec - from->time.tv_sec);
    const double rest = (double)(to->time.tv_nsec - from->time.tv_nsec);
    *milliseconds = (float)(1e3 * seconds + 1e-6 * rest);
  }
  return leave(result);
}
