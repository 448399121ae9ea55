#include "inference/open_evaluator.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "base/system.h"

namespace tabiya {
namespace {

constexpr const char* kNetworkFile = "default.onnx";

std::size_t sessions_for(const EvaluatorSettings& settings) {
  if (settings.arrangement == Arrangement::Together) return 1;
  const auto cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
  return static_cast<std::size_t>(std::clamp(settings.threads, 1, cores));
}

// The network, and the library that computes it.
Result<void> read_what_is_new(OpenEvaluator& made, const OpenEvaluator& before) {
  const EvaluatorSettings& settings = made.settings;
  made.model = before.model;
  if (!made.model || settings.file != before.settings.file) {
    auto model = OnnxModel::load(settings.file);
    if (!model) return std::unexpected(model.error());
    made.model = *std::move(model);
  }
  made.library = before.library;
  if (!made.library || settings.library != before.settings.library) {
    auto library = OnnxLibrary::load(settings.library);
    if (!library) return std::unexpected(library.error());
    made.library = *std::move(library);
  }
  return {};
}

Result<void> make_sessions(OpenEvaluator& made, const OpenEvaluator& before) {
  const EvaluatorSettings& settings = made.settings;
  const std::size_t count = sessions_for(settings);
  if (made.model == before.model && made.library == before.library &&
      settings.onnx == before.settings.onnx)
    made.sessions.assign(before.sessions.begin(),
                         before.sessions.begin() +
                             static_cast<std::ptrdiff_t>(std::min(count, before.sessions.size())));
  while (made.sessions.size() < count) {
    auto session = onnx_evaluator(made.library, made.model, settings.onnx);
    if (!session) return std::unexpected(session.error());
    made.sessions.push_back(counted_evaluator(*std::move(session), made.counter));
  }
  return {};
}

void arrange(OpenEvaluator& made, const OpenEvaluator& before) {
  const EvaluatorSettings& settings = made.settings;
  if (settings.arrangement == Arrangement::Together)
    made.evaluator = batching_evaluator(made.sessions.front(), settings.batch);
  else
    made.evaluator = lanes_evaluator(made.sessions);
  if (settings.cache == 0) return;
  const bool keeps =
      before.cache && before.settings.cache == settings.cache && made.answers_as(before);
  made.cache = keeps ? before.cache : std::make_shared<EvaluationCache>(settings.cache);
  made.evaluator = cached_evaluator(std::move(made.evaluator), made.cache, settings.cache_inputs);
}

std::vector<std::filesystem::path> places_of_default_network() {
  std::vector<std::filesystem::path> places;
  if (const std::filesystem::path folder = program_file().parent_path(); !folder.empty()) {
    places.push_back(folder / kNetworkFile);
    places.push_back((folder / "nets" / kNetworkFile).lexically_normal());
    places.push_back((folder / "../share/tabiya" / kNetworkFile).lexically_normal());
  }
  places.push_back(std::filesystem::path(TABIYA_NETWORKS) / kNetworkFile);
  return places;
}

}  // namespace

std::filesystem::path network_named(std::string_view name) {
  if (name == kNoNetwork) return {};
  if (name != kDefaultNetwork) return name;
  for (const std::filesystem::path& place : places_of_default_network()) {
    std::error_code unknown;
    if (std::filesystem::is_regular_file(place, unknown)) return place;
  }
  return {};
}

OpenedEvaluator open_evaluator(const EvaluatorSettings& settings, const OpenEvaluator& before) {
  OpenEvaluator made{.settings = settings};
  // Sessions that are kept count where they did.
  made.counter = before.counter ? before.counter : std::make_shared<EvaluationCounter>();
  if (settings.file.empty()) {
    made.evaluator = counted_evaluator(uniform_evaluator(), made.counter);
    return made;
  }
  try {
    if (auto done = read_what_is_new(made, before); !done) return std::unexpected(done.error());
    if (auto done = make_sessions(made, before); !done) return std::unexpected(done.error());
    arrange(made, before);
    return made;
  } catch (const std::bad_alloc&) {
    return failure("there is not enough memory for the network and its cache");
  } catch (const std::system_error&) {
    return failure("the system cannot start another thread");
  }
}

}  // namespace tabiya
