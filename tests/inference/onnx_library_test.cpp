// Finding and loading ONNX Runtime.
#include "inference/onnx_library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "inference/networks.h"
#include "support/temporary_folder.h"

namespace tabiya::test {
namespace {

TEST(OnnxLibrary, IsFoundWhereItWasWhenWeBuilt) {
  const auto library = OnnxLibrary::load();
  ASSERT_TRUE(library) << library.error().message;
  EXPECT_TRUE((*library)->version().starts_with("1.")) << (*library)->version();
  EXPECT_TRUE((*library)->has_provider("CPUExecutionProvider"));
  EXPECT_FALSE((*library)->has_provider("AbacusExecutionProvider"));
  EXPECT_TRUE(std::ranges::count(OnnxLibrary::usual_places(), (*library)->file()));
}

TEST(OnnxLibrary, IsTakenFromWhereItIsAskedFor) {
  const auto usual = onnx_library();
  if (usual->file().find('/') == std::string::npos) GTEST_SKIP() << "the system's own";
  const TemporaryFolder folder;
  std::filesystem::create_symlink(usual->file(), folder.path() / "here.so");
  const auto library = OnnxLibrary::load(folder.path() / "here.so");
  ASSERT_TRUE(library) << library.error().message;
  EXPECT_EQ((*library)->file(), folder.path() / "here.so");
}

// Where this machine has it.
std::string path_of_system_library(const char* name) {
  void* const library = dlopen(name, RTLD_NOW);
  link_map* map = nullptr;
  if (library == nullptr || dlinfo(library, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0)
    throw std::runtime_error(std::string("there is no ") + name);
  std::string path = map->l_name;
  dlclose(library);
  return path;
}

TEST(OnnxLibrary, SaysWhatIsWrongWithTheOneAskedFor) {
  const TemporaryFolder folder;
  folder.write("text.so", "this is no library");
  const auto missing = OnnxLibrary::load(folder.path() / "missing.so");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("missing.so cannot be used"), std::string::npos);
  const auto text = OnnxLibrary::load(folder.path() / "text.so");
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("text.so cannot be used"), std::string::npos);
  const auto other = OnnxLibrary::load(path_of_system_library("libm.so.6"));
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("it is not ONNX Runtime"), std::string::npos)
      << other.error().message;
}

TEST(OnnxLibraryThreads, MayAllLoadItAtOnce) {
  std::vector<std::string> faults(8);
  {
    std::vector<std::jthread> threads;
    for (std::string& mine : faults)
      threads.emplace_back([&mine] {
        for (int i = 0; i < 20; ++i)
          if (const auto library = OnnxLibrary::load(); !library) mine = library.error().message;
      });
  }
  for (const std::string& mine : faults) EXPECT_EQ(mine, "");
}

}  // namespace
}  // namespace tabiya::test
