// Curves as a picture: an SVG file that browsers and editors show.
#pragma once

#include <string>
#include <vector>

namespace tabiya {

struct ChartPoint {
  double x = 0;
  double y = 0;
  double error = 0;  // an error bar from y − error to y + error; 0: none
};

struct ChartLine {
  std::string name;
  std::vector<ChartPoint> points;  // what is not a finite number leaves a gap
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<ChartLine> lines;
};

// The whole file. Takes any text and any numbers; a chart without a point says that it has none.
std::string svg_of(const LineChart&);

// Round numbers that divide the way from low to high into about so many parts, those within it.
// Precondition: low < high.
std::vector<double> chart_ticks(double low, double high, int parts);

}  // namespace tabiya
