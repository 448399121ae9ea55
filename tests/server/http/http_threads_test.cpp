// Requests over real sockets: each with its exact answer.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <set>
#include <string>
#include <vector>

#include "piped_error.h"
#include "running_server.h"

namespace tabiya::http::test {
namespace {

class HttpThreads : public testing::Test {
 protected:
  // With the right host for HOST.
  RawAnswer ask(std::string request) const {
    for (auto at = request.find("HOST"); at != std::string::npos; at = request.find("HOST"))
      request.replace(at, 4, server_.host());
    return server_.connect().ask(request);
  }

  RunningServer server_;
};

struct BadRequest {
  const char* name;
  std::string bytes;
  int status;
  std::string code;
  std::string message;
};

TEST_F(HttpThreads, AnswerWhatIsWrongWithExactlyThat) {
  const std::string post = "POST /api/v1/games HTTP/1.1\r\nHost: HOST\r\n";
  const std::string json = "Content-Type: application/json\r\n";
  const std::string socket =
      "GET /api/v1/socket HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Protocol: tabiya.v1\r\n";
  const std::string key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  const std::vector<BadRequest> requests{
      {"no HTTP", "hello\r\n\r\n", 400, "bad_request",
       "this is not HTTP as it should be: bad method"},
      {"an unknown version", "GET / HTTP/9.9\r\nHost: HOST\r\n\r\n", 400, "bad_request",
       "this is not HTTP as it should be: bad version"},
      {"no version", "GET /\r\nHost: HOST\r\n\r\n", 400, "bad_request",
       "this is not HTTP as it should be: bad target"},
      {"no host", "GET / HTTP/1.1\r\n\r\n", 400, "bad_request", "a request needs one Host header"},
      {"two hosts", "GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n", 400, "bad_request",
       "a request needs one Host header"},
      {"another host", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421, "forbidden",
       "this server does not go by that name; tabiya serve --name NAME gives it one"},
      {"another origin",
       "GET /api/v1/about HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\r\n", 403,
       "forbidden", "requests from other sites are not answered"},
      {"two origins",
       "GET / HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nOrigin: http://HOST\r\n\r\n", 403,
       "forbidden", "requests from other sites are not answered"},
      {"a proxy's target", "GET http://HOST/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 400, "bad_request",
       "the target of a request begins with /"},
      {"an unknown path", "GET /api/v1/nothing HTTP/1.1\r\nHost: HOST\r\n\r\n", 404, "bad_request",
       "there is nothing here"},
      {"an unknown file", "GET /../secret HTTP/1.1\r\nHost: HOST\r\n\r\n", 404, "bad_request",
       "there is nothing here"},
      {"an unknown method", "EXPLODE / HTTP/1.1\r\nHost: HOST\r\n\r\n", 405, "bad_request",
       "this cannot be done here; see the header Allow"},
      {"a method for elsewhere", "DELETE /api/v1/games HTTP/1.1\r\nHost: HOST\r\n\r\n", 405,
       "bad_request", "this cannot be done here; see the header Allow"},
      {"an options request", "OPTIONS /api/v1/games HTTP/1.1\r\nHost: HOST\r\n\r\n", 405,
       "bad_request", "this cannot be done here; see the header Allow"},
      {"a form", post + "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", 415,
       "bad_request", "the body has to be application/json"},
      {"no content type", post + "Content-Length: 2\r\n\r\n{}", 415, "bad_request",
       "the body has to be application/json"},
      {"a long body", post + json + "Content-Length: 65537\r\n\r\n", 413, "too_large",
       "the body of the request is too large"},
      {"a body of endless length", post + json + "Content-Length: 18446744073709551615\r\n\r\n",
       413, "too_large", "the body of the request is too large"},
      {"a body of no length", post + json + "Content-Length: -1\r\n\r\n", 400, "bad_request",
       "this is not HTTP as it should be: bad Content-Length"},
      {"two lengths", post + json + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ", 400,
       "bad_request", "this is not HTTP as it should be: multiple Content-Length"},
      {"a long body in pieces",
       post + json + "Transfer-Encoding: chunked\r\n\r\n10001\r\n" + std::string(65537, ' ') +
           "\r\n0\r\n\r\n",
       413, "too_large", "the body of the request is too large"},
      {"chunks that are malformed", post + json + "Transfer-Encoding: chunked\r\n\r\nx\r\n", 400,
       "bad_request", "this is not HTTP as it should be: bad chunk"},
      {"a body where there must be none",
       "GET /api/v1/about HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\n\r\nx", 413, "too_large",
       "this request has no body"},
      {"a long header",
       "GET / HTTP/1.1\r\nHost: HOST\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n", 431,
       "too_large", "the header of the request is too large"},
      {"a long target", "GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\nHost: HOST\r\n\r\n", 431,
       "too_large", "the header of the request is too large"},
      {"a socket without an upgrade", "GET /api/v1/socket HTTP/1.1\r\nHost: HOST\r\n\r\n", 426,
       "bad_request", "this is the place for a WebSocket of version 13"},
      {"a socket of another version", socket + key + "Sec-WebSocket-Version: 8\r\n\r\n", 426,
       "bad_request", "this is the place for a WebSocket of version 13"},
      {"a socket without a version", socket + key + "\r\n", 426, "bad_request",
       "this is the place for a WebSocket of version 13"},
      {"a socket without a key", socket + "Sec-WebSocket-Version: 13\r\n\r\n", 400, "bad_request",
       "the WebSocket has to send one Sec-WebSocket-Key"},
      {"a socket with two keys", socket + key + key + "Sec-WebSocket-Version: 13\r\n\r\n", 400,
       "bad_request", "the WebSocket has to send one Sec-WebSocket-Key"},
      {"a socket with a short key",
       socket + "Sec-WebSocket-Key: abc\r\nSec-WebSocket-Version: 13\r\n\r\n", 400, "bad_request",
       "the WebSocket has to send one Sec-WebSocket-Key"},
      {"a bug of ours", "GET /api/v1/games/throwthrow HTTP/1.1\r\nHost: HOST\r\n\r\n", 500,
       "internal", "an error in the server; its log has the details"},
  };
  for (const BadRequest& request : requests) {
    const RawAnswer answer = ask(request.bytes);
    EXPECT_EQ(answer.status, request.status) << request.name << '\n' << answer.head;
    EXPECT_EQ(answer.body, R"({"error":{"code":")" + request.code + R"(","message":")" +
                               request.message + R"("}})")
        << request.name;
    EXPECT_EQ(answer.header("Content-Type"), "application/json") << request.name;
    EXPECT_EQ(answer.header("X-Content-Type-Options"), "nosniff") << request.name;
  }
}

