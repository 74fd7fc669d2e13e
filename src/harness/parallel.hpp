// Host work on all cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace smoke {

/// Cuts 0 … count into one piece a core and gives what body(begin, end) gave for each, in order. The body must not
/// throw.
template <class Part, class Body>
std::vector<Part> in_pieces(std::size_t count, const Body &body) {
  constexpr std::size_t worth_a_thread = 1 << 16;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t pieces = std::min(cores, count / worth_a_thread + 1);
  std::vector<Part> parts(pieces);
  const auto work = [&](std::size_t piece) {
    parts[piece] = body(count / pieces * piece, piece + 1 == pieces ? count : count / pieces * (piece + 1));
  };
  std::vector<std::thread> threads;
  for (std::size_t piece = 1; piece < pieces; ++piece) threads.emplace_back(work, piece);
  work(0);
  for (std::thread &thread : threads) thread.join();
  return parts;
}

}  // namespace smoke
