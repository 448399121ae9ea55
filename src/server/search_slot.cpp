#include "server/search_slot.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "engine/engine_options.h"

namespace tabiya::server {
namespace {

using Applied = Result<void>;

// A tree holds less in a megabyte than a hash table does.
constexpr std::size_t kTreeToHash = 4;
constexpr std::size_t kLargestTree = std::size_t{1} << 15;

}  // namespace

// Behind the mutex: everything. The engine's thread writes, the home thread reads.
class SearchSlot::Listener final : public EngineListener {
 public:
  void begin(std::function<void()> ended) {
    const std::lock_guard lock(mutex_);
    end_ = {};
    is_new_ = false;
    ended_ = std::move(ended);
  }

  void on_info(const SearchInfo& info) override {
    const std::lock_guard lock(mutex_);
    if (info.line.empty()) return;
    std::vector<SearchInfo>& lines = end_.progress.lines;
    const auto place = static_cast<std::size_t>(std::max(info.rank, 1)) - 1;
    if (place > lines.size()) return;
    if (place == lines.size()) lines.emplace_back();
    lines[place] = info;
    is_new_ = true;
  }

  void on_result(const SearchResult& result) override {
    std::function<void()> ended;
    {
      const std::lock_guard lock(mutex_);
      end_.result = result;
      ended = std::move(ended_);
    }
    ended();
  }

  std::optional<SearchProgress> news() {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(is_new_, false)) return std::nullopt;
    return end_.progress;
  }

  std::vector<SearchInfo> lines() {
    const std::lock_guard lock(mutex_);
    return end_.progress.lines;
  }

  SearchEnd end() {
    const std::lock_guard lock(mutex_);
    return end_;
  }

 private:
  std::mutex mutex_;
  SearchEnd end_;
  bool is_new_ = false;
  std::function<void()> ended_;
};

Result<std::unique_ptr<SearchSlot>> SearchSlot::open(const SlotSettings& settings) {
  auto slot = std::unique_ptr<SearchSlot>(new SearchSlot(settings));
  if (auto ready = slot->prepare(settings); !ready) return std::unexpected(ready.error());
  return slot;
}

SearchSlot::SearchSlot(const SlotSettings& settings)
    : listener_(std::make_unique<Listener>()), engine_(settings.seed) {}

SearchSlot::~SearchSlot() = default;

// The whole list of options that the server touches; no page can name one.
Applied SearchSlot::prepare(const SlotSettings& settings) {
  namespace name = option_name;
  const std::size_t tree = std::min(settings.hash_megabytes * kTreeToHash, kLargestTree);
  std::vector<std::pair<std::string_view, std::string>> options{
      {name::kThreads, fmt::format("{}", settings.threads)},
      {name::kHash, fmt::format("{}", settings.hash_megabytes)}};
  if (!settings.net.empty()) options.emplace_back(name::kEvalFile, settings.net);
  if (!settings.tree_net.empty()) {
    options.emplace_back(name::kTreeMemory, fmt::format("{}", tree));
    options.emplace_back(name::kWeightsFile, settings.tree_net);
    options.emplace_back(name::kEngine, std::string(kMcts));
  }
  for (const auto& [option, value] : options)
    if (auto applied = engine_.set_option(option, value); !applied) return applied;
  return {};
}

Applied SearchSlot::use(const SearchSetting& setting) {
  namespace name = option_name;
  const std::pair<std::string_view, std::string> options[]{
      {name::kEngine, std::string(word(setting.engine))},
      {name::kMultiPv, fmt::format("{}", setting.lines)},
      {name::kLimitStrength, setting.elo ? "true" : "false"},
      {name::kElo, fmt::format("{}", setting.elo.value_or(1400))}};
  for (const auto& [option, value] : options)
    if (auto applied = engine_.set_option(option, value); !applied) return applied;
  return {};
}

Applied SearchSlot::go(const SearchSetting& setting, Game game, const SearchLimits& limits,
                       std::function<void()> ended) {
  if (auto ready = use(setting); !ready) return ready;
  listener_->begin(std::move(ended));
  visits_shown_ = 0;
  engine_.set_game(std::move(game));
  engine_.go(limits, *listener_);
  return {};
}

void SearchSlot::stop() { engine_.stop(); }

std::optional<SearchProgress> SearchSlot::news() {
  auto news = listener_->news();
  // A tree grows between two reports, too, and may be hidden at the moment of one.
  auto tree = engine_.tree({});
  const std::uint64_t visits = tree ? tree->visits : 0;
  if (!news && visits != visits_shown_) news.emplace().lines = listener_->lines();
  if (!news) return news;
  visits_shown_ = visits;
  news->tree = std::move(tree);
  return news;
}

SearchEnd SearchSlot::end() {
  SearchEnd end = listener_->end();
  end.progress.tree = engine_.tree({});
  return end;
}

}  // namespace tabiya::server
