#include "repl/game_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "base/text.h"
#include "notation/pgn_game.h"
#include "notation/text_source.h"

namespace tabiya {
namespace {

std::unexpected<Error> file_failure(const std::string& file) {
  return failure("{}: {}", file, system_message());
}

}  // namespace

Result<void> append_to_file(const std::string& file, std::string_view text) {
  const OpenFile out(file, O_WRONLY | O_CREAT | O_APPEND);
  if (!out.is_open()) return file_failure(file);
  struct stat facts = {};
  if (fstat(out.descriptor(), &facts) != 0) return file_failure(file);
  // The last game there may lack the empty line that parts it from the next.
  std::string whole(facts.st_size > 0 ? "\n" : "");
  whole += text;
  if (!write_all(out.descriptor(), whole)) {
    const auto problem = file_failure(file);
    // Half a game is of no use.
    [[maybe_unused]] const int cut = ftruncate(out.descriptor(), facts.st_size);
    return problem;
  }
  return {};
}

std::optional<GameChoice> parse_game_choice(std::string_view words) {
  GameChoice choice;
  const std::size_t blank = words.rfind(' ');
  if (blank != std::string_view::npos) {
    const auto number = number_from<std::uint64_t>(words.substr(blank + 1));
    if (number && *number > 0) {
      choice.number = *number;
      words = words.substr(0, words.find_last_not_of(' ', blank) + 1);
    }
  }
  choice.file = words;
  if (choice.file.empty()) return std::nullopt;
  return choice;
}

Result<Game> read_game(const GameChoice& choice) {
  const OpenFile in(choice.file);
  if (!in.is_open()) return file_failure(choice.file);
  struct stat facts = {};
  if (fstat(in.descriptor(), &facts) == 0 && (S_ISCHR(facts.st_mode) || S_ISBLK(facts.st_mode)))
    return failure("{}: it is a device, which may never end", choice.file);
  FileSource source(in.descriptor());
  PgnReader reader(source);
  for (std::uint64_t number = 1;; ++number) {
    auto read = read_pgn_game(reader);
    if (!read) {
      if (reader.failure()) return failure("{}: {}", choice.file, *reader.failure());
      return failure("{} has {} game{}", choice.file, number - 1, number == 2 ? "" : "s");
    }
    if (number < choice.number) continue;
    if (!read->game)
      return failure("{}:{}: {}", choice.file, read->game.error().place.line,
                     read->game.error().message);
    return read->game->main_line();
  }
}

}  // namespace tabiya
