// Source lines with underlines and remarks, in the style of compilers.
#pragma once

#include <string>
#include <vector>

#include "program/source.h"
#include "report/paint.h"

namespace robur::prove {

struct Mark {
  Span span;
  std::string remark;
  bool main = false;  // the subject of the message
};

std::string excerpt(const Source& source, const std::vector<Mark>& marks, const Paint& paint);

}  // namespace robur::prove
