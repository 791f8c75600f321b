// Random .rob programs with threads of any number, as text, so that the same program can be written
// with any numbers of copies. Small: two or three cells with two or three values, one or two
// threads of any number, up to two others. Equal seeds give equal programs on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace robur::testing {

enum class TemplateMix : std::uint8_t {
  Orders,    // relaxed, acquire and release accesses, fences
  Sc,        // the same and sc accesses
  Races,     // the same as the first and a plain cell
  OwnReads,  // threads that read what they wrote
};

struct TemplateText {
  std::string declarations;
  std::vector<std::string> fixed;      // bodies
  std::vector<std::string> templates;  // bodies of threads of any number

  // With [*], or with so many copies of each.
  std::string text() const;
  std::string text(const std::vector<unsigned>& counts) const;
};

TemplateText randomTemplates(std::uint64_t seed, TemplateMix mix);

}  // namespace robur::testing
