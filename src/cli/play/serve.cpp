#include "cli/commands.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <expected>
#include <memory>
#include <string>
#include <thread>

#include "base/interrupt.h"
#include "base/result.h"
#include "base/terminal.h"
#include "cli/messages.h"
#include "cli/number_check.h"
#include "cli/play/server_address.h"
#include "server/http/gate.h"
#include "server/http/hall_backend.h"
#include "server/http/http_server.h"

extern char** environ;

namespace tabiya {
namespace {

using namespace server;  // NOLINT(google-build-using-namespace): all of this file is about it
using namespace http;    // NOLINT(google-build-using-namespace)

struct ServeOptions {
  HttpSettings http;
  HallSettings hall;
  std::string database;
  std::string log;
  bool open = false;
};

// The others are for the page's browser and whatever else runs.
int usual_slots() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()) / 2, 1, 4);
}

LogLevel log_level(const std::string& name) {
  if (name == "off") return LogLevel::Off;
  if (name == "warnings") return LogLevel::Warnings;
  if (name == "requests") return LogLevel::Requests;
  // People at a terminal want to read the address; files and services want to know what happened.
  return isatty(STDERR_FILENO) == 1 ? LogLevel::Warnings : LogLevel::Requests;
}

// Whoever reaches the server from elsewhere has to show a token, chosen or made here.
Result<void> settle_token(HttpSettings& http) {
  const auto loopback = is_loopback(http.listen);
  if (!loopback) return std::unexpected(Error{"--listen " + loopback.error().message});
  if (http.token.empty() && !*loopback) http.token = random_token();
  if (http.token.empty()) return {};
  if (const auto wrong = wrong_with_token(http.token))
    return std::unexpected(Error{"--token: " + *wrong});
  return {};
}

// A reader of the log that is gone shall not end the server, nor shall a file that may not grow
// (ulimit -f): that is a disk that is full. A browser that was closed shall not stay as a zombie.
constexpr std::array kIgnoredSignals{SIGPIPE, SIGXFSZ, SIGCHLD};

void open_browser(const std::string& address) {
  sigset_t ignored_here;
  sigemptyset(&ignored_here);
  for (const int signal : kIgnoredSignals) sigaddset(&ignored_here, signal);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &ignored_here);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  std::string program = "xdg-open";
  std::string argument = address;
  const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  pid_t process = 0;
  if (posix_spawnp(&process, program.c_str(), nullptr, &attributes, arguments.data(), environ) != 0)
    complain("tabiya serve: xdg-open is not installed; please open the address yourself\n");
  posix_spawnattr_destroy(&attributes);
}

// Until Ctrl-C or SIGTERM.
void serve_until_stopped(EventLoop& loop, HttpServer& http, const Interrupt& interrupt) {
  const int never = eventfd(0, EFD_CLOEXEC);
  std::thread home([&] { loop.run(); });
  interrupt.wait_for_input(never);
  http.end();
  home.join();
  close(never);
}

ExitCode serve(ServeOptions options) {
  const Interrupt interrupt;
  for (const int signal : kIgnoredSignals) std::signal(signal, SIG_IGN);
  const auto fail = [](const std::string& why) {
    complain("tabiya serve: {}\n", why);
    return ExitCode::Failed;
  };
  if (const auto settled = settle_token(options.http); !settled)
    return fail(settled.error().message);
  for (const std::string& name : options.http.names)
    if (const auto wrong = wrong_with_name(name)) return fail("--name: " + *wrong);

  Log log(log_level(options.log));
  const PageFiles files(built_in_page_files());
  EventLoop loop(log);
  // The port first: where another Tabiya runs already, nothing shall happen to its games.
  const auto http = HttpServer::listen(options.http, loop, files, log);
  if (!http) return fail(http.error().message);
  const HttpSettings& settings = (*http)->settings();

  if (options.database.empty()) {
    const auto usual = usual_database();
    if (!usual) return fail(usual.error().message);
    options.database = usual->string();
  }
  options.hall.database = options.database;
  const auto hall = Hall::open(options.hall, loop);
  if (!hall) return fail(hall.error().message);
  HallBackend backend(**hall);
  (*http)->open(backend);

  const std::string address = web_address(settings.listen, settings.port, settings.token);
  fmt::print("Tabiya is at {}\n", address);
  std::fflush(stdout);
  if (files.empty())
    complain("tabiya serve: the page was not built, so only the API is there; ./run builds both\n");
  log.info("start", {{"port", settings.port}, {"database", options.database}});
  if (options.open) open_browser(address);

  serve_until_stopped(loop, **http, interrupt);
  log.info("end", {});
  return stopped_by(interrupt);
}

}  // namespace

void register_serve(CommandLine& line) {
  auto options = std::make_shared<ServeOptions>();
  options->hall.search_slots = usual_slots();
  CLI::App& command =
      line.add(Purpose::Play, "serve", "Play, study and watch the engines in your web browser");
  command.add_option("--port", options->http.port, "Port to listen on; 0 is any free one")
      ->check(number_check(0, 65535))
      ->capture_default_str()
      ->type_name("N");
  command
      .add_option("--listen", options->http.listen,
                  "Address to listen on; 0.0.0.0 lets other machines in, with a token")
      ->capture_default_str()
      ->type_name("IP");
  command
      .add_option("--name", options->http.names,
                  "A name by which browsers reach the server, besides localhost")
      ->type_name("HOST")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--token", options->http.token,
                  "What visitors have to show (default: a random one, if others can reach it)")
      ->envname("TABIYA_TOKEN")
      ->type_name("TEXT");
  command
      .add_option("--database", options->database,
                  "Where the games are kept (default: in your data folder)")
      ->type_name("FILE");
  command.add_option("--slots", options->hall.search_slots, "Searches that may run at once")
      ->check(number_check(1, 64))
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--threads", options->hall.threads_per_search, "Threads of each search")
      ->check(number_check(1, 256))
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--hash", options->hall.hash_megabytes, "Memory of each search, in MB")
      ->check(number_check(1, 65536))
      ->capture_default_str()
      ->type_name("MB");
  command
      .add_option("--net", options->hall.net,
                  "Network of alpha-beta, .nnue (default: the built-in one)")
      ->type_name("FILE");
  command
      .add_option("--tree-net", options->hall.tree_net,
                  "Network of the tree search, .onnx (default: that of nets/)")
      ->type_name("FILE");
  command
      .add_option("--log", options->log,
                  "What to tell on standard error: off, warnings or requests "
                  "(default: warnings on a terminal, requests elsewhere)")
      ->check(CLI::IsMember({"off", "warnings", "requests"}))
      ->type_name("WHAT");
  command.add_flag("--open", options->open, "Open the page in the browser");
  command.footer("Example:\n  tabiya serve --port 9000 --slots 2");
  line.when_chosen(command, [options] { return serve(*options); });
}

}  // namespace tabiya
