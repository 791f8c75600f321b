// RA and SRA. Rows over slots hold the stale writes still open to their owner:
//
//            AT[t], AW[x]                                BT[t], BW[x]
//   read     AT[t] &= AW[x]                              the same
//   write    stamp x in all others; AT[t] -= slots(x);   the same
//            AW[x] = AT[t]
//   update   AT[t] &= AW[x]; stamp x in all others;      BT[t] = BW[x] = BT[t] & BW[x],
//            AW[x] = AT[t]                               no stamp
//   fence    sc: an update of a location that has no other accesses; others: nothing
//
// B leaves out writes that an update follows: nothing may be placed between the two. A
// program without updates needs no B, and neither does SRA, which tests reads only.
#include <fmt/format.h>

#include "promela/monitor.h"

namespace robur::promela {

namespace {

class RaMonitor final : public Monitor {
 public:
  explicit RaMonitor(const Layout& layout)
      : Monitor(layout),
        twins_(layout.model == ModelName::Ra && layout.hasUpdates),
        a_{{"AT", layout.threads, slotBits()}, {"AW", memoryRows(), slotBits()}},
        b_{{"BT", layout.threads, slotBits()}, {"BW", memoryRows(), slotBits()}} {}

  std::string open(Purpose purpose, const std::string& word) const override {
    if (isWrite(purpose) && layout_.model == ModelName::Sra) return "";
    const Family& family = isWrite(purpose) && twins_ ? b_ : a_;
    return family.thread.at("_pid", std::string_view(word));
  }

 protected:
  Lines onRead(Order) const override {
    Lines lines = meet(a_, "x");
    if (twins_) append(lines, meet(b_, "x"));
    return lines;
  }

  Lines onWrite(Order) const override {
    Lines lines = stamp();
    append(lines, replace(a_, false, true));
    if (twins_) append(lines, replace(b_, false, true));
    return lines;
  }

  Lines onUpdate(Order) const override {
    Lines lines = stamp();
    append(lines, replace(a_, true, true));
    if (twins_) append(lines, replace(b_, true, false));
    return lines;
  }

  Lines onFence(Order order) const override {
    if (order != Order::Sc) return {};
    Lines lines = scFence();
    append(lines, exchange(a_));
    if (twins_) append(lines, exchange(b_));
    return lines;
  }

  std::string declareRows() const override {
    std::string text =
        "/* stale writes that a thread, and the last write to x, may still take */\n";
    text += declareFamily(a_);
    if (!twins_) return text;
    return text + "/* the same, without writes that an update follows */\n" + declareFamily(b_);
  }

 private:
  struct Family {
    Rows thread;
    Rows write;
  };

  static Lines meet(const Family& f, std::string_view row) {
    return assignRow(f.thread, "_pid", [&](unsigned w) {
      return f.thread.at("_pid", w) + " & " + f.write.at(row, w);
    });
  }

  Lines replace(const Family& f, bool joins, bool stamps) const {
    Lines lines;
    for (unsigned w = 0; w < f.thread.words(); ++w) {
      const std::string old = joins ? " & " + f.write.at("x", w) : "";
      lines.push_back(keep(w) + " = " + f.thread.at("_pid", w) + old + lessSlots(w));
    }
    if (stamps) {
      append(lines, f.thread.setSelected());
      append(lines, f.write.setSelected());
    }
    append(lines, assignRow(f.thread, "_pid", keep));
    append(lines, assignRow(f.write, "x", keep));
    return lines;
  }

  Lines exchange(const Family& f) const {
    Lines lines = meet(f, fenceRow());
    append(lines,
           assignRow(f.write, fenceRow(), [&](unsigned w) { return f.thread.at("_pid", w); }));
    return lines;
  }

  static std::string declareFamily(const Family& f) {
    return f.thread.declare() + (f.write.count() > 0 ? f.write.declare() : "");
  }

  bool twins_;
  Family a_;
  Family b_;
};

}  // namespace

std::unique_ptr<Monitor> raMonitor(const Layout& layout) {
  return std::make_unique<RaMonitor>(layout);
}

}  // namespace robur::promela
