// What has become of the parameters: for the terminal, to paste, and as a picture.
#pragma once

#include <string>
#include <vector>

#include "tune/history.h"
#include "tune/spsa.h"
#include "tune/tune.h"

namespace tabiya {

// A line for each parameter: where it began, where it is, and how many steps that is.
std::string tune_table(const std::vector<TunedParameter>&, const std::vector<double>& values);

// "+412 =440 -396, plus scored 50.6 %; 2 pairs discarded"
std::string tally_text(const TuneTally&);

// Lines "name = value", then the same as UCI commands. What cannot change a game, because it is
// the same whole number as before, is there, too: the text holds all parameters.
std::string tune_result(const std::vector<TunedParameter>&, const TuneState&);

// Each parameter in a chart of its own, an SVG file: its values over the games, and in grey the
// value that it began with and one step to both sides.
std::string tune_picture(const std::vector<TunedParameter>&, const TuneHistory&,
                         std::uint64_t games_in_iteration);

}  // namespace tabiya
