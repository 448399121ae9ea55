#include "repl/input.h"

#include <histedit.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <filesystem>
#include <system_error>

#include "base/interrupt.h"
#include "base/line_reader.h"
#include "base/terminal.h"

namespace tabiya {
namespace {

constexpr int kRememberedLines = 1000;

// Where a program keeps what it remembers from day to day (XDG base directories). Empty: nowhere.
std::filesystem::path history_file() {
  const char* const state = std::getenv("XDG_STATE_HOME");  // NOLINT(concurrency-mt-unsafe): read
  const char* const home = std::getenv("HOME");             // NOLINT(concurrency-mt-unsafe): read
  std::filesystem::path folder;
  if (state != nullptr && *state == '/')
    folder = state;
  else if (home != nullptr && *home == '/')
    folder = std::filesystem::path(home) / ".local/state";
  else
    return {};
  return folder / "tabiya/history";
}

}  // namespace

class Input::Editor {
 public:
  explicit Editor(const Interrupt& interrupt)
      : interrupt_(interrupt), history_(history_init()), file_(history_file()) {
    // libedit measures characters by the locale; numbers keep their point, since only this changes.
    std::setlocale(LC_CTYPE, "");  // NOLINT(concurrency-mt-unsafe): before any thread needs it
    editor_ = el_init("tabiya", stdin, stdout, stderr);
    HistEvent event{};
    history(history_, &event, H_SETSIZE, kRememberedLines);
    history(history_, &event, H_SETUNIQUE, 1);
    if (!file_.empty()) history(history_, &event, H_LOAD, file_.c_str());
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &Editor::prompt_of);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_SIGNAL, 0);  // signals are ours
    el_set(editor_, EL_GETCFN, &Editor::key);
    el_source(editor_, nullptr);  // ~/.editrc: how this player likes to edit
  }
  ~Editor() {
    save();
    history_end(history_);
    el_end(editor_);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  Outcome read(const std::string& prompt, std::string& line) {
    prompt_ = prompt;
    int size = 0;
    errno = 0;
    const char* const text = el_gets(editor_, &size);
    if (text == nullptr || size <= 0) {
      const bool cancelled = size < 0 && errno == EINTR;
      std::fputs("\n", stdout);
      std::fflush(stdout);
      return cancelled ? Outcome::Cancelled : Outcome::End;
    }
    line = text;
    HistEvent event{};
    if (line.find_first_not_of(" \t\r\n") != std::string::npos)
      history(history_, &event, H_ENTER, text);
    return Outcome::Line;
  }

 private:
  static char* prompt_of(EditLine* editor) {
    Editor* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return self->prompt_.data();
  }

  // The next character of standard input: 1; none because of a signal: -1; the end: 0. libedit's
  // own function would sleep through a Ctrl-C that comes just before it reads.
  static int key(EditLine* editor, wchar_t* character) {
    Editor* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    std::mbstate_t state{};
    for (;;) {
      if (!self->interrupt_.wait_for_input(STDIN_FILENO)) {
        errno = EINTR;
        return -1;
      }
      char byte = 0;
      const ssize_t size = ::read(STDIN_FILENO, &byte, 1);
      if (size <= 0) return static_cast<int>(size);
      // NOLINTNEXTLINE(concurrency-mt-unsafe): the state is ours
      const std::size_t used = std::mbrtowc(character, &byte, 1, &state);
      if (used == static_cast<std::size_t>(-2)) continue;  // the first bytes of a longer one
      if (used == static_cast<std::size_t>(-1)) {
        state = {};  // no character of this locale: skip it
        continue;
      }
      if (used == 0) *character = L'\0';
      return 1;
    }
  }

  // A history that cannot be kept is no reason to complain.
  void save() {
    if (file_.empty()) return;
    std::error_code ignored;
    std::filesystem::create_directories(file_.parent_path(), ignored);
    HistEvent event{};
    history(history_, &event, H_SAVE, file_.c_str());
  }

  const Interrupt& interrupt_;
  History* history_;
  EditLine* editor_ = nullptr;
  std::filesystem::path file_;
  std::string prompt_;
};

Input::Input(const Interrupt& interrupt) {
  if (is_capable_terminal(STDIN_FILENO) && is_capable_terminal(STDOUT_FILENO))
    editor_ = std::make_unique<Editor>(interrupt);
  else
    plain_ = std::make_unique<LineReader>(STDIN_FILENO, &interrupt);
}

Input::~Input() = default;

bool Input::is_terminal() const { return editor_ != nullptr; }

Input::Outcome Input::read(const std::string& prompt) {
  std::fflush(stdout);
  return editor_ ? editor_->read(prompt, line_) : read_plainly(prompt);
}

Input::Outcome Input::read_plainly(const std::string& prompt) {
  std::fputs(prompt.c_str(), stdout);
  std::fflush(stdout);
  switch (plain_->read()) {
    case LineReader::Outcome::Line:
      line_ = plain_->line();
      return Outcome::Line;
    case LineReader::Outcome::TooLong:
      std::fputs("the line is too long\n", stderr);
      line_.clear();
      return Outcome::Line;
    case LineReader::Outcome::Interrupted:
      return Outcome::Cancelled;
    case LineReader::Outcome::End:
      break;
  }
  return Outcome::End;
}

}  // namespace tabiya
