#include "base/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace tabiya {

namespace {

constexpr double kLeft = 80;
constexpr double kRight = 20;
constexpr double kTop = 48;
constexpr double kBottom = 56;

// Told apart also by people who do not see all colours (after Okabe and Ito).
constexpr std::array<std::string_view, 6> kColors{"#0072b2", "#d55e00", "#009e73",
                                                  "#cc79a7", "#e69f00", "#56b4e9"};

constexpr std::string_view kGuideColor = "#aaaaaa";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20)
      result += c;
  }
  return result;
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  // A line along one value still needs some room.
  void widen(double share) {
    double more = (high - low) * share;
    if (!(high > low)) more = std::max(std::abs(low) * 0.05, 1e-9);
    low -= more;
    high += more;
  }
};

// Beyond this, even differences are no longer finite, nor are ratios below its inverse.
constexpr double kHighest = 1e100;

bool is_drawable(const LineChart& chart, const ChartPoint& point) {
  if (chart.y_is_logarithmic && !(point.y >= 1 / kHighest)) return false;
  return std::abs(point.x) <= kHighest && std::abs(point.y) <= kHighest &&
         std::abs(point.error) <= kHighest;
}

// Where a value stands on the axis, before it is stretched over the picture.
double level_of(const LineChart& chart, double y) {
  return chart.y_is_logarithmic ? std::log10(y) : y;
}

// The ends of the error bar. On a logarithmic axis it cannot go down to 0.
std::pair<double, double> ends_of(const LineChart& chart, const ChartPoint& point) {
  const double error = std::max(point.error, 0.0);
  const double low = point.y - error;
  return {chart.y_is_logarithmic ? std::max(low, point.y / 10) : low, point.y + error};
}

class Picture {
 public:
  Picture(const LineChart& chart, Range x, Range y) : chart_(chart), x_(x), y_(y) {}

  std::string drawn() {
    frame();
    for (std::size_t i = 0; i < chart_.lines.size(); ++i) line(chart_.lines[i], color_of(i));
    legend();
    return std::move(text_);
  }

 private:
  static int parts(double length, double of_each) {
    return std::max(static_cast<int>(length / of_each), 4);
  }
  double across(double x) const {
    return kLeft + (x - x_.low) / (x_.high - x_.low) * (chart_.width - kLeft - kRight);
  }
  double down(double y) const {
    return chart_.height - kBottom -
           (level_of(chart_, y) - y_.low) / (y_.high - y_.low) * (chart_.height - kTop - kBottom);
  }
  std::string_view color_of(std::size_t line) const {
    return chart_.lines[line].is_guide ? kGuideColor : kColors[line % kColors.size()];
  }
  std::vector<double> x_ticks() const {
    std::vector<double> ticks = chart_ticks(x_.low, x_.high, parts(chart_.width, 100));
    if (chart_.x_is_whole)
      std::erase_if(ticks, [](double tick) { return std::abs(tick - std::round(tick)) > 1e-9; });
    return ticks;
  }
  std::vector<double> y_ticks() const {
    if (!chart_.y_is_logarithmic) return chart_ticks(y_.low, y_.high, parts(chart_.height, 80));
    return logarithmic_chart_ticks(std::pow(10.0, y_.low), std::pow(10.0, y_.high));
  }

  void stroke(double x1, double y1, double x2, double y2, std::string_view color) {
    text_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, color);
  }
  void label(double x, double y, std::string_view anchor, std::string_view words) {
    text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                         anchor, escaped(words));
  }

  void frame() {
    for (const double tick : x_ticks()) {
      stroke(across(tick), kTop, across(tick), chart_.height - kBottom, "#e5e5e5");
      label(across(tick), chart_.height - kBottom + 18, "middle", fmt::format("{:.6g}", tick));
    }
    for (const double tick : y_ticks()) {
      stroke(kLeft, down(tick), chart_.width - kRight, down(tick), "#e5e5e5");
      label(kLeft - 8, down(tick) + 4, "end", fmt::format("{:.6g}", tick));
    }
    stroke(kLeft, kTop, kLeft, chart_.height - kBottom, "#444444");
    stroke(kLeft, chart_.height - kBottom, chart_.width - kRight, chart_.height - kBottom,
           "#444444");
    label(chart_.width / 2, chart_.height - 14, "middle", chart_.x_label);
    text_ += fmt::format(
        "<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        chart_.height / 2, escaped(chart_.y_label));
  }

  void line(const ChartLine& line, std::string_view color) {
    std::string path;
    bool pen_is_down = false;
    for (const ChartPoint& point : line.points) {
      if (!is_drawable(chart_, point)) {
        pen_is_down = false;
        continue;
      }
      const double x = across(point.x);
      path += fmt::format("{}{:.1f} {:.1f}", pen_is_down ? 'L' : 'M', x, down(point.y));
      pen_is_down = true;
      if (point.error > 0) {
        const auto [low, high] = ends_of(chart_, point);
        stroke(x, down(low), x, down(high), color);
      }
      // A point alone would be a line without length.
      if (point.error > 0 || line.points.size() == 1)
        text_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x,
                             down(point.y), color);
    }
    text_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
        "stroke-linejoin=\"round\"/>\n",
        path, color, line.is_guide ? 1 : 1.8);
  }

  void legend() {
    const auto named = std::ranges::count_if(
        chart_.lines, [](const ChartLine& line) { return !line.name.empty(); });
    if (named == 0) return;
    // Over what is drawn there, and readable all the same.
    text_ += fmt::format(
        "<rect class=\"legend\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"172\" height=\"{}\" "
        "fill=\"white\" fill-opacity=\"0.85\"/>\n",
        chart_.width - kRight - 176, kTop + 2, 18 * named + 4);
    double y = kTop + 16;
    for (std::size_t i = 0; i < chart_.lines.size(); ++i) {
      if (chart_.lines[i].name.empty()) continue;
      text_ +=
          fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"4\" fill=\"{}\"/>\n",
                      chart_.width - kRight - 170, y - 6, color_of(i));
      label(chart_.width - kRight - 150, y, "start", chart_.lines[i].name);
      y += 18;
    }
  }

  const LineChart& chart_;
  Range x_;
  Range y_;
  std::string text_;
};

}  // namespace

