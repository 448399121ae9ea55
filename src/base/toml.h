// TOML files by toml++, which takes seconds to compile: only what reads settings includes this.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include "base/result.h"

namespace tabiya {

inline std::size_t line_of(const toml::node& node) { return node.source().begin.line; }

// "line 7: …"
inline std::unexpected<Error> problem(const toml::node& node, std::string_view what) {
  return failure("line {}: {}", line_of(node), what);
}

// The error is a sentence with the line it is about.
inline Result<toml::table> parse_toml(std::string_view text) {
  toml::parse_result parsed = toml::parse(text);
  if (!parsed)
    return failure("line {}: {}", parsed.error().source().begin.line, parsed.error().description());
  return std::move(parsed).table();
}

}  // namespace tabiya
