#include "support/conversation.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace tabiya::test {
namespace {

using Clock = std::chrono::steady_clock;

// What the new process does, between fork and exec.
[[noreturn]] void become(std::vector<char*>& arguments,
                         const std::map<std::string, std::string>& environment) {
  for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

Conversation::Conversation(const std::vector<std::string>& arguments, Over over,
                           const std::map<std::string, std::string>& environment) {
  // A program that has ended must fail a test, not end it.
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<char*> pointers;
  for (const std::string& argument : arguments)
    pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);

  if (over == Over::Terminal) {
    winsize size{.ws_row = 40, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
    id_ = forkpty(&to_, nullptr, nullptr, &size);
    if (id_ == 0) become(pointers, environment);
    from_ = dup(to_);
  } else {
    int in[2];
    int out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
      throw std::runtime_error("no pipes");
    id_ = fork();
    if (id_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      std::signal(SIGPIPE, SIG_DFL);
      become(pointers, environment);
    }
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  if (id_ < 0) throw std::runtime_error("cannot start " + arguments.at(0));
}

Conversation::~Conversation() {
  if (id_ > 0) {
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  end_input();
  close(from_);
}

void Conversation::say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(to_, text.data(), text.size());
    if (written < 0) throw std::runtime_error("the program does not listen: " + heard_);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Conversation::end_input() {
  if (to_ >= 0) close(to_);
  to_ = -1;
}

bool Conversation::read_more(Clock::time_point deadline) {
  pollfd ready{.fd = from_, .events = POLLIN, .revents = 0};
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
  if (left.count() <= 0 || poll(&ready, 1, static_cast<int>(left.count())) <= 0) return false;
  char buffer[4096];
  const ssize_t size = read(from_, buffer, sizeof buffer);
  if (size <= 0) return false;
  heard_.append(buffer, static_cast<std::size_t>(size));
  return true;
}

std::string Conversation::expect(std::string_view text) {
  const auto deadline = Clock::now() + std::chrono::minutes(1);
  std::size_t found = 0;
  while ((found = heard_.find(text)) == std::string::npos)
    if (!read_more(deadline))
      throw std::runtime_error("instead of \"" + std::string(text) + "\" came:\n" + heard_);
  std::string taken = heard_.substr(0, found + text.size());
  heard_.erase(0, taken.size());
  return taken;
}

std::string Conversation::rest() {
  const auto deadline = Clock::now() + std::chrono::minutes(1);
  while (read_more(deadline)) {
  }
  return std::exchange(heard_, {});
}

int Conversation::exit_code() {
  int status = 0;
  waitpid(id_, &status, 0);
  id_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace tabiya::test
