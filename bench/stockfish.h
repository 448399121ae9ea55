// Debian's Stockfish as a peer to measure against: a child process spoken to in UCI.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace tabiya {

class Stockfish {
 public:
  // Starts it from PATH or from /usr/games, where Debian puts it.
  Stockfish();
  ~Stockfish();
  Stockfish(const Stockfish&) = delete;
  Stockfish& operator=(const Stockfish&) = delete;

  bool is_running() const { return out_ != nullptr; }
  void set_position(std::string_view fen);
  std::uint64_t perft(int depth);  // returns when it has counted
  double bench();                  // nodes a second in its own bench, one thread

 private:
  void send(const std::string& line);
  std::string wait_for(std::string_view beginning);  // the rest of that line

  pid_t process_ = -1;
  std::FILE* in_ = nullptr;   // what it reads
  std::FILE* out_ = nullptr;  // what it writes
};

}  // namespace tabiya
