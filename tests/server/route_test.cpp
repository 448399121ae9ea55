#include "server/protocol.h"

#include <gtest/gtest.h>

namespace tabiya::server {
namespace {

TEST(Route, KnowsThePlacesOfTheProtocol) {
  EXPECT_EQ(route_of("/")->place, Place::File);
  EXPECT_EQ(route_of("/assets/x.js")->place, Place::File);
  EXPECT_EQ(route_of("/health")->place, Place::Health);
  EXPECT_EQ(route_of("/metrics")->place, Place::Metrics);
  EXPECT_EQ(route_of("/api/v1/about")->place, Place::About);
  EXPECT_EQ(route_of("/api/v1/games")->methods, "GET, HEAD, POST");
  EXPECT_EQ(route_of("/api/v1/import")->place, Place::Import);
  EXPECT_EQ(route_of("/api/v1/socket")->place, Place::Socket);
  EXPECT_EQ(route_of("/api/v1/games/0123456789")->methods, "DELETE, GET, HEAD");
  EXPECT_EQ(route_of("/api/v1/games/0123456789/pgn")->methods, "GET, HEAD");
}

TEST(Route, LeadsNowhereElseInTheApi) {
  for (const char* path :
       {"/api", "/api/", "/api/v1", "/api/v1/", "/api/v2/about", "/api/v1/about/", "/api/v1/games/",
        "/api/v1/games/012345678", "/api/v1/games/01234567890", "/api/v1/games/012345678A",
        "/api/v1/games/../../etc", "/api/v1/games/0123456789/", "/api/v1/games/0123456789/pgn/x",
        "/api/v1/games//pgn"})
    EXPECT_FALSE(route_of(path)) << path;
}

TEST(Route, AllowsWholeMethodsOnly) {
  const std::string_view games = route_of("/api/v1/games")->methods;
  for (const char* method : {"GET", "HEAD", "POST"}) EXPECT_TRUE(allows(games, method)) << method;
  for (const char* method : {"", "GE", "get", "GET, HEAD", "DELETE", "PUT", "OPTIONS", "TRACE"})
    EXPECT_FALSE(allows(games, method)) << method;
}

}  // namespace
}  // namespace tabiya::server
