// Words in lines.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tabiya {

// Words with single blanks, in lines of at most so many columns. All lines but the first begin with
// the margin; the caller has written as much before the first. No line end after the last.
std::string wrapped(std::span<const std::string> words, std::string_view margin,
                    std::size_t columns);

}  // namespace tabiya
