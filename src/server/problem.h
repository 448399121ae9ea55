// Why a request was refused: a code for programs, a sentence for people, and where it is wrong.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <utility>

namespace tabiya::server {

enum class ProblemCode : std::uint8_t {
  BadRequest,
  UnknownType,
  UnknownGame,
  UnknownNode,
  UnknownSearch,
  Stale,
  IllegalMove,
  NotNow,
  BadFen,
  BadPgn,
  BadValue,
  TooLarge,
  Busy,
  Internal,
};

struct Problem {
  ProblemCode code;
  std::string message;
  std::string field{};                  // empty: none
  std::optional<std::uint64_t> line{};  // both from 1
  std::optional<std::uint64_t> column{};
};

using Done = std::expected<void, Problem>;

inline std::unexpected<Problem> refused(ProblemCode code, std::string message,
                                        std::string field = {}) {
  return std::unexpected(Problem{code, std::move(message), std::move(field), {}, {}});
}

}  // namespace tabiya::server
