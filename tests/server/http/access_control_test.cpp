#include "server/http/access_control.h"

#include <gtest/gtest.h>

namespace tabiya::http {
namespace {

const std::string kToken = "0123456789abcdef";

int status(const AccessControl& access, const Request& request) {
  const auto refusal = access.refusal(request);
  return refusal ? refusal->status : 0;
}

Request to(std::string host, std::string target = "/") {
  Request request;
  request.method = "GET";
  request.target = std::move(target);
  request.host = std::move(host);
  return request;
}

TEST(AccessControl, KnowsItsOwnHostsAndNoOthers) {
  const AccessControl access("", {"Chess.Example"}, 8960);
  for (const char* host : {"localhost", "LOCALHOST:8960", "127.0.0.1:8960", "192.168.1.20:80",
                           "[::1]", "[::1]:8960", "chess.example", "CHESS.example:443"})
    EXPECT_EQ(status(access, to(host)), 0) << host;
  for (const char* host :
       {"evil.example", "localhost.evil.example", "xlocalhost", "127.0.0.1.evil.example", "[::1",
        "[evil]", "localhost:", "localhost:99999", "localhost:80x", "::1", "127.1:", "a b", ":80",
        "localhost:80; script-src *"})
    EXPECT_EQ(status(access, to(host)), 421) << host;
  EXPECT_EQ(status(access, to("")), 400);
  EXPECT_EQ(status(access, to(std::string(kTwice))), 400);
}

TEST(AccessControl, AnswersNoOtherSites) {
  const AccessControl access("", {}, 8960);
  Request request = to("localhost:8960", "/api/v1/about");
  for (const char* origin : {"http://localhost:8960", "https://localhost:8960"}) {
    request.origin = origin;
    EXPECT_EQ(status(access, request), 0) << origin;
  }
  for (const char* origin : {"http://localhost", "http://localhost:8961", "null", "localhost:8960",
                             "http://evil.example", "http://localhost:8960.evil.example", "\n"}) {
    request.origin = origin;
    EXPECT_EQ(status(access, request), 403) << origin;
  }
  request.origin.clear();
  for (const char* site : {"same-origin", "none", ""}) {
    request.fetch_site = site;
    EXPECT_EQ(status(access, request), 0) << site;
  }
  for (const char* site : {"cross-site", "same-site"}) {
    request.fetch_site = site;
    EXPECT_EQ(status(access, request), 403) << site;
  }
  // A link may lead to the page.
  request.target = "/";
  EXPECT_EQ(status(access, request), 0);
}

TEST(AccessControl, AsksForItsTokenEverywhere) {
  const AccessControl access(kToken, {}, 8960);
  for (const char* target : {"/", "/assets/a.js", "/health", "/metrics", "/api/v1/about",
                             "/api/v1/socket", "/?token=", "/?token=0123456789abcdeX"})
    EXPECT_EQ(status(access, to("localhost", target)), 401) << target;

  Request request = to("localhost", "/api/v1/about");
  for (const auto& cookie : {"tabiya_8960=" + kToken, "a=b; tabiya_8960=" + kToken + "; c=d"}) {
    request.cookie = cookie;
    EXPECT_EQ(status(access, request), 0) << cookie;
  }
  for (const auto& cookie : {"tabiya_8961=" + kToken, "xtabiya_8960=" + kToken,
                             "tabiya_8960=" + kToken + "x", std::string("tabiya_8960="), kToken}) {
    request.cookie = cookie;
    EXPECT_EQ(status(access, request), 401) << cookie;
  }
  request.cookie.clear();
  request.authorization = "Bearer " + kToken;
  EXPECT_EQ(status(access, request), 0);
  request.authorization = "Bearer x";
  EXPECT_EQ(status(access, request), 401);
}

TEST(AccessControl, TurnsATokenInTheAddressIntoACookie) {
  const AccessControl access(kToken, {}, 8960);
  const auto answer = access.refusal(to("localhost", "/?token=" + kToken));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  ASSERT_EQ(answer->headers.size(), 1u);
  EXPECT_EQ(answer->headers[0].first, "Set-Cookie");
  EXPECT_EQ(answer->headers[0].second,
            "tabiya_8960=" + kToken + "; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict");
  EXPECT_NE(answer->body.find("url=/"), std::string::npos);
  // Only there.
  EXPECT_EQ(status(access, to("localhost", "/api/v1/about?token=" + kToken)), 401);
}

TEST(AccessControl, TokensAreLongAndPlain) {
  EXPECT_FALSE(wrong_with_token(kToken));
  EXPECT_FALSE(wrong_with_token(random_token()));
  EXPECT_NE(random_token(), random_token());
  for (const std::string& token : {std::string(), std::string("short"), kToken + ";", kToken + " ",
                                   kToken + "\n", std::string(129, 'a')})
    EXPECT_TRUE(wrong_with_token(token)) << token;
}

// No request could ever come in by them.
TEST(AccessControl, NamesAreNeitherAddressesNorHavePorts) {
  for (const char* name : {"chess.example", "Chess-1.example", "nas", "my_pc.local"})
    EXPECT_FALSE(wrong_with_name(name)) << name;
  for (const std::string& name :
       {std::string(), std::string("chess.example:8080"), std::string("http://chess.example"),
        std::string("a b"), std::string("[::1]"), std::string("a/b"), std::string(254, 'a')})
    EXPECT_TRUE(wrong_with_name(name)) << name;
}

TEST(AccessControl, ComparesWholeTexts) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  for (const char* other : {"", "ab", "abd", "xbc", "abcd"})
    EXPECT_FALSE(equal_in_constant_time("abc", other)) << other;
}

}  // namespace
}  // namespace tabiya::http
