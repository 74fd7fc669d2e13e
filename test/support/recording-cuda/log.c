/* The lock, the log and the requested failures. */
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recorder.h"

#define MAX_FUNCTIONS 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
  const char *function;
  int calls;
} counters[MAX_FUNCTIONS];

static struct {
  char *text;
  size_t length;
  size_t capacity;
} line;

static int count_call(const char *function) {
  for (int i = 0; i < MAX_FUNCTIONS; i++) {
    if (counters[i].function == NULL) counters[i].function = function;
    if (strcmp(counters[i].function, function) == 0) return ++counters[i].calls;
  }
  return 0;
}

/* RECORDING_CUDA_FAIL is a list such as `cuLibraryLoadData:2,cuLaunchKernel:1:701`: the function, the
 * number of the call, and its result (default: CUDA_ERROR_OUT_OF_MEMORY). */
static CUresult fault_asked(const char *function, int call) {
  const char *faults = getenv("RECORDING_CUDA_FAIL");
  const size_t length = strlen(function);
  for (const char *at = faults; at != NULL && *at != '\0';) {
    char *end = NULL;
    if (strncmp(at, function, length) == 0 && at[length] == ':' &&
        strtol(at + length + 1, &end, 10) == call) {
      return *end == ':' ? (CUresult)atoi(end + 1) : CUDA_ERROR_OUT_OF_MEMORY;
    }
    at = strchr(at, ',');
    if (at != NULL) at++;
  }
  return CUDA_SUCCESS;
}

long long number_asked(const char *variable, long long fallback) {
  const char *text = getenv(variable);
  return text == NULL ? fallback : atoll(text);
}

CUresult enter_uninitialized(const char *function) {
  pthread_mutex_lock(&lock);
  return fault_asked(function, count_call(function));
}

CUresult enter(const char *function) {
  const CUresult result = enter_uninitialized(function);
  return initialized ? result : CUDA_ERROR_NOT_INITIALIZED;
}

void enter_again(void) {
  pthread_mutex_lock(&lock);
}

CUresult leave(CUresult result) {
  pthread_mutex_unlock(&lock);
  return result;
}

static void append(const char *format, ...) {
  for (;;) {
    va_list arguments;
    va_start(arguments, format);
    const size_t room = line.capacity - line.length;
    const int written =
        vsnprintf(line.text == NULL ? NULL : line.text + line.length, room, format, arguments);
    va_end(arguments);
    if (written < 0) return;
    if ((size_t)written < room) {
      line.length += (size_t)written;
      return;
    }
    const size_t capacity = 2 * line.capacity + (size_t)written + 1;
    char *grown = realloc(line.text, capacity);
    if (grown == NULL) abort();
    line.text = grown;
    line.capacity = capacity;
  }
}

/* A comma, except at the start of an object or list. */
static void separate(void) {
  const char last = line.text[line.length - 1];
  if (last != '{' && last != '[') append(",");
}

static void append_text(const char *text) {
  append("\"");
  for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
    if (*at < 0x20 || *at == '"' || *at == '\\') {
      append("\\u%04x", *at);
    } else {
      append("%c", *at);
    }
  }
  append("\"");
}

static void append_key(const char *key) {
  separate();
  if (key == NULL) return;
  append_text(key);
  append(":");
}

void log_begin(const char *function) {
  line.length = 0;
  append("{");
  log_text("call", function);
}

void log_number(const char *key, long long value) {
  append_key(key);
  append("%lld", value);
}

void log_text(const char *key, const char *value) {
  append_key(key);
  append_text(value);
}

void log_hash(const char *key, uint64_t value) {
  append_key(key);
  append("\"%016" PRIx64 "\"", value);
}

void log_triple(const char *key, unsigned x, unsigned y, unsigned z) {
  append_key(key);
  append("[%u,%u,%u]", x, y, z);
}

void log_open(const char *key, char bracket) {
  append_key(key);
  append("%c", bracket);
}

void log_close(char bracket) {
  append("%c", bracket);
}

void log_bytes(const void *bytes, size_t size) {
  separate();
  append("\"");
  for (size_t i = 0; i < size; i++) append("%02x", ((const unsigned char *)bytes)[i]);
  append("\"");
}

CUresult log_end(CUresult result) {
  log_number("result", result);
  append("}\n");
  const char *path = getenv("RECORDING_CUDA_LOG");
  if (path == NULL) return result;
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0 || write(file, line.text, line.length) != (ssize_t)line.length) {
    fprintf(stderr, "recording cuda: cannot write to %s\n", path);
    abort();
  }
  close(file);
  return result;
}