TEST(MistakeThreads, AreToldToTheLogAndNotToTheClient) {
  PipedError error;
  {
    const RunningServer server({}, RunningServer::page_of_two(), LogLevel::Warnings);
    const RawAnswer answer = server.get("/api/v1/games/throwthrow?secret");
    EXPECT_EQ(answer.status, 500);
    EXPECT_EQ(answer.body,
              R"({"error":{"code":"internal","message":"an error in the server; its log has the )"
              R"(details"}})");
  }
  EXPECT_TRUE(error.read_all().ends_with(R"("level":"warning","event":"exception","method":"GET",)"
                                         R"("path":"/api/v1/games/throwthrow","message":"a bug"})"
                                         "\n"));
}

TEST_F(HttpThreads, WaitsForAnAnswerThatComesLater) {
  RawClient client = server_.connect();
  client.send(
      "GET /api/v1/games/laterlater HTTP/1.1\r\nHost: localhost\r\n\r\n"
      "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(server_.get("/health").status, 200);
  EXPECT_EQ(client.read_answer().body, "\"GET /api/v1/games/laterlater 0\"");
  EXPECT_EQ(client.read_answer().body, "{\"status\":\"ok\"}");
}

TEST_F(HttpThreads, EndsWhenTheLastAnswerHasCome) {
  RawClient client = server_.connect();
  client.send("GET /api/v1/games/laterlater HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(server_.get("/health").status, 200);  // so the request before it was taken
  server_.end();
  EXPECT_EQ(client.read_answer().body, "\"GET /api/v1/games/laterlater 0\"");
}

// What follows would be read as a request, or a request as a body.
TEST_F(HttpThreads, EndsTheConnectionWhereABodyIsEncodedUnclearly) {
  for (const std::string head :
       {"HTTP/1.1\r\nTransfer-Encoding: identity", "HTTP/1.1\r\nTransfer-Encoding: xchunked",
        "HTTP/1.1\r\nTransfer-Encoding: gzip, chunked",
        "HTTP/1.1\r\nTransfer-Encoding: ", "HTTP/1.1\r\nTransfer-Encoding: chunked, identity",
        "HTTP/1.1\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
        "HTTP/1.1\r\nTransfer-Encoding: xchunked\r\nContent-Length: 5",
        "HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked",
        "HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5",
        "HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked"}) {
    RawClient client = server_.connect();
    const RawAnswer answer =
        client.ask("POST /api/v1/games " + head +
                   "\r\nHost: localhost\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n"
                   "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(answer.status, 400) << head << answer.body;
    EXPECT_EQ(answer.header("Connection"), "close") << head;
    EXPECT_TRUE(client.ended()) << head;
  }
}

TEST_F(HttpThreads, TellsWhichMethodsAreAllowed) {
  EXPECT_EQ(ask("PUT /api/v1/games/0123456789 HTTP/1.1\r\nHost: HOST\r\n\r\n").header("Allow"),
            "DELETE, GET, HEAD");
}

TEST_F(HttpThreads, PassesRequestsOnAndKeepsTheConnection) {
  RawClient client = server_.connect();
  const std::string host = " HTTP/1.1\r\nHost: " + server_.host() + "\r\n";
  EXPECT_EQ(client.ask("GET /api/v1/games?page=1" + host + "\r\n").body, "\"GET /api/v1/games 0\"");
  EXPECT_EQ(client.ask("DELETE /api/v1/games/0123456789" + host + "\r\n").body,
            "\"DELETE /api/v1/games/0123456789 0\"");
  EXPECT_EQ(client
                .ask("POST /api/v1/games" + host +
                     "Content-Type: Application/JSON; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}")
                .body,
            "\"POST /api/v1/games 2\"");
  EXPECT_EQ(client
                .ask("POST /api/v1/import" + host +
                     "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                     "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                .body,
            "\"POST /api/v1/import 5\"");
  // Two at once are answered one after the other.
  client.send("GET /api/v1/about" + host + "\r\nGET /health" + host + "\r\n");
  EXPECT_EQ(client.read_answer().body, "\"GET /api/v1/about 0\"");
  EXPECT_EQ(client.read_answer().body, "{\"status\":\"ok\"}");
}

TEST_F(HttpThreads, TakesAnImportThatIsLargerThanOtherBodies) {
  const std::string body(1'000'000, ' ');
  EXPECT_EQ(ask("POST /api/v1/import HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
                "Content-Length: 1000000\r\n\r\n" +
                body)
                .body,
            "\"POST /api/v1/import 1000000\"");
}

TEST_F(HttpThreads, AsksForABodyThatWaitsToBeAskedFor) {
  RawClient client = server_.connect();
  client.send(
      "POST /api/v1/games HTTP/1.1\r\nHost: " + server_.host() +
      "\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.read_answer(false).status, 100);
  EXPECT_EQ(client.ask("{}").body, "\"POST /api/v1/games 2\"");
}

TEST_F(HttpThreads, AnswersHeadWithoutTheBody) {
  RawClient client = server_.connect();
  client.send("HEAD /assets/a-1.js HTTP/1.1\r\nHost: " + server_.host() +
              "\r\nConnection: close\r\n\r\n");
  const RawAnswer answer = client.read_answer(false);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("Content-Length"), "26");
  EXPECT_TRUE(client.ended());
}

TEST_F(HttpThreads, ClosesWhenAskedTo) {
  for (const char* request :
       {"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n"}) {
    RawClient client = server_.connect();
    EXPECT_EQ(client.ask(request).status, 200);
    EXPECT_TRUE(client.ended());
  }
}

TEST_F(HttpThreads, SendsThePageWithStrictHeaders) {
  const RawAnswer page = server_.get("/");
  EXPECT_EQ(page.body, "<!doctype html>");
  EXPECT_EQ(
      page.header("Content-Security-Policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
      "connect-src 'self' ws://" +
          server_.host() + " wss://" + server_.host() +
          "; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  EXPECT_EQ(page.header("Cross-Origin-Opener-Policy"), "same-origin");
  EXPECT_EQ(page.header("Cross-Origin-Resource-Policy"), "same-origin");
  EXPECT_EQ(page.header("Referrer-Policy"), "no-referrer");
  EXPECT_EQ(page.header("X-Frame-Options"), "DENY");
  const RawAnswer script = server_.get("/assets/a-1.js", "Accept-Encoding: gzip, br\r\n");
  EXPECT_EQ(script.body, "brotli");
  EXPECT_EQ(script.header("Content-Encoding"), "br");
  const RawAnswer again = server_.get(
      "/assets/a-1.js", "Accept-Encoding: br\r\nIf-None-Match: " + script.header("ETag") + "\r\n");
  EXPECT_EQ(again.status, 304);
}

TEST_F(HttpThreads, TellsItsHealthAndItsMetrics) {
  EXPECT_EQ(server_.get("/health").status, 200);
  server_.backend.in_trouble = true;
  const RawAnswer answer = server_.get("/health");
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.body, "{\"status\":\"the disk is full\"}");
  EXPECT_EQ(server_.figure("tabiya_games_open"), 7u);
  EXPECT_EQ(server_.figure("tabiya_http_answers_total{status=\"5xx\"}"), 1u);
  EXPECT_EQ(server_.figure("tabiya_connections"), 1u);
}

TEST(TokenThreads, LetsInWhoHasIt) {
  HttpSettings settings;
  settings.token = "0123456789abcdef";
  const RunningServer server(settings);
  EXPECT_EQ(server.get("/").status, 401);
  EXPECT_EQ(server.get("/api/v1/about").status, 401);
  EXPECT_EQ(server.connect().upgrade().status, 401);
  EXPECT_EQ(server.get("/?token=fedcba9876543210").status, 401);
  const RawAnswer welcome = server.get("/?token=0123456789abcdef");
  EXPECT_EQ(welcome.status, 200);
  const std::string cookie = welcome.header("Set-Cookie");
  EXPECT_NE(cookie.find("; HttpOnly; SameSite=Strict"), std::string::npos);
  const std::string back = "Cookie: " + cookie.substr(0, cookie.find(';')) + "\r\n";
  EXPECT_EQ(server.get("/", back).body, "<!doctype html>");
  EXPECT_EQ(server.get("/api/v1/about", back).status, 200);
  EXPECT_EQ(server.connect().upgrade("Sec-WebSocket-Protocol: tabiya.v1\r\n" + back).status, 101);
  EXPECT_EQ(server.get("/metrics", "Authorization: Bearer 0123456789abcdef\r\n").status, 200);
}

// Of this process, those that a program we start would have, too.
std::set<int> sockets_to_inherit() {
  std::set<int> sockets;
  for (int file = 0; file < 1024; ++file) {
    struct stat about{};
    if (fstat(file, &about) == 0 && S_ISSOCK(about.st_mode) &&
        (fcntl(file, F_GETFD) & FD_CLOEXEC) == 0)
      sockets.insert(file);
  }
  return sockets;
}

TEST(PortThreads, HandsNoSocketToProgramsItStarts) {
  const std::set<int> before = sockets_to_inherit();
  const RunningServer server;
  RawClient client = server.connect();
  EXPECT_EQ(client.ask("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 200);
  EXPECT_EQ(sockets_to_inherit(), before);
}

TEST(PortThreads, SaysWhoHoldsThePort) {
  const RunningServer first;
  Log log(LogLevel::Off);
  EventLoop loop(log);
  const PageFiles files({});
  HttpSettings settings;
  settings.port = first.port();
  const auto second = HttpServer::listen(settings, loop, files, log);
  ASSERT_FALSE(second);
  const std::string port = std::to_string(first.port());
  EXPECT_TRUE(second.error().message.starts_with("port " + port + " is taken by "))
      << second.error().message;
  EXPECT_NE(second.error().message.find("(process " + std::to_string(getpid()) + ")"),
            std::string::npos)
      << second.error().message;
  EXPECT_NE(second.error().message.find("tabiya serve --port " + std::to_string(first.port() + 1)),
            std::string::npos);

  settings.listen = "localhost";
  EXPECT_EQ(HttpServer::listen(settings, loop, files, log).error().message,
            "--listen localhost: this is not an IP address");
}

}  // namespace
}  // namespace tabiya::http::test
