// The whole of a file at once: what happens to it later does not matter.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace tabiya {

// At most so many bytes; of a longer file one byte more, enough to see that it is too long. The
// error names the file. Pipes and devices are refused, since reading them could take for ever.
Result<std::vector<std::byte>> read_file(const std::filesystem::path&, std::size_t longest);

}  // namespace tabiya
