// Refusing to write over what is read, by whatever names it is called.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "base/result.h"

namespace tabiya {

// The error is a sentence: the output is one of the inputs, or a shard of one, or would look like
// one to the next reader of that folder; or, if it is a folder, one of its shards is. Links and
// roundabout paths are followed.
Result<void> check_output_is_no_input(const std::filesystem::path& output,
                                      std::span<const std::filesystem::path> inputs);

}  // namespace tabiya
