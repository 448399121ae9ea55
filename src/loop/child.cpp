#include "loop/child.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>

#include "base/result.h"

namespace tabiya {
namespace {

// Between fork() and exec() only what is safe there.
[[noreturn]] void become(const char* program, char* const* arguments, pid_t parent) {
  // A group of its own: signals come from us and only once. A second one would end it at once.
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);  // it died before that
  ::execv(program, arguments);
  ::_exit(127);
}

}  // namespace

Result<int> run_child(const std::filesystem::path& program, const std::vector<std::string>& words,
                      const std::function<int()>& interrupted) {
  const auto trouble = [&](std::string_view what) {
    return failure("{} could not be {}: {}", program.string(), what,
                   std::generic_category().message(errno));
  };
  std::string name = program.string();
  std::vector<std::string> texts = words;  // exec() wants them to be changeable
  std::vector<char*> arguments{name.data()};
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);

  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return trouble("started");
  if (child == 0) become(name.c_str(), arguments.data(), parent);

  bool passed_on = false;
  for (;;) {
    int status = 0;
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) return trouble("waited for");
    if (ended == child) {
      if (WIFEXITED(status)) return WEXITSTATUS(status);
      return 128 + WTERMSIG(status);
    }
    const int signal = interrupted();
    if (signal != 0 && !passed_on) {
      ::kill(child, signal);
      passed_on = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace tabiya
