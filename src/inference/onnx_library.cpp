#include "inference/onnx_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <system_error>

#include "base/result.h"
#include "base/system.h"
#include "base/text.h"
#include "inference/ort_api.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>

// What ONNX Runtime 1.30 never frees must not be taken for our mistake, which needs two things. At
// exit its destructors lose the pointers to some of it, so the leak sanitizer looks before: see
// opened(). By then nothing may point any more to 14 bytes of it, or still something, by chance and
// by machine: these are suppressed, and not spoken of.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libonnxruntime.so"; }
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
#endif

namespace tabiya {

namespace {

// ONNX Runtime counts how often its environment was made, but cannot make the next one while
// another thread gives the last one back. So one thread at a time does either. It is also held
// while the library is loaded, whose own start is then seen to come before all use.
std::mutex& environment_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

OnnxLibrary::OnnxLibrary() = default;
OnnxLibrary::~OnnxLibrary() {
  const std::lock_guard lock(environment_mutex());
  environment_.reset();
}

bool OnnxLibrary::has_provider(const std::string& name) const {
  return std::ranges::find(providers_, name) != providers_.end();
}

#ifdef TABIYA_HAS_ONNXRUNTIME

namespace {

constexpr const char* kName = "libonnxruntime.so.1";

// A library that is closed again unless it turns out to be of use.
class Handle {
 public:
  explicit Handle(const std::string& file) : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) problem_ = dlerror();  // NOLINT(concurrency-mt-unsafe): a thread's own
  }
  ~Handle() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  bool is_open() const { return handle_ != nullptr; }
  const std::string& problem() const { return problem_; }
  void* symbol(const char* name) const { return dlsym(handle_, name); }
  void keep_for_ever() { handle_ = nullptr; }

 private:
  void* handle_;
  std::string problem_;
};

// Gives the C++ interface its pointer, once: sessions may be using it. False if it points into
// another copy of the library. Precondition: the mutex above is held.
bool use_for_this_process(const OrtApi* api) {
  if (Ort::Global<void>::api_ == nullptr) Ort::InitApi(api);
  return Ort::Global<void>::api_ == api;
}

std::unexpected<Error> unusable(const std::string& file, std::string_view why) {
  return failure("{} cannot be used: {}", file, why);
}

}  // namespace

std::vector<std::string> OnnxLibrary::usual_places() {
  std::vector<std::string> places;
  if (const std::filesystem::path folder = program_file().parent_path(); !folder.empty()) {
    places.push_back(folder / kName);
    places.push_back((folder / "../lib" / kName).lexically_normal());
  }
  places.emplace_back(TABIYA_ONNXRUNTIME_LIBRARY);
  places.emplace_back(kName);
  return places;
}

OnnxLibrary::Loaded OnnxLibrary::load(const std::filesystem::path& asked) {
  if (!asked.empty()) {
    // A bare name would be looked for among the system's libraries, not here.
    std::error_code error;
    const std::filesystem::path file = std::filesystem::absolute(asked, error);
    return opened(error ? asked : file);
  }
  std::string tried;
  for (const std::string& place : usual_places()) {
    std::error_code unknown;
    const bool is_path = place.find('/') != std::string::npos;
    const bool absent = is_path && !std::filesystem::exists(place, unknown);
    if (!absent) {
      auto library = opened(place);
      if (library) return library;
      tried += fmt::format("; {}", library.error().message);
    } else {
      tried += fmt::format("; {} is not there", place);
    }
  }
  return failure(
      "ONNX networks need ONNX Runtime, which was not found: put its {} beside the program, or "
      "install it{}",
      kName, tried);
}

OnnxLibrary::Loaded OnnxLibrary::opened(const std::string& file) {
  // Made first, so that it goes last: giving an environment back takes the mutex.
  auto library = std::shared_ptr<OnnxLibrary>(new OnnxLibrary);
  const std::lock_guard lock(environment_mutex());
  Handle handle(file);
  if (!handle.is_open()) return unusable(file, handle.problem());
  using ApiBase = decltype(&OrtGetApiBase);
  const auto api_base = reinterpret_cast<ApiBase>(handle.symbol("OrtGetApiBase"));
  if (api_base == nullptr) return unusable(file, "it is not ONNX Runtime");

  const OrtApiBase* base = api_base();
  const std::string version = base->GetVersionString();
  const OrtApi* api = base->GetApi(ORT_API_VERSION);
  if (api == nullptr)
    return unusable(file, fmt::format("it is ONNX Runtime {}, and at least 1.{} is needed", version,
                                      ORT_API_VERSION));
  handle.keep_for_ever();

  library->file_ = file;
  library->version_ = version;
  if (!use_for_this_process(api))
    return unusable(file, "another copy of ONNX Runtime is in use; restart the program");
  try {
    library->providers_ = Ort::GetAvailableProviders();
    // What it has to say comes back as an error; it must not write to our standard error, too.
    library->environment_ = std::make_unique<Ort::Env>(ORT_LOGGING_LEVEL_FATAL, "tabiya");
  } catch (const Ort::Exception& error) {
    return unusable(file, printable_line(error.what(), kLongestReason));
  }
#ifdef __SANITIZE_ADDRESS__
  [[maybe_unused]] static const int registered = std::atexit(&__lsan_do_leak_check);
#endif
  return library;
}

#else

std::vector<std::string> OnnxLibrary::usual_places() { return {}; }

OnnxLibrary::Loaded OnnxLibrary::load(const std::filesystem::path&) {
  return failure(
      "this program was built without ONNX Runtime, so it cannot run ONNX networks; build it again "
      "with the headers of ONNX Runtime (./run fetches them)");
}

OnnxLibrary::Loaded OnnxLibrary::opened(const std::string& file) { return load(file); }

#endif

}  // namespace tabiya
