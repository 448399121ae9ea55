// The library and the headers come from two places. They must understand each other.
#include <gtest/gtest.h>
#include <onnxruntime_cxx_api.h>

namespace {

TEST(OnnxRuntime, LibrarySpeaksTheVersionOfTheHeaders) {
  ASSERT_NE(OrtGetApiBase()->GetApi(ORT_API_VERSION), nullptr)
      << "library " << OrtGetApiBase()->GetVersionString() << ", headers for API "
      << ORT_API_VERSION;
}

TEST(OnnxRuntime, StartsAndHasAProviderForTheProcessor) {
  const Ort::Env environment;
  const std::vector<std::string> providers = Ort::GetAvailableProviders();
  EXPECT_NE(std::find(providers.begin(), providers.end(), "CPUExecutionProvider"), providers.end());
}

}  // namespace
