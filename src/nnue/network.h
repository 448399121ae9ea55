// A network that scores positions, ready to be computed with.
//
// It does not change after it was made, so threads share one freely.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "base/aligned_array.h"
#include "chess/position.h"
#include "nnue/kernels.h"
#include "nnue/network_parts.h"

namespace tabiya {

class Network {
 public:
  static std::expected<Network, NetworkError> parse(std::span<const std::byte> file);
  static std::expected<Network, NetworkError> load(const std::filesystem::path&);
  static std::expected<Network, NetworkError> from(const NetworkParts&);

  // The one compiled into this program. Read again at each call, which takes a millisecond.
  static std::shared_ptr<const Network> built_in();
  // That one if the name is empty, or the file.
  static std::expected<std::shared_ptr<const Network>, NetworkError> open(const std::string& file);

  const std::string& name() const { return name_; }
  const std::string& notes() const { return notes_; }
  Activation activation() const { return activation_; }
  const NnueShape& shape() const { return shape_; }
  int width() const { return shape_.width; }
  int scale() const { return scale_; }
  std::uint64_t checksum() const { return checksum_; }  // equal for equal files

  // For the code that computes: how the players see a position, weights of one input, where the
  // sums begin, and what comes out of them, in centipawns for the player whose sums are the first.
  std::array<PlayerView, 2> views(const Position& position) const {
    return {shape_.view(Color::White, position.king(Color::White)),
            shape_.view(Color::Black, position.king(Color::Black))};
  }
  Row row(int feature) const {
    return feature_weights_.data() + static_cast<std::size_t>(feature) * width_;
  }
  Row biases() const { return feature_biases_.data(); }
  int score(Row own, Row other, int pieces) const;
  const Kernels& kernels() const { return *kernels_; }

  // The same network in other instructions. For tests and measurements: all give equal scores.
  [[nodiscard]] Network computed_with(const Kernels&) &&;

 private:
  Network(const NetworkParts&, std::uint64_t checksum);

  std::string name_;
  std::string notes_;
  Activation activation_;
  NnueShape shape_;
  std::size_t width_;
  int scale_;
  std::uint64_t checksum_;
  AlignedArray<std::int16_t> feature_weights_;
  AlignedArray<std::int16_t> feature_biases_;
  AlignedArray<std::int16_t> output_weights_;
  std::array<std::int64_t, kMostOutputs> output_biases_{};
  const Kernels* kernels_;
};

// The bytes of nets/default.nnue, which the compiler put into the program.
std::span<const std::byte> built_in_network_file();

// Scores stay within this, so that a search has room for mates above.
inline constexpr int kHighestEvaluation = 20'000;

}  // namespace tabiya
