#include "train/az/run_az.h"
namespace tabiya {
std::expected<void, std::string> run_az(const AzSettings&,
                                        const std::function<std::unique_ptr<Learner>()>&,
                                        const std::function<bool()>&) {
  return std::unexpected("not yet");
}
}  // namespace tabiya
