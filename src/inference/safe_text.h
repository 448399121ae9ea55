// Texts out of files and libraries, fit for an error message: one line, and not too long a one.
//
// Messages of this module end up on terminals and in the protocols of chess programs, where a line
// end inside a tensor's name would be a line of the file's own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tabiya {

inline constexpr std::size_t kLongestShownName = 80;
inline constexpr std::size_t kLongestReason = 400;

// Printable ASCII stays, line ends and tabs become blanks, all other bytes \xNN; what is too long
// ends in "...".
std::string safe_text(std::string_view text, std::size_t longest = kLongestShownName);

}  // namespace tabiya
