// What may be shown on a terminal, what its owner asked for, and how text fits into it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tabiya {

// A terminal that can do more than print: move its cursor, show colours.
bool is_capable_terminal(int file);

// Colours on such a terminal, unless the user asked for none (https://no-color.org).
bool wants_color(int file);

// Chess symbols can be shown. On a terminal the locale decides. Elsewhere they always can: a file
// or a pipe must hold the same text on every machine.
bool shows_unicode(int file);

// Of a terminal; 80 if that is not known.
std::size_t columns_of(int file);

// Words with single blanks, in lines of at most `columns`. All lines but the first begin with the
// margin; the caller has written as much before the first. No line end after the last.
std::string wrapped(std::span<const std::string> words, std::string_view margin,
                    std::size_t columns);

}  // namespace tabiya
