/* Shared by the files of the recording driver. Call these functions between enter and leave. */
#ifndef RECORDING_CUDA_RECORDER_H
#define RECORDING_CUDA_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Results that aot_driver.h does not have. */

/* Only the driver's own functions are visible outside. */
#pragma GCC visibility push(default)
#include <cuda.h>
#pragma GCC visibility pop

#define MAX_DEVICES 16

/* Takes the lock and counts the call. Fails before cuInit, and if RECORDING_CUDA_FAIL requests it. */
CUresult enter(const char *function);
/* As enter, for the functions that work before cuInit. */
CUresult enter_uninitialized(const char *function);
/* Releases the lock and returns its argument. */
CUresult leave(CUresult result);
/* Takes the lock again within a call. */
void enter_again(void);

/* Build one line of the log. log_end writes it and returns its argument. */
void log_begin(const char *function);
void log_number(const char *key, long long value);
void log_text(const char *key, const char *value);
void log_hash(const char *key, uint64_t value);
void log_triple(const char *key, unsigned x, unsigned y, unsigned z);
void log_open(const char *key, char bracket);
void log_close(char bracket);
void log_bytes(const void *bytes, size_t size);
CUresult log_end(CUresult result);

/* Handles are never freed, so that a use after destruction is detected. */
enum kind { CONTEXT, STREAM, LIBRARY, KERNEL, FUNCTION, EVENT, KINDS };
struct handle {
  enum kind kind;
  bool alive;
  /* Counts from 1 for each kind, streams from 3: 1 and 2 are the driver's own streams. */
  int id;
  struct handle *next;
};
/* A new handle of `size` bytes, or NULL if there is not enough memory. */
void *new_handle(enum kind kind, size_t size);
/* The handle if it is valid, of this kind and alive; else NULL. */
void *find_handle(enum kind kind, const void *pointer);

struct device {
  int major;
  int minor;
  char name[64];
};
struct context {
  struct handle handle;
  CUdevice device;
  bool primary;
  int references;
};
struct stream {
  struct handle handle;
  struct context *context;
};
struct parameter {
  uint32_t offset;
  uint32_t size;
};
/* A kernel as its cubin describes it. */
struct kernel_image {
  char *name;
  uint32_t symbol;
  uint32_t registers;
  uint32_t frame_bytes;
  uint32_t shared_bytes;
  /* The block size it is compiled for; 0 for any. */
  uint32_t threads[3];
  uint32_t parameter_count;
  struct parameter *parameters;
  /* Its handle, once it has been requested. */
  struct kernel *handle;
};
struct image {
  /* PTX, which runs on later devices too. `error`: why it does not compile. */
  bool ptx;
  CUresult error;
  int arch;
  size_t size;
  uint64_t hash;
  uint32_t kernel_count;
  struct kernel_image *kernels;
};
struct library {
  struct handle handle;
  struct image image;
};
struct kernel {
  struct handle handle;
  struct library *library;
  struct kernel_image *image;
  struct function *functions;
  int max_dynamic_shared[MAX_DEVICES];
  bool large_clusters[MAX_DEVICES];
};
/* A kernel in one context. */
struct function {
  struct handle handle;
  struct kernel *kernel;
  struct context *context;
  struct function *next;
};

extern bool initialized;
/* The device, or NULL if there is none with that number. */
const struct device *device_at(CUdevice device);
/* The most shared memory a block on the device can request, in bytes. */
int shared_optin_limit(const struct device *device);
/* The context that is current in this thread, or NULL. */
struct context *current_context(void);
/* The context of a stream, or the current one for the driver's own streams; NULL if there is none
 * alive. */
struct context *context_of(CUstream stream);
/* CUDA_SUCCESS if context_of finds a context, else the error. */
CUresult needs_context(CUstream stream);
int stream_id(CUstream stream);

/* The number in an environment variable, or the fallback. */
long long number_asked(const char *variable, long long fallback);
/* Executes a kernel with the test's code. Fails if its library cannot be loaded. */
CUresult execute(const char *kernel, void **parameters, const unsigned grid[3]);
/* The device's clock in nanoseconds. */
long long device_time(void);
/* The error of an earlier kernel, which all later calls return; CUDA_SUCCESS if there was none. */
CUresult earlier_error(void);
/* Waits for all launches, possibly for ever. Releases the lock meanwhile. */
CUresult wait_for_kernels(void);
/* Allocates memory that a loaded library never frees. */
void leak_memory(void);

/* Device memory: all of it, and what is not taken. */
size_t total_memory(void);
size_t available_memory(void);
CUresult allocate(CUdeviceptr *address, size_t size);
CUresult release(CUdeviceptr address);
/* The memory at the address; NULL unless `size` bytes there are allocated. */
void *memory_at(CUdeviceptr address, size_t size);

/* Reads the cubin at `code`. Its tables determine its size. */
CUresult read_image(const void *code, struct image *image);
void free_image(struct image *image);
/* Whether the text is PTX and no cubin. */
bool is_ptx(const void *code);
/* Reads PTX. If it does not compile, writes why to `log`. */
CUresult read_ptx(const char *text, struct image *image, char *log, size_t log_size);
/* Whether an image runs on the device. */
bool runs_on(const struct image *image, const struct device *device);
/* The static shared memory of a kernel in bytes, without the part that the system reserves. */
int static_shared(const struct kernel *kernel);
/* The kernel of a CUkernel or CUfunction; NULL if it is neither, or its library was unloaded. */
struct kernel *kernel_of(const void *handle);

#endif
