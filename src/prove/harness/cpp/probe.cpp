// Lists the machine's GPUs, or holds a lock file. A separate program, since a broken driver may hang or crash. The
// drivers' libraries are not linked but loaded at run time, since they may be missing.
//
//   probe devices cuda    prints one JSON object: the NVIDIA GPUs, or why none can be used. Those of other vendors, whose
//                         sources are included before this one, have their names in place of `cuda`
//   probe lock FILE       prints {"locked":true} and holds the lock until standard input ends; or prints {"locked":false}
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "probe.hpp"
#include "probe_cuda.cpp"

namespace smoke {
namespace {

/// Opens or creates the lock file. It is opened for reading only, so that all users can lock the same file.
int open_lock(const char *file) {
  for (;;) {
    int opened = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (opened >= 0 || errno != ENOENT) return opened;
    opened = open(file, O_RDONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    // EEXIST: another process has just created it.
    if (opened >= 0 || errno != EEXIST) return opened;
  }
}

/// The operating system releases the lock when this process ends.
int hold_lock(const char *file) {
  const int opened = open_lock(file);
  const bool locked = opened >= 0 && flock(opened, LOCK_EX | LOCK_NB) == 0;
  if (!locked && (opened < 0 || errno != EWOULDBLOCK)) {
    std::fprintf(stderr, "cannot lock %s: %s\n", file, std::strerror(errno));
    return 1;
  }
  print(locked ? "{\"locked\":true}" : "{\"locked\":false}");
  char ignored[256];
  while (locked) {
    const ssize_t got = read(STDIN_FILENO, ignored, sizeof ignored);
    if (got == 0 || (got < 0 && errno != EINTR)) break;
  }
  return 0;
}

}  // namespace
}  // namespace smoke

int main(int count, char **arguments) {
  if (count == 3 && std::strcmp(arguments[1], "devices") == 0) {
    const auto vendor = smoke::vendors().find(arguments[2]);
    if (vendor != smoke::vendors().end()) return vendor->second();
  }
  if (count == 3 && std::strcmp(arguments[1], "lock") == 0) return smoke::hold_lock(arguments[2]);
  std::fprintf(stderr, "usage: probe devices VENDOR, or probe lock FILE\n");
  return 2;
}
