#include "server/http/port_holder.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <system_error>

#include "base/number_from.h"

namespace tabiya::http {
namespace {

namespace fs = std::filesystem;

// Of the sockets that listen on the port, as /proc has them: "socket:[12345]".
std::set<std::string> listening_sockets(std::uint16_t port) {
  std::set<std::string> sockets;
  const std::string ending = fmt::format(":{:04X}", port);
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream file(table);
    std::string line;
    std::getline(file, line);  // the heading
    while (std::getline(file, line)) {
      std::istringstream columns(line);
      std::string number, local, remote, state, queues, timer, retransmits, user, timeout, inode;
      columns >> number >> local >> remote >> state >> queues >> timer >> retransmits >> user >>
          timeout >> inode;
      constexpr std::string_view listening = "0A";
      if (state == listening && local.ends_with(ending))
        sockets.insert(fmt::format("socket:[{}]", inode));
    }
  }
  return sockets;
}

bool has_open(const fs::path& process, const std::set<std::string>& files) {
  std::error_code error;
  for (const auto& file : fs::directory_iterator(process / "fd", error)) {
    const fs::path target = fs::read_symlink(file.path(), error);
    if (!error && files.contains(target.string())) return true;
  }
  return false;
}

}  // namespace

std::optional<PortHolder> holder_of_port(std::uint16_t port) {
  const auto sockets = listening_sockets(port);
  if (sockets.empty()) return std::nullopt;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const auto process = number_from<pid_t>(entry.path().filename().string());
    if (!process || !has_open(entry.path(), sockets)) continue;
    std::ifstream file(entry.path() / "comm");
    std::string name;
    std::getline(file, name);
    return PortHolder{name, *process};
  }
  return std::nullopt;
}

}  // namespace tabiya::http
