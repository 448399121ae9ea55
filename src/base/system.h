// This program and the machine it runs on.
#pragma once

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace tabiya {

std::string_view version();     // "0.1.0"
std::string_view target_cpu();  // the processor this code was compiled for: "znver3", "x86-64-v3"

// What the system says of an error number; of none given, why its last call failed.
inline std::string system_message(int error = errno) {
  return std::generic_category().message(error);
}

// The file this process was started from; empty if the system does not say.
std::filesystem::path program_file();

// The machine's memory in mebibytes; 0 if that is not known. The system may promise more than it
// has, and end a program when it uses that: so what would not fit must be refused before it is
// asked for.
std::size_t mebibytes_of_this_machine();

// The parent of this process may have closed standard input, output or error. The next file opened
// would then take their number, and be read as if it were the input, or get what is printed. This
// puts something in their places that can neither be read nor written. Call it before any file is
// opened.
void occupy_closed_standard_files();

}  // namespace tabiya
