// Promises of EPD, for any line: an error has its place in the line; what was read can be written
// and read again as the same, and written as the same line.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "chess/movegen.h"
#include "notation/epd.h"

namespace tabiya {
namespace {

void require(bool promise, const char* sentence) {
  if (promise) return;
  std::fprintf(stderr, "Broken promise: %s\n", sentence);
  std::abort();
}

}  // namespace
}  // namespace tabiya

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tabiya;
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto epd = parse_epd(line);
  if (!epd) {
    require(epd.error().at <= size, "an error's place is in the line");
    require(!epd.error().message.empty(), "an error has a message");
    return 0;
  }
  for (const Move move : epd->moves("bm"))
    require(is_legal(epd->position, move), "best moves are legal");
  const std::string written = to_epd(*epd);
  const auto again = parse_epd(written);
  require(again.has_value(), "a written line can be read");
  require(*again == *epd, "a written line is the same");
  require(to_epd(*again) == written, "writing again gives the same line");
  return 0;
}
