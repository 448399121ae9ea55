// The page's files, compiled into the program, or a page that says why there are none. What a URL
// names is looked for in a list; no file of the disk is ever read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/message.h"

namespace tabiya::http {

struct PageFile {
  std::string_view path;  // "/assets/index-4711.js", and "/index.html.br" for the compressed form
  std::string_view content;
};

class PageFiles {
 public:
  explicit PageFiles(const std::vector<PageFile>&);

  // What GET for this path gets: 200, 304 or 404, in the smallest form that the browser accepts.
  Answer answer(const Request&) const;

  bool empty() const { return files_.empty(); }

 private:
  struct Form {
    std::string_view encoding;  // empty: as it is
    std::string_view content;
    std::string tag;  // ETag
  };
  struct File {
    std::string_view path;
    std::string_view type;
    std::vector<Form> forms;  // the best first
  };
  std::vector<File> files_;
};

// Those of web/dist at the time of the build.
std::vector<PageFile> built_in_page_files();

// Whether the header Accept-Encoding allows this coding by its name.
bool accepts_encoding(std::string_view header, std::string_view coding);

}  // namespace tabiya::http
