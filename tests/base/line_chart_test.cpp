#include "base/line_chart.h"

#include <gtest/gtest.h>

#include <limits>
#include <regex>

namespace tabiya::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

int times(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(LineChart, TicksAreRoundNumbersWithinTheRange) {
  EXPECT_EQ(chart_ticks(0, 1, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(chart_ticks(-7, 13, 4), (std::vector<double>{-5, 0, 5, 10}));
  EXPECT_EQ(chart_ticks(1200, 9800, 5), (std::vector<double>{2000, 4000, 6000, 8000}));
}

TEST(LineChart, LogarithmicTicksAreRoundNumbersWithinTheRange) {
  EXPECT_EQ(logarithmic_chart_ticks(1.5, 60), (std::vector<double>{2, 5, 10, 20, 50}));
  EXPECT_EQ(logarithmic_chart_ticks(0.5, 20000), (std::vector<double>{1, 10, 100, 1000, 10000}));
  EXPECT_EQ(logarithmic_chart_ticks(4.5, 7.5), (std::vector<double>{4.5, 5, 5.5, 6, 6.5, 7, 7.5}))
      << "within one power of ten they are even";
  const std::vector<double> far = logarithmic_chart_ticks(1e-90, 1e90);
  EXPECT_GE(far.size(), 3U);
  EXPECT_LE(far.size(), 9U);
}

// The first steps of a training have losses far above all others.
TEST(LineChart, ALogarithmicAxisShowsRatiosAsHeights) {
  const std::string svg = svg_of({.title = {},
                                  .x_label = {},
                                  .y_label = {},
                                  .lines = {{"a",
                                             {{.x = 0, .y = 1000},
                                              {.x = 1, .y = 10},
                                              {.x = 2, .y = 0.1},
                                              {.x = 3, .y = 0},
                                              {.x = 4, .y = -1}}}},
                                  .y_is_logarithmic = true});
  std::smatch match;
  ASSERT_TRUE(std::regex_search(
      svg, match, std::regex(R"re(d="M[0-9.]+ ([0-9.]+)L[0-9.]+ ([0-9.]+)L[0-9.]+ ([0-9.]+)")re")))
      << svg;
  const double first = std::stod(match[1]);
  const double second = std::stod(match[2]);
  const double third = std::stod(match[3]);
  EXPECT_NEAR(second - first, third - second, 0.2);
  EXPECT_GT(second - first, 100);
  EXPECT_EQ(times(svg, "nan") + times(svg, "inf"), 0) << svg;
}

TEST(LineChart, AnErrorBarOnALogarithmicAxisStaysAboveZero) {
  const std::string svg =
      svg_of({.title = {},
              .x_label = {},
              .y_label = {},
              .lines = {{"a", {{.x = 0, .y = 1, .error = 5}, {.x = 1, .y = 2}}}},
              .y_is_logarithmic = true});
  EXPECT_EQ(times(svg, "nan") + times(svg, "inf"), 0) << svg;
}

TEST(LineChart, MarksWholeNumbersOnlyWhereXIsWhole) {
  const std::string svg =
      svg_of({.title = {},
              .x_label = {},
              .y_label = {},
              .lines = {{"a", {{.x = 0, .y = 0}, {.x = 1, .y = 1}, {.x = 3, .y = 2}}}},
              .x_is_whole = true});
  EXPECT_EQ(times(svg, "text-anchor=\"middle\">0.5<"), 0) << svg;
  for (const char* mark : {"0", "1", "2", "3"})
    EXPECT_EQ(times(svg, "text-anchor=\"middle\">" + std::string(mark) + "<"), 1) << mark;
}

TEST(LineChart, DrawsHigherValuesHigher) {
  const std::string svg = svg_of({.title = "t",
                                  .x_label = "x",
                                  .y_label = "y",
                                  .lines = {{"a", {{.x = 0, .y = 1}, {.x = 10, .y = 2}}}}});
  std::smatch match;
  ASSERT_TRUE(std::regex_search(svg, match,
                                std::regex(R"re(d="M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)")re")));
  EXPECT_LT(std::stod(match[1]), std::stod(match[3])) << "from left to right";
  EXPECT_GT(std::stod(match[2]), std::stod(match[4])) << "and upwards, where y is smaller";
}

TEST(LineChart, LeavesAGapWhereThereIsNoNumber) {
  const std::string svg = svg_of({.title = {},
                                  .x_label = {},
                                  .y_label = {},
                                  .lines = {{"a",
                                             {{.x = 0, .y = 1},
                                              {.x = 1, .y = 2},
                                              {.x = 2, .y = kNan},
                                              {.x = 3, .y = 1},
                                              {.x = 4, .y = 1}}}}});
  EXPECT_TRUE(std::regex_search(svg, std::regex(R"re(d="M[^LM]*L[^LM]*M[^LM]*L[^LM]*")re"))) << svg;
  EXPECT_EQ(times(svg, "nan"), 0);
}

TEST(LineChart, DrawsErrorBarsWhereThereAreErrors) {
  const std::string svg =
      svg_of({.title = {},
              .x_label = {},
              .y_label = {},
              .lines = {{"a", {{.x = 0, .y = 1, .error = 0.5}, {.x = 1, .y = 2, .error = 0.5}}}}});
  EXPECT_EQ(times(svg, "<circle"), 2);
  EXPECT_EQ(times(svg, "stroke=\"#0072b2\"/>"), 2) << "one bar each";
}

// A line or an error bar may pass through the corner where the names are.
TEST(LineChart, KeepsItsLegendReadableOverTheLines) {
  const std::string svg =
      svg_of({.title = {},
              .x_label = {},
              .y_label = {},
              .lines = {{.name = "a line", .points = {{.x = 0, .y = 0}, {.x = 1, .y = 1}}}}});
  const std::size_t ground = svg.find("<rect class=\"legend\"");
  ASSERT_NE(ground, std::string::npos) << svg;
  EXPECT_GT(ground, svg.rfind("<path"));
  EXPECT_LT(ground, svg.find("a line"));
}

TEST(LineChart, TakesAnyTextAndAnyNumbers) {
  const std::string svg = svg_of(
      {.title = "<b>&\"", .x_label = {}, .y_label = {}, .lines = {{"]]>", {{.x = 1, .y = 5}}}}});
  EXPECT_NE(svg.find("&lt;b&gt;&amp;&quot;"), std::string::npos);
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
  EXPECT_EQ(times(svg, "<circle"), 1) << "a single point can be seen";
  for (const double y : {1e308, -1e308, 0.0, 1e-300, kNan}) {
    const std::string odd = svg_of(
        {.title = {},
         .x_label = {},
         .y_label = {},
         .lines = {{"a", {{.x = 0, .y = y}, {.x = 1e15, .y = 1}, {.x = 1e15 + 1, .y = 1}}}}});
    EXPECT_EQ(times(odd, "nan") + times(odd, "inf"), 0) << y;
  }
}

TEST(LineChart, SaysThatItHasNoPoints) {
  EXPECT_NE(svg_of({}).find("no points"), std::string::npos);
}

TEST(LineChart, SeveralStandInRowsOfOneFile) {
  LineChart one{.title = "A", .x_label = {}, .y_label = {}, .lines = {}};
  one.width = 300;
  one.height = 200;
  one.lines = {{.name = {}, .points = {{.x = 0, .y = 1}, {.x = 1, .y = 2}}},
               {.name = {}, .points = {{.x = 0, .y = 1}, {.x = 1, .y = 1}}, .is_guide = true}};
  const std::string svg = svg_of({one, one, one}, 2);
  EXPECT_EQ(times(svg, "<svg"), 1);
  EXPECT_NE(svg.find("viewBox=\"0 0 600 400\""), std::string::npos) << svg;
  EXPECT_EQ(times(svg, "translate(0 0)"), 1);
  EXPECT_EQ(times(svg, "translate(300 0)"), 1);
  EXPECT_EQ(times(svg, "translate(0 200)"), 1);
  EXPECT_EQ(times(svg, "<path"), 6);
  EXPECT_EQ(times(svg, "legend"), 0) << "lines without a name need none";
  EXPECT_EQ(times(svg_of(std::vector<LineChart>{}, 2), "<svg"), 1);
}

}  // namespace
}  // namespace tabiya::test
