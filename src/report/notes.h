// Remarks on a program beside its verdict.
#pragma once

#include <string>
#include <vector>

#include "result/check_result.h"

namespace robur {

struct Note {
  Span span;
  std::string text;
};

std::vector<Note> notesOn(const Program& program, const Result& result);

}  // namespace robur
