#include "server/http/page_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "base/file.h"
#include "base/text.h"

namespace tabiya::http {
namespace {

constexpr std::string_view kNoPage =
    "<!doctype html><html lang=\"en\"><head><meta "
    "charset=\"utf-8\"><title>Tabiya</title></head><body>"
    "<h1>Tabiya runs, but without its page</h1>"
    "<p>When this program was built, the page was not: building it needs npm and its registry. "
    "With both at hand, <code>./run</code> builds page and program anew.</p>"
    "<p>What programs ask for is there all the same: <a href=\"/api/v1/about\">/api/v1/about</a>. "
    "And <code>tabiya play</code> is chess in a terminal.</p></body></html>\n";

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".png", "image/png"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
}};

std::string_view type_of(std::string_view path) {
  for (const auto& [ending, type] : kTypes)
    if (path.ends_with(ending)) return type;
  return "application/octet-stream";
}

std::string tag_of(std::string_view content, std::string_view encoding) {
  const auto sum = checksum_of(std::as_bytes(std::span(content)));
  return fmt::format("\"{:016x}{}{}\"", sum, encoding.empty() ? "" : "-", encoding);
}

std::string policy_of(std::string_view host) {
  // Some browsers do not count WebSockets among 'self'. Access control has looked at the host.
  return fmt::format(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
      "connect-src 'self' ws://{0} wss://{0}; manifest-src 'self'; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'none'",
      host);
}

}  // namespace

PageFiles::PageFiles(const std::vector<PageFile>& all) {
  const auto find = [&](const std::string& path) {
    return std::ranges::find(all, std::string_view(path), &PageFile::path);
  };
  for (const PageFile& plain : all) {
    const bool compressed = plain.path.ends_with(".br") || plain.path.ends_with(".gz");
    if (compressed) continue;
    File file{.path = plain.path, .type = type_of(plain.path), .forms = {}};
    using Coding = std::pair<std::string_view, std::string_view>;
    for (const auto& [ending, encoding] : {Coding{".br", "br"}, Coding{".gz", "gzip"}}) {
      const auto form = find(std::string(plain.path) + std::string(ending));
      if (form != all.end() && form->content.size() < plain.content.size())
        file.forms.push_back({encoding, form->content, tag_of(form->content, encoding)});
    }
    file.forms.push_back({"", plain.content, tag_of(plain.content, "")});
    files_.push_back(std::move(file));
  }
}

Answer PageFiles::answer(const Request& request) const {
  const std::string_view path = request.path() == "/" ? "/index.html" : request.path();
  if (empty() && path == "/index.html")
    return {.content_type = "text/html; charset=utf-8", .lasting_body = kNoPage};
  const auto file = std::ranges::find(files_, path, &File::path);
  if (file == files_.end()) return failure(404, "bad_request", "there is nothing here");

  const auto form = std::ranges::find_if(file->forms, [&](const Form& one) {
    return one.encoding.empty() || accepts_encoding(request.accept_encoding, one.encoding);
  });
  // The build puts a hash of the content into the names of assets.
  const bool lasts = path.starts_with("/assets/");
  Answer answer{.content_type = std::string(file->type),
                .lasting_body = form->content,
                .cache = lasts ? "max-age=31536000, immutable" : "no-cache",
                .policy = policy_of(request.host),
                .headers = {{"ETag", form->tag}, {"Vary", "Accept-Encoding"}}};
  if (request.if_none_match.find(form->tag) != std::string::npos) {
    answer.status = 304;
    answer.content_type.clear();
    answer.lasting_body = {};
  } else if (!form->encoding.empty()) {
    answer.headers.emplace_back("Content-Encoding", form->encoding);
  }
  return answer;
}

bool accepts_encoding(std::string_view header, std::string_view coding) {
  while (!header.empty()) {
    const auto comma = header.find(',');
    std::string_view one = header.substr(0, comma);
    header = comma == std::string_view::npos ? std::string_view{} : header.substr(comma + 1);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (!one.starts_with(coding)) continue;
    one.remove_prefix(coding.size());
    if (one.empty() || one.find_first_not_of(' ') == std::string_view::npos) return true;
    const auto quality = one.find("q=");
    const bool separate = one.starts_with(';') || one.starts_with(' ');
    if (separate && quality == std::string_view::npos) return true;
    if (separate) return number_from<double>(one.substr(quality + 2)).value_or(0) > 0;
  }
  return false;
}

}  // namespace tabiya::http
