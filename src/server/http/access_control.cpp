#include "server/http/access_control.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <utility>

#include "base/text.h"

namespace tabiya::http {
namespace {

bool is_ip(int family, std::string_view text) {
  in6_addr address;
  return inet_pton(family, std::string(text).c_str(), &address) == 1;
}

// "name" of "name", "name:80", "[::1]" and "[::1]:80", the last two with their brackets; nothing
// for what is no host.
std::optional<std::string_view> without_port(std::string_view host) {
  std::size_t end = host.find(':');
  if (host.starts_with('[')) {
    const auto bracket = host.find(']');
    if (bracket == std::string_view::npos) return std::nullopt;
    end = bracket + 1 == host.size() ? std::string_view::npos : bracket + 1;
  }
  if (end == std::string_view::npos) return host;
  if (host[end] != ':' || !number_from<std::uint16_t>(host.substr(end + 1))) return std::nullopt;
  return host.substr(0, end);
}

std::string_view value_of(std::string_view parameters, std::string_view name, char separator) {
  while (!parameters.empty()) {
    const auto end = parameters.find(separator);
    std::string_view one = parameters.substr(0, end);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.size() > name.size() && one.starts_with(name) && one[name.size()] == '=')
      return one.substr(name.size() + 1);
    parameters = end == std::string_view::npos ? std::string_view{} : parameters.substr(end + 1);
  }
  return {};
}

// Of a host's name, or of a token, which stands in addresses and cookies as it is.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.'; });
}

// Not a redirection: a browser that came by a link on another site would follow it without the new
// cookie, because that is kept for requests that begin here (SameSite=Strict). This page begins
// one.
Answer welcome(std::string_view cookie, std::string_view token) {
  return {.status = 200,
          .content_type = "text/html; charset=utf-8",
          .body =
              "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tabiya</title>"
              "<meta http-equiv=\"refresh\" content=\"0;url=/\"></head>"
              "<body><a href=\"/\">Tabiya</a></body></html>\n",
          .headers = {{"Set-Cookie", fmt::format("{}={}; Path=/; Max-Age=2592000; HttpOnly; "
                                                 "SameSite=Strict",
                                                 cookie, token)}}};
}

}  // namespace

AccessControl::AccessControl(std::string token, std::vector<std::string> names, std::uint16_t port)
    : token_(std::move(token)), cookie_(fmt::format("tabiya_{}", port)) {
  for (const std::string& name : names) names_.push_back(in_small_letters(name));
  names_.emplace_back("localhost");
}

std::optional<Answer> AccessControl::refusal(const Request& request) const {
  if (request.host.empty() || request.host == kTwice)
    return failure(400, "bad_request", "a request needs one Host header");
  if (!knows_host(request.host))
    return failure(421, "forbidden",
                   "this server does not go by that name; tabiya serve --name NAME gives it one");
  if (!request.origin.empty() && request.origin != "http://" + request.host &&
      request.origin != "https://" + request.host)
    return failure(403, "forbidden", "requests from other sites are not answered");
  // Older browsers do not say it. A link on another site may lead to the page.
  const bool elsewhere = request.fetch_site == "cross-site" || request.fetch_site == "same-site";
  if (elsewhere && request.path() != "/")
    return failure(403, "forbidden", "requests from other sites are not answered");
  if (token_.empty()) return std::nullopt;

  const std::string_view shown = value_of(request.query(), "token", '&');
  if (request.path() == "/" && request.method == "GET" && !shown.empty() &&
      equal_in_constant_time(shown, token_))
    return welcome(cookie_, token_);
  if (has_token(request)) return std::nullopt;
  Answer answer = failure(
      401, "forbidden", "this server asks for a token: open the address it printed when it began");
  answer.headers.emplace_back("WWW-Authenticate", "Bearer");
  return answer;
}

// A numeric address is not a name, so no other site can have made it lead here.
bool AccessControl::knows_host(std::string_view host) const {
  const auto name = without_port(host);
  if (!name || name->empty()) return false;
  if (name->starts_with('[')) return is_ip(AF_INET6, name->substr(1, name->size() - 2));
  return is_ip(AF_INET, *name) ||
         std::ranges::find(names_, in_small_letters(*name)) != names_.end();
}

bool AccessControl::has_token(const Request& request) const {
  constexpr std::string_view bearer = "Bearer ";
  if (request.authorization.starts_with(bearer))
    return equal_in_constant_time(std::string_view(request.authorization).substr(bearer.size()),
                                  token_);
  return equal_in_constant_time(value_of(request.cookie, cookie_, ';'), token_);
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  // The length is no secret.
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  return difference == 0;
}

std::optional<std::string> wrong_with_name(std::string_view name) {
  constexpr std::size_t most = 253;
  if (!name.empty() && name.size() <= most && is_plain(name)) return std::nullopt;
  return fmt::format("\"{:.40}\" is not a host name; give it without http:// and port", name);
}

std::optional<std::string> wrong_with_token(std::string_view token) {
  constexpr std::size_t least = 16;
  constexpr std::size_t most = 128;
  if (token.size() < least || token.size() > most)
    return fmt::format("a token has {} to {} characters", least, most);
  if (!is_plain(token)) return "a token has only letters, digits, - _ and .";
  return std::nullopt;
}

std::string random_token() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
  return token;
}

}  // namespace tabiya::http
