#include "base/version.h"

namespace tabiya {

std::string_view version() { return TABIYA_VERSION; }
std::string_view target_cpu() { return TABIYA_CPU; }

}  // namespace tabiya
