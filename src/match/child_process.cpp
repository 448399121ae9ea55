#include "match/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

#include "base/result.h"
#include "notation/printable.h"
#include "notation/words.h"

namespace tabiya {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kBetweenLooks{50};  // at the stop token and at the child's state
constexpr std::size_t kErrorTail = 400;

std::string system_message(int error) { return std::generic_category().message(error); }

// What a child that could not become the program tells its parent.
struct StartFailure {
  int error;
  bool in_folder;
};

// Writing to an engine that is gone raises SIGPIPE, which would end us. The signal goes to the
// writing thread, so blocking it there for the moment, and taking it away if it came, leaves the
// rest of the process as it was.
class WithoutBrokenPipeSignal {
 public:
  WithoutBrokenPipeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~WithoutBrokenPipeSignal() {
    const timespec at_once{};
    while (sigtimedwait(&signal_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutBrokenPipeSignal(const WithoutBrokenPipeSignal&) = delete;
  WithoutBrokenPipeSignal& operator=(const WithoutBrokenPipeSignal&) = delete;

 private:
  sigset_t signal_{};
  sigset_t before_{};
};

std::string describe_end(int status) {
  if (WIFEXITED(status)) return fmt::format("exit code {}", WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  const char* const name = sigdescr_np(signal);
  return fmt::format("signal {} ({})", signal, name == nullptr ? "unknown" : name);
}

}  // namespace

ChildProcess::File& ChildProcess::File::operator=(File&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

ChildProcess::File::~File() {
  if (number_ >= 0) close(number_);
}

Result<ChildProcess::Pipe> ChildProcess::make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return failure("no pipe: {}", system_message(errno));
  Pipe pipe{File(ends[0]), File(ends[1])};
  // If our own standard files are closed, pipes get their numbers; those are needed in the child.
  for (File* const end : {&pipe.read, &pipe.write}) {
    if (end->number() > STDERR_FILENO) continue;
    File higher(fcntl(end->number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!higher.open()) return failure("no pipe: {}", system_message(errno));
    *end = std::move(higher);
  }
  return pipe;
}

// Runs in the child between fork and exec, where other threads' locks may be held for ever: only
// functions that are safe in signal handlers.
void ChildProcess::become(const ProcessCall& call, char* const* arguments, int in, int out, int err,
                          int report, pid_t parent) {
  const auto fail = [report](bool in_folder) {
    const StartFailure failure{errno, in_folder};
    [[maybe_unused]] const ssize_t written = write(report, &failure, sizeof failure);
    _exit(127);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // it ended before we asked to be told

  struct sigaction by_default = {};
  by_default.sa_handler = SIG_DFL;
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD})
    sigaction(signal, &by_default, nullptr);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);

  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  if (!call.folder.empty() && chdir(call.folder.c_str()) != 0) fail(true);
  execv(call.program.c_str(), arguments);
  fail(false);
  _exit(127);
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ProcessCall& call) {
  auto in = make_pipe();
  auto out = make_pipe();
  auto err = make_pipe();
  auto report = make_pipe();
  for (const auto* pipe : {&in, &out, &err, &report})
    if (!*pipe) return std::unexpected(pipe->error());

  std::vector<std::string> texts{call.program.string()};
  texts.insert(texts.end(), call.arguments.begin(), call.arguments.end());
  std::vector<char*> arguments;
  arguments.reserve(texts.size() + 1);
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);

  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) return failure("no new process: {}", system_message(errno));
  if (id == 0)
    become(call, arguments.data(), in->read.number(), out->write.number(), err->write.number(),
           report->write.number(), parent);

  std::unique_ptr<ChildProcess> child(new ChildProcess);
  child->id_ = id;
  child->input_ = std::move(in->write);
  child->output_ = std::move(out->read);
  child->errors_ = std::move(err->read);
  for (const File* file : {&child->input_, &child->output_, &child->errors_})
    fcntl(file->number(), F_SETFL, fcntl(file->number(), F_GETFL) | O_NONBLOCK);

