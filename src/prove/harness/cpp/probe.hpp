// What the probe prints.
#pragma once

#include <cstdio>
#include <map>
#include <optional>
#include <string>

#include "text.hpp"

namespace smoke {

/// Prints one JSON object. Returns the exit status.
inline int print(const std::string &json) {
  std::printf("%s\n", json.c_str());
  std::fflush(stdout);
  return 0;
}

inline int print_problem(const char *kind, const std::string &message) {
  return print("{\"problem\":" + json_text(kind) + ",\"message\":" + json_text(message) + "}");
}

/// `null` for an unknown number.
template <class Integer>
std::string json_integer(std::optional<Integer> value) {
  return value ? std::to_string(*value) : "null";
}

/// Facts about a GPU. Memory is in bytes.
struct DeviceFacts {
  int ordinal = 0;
  std::string name, id;
  std::string capability;  // as fields of JSON
  int multiprocessors = 0;
  std::size_t memory_total = 0;
  std::optional<unsigned long long> memory_free;
  std::optional<unsigned> utilisation;
};

inline std::string json_of(const DeviceFacts &facts) {
  return "{\"ordinal\":" + std::to_string(facts.ordinal) + ",\"name\":" + json_text(facts.name) +
         ",\"uuid\":" + json_text(facts.id) + "," + facts.capability +
         ",\"multiprocessors\":" + std::to_string(facts.multiprocessors) +
         ",\"memoryTotal\":" + std::to_string(facts.memory_total) +
         ",\"memoryFree\":" + json_integer(facts.memory_free) +
         ",\"utilisation\":" + json_integer(facts.utilisation) + "}";
}

/// Prints the GPUs of one vendor, or why none can be used. Returns the exit status.
using PrintDevices = int();

/// The vendors by name. Each adds itself before main starts.
inline std::map<std::string, PrintDevices *> &vendors() {
  static std::map<std::string, PrintDevices *> all;
  return all;
}

struct Vendor {
  Vendor(const char *name, PrintDevices *print) { vendors().emplace(name, print); }
};

}  // namespace smoke
