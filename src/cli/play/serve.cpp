#include "cli/commands.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
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
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "base/file.h"
#include "base/terminal.h"
#include "cli/options.h"
#include "server/game_service.h"
#include "server/http/access_control.h"
#include "server/http/http_server.h"

extern char** environ;

namespace tabiya {
namespace {

using namespace server;  // NOLINT(google-build-using-namespace): all of this file is about it
using namespace http;    // NOLINT(google-build-using-namespace)

struct ServeOptions {
  HttpSettings http;
  GameSettings games;
  std::string database;
  std::string log;
  bool open = false;
};

// The others are for the page's browser and whatever else runs.
int usual_slots() {
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()) / 2, 1, 4);
}

// By which other machines reach this one.
std::optional<std::string> own_address() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return std::nullopt;
  std::optional<std::string> found;
  for (const ifaddrs* one = all; one != nullptr && !found; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    if ((one->ifa_flags & IFF_LOOPBACK) != 0 || (one->ifa_flags & IFF_UP) == 0) continue;
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* const address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    if (inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size()) != nullptr)
      found = text.data();
  }
  freeifaddrs(all);
  return found;
}

// $XDG_DATA_HOME/tabiya/games.sqlite or ~/.local/share/tabiya/games.sqlite; makes the folder if
// need be.
Result<std::filesystem::path> usual_database() {
  const char* const data = std::getenv("XDG_DATA_HOME");  // NOLINT(concurrency-mt-unsafe): read
  const char* const home = std::getenv("HOME");           // NOLINT(concurrency-mt-unsafe): read
  std::filesystem::path folder;
  if (data != nullptr && data[0] == '/') {
    folder = data;
  } else if (home != nullptr && home[0] == '/') {
    folder = std::filesystem::path(home) / ".local" / "share";
  } else {
    return failure("there is no home folder for the games; choose a place with --database FILE");
  }
  folder /= "tabiya";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return failure("{}: {}; choose another place with --database FILE", folder.string(),
                   error.message());
  return folder / "games.sqlite";
}

// What to type into a browser for a server that listens on this address and port.
std::string web_address(const std::string& listen, std::uint16_t port, const std::string& token) {
  std::string host = listen;
  // "All addresses" is not one to connect to.
  if (listen == "0.0.0.0" || listen == "::") host = own_address().value_or("127.0.0.1");
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("http://{}:{}/{}{}", host, port, token.empty() ? "" : "?token=", token);
}

LogLevel log_level(const std::string& name) {
  if (name == "off") return LogLevel::Off;
  if (name == "warnings") return LogLevel::Warnings;
  if (name == "requests") return LogLevel::Requests;
  // People at a terminal want to read the address; files and services want to know what happened.
  return isatty(STDERR_FILENO) == 1 ? LogLevel::Warnings : LogLevel::Requests;
}

// Requests from other machines need a token, chosen by the user or made here.
Result<void> settle_token(HttpSettings& http) {
  const auto loopback = is_loopback(http.listen);
  if (!loopback) return std::unexpected(Error{"--listen " + loopback.error().message});
  if (http.token.empty() && !*loopback) http.token = random_token();
  if (http.token.empty()) return {};
  if (const auto wrong = wrong_with_token(http.token))
    return std::unexpected(Error{"--token: " + *wrong});
  return {};
}

// A reader of the log that is gone must not end the server, nor a file that may not grow (ulimit
// -f), which is treated like a full disk. A browser that was closed must not stay as a zombie.
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
  const OpenFile never(eventfd(0, EFD_CLOEXEC));
  std::thread dispatcher([&] { loop.run(); });
  interrupt.wait_for_input(never.descriptor());
  http.end();
  dispatcher.join();
}

ExitCode serve(ServeOptions options) {
  const Interrupt interrupt;
  for (const int signal : kIgnoredSignals) std::signal(signal, SIG_IGN);
  if (const auto settled = settle_token(options.http); !settled)
    return failed("serve", settled.error().message);
  for (const std::string& name : options.http.names)
    if (const auto wrong = wrong_with_name(name)) return failed("serve", "--name: " + *wrong);

  Log log(log_level(options.log));
  const PageFiles files(built_in_page_files());
  EventLoop loop(log);
  // The port first: where another Tabiya runs already, its games must stay as they are.
  const auto http = HttpServer::listen(options.http, loop, files, log);
  if (!http) return failed("serve", http.error().message);
  const HttpSettings& settings = (*http)->settings();

  if (options.database.empty()) {
    const auto usual = usual_database();
    if (!usual) return failed("serve", usual.error().message);
    options.database = usual->string();
  }
  options.games.database = options.database;
  const auto games = open_games(options.games, loop);
  if (!games) return failed("serve", games.error().message);
  (*http)->open(**games);

  const std::string address = web_address(settings.listen, settings.port, settings.token);
  fmt::print("Tabiya is at {}\n", address);
  std::fflush(stdout);
  if (files.empty())
    complain(
        "tabiya serve: the page was not built, so only the API is available; ./run builds both\n");
  log.info("start", {{"port", settings.port}, {"database", options.database}});
  if (options.open) open_browser(address);

  serve_until_stopped(loop, **http, interrupt);
  log.info("end", {});
  return stopped_by(interrupt);
}

}  // namespace

void register_serve(CommandLine& line) {
  auto options = std::make_shared<ServeOptions>();
  options->games.search_slots = usual_slots();
  CLI::App& command =
      line.add(Purpose::Play, "serve", "Play, study and watch the engines in your web browser");
  number_option(command, "--port", options->http.port, 0, 65535,
                "Port to listen on; 0 is any free one");
  command
      .add_option("--listen", options->http.listen,
                  "Address to listen on; 0.0.0.0 lets other machines connect, with a token")
      ->capture_default_str()
      ->type_name("IP");
  command
      .add_option("--name", options->http.names,
                  "A name by which browsers reach the server, besides localhost")
      ->type_name("HOST")
      ->expected(1)
      ->take_all();
  command
      .add_option(
          "--token", options->http.token,
          "Token that browsers must send (default: a random one if other machines can connect)")
      ->envname("TABIYA_TOKEN")
      ->type_name("TEXT");
  file_option(command, "--database", options->database,
              "File in which the games are stored (default: in your data folder)");
  number_option(command, "--slots", options->games.search_slots, 1, 64,
                "Searches that may run at once");
  number_option(command, "--threads", options->games.threads_per_search, 1, 256,
                "Threads of each search");
  number_option(command, "--hash", options->games.hash_megabytes, 1, 65536,
                "Memory of each search, in MiB", "MIB");
  file_option(command, "--net", options->games.net,
              "Network of alpha-beta, .nnue (default: the built-in one)");
  file_option(command, "--tree-net", options->games.tree_net,
              "Network of the tree search, .onnx (default: nets/default.onnx)");
  choice_option(command, "--log", options->log, {"off", "warnings", "requests"},
                "What to write to standard error: off, warnings or requests "
                "(default: warnings on a terminal, requests elsewhere)",
                "WHAT");
  command.add_flag("--open", options->open, "Open the page in the browser");
  command.footer("Example:\n  tabiya serve --port 9000 --slots 2");
  line.when_chosen(command, [options] { return serve(*options); });
}

}  // namespace tabiya
