#include "match/ratings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "match/elo.h"

namespace tabiya {

namespace {

constexpr double kEloPerNat = 400 / std::numbers::ln10;  // of the odds' logarithm

using Matrix = std::vector<std::vector<double>>;

struct Meeting {
  std::size_t first;
  std::size_t second;
  double games;           // with the one that is added
  double points;          // of the first
  double variance_total;  // of these points
};

// Of one game's result, in points. Pairs of games tell better, once there are some.
double game_variance(const MatchResults& results, std::size_t pairing) {
  const Wdl& wdl = results.wdl(pairing);
  const Pentanomial pairs = results.pentanomial(pairing);
  if (pairs.total() >= 8) {
    std::array<double, 5> counts{};
    std::ranges::transform(pairs.pairs, counts.begin(),
                           [](std::uint64_t count) { return static_cast<double>(count); });
    return 2 * moments(counts).variance;
  }
  return moments(std::array{static_cast<double>(wdl.losses), static_cast<double>(wdl.draws),
                            static_cast<double>(wdl.wins)})
      .variance;
}

std::vector<Meeting> meetings_of(const MatchResults& results) {
  std::vector<Meeting> meetings;
  for (std::size_t i = 0; i < results.schedule().pairings().size(); ++i) {
    const auto [first, second] = results.schedule().pairings()[i];
    const Wdl& wdl = results.wdl(i);
    if (wdl.games() == 0) continue;
    const double games = static_cast<double>(wdl.games()) + 1;
    const double points = wdl.points() + 0.5;
    // Results that were all the same still leave the doubt of one game.
    const double least = points / games * (1 - points / games);
    meetings.push_back(
        {first, second, games, points, std::max(game_variance(results, i) * games, least)});
  }
  return meetings;
}

double expected_score(double difference) { return 1 / (1 + std::exp(-difference)); }

// Solves matrix · x = each column of right, which becomes x. By Gauss, with pivots.
void solve(Matrix matrix, Matrix& right) {
  const std::size_t size = matrix.size();
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < size; ++row)
      if (std::abs(matrix[row][column]) > std::abs(matrix[pivot][column])) pivot = row;
    std::swap(matrix[column], matrix[pivot]);
    std::swap(right[column], right[pivot]);
    for (std::size_t row = 0; row < size; ++row) {
      if (row == column) continue;
      const double factor = matrix[row][column] / matrix[column][column];
      for (std::size_t k = column; k < size; ++k) matrix[row][k] -= factor * matrix[column][k];
      for (std::size_t k = 0; k < right[row].size(); ++k)
        right[row][k] -= factor * right[column][k];
    }
  }
  for (std::size_t row = 0; row < size; ++row)
    for (double& value : right[row]) value /= matrix[row][row];
}

Matrix square(std::size_t size, double value) {
  return Matrix(size, std::vector<double>(size, value));
}

// Ratings only matter by their differences; adding one constant everywhere, and a little on the
// diagonal for engines that have not met anyone, makes the matrix one that can be inverted.
Matrix information(const std::vector<Meeting>& meetings, const std::vector<double>& strength) {
  const std::size_t size = strength.size();
  Matrix matrix = square(size, 1.0 / static_cast<double>(size));
  for (std::size_t i = 0; i < size; ++i) matrix[i][i] += 1e-9;
  for (const Meeting& meeting : meetings) {
    const double score = expected_score(strength[meeting.first] - strength[meeting.second]);
    const double weight = meeting.games * score * (1 - score);
    matrix[meeting.first][meeting.first] += weight;
    matrix[meeting.second][meeting.second] += weight;
    matrix[meeting.first][meeting.second] -= weight;
    matrix[meeting.second][meeting.first] -= weight;
  }
  return matrix;
}

// Newton's steps to the likeliest ratings, held short, for far away they may lead nowhere.
std::vector<double> likeliest(const std::vector<Meeting>& meetings, std::size_t engines) {
  std::vector<double> strength(engines, 0);
  for (int round = 0; round < 200; ++round) {
    Matrix step(engines, {0.0});
    for (const Meeting& meeting : meetings) {
      const double surplus =
          meeting.points -
          meeting.games * expected_score(strength[meeting.first] - strength[meeting.second]);
      step[meeting.first][0] += surplus;
      step[meeting.second][0] -= surplus;
    }
    solve(information(meetings, strength), step);
    double largest = 0;
    for (std::size_t i = 0; i < engines; ++i) {
      strength[i] += std::clamp(step[i][0], -1.0, 1.0);
      largest = std::max(largest, std::abs(step[i][0]));
    }
    if (largest < 1e-12) break;
  }
  return strength;
}

}  // namespace

std::vector<Rating> rate(const MatchResults& results) {
  const std::size_t engines = results.engines();
  const std::vector<Meeting> meetings = meetings_of(results);
  std::vector<double> strength = likeliest(meetings, engines);
  double mean = 0;
  for (const double one : strength) mean += one / static_cast<double>(engines);

  // Each meeting's doubt, carried to the ratings: information⁻¹ · variance · information⁻¹.
  Matrix inverse = square(engines, 0);
  for (std::size_t i = 0; i < engines; ++i) inverse[i][i] = 1;
  solve(information(meetings, strength), inverse);

  std::vector<Rating> ratings;
  for (std::size_t i = 0; i < engines; ++i) {
    double variance = 0;
    for (const Meeting& meeting : meetings) {
      const double effect = inverse[i][meeting.first] - inverse[i][meeting.second];
      variance += effect * effect * meeting.variance_total;
    }
    ratings.push_back({.elo = (strength[i] - mean) * kEloPerNat,
                       .error = kWidth95 * std::sqrt(variance) * kEloPerNat});
  }
  return ratings;
}

}  // namespace tabiya
