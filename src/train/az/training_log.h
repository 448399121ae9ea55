// How training went, as a table for spreadsheets and as a picture.
#pragma once

#include <span>
#include <string>

#include "base/line_chart.h"
#include "train/az/checkpoint.h"

namespace tabiya {

// Comma-separated values with a line of names. What is not known is left empty.
std::string csv_of(std::span<const AzRow>);

// The losses over the positions seen.
LineChart chart_of(std::span<const AzRow>, std::string title);

}  // namespace tabiya
