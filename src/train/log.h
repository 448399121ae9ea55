// The log of a training: a row of numbers now and then, as a table and as a picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/line_chart.h"

namespace tabiya {

struct LogColumn {
  std::string name;
  std::string form;    // of its numbers, as fmt has it: ".5f"
  std::string line{};  // its name in the picture, if it is drawn there
};

struct LogRow {
  std::uint64_t step = 0;
  std::vector<double> numbers;  // one for each column; what is not finite is left empty

  bool operator==(const LogRow&) const = default;
};

struct TrainingLog {
  std::vector<LogColumn> columns;
  std::vector<LogRow> rows;

  // A line of names, then the rows. `batch` is the number of positions of a step.
  std::string csv(std::size_t batch) const;
  LineChart chart(std::size_t batch) const;  // without title and label of y
};

}  // namespace tabiya
