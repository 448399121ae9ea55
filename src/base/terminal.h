// What may be shown on a terminal, and what its owner asked for.
#pragma once

#include <cstddef>

namespace tabiya {

// Someone looks at it, and it can do more than print: move its cursor, show colours.
bool is_capable_terminal(int file);

// Colours where someone looks, unless they asked for none (https://no-color.org).
bool wants_color(int file);

// Chess symbols can be shown. On a terminal the locale decides. Elsewhere they always can: a file
// or a pipe shall hold the same text whoever writes it.
bool shows_unicode(int file);

// Of a terminal; 80 if that is not known.
std::size_t columns_of(int file);

}  // namespace tabiya
