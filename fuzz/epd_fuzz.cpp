// Any text as a line of EPD. What is accepted is written and read again to the same; what strict
// FEN reading accepts is an EPD without operations.
#include "notation/epd.h"

#include "support.h"

namespace tabiya::fuzz {
namespace {

void check(std::string_view line) {
  const auto epd = parse_epd(line);
  if (!epd) return require_sound(epd.error(), line);

  for (const EpdOperation& operation : epd->operations) {
    Position position = epd->position;
    for (Move move : operation.moves) {
      require(is_legal(position, move), "the moves of an operation are legal", operation.opcode);
      if (operation.opcode == "pv") position.play(move);
    }
  }
  const std::string text = to_epd(*epd);
  const auto again = parse_epd(text);
  require(again.has_value(), "what is written can be read", text);
  require(to_epd(*again) == text, "writing is a fixed point", text);
  // Line ends inside of quoted texts become blanks.
  if (line.find_first_of("\r\n") == std::string_view::npos)
    require(*again == *epd, "what is written is the same", text);

  if (const auto position = parse_fen(line))
    require(epd->position == *position && epd->operations.empty(),
            "a FEN is an EPD without operations", line);
}

}  // namespace
}  // namespace tabiya::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tabiya::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
