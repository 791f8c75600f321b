// Output of the process, and properties of the terminal it may go to.
#pragma once

#include <string>
#include <string_view>

#include "cli/settings.h"

namespace robur {

// Writes at once, and records whether the reader has closed the pipe (`| head`), which is not an
// error, or writing has failed (a full disk), which is one.
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
unsigned terminalColumns(int descriptor);  // 80 if unknown
// Where prose is broken: as wide as a terminal, within limits in which it can be read; 100 columns
// in a file or pipe.
unsigned proseColumns(int descriptor);

void printError(std::string_view text);  // "robur: error: …" on stderr

}  // namespace robur
