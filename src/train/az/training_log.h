// How training went, as a table for spreadsheets.
#pragma once

#include <span>
#include <string>

#include "train/az/checkpoint.h"

namespace tabiya {

// Comma-separated values with a line of names. What is not known is left empty.
std::string csv_of(std::span<const AzRow>);

}  // namespace tabiya
