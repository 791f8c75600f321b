// Source lines of one file with underlines and remarks, in the order of the marks.
#pragma once

#include <string>
#include <vector>

#include "program/source.h"
#include "report/paint.h"

namespace robur {

struct Mark {
  Span span;
  std::string remark;
  bool main = false;  // the message is about this one
};

std::string markedLines(const Source& source, const std::vector<Mark>& marks, const Paint& paint);

}  // namespace robur
