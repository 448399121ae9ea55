#include "support/process.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <thread>

extern char** environ;

namespace tabiya::test {
namespace {

// An unnamed file: unlike with a pipe, neither side ever waits for the other.
int scratch_file(std::string_view content = {}) {
  std::FILE* const file = std::tmpfile();
  if (file == nullptr) throw std::runtime_error("no temporary file");
  const int number = dup(fileno(file));
  std::fclose(file);
  if (write(number, content.data(), content.size()) != static_cast<ssize_t>(content.size())) {
    throw std::runtime_error("the temporary file is full");
  }
  lseek(number, 0, SEEK_SET);
  return number;
}

std::string content_of(int file) {
  std::string content(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), '\0');
  lseek(file, 0, SEEK_SET);
  content.resize(static_cast<std::size_t>(read(file, content.data(), content.size())));
  return content;
}

std::vector<std::string> with_our_environment(const std::map<std::string, std::string>& added) {
  std::vector<std::string> all;
  for (const auto& [name, value] : added) all.push_back(name + '=' + value);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!added.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  return all;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string status_of(pid_t id) { return text_of(fmt::format("/proc/{}/status", id)); }

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

Process::Process(const Call& call) : out_(scratch_file()), err_(scratch_file()) {
  const int in = scratch_file(call.input);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out_, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err_, STDERR_FILENO);

  std::vector<std::string> arguments = call.arguments;
  std::vector<std::string> environment = with_our_environment(call.environment);
  const int error = posix_spawnp(&id_, arguments.at(0).c_str(), &files, nullptr,
                                 pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&files);
  close(in);
  if (error != 0) throw std::runtime_error("cannot start " + arguments[0]);
}

Process::~Process() {
  if (id_ > 0) {
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  close(out_);
  close(err_);
}

bool Process::is_running() const {
  siginfo_t ended{};  // its number stays 0 if nothing has ended
  waitid(P_PID, static_cast<id_t>(id_), &ended, WEXITED | WNOHANG | WNOWAIT);
  return ended.si_pid == 0;
}

bool Process::wait_until(const std::function<bool()>& condition) const {
  while (true) {
    const bool runs = is_running();  // first, so that what it did last is seen
    if (condition()) return true;
    if (!runs) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

Finished Process::wait() {
  int status = 0;
  waitpid(id_, &status, 0);
  id_ = -1;
  Finished finished;
  if (WIFEXITED(status)) finished.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
  finished.out = content_of(out_);
  finished.err = content_of(err_);
  return finished;
}

Finished run(const Call& call) { return Process(call).wait(); }

Finished run_tabiya(const std::vector<std::string>& arguments, const std::string& input) {
  Call call{.arguments = {TABIYA_PROGRAM}, .input = input};
  call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
  return run(call);
}

bool catches(pid_t id, int signal) {
  const std::string status = status_of(id);
  const std::size_t caught = status.find("SigCgt:");
  if (caught == std::string::npos) return false;
  return (std::stoull(status.substr(caught + 7), nullptr, 16) & 1ULL << (signal - 1)) != 0;
}

bool sleeps(pid_t id) { return status_of(id).find("State:\tS") != std::string::npos; }

int running(const std::string& program, const std::string& text) {
  int count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string arguments = text_of(entry.path() / "cmdline");
    count += arguments.starts_with(program) && arguments.find(text) != arguments.npos;
  }
  return count;
}

}  // namespace tabiya::test
