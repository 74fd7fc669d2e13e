#include <algorithm>
#include <cmath>
#include <limits>

#include "attention.hpp"

Answer reference(const std::vector<double> &q, const std::vector<double> &k, const std::vector<double> &v, double scale,
                 const Sizes &sizes) {
  const std::size_t row = sizes.row(), dimension = sizes.dimension;
  Answer answer{std::vector<double>(sizes.of_queries(), 0.0),
                std::vector<double>(sizes.of_logs(), std::numeric_limits<double>::quiet_NaN())};
  for (std::size_t b = 0; b < sizes.batch; ++b)
    for (std::size_t h = 0; h < sizes.heads; ++h)
      for (std::size_t i = 0; i < sizes.queries; ++i) {
        const std::size_t query = (b * sizes.queries + i) * row + h * dimension;
        std::vector<double> scores(std::min(i + 1, sizes.keys));
        const auto at = [&](std::size_t j) { return (b * sizes.keys + j) * row + h * dimension; };
        for (std::size_t j = 0; j < scores.size(); ++j) {
          for (std::size_t d = 0; d < dimension; ++d) scores[j] += scale * q[query + d] * k[at(j) + d];
        }
        const double largest = *std::max_element(scores.begin(), scores.end());
        double total = 0;
        for (double &score : scores) total += score = std::exp(score - largest);
        for (std::size_t j = 0; j < scores.size(); ++j)
          for (std::size_t d = 0; d < dimension; ++d) answer.out[query + d] += scores[j] / total * v[at(j) + d];
        answer.logs[(b * sizes.heads + h) * sizes.log_row() + i] = largest + std::log(total);
      }
  return answer;
}
