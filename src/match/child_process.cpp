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
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "base/milliseconds.h"
#include "base/result.h"
#include "base/system.h"
#include "base/text.h"

namespace tabiya {

namespace {

constexpr Milliseconds kBetweenLooks{50};  // at the stop token and at the child's state
constexpr std::size_t kErrorTail = 400;

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

// The status it ended with; nothing if that is not known.
std::optional<int> wait_for(pid_t id) {
  int status = 0;
  pid_t known = 0;
  do {
    known = waitpid(id, &status, 0);
  } while (known < 0 && errno == EINTR);
  return known > 0 ? std::optional(status) : std::nullopt;
}

std::string describe_end(int status) {
  if (WIFEXITED(status)) return fmt::format("exit code {}", WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  const char* const name = sigdescr_np(signal);
  return fmt::format("signal {} ({})", signal, name == nullptr ? "unknown" : name);
}

struct Pipe {
  OpenFile read;
  OpenFile write;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return failure("no pipe: {}", system_message());
  Pipe pipe{OpenFile(ends[0]), OpenFile(ends[1])};
  // If our own standard files are closed, pipes get their numbers; those are needed in the child.
  for (OpenFile* const end : {&pipe.read, &pipe.write}) {
    if (end->descriptor() > STDERR_FILENO) continue;
    OpenFile higher(fcntl(end->descriptor(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!higher.is_open()) return failure("no pipe: {}", system_message());
    close(end->descriptor());
    *end = std::move(higher);
  }
  return pipe;
}

// What a child that could not become the program tells its parent.
struct StartFailure {
  int error;
  bool in_folder;
};

// What a child gets besides the program.
struct Start {
  std::optional<std::array<int, 3>> standard_files{};  // ours if there are none
  int signal_if_we_die = SIGKILL;
};

// Runs in the child between fork and exec, where other threads' locks may be held for ever: only
// functions that are safe in signal handlers.
[[noreturn]] void become(const ProcessCall& call, char* const* arguments, const Start& start,
                         int report, pid_t parent) {
  const auto fail = [report](bool in_folder) {
    const StartFailure failure{errno, in_folder};
    [[maybe_unused]] const ssize_t written = write(report, &failure, sizeof failure);
    _exit(127);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, start.signal_if_we_die);
  if (getppid() != parent) _exit(127);  // it ended before we asked to be told

  if (start.standard_files) {
    struct sigaction by_default = {};
    by_default.sa_handler = SIG_DFL;
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD})
      sigaction(signal, &by_default, nullptr);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file)
      dup2((*start.standard_files)[static_cast<std::size_t>(file)], file);
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  }
  if (!call.folder.empty() && chdir(call.folder.c_str()) != 0) fail(true);
  execv(call.program.c_str(), arguments);
  fail(false);
  _exit(127);
}

// The number of a process that runs the program.
Result<pid_t> start_process(const ProcessCall& call, const Start& start) {
  auto report = make_pipe();
  if (!report) return std::unexpected(report.error());
  std::vector<std::string> texts{call.program.string()};
  texts.insert(texts.end(), call.arguments.begin(), call.arguments.end());
  std::vector<char*> arguments;
  arguments.reserve(texts.size() + 1);
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);

  const pid_t parent = getpid();
  const pid_t id = fork();
  if (id < 0) return failure("no new process: {}", system_message());
  if (id == 0) become(call, arguments.data(), start, report->write.descriptor(), parent);

  // Ends without a word as soon as the program is started.
  report->write.close_now();
  StartFailure start_failure{};
  ssize_t told = 0;
  do {
    told = read(report->read.descriptor(), &start_failure, sizeof start_failure);
  } while (told < 0 && errno == EINTR);
  if (told == 0) return id;
  const int error = told > 0 ? start_failure.error : errno;
  kill(id, SIGKILL);
  wait_for(id);
  return failure("{}: {}", (start_failure.in_folder ? call.folder : call.program).string(),
                 system_message(error));
}

}  // namespace

