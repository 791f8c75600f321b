#include "frontend/rob/line_writer.h"

#include <algorithm>

namespace robur::frontend_rob {

std::size_t widthOf(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool LineWriter::Line::alignable() const {
  return !comment.empty() && comment.find('\n') == std::string::npos &&
         code.find('\n') == std::string::npos;
}

void LineWriter::breakLine(std::size_t indent, bool blankBefore) {
  lines_.push_back({std::string(indent, ' '), {}, blankBefore && !lines_.empty()});
}

void LineWriter::write(std::string_view text, bool spaceBefore) {
  std::string& code = lines_.back().code;
  if (spaceBefore) code += ' ';
  code += text;
}

void LineWriter::comment(std::string_view text) {
  std::string& all = lines_.back().comment;
  if (!all.empty()) all += ' ';
  all += text;
}

void LineWriter::continueComment(std::string_view text) {
  lines_.push_back({{}, std::string(text), false});
}

std::string LineWriter::text() const {
  std::string out;
  std::size_t column = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    const bool runBegins =
        i == 0 || line.blankBefore || !lines_[i - 1].alignable() || !line.alignable();
    if (runBegins) {
      column = widthOf(line.code);
      for (std::size_t j = i; line.alignable() && j < lines_.size() && lines_[j].alignable() &&
                              (j == i || !lines_[j].blankBefore);
           ++j) {
        column = std::max(column, widthOf(lines_[j].code));
      }
    }
    if (line.blankBefore) out += '\n';
    out += line.code;
    if (!line.comment.empty()) {
      const std::size_t width = line.alignable() ? widthOf(line.code) : column;
      out.append(column + 2 - width, ' ');
      out += line.comment;
    }
    out += '\n';
  }
  return out;
}

}  // namespace robur::frontend_rob
