// The Python process: started by cuInit, it ends when this process does, because the socket is closed then.
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "driver.hpp"

namespace emulator {
namespace {

int connection = -1;

bool send_all(const char *bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(connection, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

}  // namespace

std::string start_process() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return "the system gives no socket";
  const std::string python = setting("TRITON_AOT_EMULATE_PYTHON"), folder = setting("TRITON_AOT_EMULATE_FOLDER");
  // The process keeps these two files open.
  const int socket = dup(ends[1]), memory = dup(memory_file());
  const std::vector<std::string> words = {python,
                                          "-B",
                                          "-E",
                                          "-s",
                                          "-m",
                                          "aot_emulate",
                                          std::to_string(socket),
                                          std::to_string(memory),
                                          std::to_string(memory_address()),
                                          std::to_string(memory_reserved()),
                                          setting("TRITON_AOT_EMULATE_CODE")};
  std::vector<char *> arguments;
  for (const std::string &word : words) arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    // In its own folder, Python finds the package, and nothing of the user's.
    if (chdir(folder.c_str()) == 0) execv(python.c_str(), arguments.data());
    _exit(127);
  }
  close(socket);
  close(memory);
  close(ends[1]);
  connection = ends[0];
  if (child < 0) return "the system starts no process" + address_space_limit();
  const std::vector<std::string> fields = answer();
  return fields[0] == "ready" ? "" : fields[1] + address_space_limit();
}

bool send(const std::string &line, const void *bytes, std::size_t size) {
  return send_all((line + "\n").c_str(), line.size() + 1) && send_all(static_cast<const char *>(bytes), size);
}

std::vector<std::string> answer() {
  std::vector<std::string> fields(1);
  for (char next = 0;;) {
    const ssize_t got = recv(connection, &next, 1, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      const std::string message = "the process that executes the PTX has ended; its output says why";
      // As Python does for what it cannot execute.
      const std::string value = "{\"kind\": \"unsupported\", \"says\": [\"" + message + "\"]}";
      if (std::FILE *const record = std::fopen(setting("TRITON_AOT_EMULATE_RECORD").c_str(), "a")) {
        std::fprintf(record, "%s\n", value.c_str());
        std::fclose(record);
      }
      return {"error", message, "fault", value};
    }
    if (next == '\n') return fields;
    if (next == '\t') fields.emplace_back();
    else fields.back() += next;
  }
}

}  // namespace emulator
