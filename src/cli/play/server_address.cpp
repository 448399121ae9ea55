#include "cli/play/server_address.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "base/result.h"

namespace tabiya {
namespace {

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

}  // namespace

Result<std::filesystem::path> usual_database() {
  const char* const data = std::getenv("XDG_DATA_HOME");  // NOLINT(concurrency-mt-unsafe): read
  const char* const home = std::getenv("HOME");           // NOLINT(concurrency-mt-unsafe): read
  std::filesystem::path folder;
  if (data != nullptr && data[0] == '/') {
    folder = data;
  } else if (home != nullptr && home[0] == '/') {
    folder = std::filesystem::path(home) / ".local" / "share";
  } else {
    return failure("there is no home folder to keep games in; --database FILE names a place");
  }
  folder /= "tabiya";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return failure("{}: {}; --database FILE names another place", folder.string(), error.message());
  return folder / "games.sqlite";
}

std::string web_address(const std::string& listen, std::uint16_t port, const std::string& token) {
  std::string host = listen;
  // "All addresses" is none that one can go to.
  if (listen == "0.0.0.0" || listen == "::") host = own_address().value_or("127.0.0.1");
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("http://{}:{}/{}{}", host, port, token.empty() ? "" : "?token=", token);
}

}  // namespace tabiya
