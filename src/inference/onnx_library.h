// ONNX Runtime, which computes networks, loaded when it is first needed.
//
// The program is not linked with it: it starts without the library, and stays one file to give
// away. The library is never unloaded, and a process uses one copy of it only.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace Ort {
struct Env;
}

namespace tabiya {

// Of what the library says when it refuses something, as much is told.
inline constexpr std::size_t kLongestReason = 400;

class OnnxLibrary {
 public:
  using Loaded = Result<std::shared_ptr<const OnnxLibrary>>;

  // Takes the file asked for, and no other. Without one it looks beside the program, in the folder
  // lib beside the program's own, where the program was built, and where the system has libraries.
  // May be called again, and from several threads.
  static Loaded load(const std::filesystem::path& asked = {});

  // Where load() looks when nothing was asked for, in this order.
  static std::vector<std::string> usual_places();

  ~OnnxLibrary();
  OnnxLibrary(const OnnxLibrary&) = delete;
  OnnxLibrary& operator=(const OnnxLibrary&) = delete;

  const std::string& file() const { return file_; }        // where it was found
  const std::string& version() const { return version_; }  // "1.30.0"
  // What it can compute on, as it names them: "CPUExecutionProvider".
  const std::vector<std::string>& providers() const { return providers_; }
  bool has_provider(const std::string& name) const;

  // For sessions, which must not outlive this. ONNX Runtime synchronises what it shares.
  Ort::Env& environment() const { return *environment_; }

 private:
  OnnxLibrary();
  static Loaded opened(const std::string& file);

  std::string file_;
  std::string version_;
  std::vector<std::string> providers_;
  std::unique_ptr<Ort::Env> environment_;
};

}  // namespace tabiya
