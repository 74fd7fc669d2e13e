/* Executes kernels: a test's code replaces that of the cubin. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "recorder.h"

/* The result of a kernel: 0 on success. */
enum { FAILS = 1, HANGS = 2 };

typedef int executor(const char *kernel, void **parameters, const unsigned grid[3]);
typedef long long timer(void);

/* The result of the kernels launched so far. */
static int outcome;

/* RECORDING_CUDA_EXECUTE: a library with a function `execute`, called for each launch. If it has a
 * function `nanoseconds`, that is the device's clock, and kernels take the time by which they advance
 * it. Else they take as long as on the host. */
static void find_code(executor **execute, timer **clock) {
  static executor *found_execute;
  static timer *found_clock;
  const char *path = getenv("RECORDING_CUDA_EXECUTE");
  if (found_execute == NULL && path != NULL) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) *(void **)&found_execute = dlsym(library, "execute");
    if (found_execute == NULL) {
      fprintf(stderr, "recording cuda: %s\n", dlerror());
      abort();
    }
    *(void **)&found_clock = dlsym(library, "nanoseconds");
  }
  *execute = found_execute;
  *clock = found_clock;
}

CUresult execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  executor *run;
  timer *clock;
  find_code(&run, &clock);
  if (run == NULL) return CUDA_SUCCESS;
  const int own = run(kernel, parameters, grid);
  if (own != 0) outcome = own;
  return CUDA_SUCCESS;
}

long long device_time(void) {
  executor *run;
  timer *clock;
  find_code(&run, &clock);
  if (clock != NULL) return clock();
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1000000000LL * now.tv_sec + now.tv_nsec;
}

CUresult earlier_error(void) {
  return outcome == FAILS ? CUDA_ERROR_ILLEGAL_ADDRESS : CUDA_SUCCESS;
}

CUresult wait_for_kernels(void) {
  while (outcome == HANGS) {
    leave(CUDA_SUCCESS);
    pause();
    enter_again();
  }
  return earlier_error();
}
