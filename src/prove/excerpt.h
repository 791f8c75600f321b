// Source lines with underlines and remarks, as compilers show them.
#pragma once

#include <string>
#include <vector>

#include "program/source.h"
#include "report/paint.h"

namespace robur::prove {

struct Mark {
  Span span;
  std::string remark;
  bool main = false;  // the one that the message is about
};

std::string excerpt(const Source& source, const std::vector<Mark>& marks, const Paint& paint);

}  // namespace robur::prove
