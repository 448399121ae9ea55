// The entry, and in the portable program the choice between its two sets of code; how they are
// made is told in cmake/portable.cmake.
//
// Only C functions here: a template of the standard library could come from the v3 set. So this
// file includes nothing of ours, and declares what cli/commands.h does.

namespace tabiya {
int run(int argc, char** argv);
}

#ifdef TABIYA_PORTABLE

#include <cstdlib>
#include <cstring>

namespace tabiya_v3 {
int run(int argc, char** argv);
}

// The constructors of the v3 set's namespace-scope objects, as the linker laid them out.
extern "C" {
using Constructor = void (*)(int, char**, char**);
extern Constructor __start_tabiya_v3_init[];  // NOLINT: the linker gives these names
extern Constructor __stop_tabiya_v3_init[];   // NOLINT
extern char** environ;
}

namespace {

// TABIYA_CPU=v2 asks for the code of older processors: to test it, or to compare speeds.
bool wants_v3() {
  const char* const asked = std::getenv("TABIYA_CPU");
  if (asked != nullptr && std::strcmp(asked, "v2") == 0) return false;
  return __builtin_cpu_supports("x86-64-v3") != 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (!wants_v3()) return tabiya::run(argc, argv);
  for (Constructor* construct = __start_tabiya_v3_init; construct != __stop_tabiya_v3_init;
       ++construct) {
    (*construct)(argc, argv, environ);
  }
  return tabiya_v3::run(argc, argv);
}

#else

int main(int argc, char** argv) { return tabiya::run(argc, argv); }

#endif
