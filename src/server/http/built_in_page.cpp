// CMake lists the files of web/dist: TABIYA_PAGE_FILES is a file with one line
//
//   TABIYA_PAGE_FILE(number, "/its/path", "where it lies on the disk of the build")
//
// for each. The assembler copies them as they are, in no time. The labels are not global: the
// portable program has this file compiled twice, and each copy finds its own.
#include "server/http/page_files.h"

#define TABIYA_PAGE_FILE(number, path, file)                                        \
  __asm__(                                                                          \
      ".pushsection .rodata, \"a\"\n"                                               \
      "tabiya_page_begin_" #number ": .incbin \"" file                              \
      "\"\n"                                                                        \
      "tabiya_page_end_" #number                                                    \
      ": .byte 0\n"                                                                 \
      ".popsection\n");                                                             \
  extern "C" [[gnu::visibility("hidden")]] const char tabiya_page_begin_##number[]; \
  extern "C" [[gnu::visibility("hidden")]] const char tabiya_page_end_##number[];
#include TABIYA_PAGE_FILES  // NOLINT: made by CMake
#undef TABIYA_PAGE_FILE

namespace tabiya::http {

std::vector<PageFile> built_in_page_files() {
  return {
#define TABIYA_PAGE_FILE(number, path, file) \
  {path, {tabiya_page_begin_##number, tabiya_page_end_##number}},
#include TABIYA_PAGE_FILES  // NOLINT
#undef TABIYA_PAGE_FILE
  };
}

}  // namespace tabiya::http
