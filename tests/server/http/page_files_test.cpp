#include "server/http/page_files.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tabiya::http {
namespace {

const std::vector<PageFile> kFiles{{"/index.html", "<!doctype html>"},
                                   {"/assets/a.js", "aaaaaaaaaaaaaaaaaaaaaaaa"},
                                   {"/assets/a.js.br", "brotli"},
                                   {"/assets/a.js.gz", "gzipped"},
                                   {"/icon.svg", "<svg>"},
                                   {"/icon.svg.gz", "larger than it was"}};

Request get(std::string target, std::string accept_encoding = {}) {
  Request request;
  request.method = "GET";
  request.target = std::move(target);
  request.host = "localhost:8960";
  request.accept_encoding = std::move(accept_encoding);
  return request;
}

std::string header(const Answer& answer, std::string_view name) {
  const auto found =
      std::ranges::find(answer.headers, name, &std::pair<std::string, std::string>::first);
  return found == answer.headers.end() ? "" : found->second;
}

TEST(PageFiles, HaveTheirTypesAndLifetimes) {
  const PageFiles files(kFiles);
  const Answer index = files.answer(get("/?x=y"));
  EXPECT_EQ(index.content(), "<!doctype html>");
  EXPECT_EQ(index.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(index.cache, "no-cache");
  EXPECT_NE(index.policy.find("connect-src 'self' ws://localhost:8960 "), std::string::npos);
  const Answer script = files.answer(get("/assets/a.js"));
  EXPECT_EQ(script.content_type, "text/javascript; charset=utf-8");
  EXPECT_EQ(script.cache, "max-age=31536000, immutable");
}

TEST(PageFiles, ComeInTheSmallestFormThatIsAccepted) {
  const PageFiles files(kFiles);
  const auto encoding = [&](const char* accepted) {
    return header(files.answer(get("/assets/a.js", accepted)), "Content-Encoding");
  };
  EXPECT_EQ(encoding("gzip, deflate, br"), "br");
  EXPECT_EQ(encoding("gzip;q=1.0"), "gzip");
  EXPECT_EQ(encoding("br;q=0, gzip"), "gzip");
  EXPECT_EQ(encoding("brotli, gzipped"), "");
  EXPECT_EQ(encoding("*"), "");
  EXPECT_EQ(encoding(""), "");
  EXPECT_EQ(files.answer(get("/assets/a.js", "br")).content(), "brotli");
  EXPECT_EQ(files.answer(get("/icon.svg", "gzip")).content(), "<svg>");
}

TEST(PageFiles, AreNotSentAgainToWhoHasThem) {
  const PageFiles files(kFiles);
  Request request = get("/assets/a.js", "br");
  const std::string tag = header(files.answer(request), "ETag");
  ASSERT_FALSE(tag.empty());
  EXPECT_NE(tag, header(files.answer(get("/assets/a.js")), "ETag"));
  request.if_none_match = "\"other\", W/" + tag;
  const Answer answer = files.answer(request);
  EXPECT_EQ(answer.status, 304);
  EXPECT_TRUE(answer.content().empty());
  EXPECT_EQ(header(answer, "ETag"), tag);
}

TEST(PageFiles, AreFoundByTheirExactPathsOnly) {
  const PageFiles files(kFiles);
  for (const char* path :
       {"/assets", "/assets/", "/assets/../index.html", "//index.html", "/INDEX.html",
        "/%69ndex.html", "/etc/passwd", "/../../etc/passwd", "/index.html/"})
    EXPECT_EQ(files.answer(get(path)).status, 404) << path;
}

TEST(PageFiles, SayWhatToDoWhereThePageWasNotBuilt) {
  const PageFiles none({});
  const Answer answer = none.answer(get("/"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.content().find("./run"), std::string_view::npos);
  EXPECT_EQ(none.answer(get("/assets/a.js")).status, 404);
}

}  // namespace
}  // namespace tabiya::http
