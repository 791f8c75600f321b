// Everything that a page says about one program: the answer first, then how it comes about, then
// what to do about it.
#pragma once

#include <string>
#include <vector>

#include "report/html/markup.h"
#include "report/html/view.h"
#include "result/alternatives.h"

namespace robur::report_html {

struct ProgramPart {
  std::string html;
  std::string title;  // the verdict
  Json runs = Json::array();
};

// What is left of the size that a page may have. What does not fit is left out, and the page says
// so; verdicts always fit.
class Room {
 public:
  explicit Room(std::size_t bytes) : left_(bytes) {}

  bool take(std::size_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  std::size_t left_;
};

// `number` counts the programs of the page from 1.
ProgramPart programPart(const std::string& file, const std::vector<Judged>& verdicts,
                        const Alternatives* changes, std::size_t number, Room& room);

}  // namespace robur::report_html
