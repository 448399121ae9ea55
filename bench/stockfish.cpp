#include "stockfish.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>

namespace tabiya {

Stockfish::Stockfish() {
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  if (pipe(to.data()) != 0 || pipe(from.data()) != 0) throw std::runtime_error("no pipe");
  std::signal(SIGPIPE, SIG_IGN);
  process_ = fork();
  if (process_ == 0) {
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    dup2(from[1], STDERR_FILENO);  // where its bench reports
    for (int end : {to[0], to[1], from[0], from[1]}) close(end);
    execlp("stockfish", "stockfish", nullptr);
    execl("/usr/games/stockfish", "stockfish", nullptr);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  in_ = fdopen(to[1], "w");
  out_ = fdopen(from[0], "r");
  try {
    send("isready");
    wait_for("readyok");
  } catch (const std::runtime_error&) {  // it is not there
    std::fclose(out_);
    out_ = nullptr;
  }
}

Stockfish::~Stockfish() {
  std::fclose(in_);
  if (out_ != nullptr) std::fclose(out_);
  waitpid(process_, nullptr, 0);
}

void Stockfish::set_position(std::string_view fen) {
  send(fmt::format("position fen {}", fen));
  send("isready");
  wait_for("readyok");
}

std::uint64_t Stockfish::perft(int depth) {
  send(fmt::format("go perft {}", depth));
  return std::stoull(wait_for("Nodes searched: "));
}

double Stockfish::bench() {
  send("bench");
  const std::string rest = wait_for("Nodes/second");
  return std::stod(rest.substr(rest.find(':') + 1));
}

void Stockfish::send(const std::string& line) {
  std::fputs((line + "\n").c_str(), in_);
  std::fflush(in_);
}

std::string Stockfish::wait_for(std::string_view beginning) {
  std::array<char, 512> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), out_) != nullptr) {
    const std::string_view line(buffer.data());
    if (line.starts_with(beginning)) return std::string(line.substr(beginning.size()));
  }
  throw std::runtime_error("stockfish ended");
}

}  // namespace tabiya
