// Arrows between points of a picture, in pixels, as SVG. How an edge looks depends on its kind
// only: a colour and a dash pattern, so that the kinds can be distinguished in print as well.
#pragma once

#include <string>
#include <string_view>

#include "graph/axioms.h"

namespace robur::report_html {

struct Point {
  double x = 0;
  double y = 0;
};

const char* kindClass(CycleEdge::Kind kind);  // "po", as in the style sheet

// A head whose tip is at the point, pointing along (dx, dy).
std::string arrowHead(std::string_view kind, Point tip, double dx, double dy);

// A line along the path, with a head at its end. `path` is SVG path data; its last piece arrives
// at `tip` in the direction (dx, dy).
std::string arrow(std::string_view kind, std::string_view path, Point tip, double dx, double dy);

// Text centred at a point, with a background. `turned`: it reads upwards.
std::string edgeLabel(std::string_view kind, Point at, std::string_view text, bool turned = false);

}  // namespace robur::report_html
