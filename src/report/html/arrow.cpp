#include "report/html/arrow.h"

#include <cmath>

#include <fmt/format.h>

namespace robur::report_html {

const char* kindClass(CycleEdge::Kind kind) {
  switch (kind) {
    case CycleEdge::Kind::Po:
      return "po";
    case CycleEdge::Kind::Rf:
      return "rf";
    case CycleEdge::Kind::Mo:
      return "mo";
    case CycleEdge::Kind::Fr:
      break;
  }
  return "fr";
}

std::string arrowHead(std::string_view kind, Point tip, double dx, double dy) {
  constexpr double kLength = 8;
  constexpr double kHalf = 3.5;
  const double norm = std::hypot(dx, dy);
  const double ux = norm > 0 ? dx / norm : 1;
  const double uy = norm > 0 ? dy / norm : 0;
  const Point base{tip.x - ux * kLength, tip.y - uy * kLength};
  return fmt::format("<path class=\"head {}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\"/>",
                     kind, tip.x, tip.y, base.x - uy * kHalf, base.y + ux * kHalf,
                     base.x + uy * kHalf, base.y - ux * kHalf);
}

std::string arrow(std::string_view kind, std::string_view path, Point tip, double dx, double dy) {
  return fmt::format("<path class=\"edge {}\" d=\"{}\"/>", kind, path) +
         arrowHead(kind, tip, dx, dy);
}

std::string edgeLabel(std::string_view kind, Point at, std::string_view text, bool turned) {
  return fmt::format("<text class=\"label {}{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", kind,
                     turned ? " turned" : "", at.x, at.y, text);
}

}  // namespace robur::report_html
