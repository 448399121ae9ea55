// Stands in for ONNX Runtime's library on a machine with a CUDA card.
//
// It opens no session: its refusal says with which options it was asked to. So a test sees through
// the real program what ONNX Runtime would have been told. With TABIYA_FAKE_CUDA in the environment
// it opens sessions that compute zeros; where that is "partial", the card lacks an operation.
#define ORT_API_MANUAL_INIT
#include <onnxruntime_c_api.h>
#include <onnxruntime_session_options_config_keys.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

struct OrtStatus {
  std::string message;
};
struct OrtEnv {};
struct OrtCUDAProviderOptionsV2 {
  std::string text;
};
struct OrtSessionOptions {
  std::string text;
  bool all_on_cuda = false;
};
struct OrtSession {};
struct OrtMemoryInfo {};
struct OrtRunOptions {};
struct OrtValue {
  void* data;
  size_t bytes;
};

namespace {

// The compiler wants every function of the table to be one that does not throw.
OrtStatusPtr create_status(OrtErrorCode, const char* message) noexcept {
  return new OrtStatus{message};
}
OrtErrorCode error_code(const OrtStatus*) noexcept { return ORT_FAIL; }
const char* error_message(const OrtStatus* status) noexcept { return status->message.c_str(); }

OrtStatusPtr available_providers(char*** names, int* count) noexcept {
  static std::array<char, 32> cuda{"CUDAExecutionProvider"};
  static std::array<char, 32> cpu{"CPUExecutionProvider"};
  static std::array<char*, 2> all{cuda.data(), cpu.data()};
  *names = all.data();
  *count = static_cast<int>(all.size());
  return nullptr;
}
OrtStatusPtr release_providers(char**, int) noexcept { return nullptr; }

OrtStatusPtr create_env(OrtLoggingLevel, const char*, OrtEnv** made) noexcept {
  *made = new OrtEnv;
  return nullptr;
}

OrtStatusPtr language(const OrtEnv*, OrtLanguageProjection) noexcept { return nullptr; }

OrtStatusPtr create_options(OrtSessionOptions** made) noexcept {
  *made = new OrtSessionOptions;
  return nullptr;
}
OrtStatusPtr add(OrtSessionOptions* options, const std::string& text) noexcept {
  options->text += text;
  return nullptr;
}
OrtStatusPtr intra_threads(OrtSessionOptions* options, int count) noexcept {
  return add(options, " threads=" + std::to_string(count));
}
OrtStatusPtr inter_threads(OrtSessionOptions*, int) noexcept { return nullptr; }
OrtStatusPtr execution_mode(OrtSessionOptions*, ExecutionMode) noexcept { return nullptr; }
OrtStatusPtr optimization(OrtSessionOptions*, GraphOptimizationLevel) noexcept { return nullptr; }
OrtStatusPtr config(OrtSessionOptions* options, const char* key, const char* value) noexcept {
  if (std::strcmp(key, kOrtSessionOptionsDisableCPUEPFallback) == 0)
    options->all_on_cuda = std::strcmp(value, "1") == 0;
  return nullptr;
}

OrtStatusPtr create_cuda(OrtCUDAProviderOptionsV2** made) noexcept {
  *made = new OrtCUDAProviderOptionsV2;
  return nullptr;
}
OrtStatusPtr update_cuda(OrtCUDAProviderOptionsV2* options, const char* const* keys,
                         const char* const* values, size_t count) noexcept {
  for (size_t i = 0; i < count; ++i) options->text += std::string(" ") + keys[i] + "=" + values[i];
  return nullptr;
}
OrtStatusPtr append_cuda(OrtSessionOptions* options,
                         const OrtCUDAProviderOptionsV2* cuda) noexcept {
  return add(options, " CUDA" + cuda->text);
}

OrtStatusPtr create_session(const OrtEnv*, const void*, size_t, const OrtSessionOptions* options,
                            OrtSession** made) noexcept {
  const char* const cuda = std::getenv("TABIYA_FAKE_CUDA");  // NOLINT(concurrency-mt-unsafe)
  if (cuda == nullptr) return new OrtStatus{"asked for:" + options->text};
  if (options->all_on_cuda && std::strcmp(cuda, "partial") == 0)
    return new OrtStatus{"some nodes are assigned to the default CPU EP"};
  *made = new OrtSession;
  return nullptr;
}

OrtStatusPtr create_memory(OrtAllocatorType, OrtMemType, OrtMemoryInfo** made) noexcept {
  *made = new OrtMemoryInfo;
  return nullptr;
}
OrtStatusPtr create_tensor(const OrtMemoryInfo*, void* data, size_t bytes, const int64_t*, size_t,
                           ONNXTensorElementDataType, OrtValue** made) noexcept {
  *made = new OrtValue{data, bytes};
  return nullptr;
}
OrtStatusPtr create_run_options(OrtRunOptions** made) noexcept {
  *made = new OrtRunOptions;
  return nullptr;
}
OrtStatusPtr terminate(OrtRunOptions*) noexcept { return nullptr; }
OrtStatusPtr run(OrtSession*, const OrtRunOptions*, const char* const*, const OrtValue* const*,
                 size_t, const char* const*, size_t count, OrtValue** outputs) noexcept {
  for (size_t i = 0; i < count; ++i) std::memset(outputs[i]->data, 0, outputs[i]->bytes);
  return nullptr;
}

template <class T>
void release(T* made) noexcept {
  delete made;
}

const OrtApi* api(uint32_t) noexcept {
  static const OrtApi table = [] {
    OrtApi made;
    std::memset(static_cast<void*>(&made), 0, sizeof made);
    made.CreateStatus = create_status;
    made.GetErrorCode = error_code;
    made.GetErrorMessage = error_message;
    made.ReleaseStatus = release<OrtStatus>;
    made.GetAvailableProviders = available_providers;
    made.ReleaseAvailableProviders = release_providers;
    made.CreateEnv = create_env;
    made.ReleaseEnv = release<OrtEnv>;
    made.SetLanguageProjection = language;
    made.CreateSessionOptions = create_options;
    made.ReleaseSessionOptions = release<OrtSessionOptions>;
    made.SetIntraOpNumThreads = intra_threads;
    made.SetInterOpNumThreads = inter_threads;
    made.SetSessionExecutionMode = execution_mode;
    made.SetSessionGraphOptimizationLevel = optimization;
    made.AddSessionConfigEntry = config;
    made.CreateCUDAProviderOptions = create_cuda;
    made.UpdateCUDAProviderOptions = update_cuda;
    made.ReleaseCUDAProviderOptions = release<OrtCUDAProviderOptionsV2>;
    made.SessionOptionsAppendExecutionProvider_CUDA_V2 = append_cuda;
    made.CreateSessionFromArray = create_session;
    made.ReleaseSession = release<OrtSession>;
    made.CreateCpuMemoryInfo = create_memory;
    made.ReleaseMemoryInfo = release<OrtMemoryInfo>;
    made.CreateTensorWithDataAsOrtValue = create_tensor;
    made.ReleaseValue = release<OrtValue>;
    made.CreateRunOptions = create_run_options;
    made.ReleaseRunOptions = release<OrtRunOptions>;
    made.RunOptionsSetTerminate = terminate;
    made.Run = run;
    return made;
  }();
  return &table;
}

const char* version() noexcept { return "1.0-fake"; }

}  // namespace

extern "C" const OrtApiBase* OrtGetApiBase() noexcept {
  static const OrtApiBase base{api, version};
  return &base;
}
