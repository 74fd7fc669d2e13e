#include "report.hpp"

#include <cstdio>

#include "text.hpp"

namespace smoke {
namespace {

/// Flushes each line, since the process may be killed at any time.
void print(const std::string &json) {
  std::printf("%s\n", json.c_str());
  std::fflush(stdout);
}

std::string problems_of(const Outcome &outcome) {
  std::string json;
  for (const Problem &problem : outcome.problems) {
    json += json.empty() ? "" : ",";
    json += problem.kind ? "{\"kind\":" + json_text(problem.kind) + ",\"message\":" + json_text(problem.message)
                         : "{\"fault\":" + problem.fault;
    if (!problem.about.empty()) json += ",\"about\":" + json_text(problem.about);
    if (!problem.call.empty()) json += ",\"call\":" + json_text(problem.call);
    json += "}";
  }
  return "\"problems\":[" + json + "]";
}

std::string outputs_of(const Outcome &outcome) {
  std::string json;
  for (const Output &output : outcome.outputs) {
    json += json.empty() ? "" : ",";
    json += "{\"name\":" + json_text(output.name) + ",\"norm\":" + json_number(output.norm) +
            ",\"max\":" + json_number(output.max) + "}";
  }
  return "\"outputs\":[" + json + "]";
}

std::string times_of(const Outcome &outcome) {
  const auto &[calls, range, clocks] = outcome.timed;
  std::string json = ",\"microseconds\":" + json_number(outcome.microseconds);
  if (outcome.first > 0) json += ",\"first\":" + json_number(outcome.first);
  if (calls > 0) json += ",\"calls\":" + std::to_string(calls) + ",\"range\":" + json_number(range);
  if (clocks.to > 0)
    json += ",\"clocks\":{\"from\":" + std::to_string(clocks.from) + ",\"to\":" + std::to_string(clocks.to) + "}";
  if (outcome.chosen >= 0) json += ",\"chosen\":" + std::to_string(outcome.chosen);
  return json;
}

std::string note_of(const Outcome &outcome) {
  return outcome.note.empty() ? "" : ",\"note\":" + json_text(outcome.note);
}

/// What the emulator says of launches that did not fail.
std::string said_of(const Outcome &outcome) {
  return (outcome.varies.empty() ? "" : ",\"varies\":" + outcome.varies) +
         (outcome.unwatched.empty() ? "" : ",\"unwatched\":" + outcome.unwatched) +
         (outcome.otherwise.empty() ? "" : ",\"otherwise\":" + outcome.otherwise) +
         (outcome.partial.empty() ? "" : ",\"partial\":" + outcome.partial);
}

}  // namespace

void report_device(CUdevice device) {
  char name[256] = "";
  must(cuDeviceGetName(name, sizeof name, device), "get the device's name");
  print("{\"event\":\"device\",\"name\":" + json_text(name) + ",\"uuid\":" + json_text(device_id(device)) +
        ",\"capability\":" + json_text(capability(device)) + ",\"driver\":" + json_text(driver_version()) + "}");
}

void report_start_of_run(long long id) { print("{\"event\":\"start\",\"run\":" + std::to_string(id) + "}"); }

void report_start_of_check(const std::string &name) {
  print("{\"event\":\"start\",\"check\":" + json_text(name) + "}");
}

void report_run(long long id, const Outcome &outcome) {
  print("{\"event\":\"run\",\"run\":" + std::to_string(id) + "," + problems_of(outcome) + "," + outputs_of(outcome) +
        times_of(outcome) + said_of(outcome) + "}");
}

void report_check(const std::string &name, const Outcome &outcome) {
  print("{\"event\":\"check\",\"check\":" + json_text(name) + "," + problems_of(outcome) + note_of(outcome) + said_of(outcome) + "}");
}

void report_fatal(const std::string &message, bool is_environment) {
  print("{\"event\":\"fatal\",\"message\":" + json_text(message) + (is_environment ? ",\"environment\":true}" : "}"));
}

void report_end() { print("{\"event\":\"end\"}"); }

}  // namespace smoke
