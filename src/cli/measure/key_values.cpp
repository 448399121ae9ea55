#include "cli/measure/key_values.h"

#include <fmt/format.h>

#include "base/number_from.h"
#include "base/result.h"
#include "notation/words.h"

namespace tabiya {

KeyValues::KeyValues(std::string option, const std::vector<std::string>& words)
    : option_(std::move(option)) {
  for (const std::string& text : words) {
    WordReader reader(text);
    while (const auto word = reader.next()) {
      const std::size_t equals = word->text.find('=');
      if (equals == word->text.npos) {
        if (!mistake_)
          mistake_ =
              fmt::format("{}: {} is no setting such as key=value", option_, in_quotes(word->text));
        continue;
      }
      values_.insert_or_assign(std::string(word->text.substr(0, equals)),
                               std::string(word->text.substr(equals + 1)));
    }
  }
}

std::optional<std::string> KeyValues::take(std::string_view key) {
  const auto found = values_.find(key);
  if (found == values_.end()) return std::nullopt;
  std::string value = std::move(found->second);
  values_.erase(found);
  return value;
}

void KeyValues::take(std::string_view key, int& value, int least, int most) {
  const auto text = take(key);
  if (!text) return;
  const auto number = number_from<int>(*text);
  if (number && *number >= least && *number <= most)
    value = *number;
  else if (!mistake_)
    mistake_ = fmt::format("{}: {} takes a whole number from {} to {}", option_, key, least, most);
}

void KeyValues::take(std::string_view key, double& value, double least, double most) {
  const auto text = take(key);
  if (!text) return;
  const auto number = number_from<double>(*text);
  if (number && *number >= least && *number <= most)  // not a number is neither
    value = *number;
  else if (!mistake_)
    mistake_ = fmt::format("{}: {} takes a number from {:g} to {:g}", option_, key, least, most);
}

Result<void> KeyValues::finish(std::string_view known_keys) const {
  if (mistake_) return std::unexpected(Error{*mistake_});
  if (!values_.empty())
    return failure("{}: {} is no setting; there are {}", option_, in_quotes(values_.begin()->first),
                   known_keys);
  return {};
}

}  // namespace tabiya
