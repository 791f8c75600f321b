// Where bytes leave the process, and what is at the other end.
#pragma once

#include <string>
#include <string_view>

#include "cli/options.h"

namespace robur {

// Writes everything at once and remembers if the reader has gone away (`| head`), which is
// no error, or if nothing can be written (a full disk), which is one.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}

  void write(std::string_view text);
  bool failed() const { return error_ != 0; }
  std::string problem() const;  // "No space left on device"

 private:
  int descriptor_;
  bool closed_ = false;
  int error_ = 0;
};

bool isTerminal(int descriptor);
bool wantsColours(Colour colour, int descriptor);
unsigned terminalColumns(int descriptor);  // 80 if nobody knows

void printError(std::string_view text);  // "robur: error: …" on stderr

}  // namespace robur
