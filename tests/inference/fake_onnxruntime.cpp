// Stands in for ONNX Runtime's library on a machine with a CUDA card, as far as opening a session.
//
// It opens none: its refusal says with which options it was asked to. So a test sees through the
// real program what ONNX Runtime would have been told.
#define ORT_API_MANUAL_INIT
#include <onnxruntime_c_api.h>

#include <array>
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
OrtStatusPtr config(OrtSessionOptions*, const char*, const char*) noexcept { return nullptr; }

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
                            OrtSession**) noexcept {
  return new OrtStatus{"asked for:" + options->text};
}

void release_session(OrtSession*) noexcept {}  // of null: none is ever made

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
    made.ReleaseSession = release_session;
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
