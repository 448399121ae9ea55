// What an operation returns that can fail for reasons outside the program: the value, or why not.
#pragma once

#include <fmt/core.h>

#include <expected>
#include <string>
#include <utility>

namespace tabiya {

struct Error {
  std::string message;  // a sentence for people that names the file or the value it is about

  bool operator==(const Error&) const = default;
};

template <class T>
using Result = std::expected<T, Error>;

// return failure("{} cannot be opened", name);
template <class... Args>
std::unexpected<Error> failure(fmt::format_string<Args...> format, Args&&... args) {
  return std::unexpected(Error{fmt::format(format, std::forward<Args>(args)...)});
}

}  // namespace tabiya
