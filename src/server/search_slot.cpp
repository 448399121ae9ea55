#include "server/search_slot.h"

#include <algorithm>
#include <utility>

#include "base/result.h"

namespace tabiya::server {
// Behind the mutex: everything. The engine's thread writes, the dispatcher's thread reads.
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

Result<std::unique_ptr<SearchSlot>> SearchSlot::open(const EngineSettings& settings,
                                                     std::uint64_t seed) {
  auto slot = std::unique_ptr<SearchSlot>(new SearchSlot(seed));
  if (auto ready = slot->engine_.configure(settings); !ready) return std::unexpected(ready.error());
  return slot;
}

SearchSlot::SearchSlot(std::uint64_t seed)
    : listener_(std::make_unique<Listener>()), engine_(seed) {}

SearchSlot::~SearchSlot() = default;

Result<void> SearchSlot::use(const SearchSetting& setting) {
  EngineSettings settings = engine_.settings();
  settings.engine = setting.engine;
  settings.multi_pv = setting.lines;
  settings.limit_strength = setting.elo.has_value();
  settings.elo = setting.elo.value_or(settings.elo);
  return engine_.configure(settings);
}

Result<void> SearchSlot::go(const SearchSetting& setting, Game game, const SearchLimits& limits,
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
