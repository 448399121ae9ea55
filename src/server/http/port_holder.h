// Which program listens on a port of this machine, as far as the system tells us.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace tabiya::http {

struct PortHolder {
  std::string name;
  pid_t process = 0;
};

// Nothing if nobody does, or if it is another user's program.
std::optional<PortHolder> holder_of_port(std::uint16_t port);

}  // namespace tabiya::http
