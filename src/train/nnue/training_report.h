// What a training leaves for people: a table of how it went, a picture of it, and the notes that
// travel with the network.
#pragma once

#include <span>
#include <string>

#include "base/line_chart.h"
#include "train/nnue/checkpoint.h"
#include "train/nnue/training_settings.h"

namespace tabiya {

// With a header line; a number that is not known leaves its field empty.
std::string csv_of(std::span<const TrainingRow>, const TrainingSettings&);

LineChart chart_of(std::span<const TrainingRow>, std::string title);

// Printable text if `data` is.
std::string notes_of(const TrainingState&, const TrainingSettings&, const std::string& data);

}  // namespace tabiya