Result<int> run_program(const ProcessCall& call, const std::function<int()>& interrupted) {
  const auto id = start_process(call, {.signal_if_we_die = SIGTERM});
  if (!id) return std::unexpected(id.error());
  for (bool passed_on = false;;) {
    int status = 0;
    const pid_t ended = waitpid(*id, &status, WNOHANG);
    if (ended < 0 && errno != EINTR)
      return failure("{} could not be waited for: {}", call.program.string(), system_message());
    if (ended == *id) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (const int signal = interrupted(); signal != 0 && !passed_on) {
      kill(*id, signal);
      passed_on = true;
    }
    std::this_thread::sleep_for(Milliseconds(20));
  }
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ProcessCall& call) {
  auto in = make_pipe();
  auto out = make_pipe();
  auto err = make_pipe();
  for (const auto* pipe : {&in, &out, &err})
    if (!*pipe) return std::unexpected(pipe->error());
  const auto id =
      start_process(call, {.standard_files = {{in->read.descriptor(), out->write.descriptor(),
                                               err->write.descriptor()}}});
  if (!id) return std::unexpected(id.error());

  std::unique_ptr<ChildProcess> child(new ChildProcess);
  child->id_ = *id;
  child->input_ = std::move(in->write);
  child->output_ = std::move(out->read);
  child->errors_ = std::move(err->read);
  for (const OpenFile* file : {&child->input_, &child->output_, &child->errors_})
    fcntl(file->descriptor(), F_SETFL, fcntl(file->descriptor(), F_GETFL) | O_NONBLOCK);
  return child;
}

ChildProcess::~ChildProcess() {
  if (id_ > 0) end(Milliseconds(0));
}

void ChildProcess::send(std::string_view line) {
  pending_ += line;
  pending_ += '\n';
  write_pending();
}

void ChildProcess::write_pending() {
  if (pending_.empty() || !input_.is_open()) return;
  const WithoutBrokenPipeSignal guard;
  const ssize_t count = write(input_.descriptor(), pending_.data(), pending_.size());
  if (count > 0) pending_.erase(0, static_cast<std::size_t>(count));
  // It no longer listens; what it still says may be of interest.
  if (count < 0 && errno == EPIPE) pending_.clear();
}

void ChildProcess::read_errors() {
  std::array<char, 4096> bytes;
  const ssize_t count = read(errors_.descriptor(), bytes.data(), bytes.size());
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) errors_ = OpenFile();
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

    std::array<pollfd, 3> files{{{output_.descriptor(), POLLIN, 0},
                                 {errors_.descriptor(), POLLIN, 0},
                                 {input_ended_ ? -1 : input_.descriptor(),
                                  static_cast<short>(pending_.empty() ? 0 : POLLOUT), 0}}};
    const auto wait = std::min(std::chrono::ceil<Milliseconds>(deadline - now), kBetweenLooks);
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
    const ssize_t count = read(output_.descriptor(), chunk_.data(), chunk_.size());
    chunk_time_ = Clock::now();
    if (count > 0)
      lines_.feed({chunk_.data(), static_cast<std::size_t>(count)});
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
      output_ended_ = true;
  }
}

bool ChildProcess::has_ended() const {
  siginfo_t info{};
  // Not waited for yet: its number, and that of its group, stay reserved. Unless we were started
  // with SIGCHLD ignored; then nothing stays of a child, and there is nothing to wait for.
  if (waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) != 0)
    return errno == ECHILD;
  return info.si_pid == id_;
}

bool ChildProcess::ended_by(Clock::time_point deadline) const {
  for (Milliseconds pause(1);; pause = std::min(pause * 2, Milliseconds(20))) {
    if (has_ended()) return true;
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(pause);
  }
}

std::string ChildProcess::end(Milliseconds timeout) {
  if (id_ <= 0) return "it had ended before";
  input_ = OpenFile();
  // It may be waiting for room to write its last words.
  const auto deadline = Clock::now() + timeout;
  if (timeout > Milliseconds(0)) {
    while (read_line(deadline, {})) {
    }
  }
  const bool by_itself = ended_by(deadline);
  if (errors_.is_open()) read_errors();
  kill(-id_, SIGKILL);  // its whole group: it may have children
  kill(id_, SIGKILL);   // and itself, in case it left the group
  const auto status = wait_for(id_);
  id_ = -1;
  if (!by_itself) return "it had to be killed";
  return status ? describe_end(*status) : "it is not known how";
}

std::string ChildProcess::last_words() const {
  return printable_line(error_tail_, std::string_view::npos);
}

Result<std::filesystem::path> find_program(const std::string& command) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (command.find('/') != command.npos) {
    const fs::path path = fs::absolute(command, ignored);
    if (fs::is_directory(path, ignored)) return failure("{} is a folder, not a program", command);
    if (!fs::exists(path, ignored)) return failure("there is no file {}", command);
    if (access(path.c_str(), X_OK) != 0)
      return failure("{} cannot be run; perhaps it needs chmod +x", command);
    return path;
  }
  const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): only read
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty() && !command.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    const fs::path candidate = fs::absolute(fs::path(folder) / command, ignored);
    if (fs::is_regular_file(candidate, ignored) && access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return failure("no program {} in the folders of PATH; give it with its path, as in cmd=./{}",
                 in_quotes(command), command);
}

}  // namespace tabiya
