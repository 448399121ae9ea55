// Curves as a picture: an SVG file that browsers and editors show.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tabiya {

struct ChartPoint {
  double x = 0;
  double y = 0;
  double error = 0;  // an error bar from y − error to y + error; 0: none
};

struct ChartLine {
  std::string name;                // empty: it is not in the legend
  std::vector<ChartPoint> points;  // what is not a finite number leaves a gap
  bool is_guide = false;           // thin and grey, to see the others against
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<ChartLine> lines;
  bool x_is_whole = false;  // of x, only whole numbers are marked
  // Equal heights are equal ratios; what is not above 0 leaves a gap.
  bool y_is_logarithmic = false;
  double width = 800;
  double height = 480;
};

// The whole file. Takes any text and any numbers; a chart without a point says that it has none.
std::string svg_of(const LineChart&);

// Several charts of one size as one file: row by row, that many in each. Precondition: columns > 0.
std::string svg_of(const std::vector<LineChart>&, std::size_t columns);

// Round numbers within low and high that divide the way between them into about this many parts.
// Precondition: low < high.
std::vector<double> chart_ticks(double low, double high, int parts);

// Round numbers for a logarithmic axis: powers of ten, and what divides them if there is room.
// Precondition: 0 < low < high.
std::vector<double> logarithmic_chart_ticks(double low, double high);

}  // namespace tabiya
