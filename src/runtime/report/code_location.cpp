#include "runtime/report/code_location.h"

namespace robur::runtime {

namespace {

// Removes ":123" from the end of the line; 0 if there is no such end.
std::uint32_t takeNumber(Line& line) {
  std::uint32_t value = 0;
  std::uint32_t unit = 1;
  std::size_t size = line.size;
  while (size > 0 && line.text[size - 1] >= '0' && line.text[size - 1] <= '9') {
    value += unit * static_cast<std::uint32_t>(line.text[--size] - '0');
    unit *= 10;
  }
  if (size == 0 || size == line.size || line.text[size - 1] != ':') return 0;
  line.size = size - 1;
  return value;
}

void addQuoted(Text& out, Line line) {
  Text copy;
  copy.add(line.text, line.size);
  out.addQuoted(copy.c_str());
}

}  // namespace

void CodeLocation::set(Line location, Line inFunction) {
  written.add(location.text, location.size);
  function.add(inFunction.text, inFunction.size);
  file = {written.c_str(), written.size()};
  column = takeNumber(file);
  line = takeNumber(file);
  if (file.size > 0 && file.text[0] == '?') file.size = 0;
}

void CodeLocation::addText(Text& out) {
  if (known()) out.add(written.c_str()).add(" in ").add(function.c_str());
}

void CodeLocation::addJson(Text& out) {
  out.add("{\"file\": ");
  addQuoted(out, file);
  out.add(", \"line\": ").addNumber(line).add(", \"column\": ").addNumber(column);
  out.add(", \"function\": ").addQuoted(function.c_str()).add("}");
}

}  // namespace robur::runtime
