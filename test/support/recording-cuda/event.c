/* Events, with the time at which they were recorded. */
#include "recorder.h"

struct event {
  struct handle handle;
  long long nanoseconds;
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
  if (!result) {
    own->nanoseconds = device_time();
    own->recorded = true;
  }
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
  if (!result) *milliseconds = (float)(1e-6 * (double)(to->nanoseconds - from->nanoseconds));
  return leave(result);
}
