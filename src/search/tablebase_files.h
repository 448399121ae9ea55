// Damaged tablebase files, found before they do harm: the library that reads them checks little,
// and crashes on most damage.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/milliseconds.h"
#include "base/result.h"
#include "chess/position.h"

namespace tabiya {

// A pair of files for one set of pieces: KQvK.rtbw tells who wins, KQvK.rtbz how long it takes.
struct TablebaseFiles {
  std::string pieces;  // "KQvK"
  std::filesystem::path folder;
};

// Those in the folders, which are separated by ':'. An error names the first file that is damaged
// as far as its size, its beginning and its end tell: one that was not downloaded completely, or is
// not one of Syzygy's.
Result<std::vector<TablebaseFiles>> find_tablebase_files(const std::string& path);

// Random legal positions with these pieces. Empty if the name is invalid.
std::vector<Position> positions_with(const std::string& pieces, std::size_t count);

// How long probing in advance may take, however many files there are and however slow the disk is.
// What is not reached is read in a search for the first time.
inline constexpr Milliseconds kTimeToTryTablebases{1500};

// What may crash is done first in a child process: `prepare`, then one `probe` after the other. An
// error names the files at which the child crashed or hung. If the system
// gives no child process, nothing is tried, and there is no error.
Result<void> try_in_child(const std::vector<TablebaseFiles>&, const std::function<void()>& prepare,
                          const std::function<void(const Position&)>& probe);

}  // namespace tabiya
