#include "train/nnue/checkpoint.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

#include "base/checksum.h"
#include "base/read_file.h"
#include "train/nnue/training_settings.h"

namespace tabiya {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers in files are little endian");

constexpr std::string_view kMagic = "TabiyaCP";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kLongestText = 1 << 16;
constexpr std::size_t kMostRows = 1 << 20;

class Output {
 public:
  void add(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  template <class Number>
    requires std::is_arithmetic_v<Number>
  void add(Number number) {
    add(std::as_bytes(std::span(&number, 1)));
  }
  void add_text(std::string_view text) {
    add(static_cast<std::uint32_t>(text.size()));
    add(std::as_bytes(std::span(text)));
  }
  std::vector<std::byte> sealed() && {
    add(checksum_of(bytes_));
    return std::move(bytes_);
  }

 private:
  std::vector<std::byte> bytes_;
};

// Reads what Output wrote. After the end of the bytes it gives zeros and remembers that.
class Input {
 public:
  explicit Input(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool is_short() const { return is_short_; }
  bool is_at_end() const { return bytes_.empty(); }
  void take(std::span<std::byte> out) {
    if (out.empty()) return;
    if (out.size() > bytes_.size()) {
      is_short_ = true;
      bytes_ = {};
      std::memset(out.data(), 0, out.size());
      return;
    }
    std::memcpy(out.data(), bytes_.data(), out.size());
    bytes_ = bytes_.subspan(out.size());
  }
  template <class Number>
  Number number() {
    Number number{};
    take(std::as_writable_bytes(std::span(&number, 1)));
    return number;
  }
  std::string text() {
    const auto size = number<std::uint32_t>();
    if (size > kLongestText || size > bytes_.size()) {
      is_short_ = true;
      return {};
    }
    std::string text(size, '\0');
    take(std::as_writable_bytes(std::span(text)));
    return text;
  }

 private:
  std::span<const std::byte> bytes_;
  bool is_short_ = false;
};

constexpr std::string_view kOwnWay =
    "begin anew with --restart, or train into another file to keep it";

bool is_usable(const TrainingState& state) {
  return state.network.is_finite() && state.adam.means().is_finite() &&
         state.adam.squares().is_finite() && std::isfinite(state.rate_factor) &&
         std::isfinite(state.loss_sum) && std::isfinite(state.seconds);
}

}  // namespace

std::vector<std::byte> checkpoint_file(const TrainingState& state, const CheckpointLabels& labels) {
  Output out;
  out.add(std::as_bytes(std::span(kMagic)));
  out.add(kVersion);
  out.add_text(labels.settings);
  out.add_text(labels.data);
  out.add(static_cast<std::uint32_t>(state.network.width()));
  out.add(state.step);
  out.add(state.cursor.epoch);
  out.add(state.cursor.chunk);
  out.add(state.cursor.offset);
  out.add(state.rate_factor);
  out.add(state.loss_sum);
  out.add(state.loss_steps);
  out.add(state.seconds);
  out.add(static_cast<std::uint32_t>(state.rows.size()));
  for (const TrainingRow& row : state.rows) {
    out.add(row.step);
    for (const double number : {row.loss, row.validation_loss, row.rate, row.blend,
                                row.positions_per_second, row.waiting})
      out.add(number);
  }
  for (const FloatNetwork* numbers : {&state.network, &state.adam.means(), &state.adam.squares()})
    out.add(std::as_bytes(numbers->values()));
  return std::move(out).sealed();
}

std::expected<TrainingState, std::string> parse_checkpoint(std::span<const std::byte> file,
                                                           const CheckpointLabels& labels,
                                                           const AdamSettings& adam) {
  const auto refused = [](std::string_view why) {
    return std::unexpected(fmt::format("{}; {}", why, kOwnWay));
  };
  std::array<char, kMagic.size()> magic{};
  Input start(file);
  start.take(std::as_writable_bytes(std::span(magic)));
  if (std::string_view(magic.data(), magic.size()) != kMagic)
    return refused("this is not a checkpoint of a training");
  if (const auto version = start.number<std::uint32_t>(); version != kVersion)
    return refused(fmt::format("this checkpoint has the format {}, and this program knows {}",
                               version, kVersion));

  std::uint64_t checksum = 0;
  if (file.size() < kMagic.size() + sizeof checksum) return refused("the checkpoint is cut off");
  std::memcpy(&checksum, file.last(sizeof checksum).data(), sizeof checksum);
  if (checksum_of(file.first(file.size() - sizeof checksum)) != checksum)
    return refused("the checkpoint is cut off or damaged: its checksum is wrong");

  Input in(file.first(file.size() - sizeof checksum).subspan(kMagic.size() + sizeof kVersion));
  if (const auto wrong = difference_between(in.text(), labels.settings); wrong && !in.is_short())
    return refused(fmt::format("the checkpoint was made with other settings: {}", *wrong));
  if (const std::string data = in.text(); data != labels.data && !in.is_short())
    return refused(fmt::format("the checkpoint was made with other data: \"{}\" then, \"{}\" now",
                               data, labels.data));
  const auto width = in.number<std::uint32_t>();
  if (width < kLowestWidth || width > kHighestWidth || width % kWidthStep != 0)
    return refused("the checkpoint is damaged: its network has an impossible width");

  TrainingState state(FloatNetwork(static_cast<int>(width)), adam);
  state.step = in.number<std::uint64_t>();
  state.cursor.epoch = in.number<std::uint64_t>();
  state.cursor.chunk = in.number<std::uint64_t>();
  state.cursor.offset = in.number<std::uint64_t>();
  state.rate_factor = in.number<double>();
  state.loss_sum = in.number<double>();
  state.loss_steps = in.number<std::uint64_t>();
  state.seconds = in.number<double>();
  const auto rows = in.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < rows && i < kMostRows && !in.is_short(); ++i) {
    TrainingRow row{.step = in.number<std::uint64_t>()};
    for (double* const number : {&row.loss, &row.validation_loss, &row.rate, &row.blend,
                                 &row.positions_per_second, &row.waiting})
      *number = in.number<double>();
    state.rows.push_back(row);
  }
  for (FloatNetwork* numbers : {&state.network, &state.adam.means(), &state.adam.squares()})
    in.take(std::as_writable_bytes(numbers->values()));
  if (in.is_short() || !in.is_at_end() || !is_usable(state))
    return refused("the checkpoint is damaged: what it says of itself does not fit");
  return state;
}

std::expected<TrainingState, std::string> load_checkpoint(const std::filesystem::path& file,
                                                          const CheckpointLabels& labels,
                                                          const AdamSettings& adam) {
  // Far more than the widest network with the longest log.
  constexpr std::size_t kLongest = std::size_t{256} << 20;
  const auto bytes = read_file(file, kLongest);
  if (!bytes) return std::unexpected(fmt::format("{}; {}", bytes.error(), kOwnWay));
  auto state = parse_checkpoint(*bytes, labels, adam);
  if (!state) return std::unexpected(fmt::format("{}: {}", file.string(), state.error()));
  return state;
}

}  // namespace tabiya