  // Ends without a word as soon as the program is started.
  report->write = File();
  StartFailure start_failure{};
  ssize_t told = 0;
  do {
    told = read(report->read.number(), &start_failure, sizeof start_failure);
  } while (told < 0 && errno == EINTR);
  if (told == 0) return child;
  return failure("{}: {}", (start_failure.in_folder ? call.folder : call.program).string(),
                 system_message(told > 0 ? start_failure.error : errno));
}

ChildProcess::~ChildProcess() {
  if (id_ > 0) end(milliseconds(0));
}

void ChildProcess::send(std::string_view line) {
  pending_ += line;
  pending_ += '\n';
  write_pending();
}

void ChildProcess::write_pending() {
  if (pending_.empty() || !input_.open()) return;
  const WithoutBrokenPipeSignal guard;
  const ssize_t count = write(input_.number(), pending_.data(), pending_.size());
  if (count > 0) pending_.erase(0, static_cast<std::size_t>(count));
  // It no longer listens; what it still says may be of interest.
  if (count < 0 && errno == EPIPE) pending_.clear();
}

void ChildProcess::read_errors() {
  std::array<char, 4096> bytes;
  const ssize_t count = read(errors_.number(), bytes.data(), bytes.size());
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) errors_ = File();
  if (count <= 0) return;
  error_tail_.append(bytes.data(), static_cast<std::size_t>(count));
  if (error_tail_.size() > kErrorTail) error_tail_.erase(0, error_tail_.size() - kErrorTail);
}

std::expected<ChildProcess::Line, ChildProcess::Silence> ChildProcess::read_line(
    Clock::time_point deadline, const std::stop_token& stop) {
  bool gone = false;
  for (;;) {
    if (const auto line = lines_.next()) return Line{*line, chunk_time_};
    if (stop.stop_requested()) return std::unexpected(Silence::Stopped);
    const auto now = Clock::now();
    if (output_ended_) return std::unexpected(Silence::Closed);
    if (now >= deadline) return std::unexpected(Silence::Deadline);

    std::array<pollfd, 3> files{{{output_.number(), POLLIN, 0},
                                 {errors_.number(), POLLIN, 0},
                                 {input_ended_ ? -1 : input_.number(),
                                  static_cast<short>(pending_.empty() ? 0 : POLLOUT), 0}}};
    const auto wait = std::min(std::chrono::ceil<milliseconds>(deadline - now), kBetweenLooks);
    const int ready = poll(files.data(), files.size(), static_cast<int>(wait.count()));
    if (ready == 0 && gone) output_ended_ = true;
    // Its output may be held open by a child of its own; then only its end tells. And from one that
    // hears nothing no answer will come.
    if (ready == 0) gone = has_ended() || input_ended_;
    if (ready <= 0) continue;

    if (files[2].revents != 0) write_pending();
    input_ended_ = input_ended_ || (files[2].revents & POLLERR) != 0;
    if (files[1].revents != 0) read_errors();
    if (files[0].revents == 0) continue;
    const ssize_t count = read(output_.number(), chunk_.data(), chunk_.size());
    chunk_time_ = Clock::now();
    if (count > 0)
      lines_.feed({chunk_.data(), static_cast<std::size_t>(count)});
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
      output_ended_ = true;
  }
}

bool ChildProcess::has_ended() const {
  siginfo_t info{};
  // Not waited for yet: its number, and that of its group, stay reserved. Unless whoever started us
  // ignores SIGCHLD; then nothing stays of a child, and there is nothing to wait for.
  if (waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) != 0)
    return errno == ECHILD;
  return info.si_pid == id_;
}

bool ChildProcess::ended_by(Clock::time_point deadline) const {
  for (milliseconds pause(1);; pause = std::min(pause * 2, milliseconds(20))) {
    if (has_ended()) return true;
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(pause);
  }
}

std::string ChildProcess::end(milliseconds timeout) {
  if (id_ <= 0) return "it had ended before";
  input_ = File();
  // It may be waiting for room to write its last words.
  const auto deadline = Clock::now() + timeout;
  if (timeout > milliseconds(0)) {
    while (read_line(deadline, {})) {
    }
  }
  const bool by_itself = ended_by(deadline);
  if (errors_.open()) read_errors();
  kill(-id_, SIGKILL);  // its whole group: it may have children
  kill(id_, SIGKILL);   // and itself, in case it left the group
  int status = 0;
  pid_t known = 0;
  do {
    known = waitpid(id_, &status, 0);
  } while (known < 0 && errno == EINTR);
  id_ = -1;
  if (!by_itself) return "it had to be killed";
  return known > 0 ? describe_end(status) : "it is not known how";
}

std::string ChildProcess::last_words() const {
  std::string line;
  for (std::size_t at = 0; at < error_tail_.size();) {
    const Character character = character_at(error_tail_, at);
    if (character.bytes.size() == 1 && is_space(character.bytes[0]))
      line += ' ';
    else
      line += shown(character);
    at += character.bytes.size();
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace tabiya
