// A short name for everything that makes two matches the same match.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tabiya {

// FNV-1a over 64 bits: not against forgery, only against mistakes.
class Fingerprint {
 public:
  // Adds a text and its length, so that "ab", "c" differs from "a", "bc".
  void add(std::string_view text);
  void add(std::uint64_t number);
  // The content of a file; if it cannot be read, only its name.
  void add_file(const std::filesystem::path&);

  std::string hex() const;  // sixteen digits

 private:
  void mix(std::string_view bytes) {
    for (const char c : bytes) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }

  std::uint64_t state_ = 0xcbf29ce484222325;
};

}  // namespace tabiya