std::vector<double> chart_ticks(double low, double high, int parts) {
  const double wanted = (high - low) / parts;
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power < wanted * 0.999) continue;
    step = factor * power;
    break;
  }
  std::vector<double> ticks;
  const double first = std::ceil(low / step - 1e-9);
  // Counted, not added up, so that 0.3 is 0.3. Far from zero, steps may be too small to count.
  for (int i = 0; i <= 10 * parts; ++i) {
    const double tick = (first + i) * step;
    if (!(tick <= high + step * 1e-9)) break;
    ticks.push_back(tick == 0 ? 0 : tick);
  }
  return ticks;
}

std::vector<double> logarithmic_chart_ticks(double low, double high) {
  constexpr int kMost = 8;
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  std::vector<double> ticks;
  const auto add = [&](double tick) {
    if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) ticks.push_back(tick);
  };
  if (last - first > kMost) {
    const int step = (last - first + kMost - 1) / kMost;
    for (int power = first; power <= last; power += step) add(std::pow(10.0, power));
    return ticks;
  }
  for (int power = first; power <= last; ++power)
    for (const double factor : {1.0, 2.0, 5.0}) {
      // 1, 10, 100 alone are enough where there are many of them.
      if (factor > 1 && last - first > 3) break;
      add(factor * std::pow(10.0, power));
    }
  // Within a few times the same value, an even division has the rounder numbers.
  return ticks.size() >= 4 ? ticks : chart_ticks(low, high, 6);
}

namespace {

// Its title and what it shows, without the frame of a file.
std::string content_of(const LineChart& chart) {
  Range x;
  Range y;
  for (const ChartLine& line : chart.lines) {
    for (const ChartPoint& point : line.points) {
      if (!is_drawable(chart, point)) continue;
      x.include(point.x);
      const auto [low, high] = ends_of(chart, point);
      y.include(level_of(chart, low));
      y.include(level_of(chart, high));
    }
  }
  std::string inside;
  if (x.low <= x.high) {
    if (!(x.high > x.low)) x.widen(0);
    y.widen(0.05);
    inside = Picture(chart, x, y).drawn();
  } else {
    inside =
        fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">no points</text>\n",
                    chart.width / 2, chart.height / 2);
  }
  return fmt::format(
      "<text x=\"{:.0f}\" y=\"26\" text-anchor=\"middle\" font-size=\"16\">{}</text>\n{}",
      chart.width / 2, escaped(chart.title), inside);
}

std::string file_of(double width, double height, std::string_view content) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{2}</svg>\n",
      width, height, content);
}

}  // namespace

std::string svg_of(const LineChart& chart) {
  return file_of(chart.width, chart.height, content_of(chart));
}

std::string svg_of(const std::vector<LineChart>& charts, std::size_t columns) {
  const LineChart none;
  const LineChart& first = charts.empty() ? none : charts.front();
  const std::size_t rows = (charts.size() + columns - 1) / columns;
  std::string content;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const std::size_t row = i / columns;
    const std::size_t column = i % columns;
    content += fmt::format("<g transform=\"translate({:.0f} {:.0f})\">\n{}</g>\n",
                           first.width * static_cast<double>(column),
                           first.height * static_cast<double>(row), content_of(charts[i]));
  }
  return file_of(
      first.width * static_cast<double>(std::min(columns, std::max(charts.size(), std::size_t{1}))),
      first.height * static_cast<double>(std::max(rows, std::size_t{1})), content);
}

}  // namespace tabiya
