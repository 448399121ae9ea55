// Who may come in. Other web sites may not: they could have a visitor's browser send requests here
// (Origin), or have their own name lead here (Host: "DNS rebinding"). Other people may only with
// the token, if there is one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/message.h"

namespace tabiya::http {

class AccessControl {
 public:
  AccessControl(std::string token, std::vector<std::string> names, std::uint16_t port);

  // Why the request may not come in, or what it gets instead; nothing if it may.
  std::optional<Answer> refusal(const Request&) const;

 private:
  bool knows_host(std::string_view host) const;
  bool has_token(const Request&) const;

  std::string token_;
  std::vector<std::string> names_;  // in small letters
  std::string cookie_;              // its name; has the port, because cookies do not know ports
};

// Takes as long whatever the difference is, so that the token cannot be found letter by letter.
bool equal_in_constant_time(std::string_view a, std::string_view b);

// What is wrong with a token that a user chose, for people; nothing if it will do. One that will
// do can stand in an address and in a cookie as it is, and is not easily guessed.
std::optional<std::string> wrong_with_token(std::string_view);

// What is wrong with a name by which browsers reach the server, for people; nothing if it
// will do: neither an address nor a port belongs to it.
std::optional<std::string> wrong_with_name(std::string_view);

// 128 bits from the system.
std::string random_token();

}  // namespace tabiya::http
