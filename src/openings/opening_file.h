// Openings from a file: positions in EPD or FEN, one a line, or the games of a PGN file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "notation/text_source.h"
#include "openings/opening_book.h"

namespace tabiya {

// PGN if the name ends in .pgn, EPD otherwise. Of games only the first `plies` half-moves are
// taken, if told so. The error names file and line: one bad opening refuses the file, for a book
// that is silently shorter is another book.
Result<std::vector<Opening>> read_openings(const std::string& file, Variant,
                                           std::optional<std::size_t> plies);

Result<std::vector<Opening>> read_epd_openings(std::string_view text, Variant);
Result<std::vector<Opening>> read_pgn_openings(TextSource&, Variant,
                                               std::optional<std::size_t> plies);

}  // namespace tabiya
