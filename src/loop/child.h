// Running another command of this program until it ends, on the same terminal.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tabiya {

// The exit code. Ctrl-C on a terminal reaches the child as well; another signal is passed on when
// `interrupted` says which one came (0: none). A child does not outlive this program: if that is
// killed, the child is told to end.
std::expected<int, std::string> run_child(const std::filesystem::path& program,
                                          const std::vector<std::string>& words,
                                          const std::function<int()>& interrupted);

}  // namespace tabiya
