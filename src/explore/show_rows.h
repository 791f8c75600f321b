// A monitor's rows in words, for --explain: "A[worker] = {x=0, y}".
#pragma once

#include <string>
#include <vector>

#include "models/rows.h"

namespace robur {

// Names what the columns of rows stand for.
class ColumnNames {
 public:
  ColumnNames(const Program& program, const SlotTable& slots, unsigned threads,
              const std::vector<unsigned>& plainIndex)
      : program(program), slots(slots), threads(threads), plainIndex(plainIndex) {}

  // "x=0" for a tracked value, "x" for all others, "d#worker" for a shadow.
  std::string operator()(Columns columns, unsigned i) const;
  std::string place(unsigned x) const;
  std::string thread(unsigned t) const;

 private:
  const Program& program;
  const SlotTable& slots;
  unsigned threads;
  const std::vector<unsigned>& plainIndex;
};

std::string showRow(const ColumnNames& names, const RowKind& kind, const std::string& owner,
                    const std::vector<unsigned>& members);

template <int W>
std::vector<std::string> showRows(const Program& program, const SlotTable& slots,
                                  const Frame<W>& frame, const RowPlan& plan, const Bits<W>* row) {
  const ColumnNames names(program, slots, frame.threads, frame.plainIndex);
  std::vector<std::string> out;
  const auto show = [&](const RowKind& kind, const std::string& owner) {
    std::vector<unsigned> members;
    for (unsigned i = 0; i < 64u * W; ++i) {
      if (row->has(i)) members.push_back(i);
    }
    out.push_back(showRow(names, kind, owner, members));
    ++row;
  };
  for (unsigned t = 0; t < frame.threads; ++t) {
    for (const RowKind& kind : plan.thread) show(kind, names.thread(t));
  }
  for (unsigned x = 0; x < frame.places; ++x) {
    for (const RowKind& kind : plan.place) show(kind, names.place(x));
  }
  for (const RowKind& kind : plan.fence) show(kind, "fence");
  return out;
}

}  // namespace robur
