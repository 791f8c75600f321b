// TSO. Rows over slots: OR[t] what later reads of t are ordered after, OW[t] later writes,
// CO[t] own coherence, LW[x] the past of the last write to x, LM[x] of all accesses to x;
// last[x] is the thread that wrote it, or the number of threads if none did.
//
//   read     OR[t] &= LW[x] unless last[x] is t; OW[t] &= OR[t]; CO[t] -= slots(x);
//            LM[x] &= OR[t]
//   write    p = (OW[t] & LM[x]) - slots(x); stamp x in OR, OW, CO of all others, in OR[t]
//            and in LW, LM of all others; CO[t] -= slots(x); OW[t] = LW[x] = LM[x] = p
//   update   as write, then OR[t] = p
//   fence    sc: OR[t] = OW[t]; weaker ones cost nothing and do nothing on TSO
//   failed compare-and-swap: a locked instruction, so a fence and then a read
#include <fmt/format.h>

#include "promela/monitor.h"

namespace robur::promela {

namespace {

class TsoMonitor final : public Monitor {
 public:
  explicit TsoMonitor(const Layout& layout)
      : Monitor(layout),
        reads_("OR", layout.threads, slotBits()),
        writes_("OW", layout.threads, slotBits()),
        own_("CO", layout.threads, slotBits()),
        lastWrite_("LW", layout.rows, slotBits()),
        accesses_("LM", layout.rows, slotBits()) {}

  std::string open(Purpose purpose, const std::string& word) const override {
    if (isWrite(purpose)) return "";
    // The fence of a failed compare-and-swap comes before its read.
    const Rows& order = purpose == Purpose::Read ? reads_ : writes_;
    return fmt::format("({} & {})", order.at("_pid", std::string_view(word)),
                       own_.at("_pid", std::string_view(word)));
  }

 protected:
  Lines onRead(Order) const override {
    Lines lines = assignRow(reads_, "_pid", [&](unsigned w) {
      return fmt::format("{} & (last[x] == _pid -> ~0 : {})", reads_.at("_pid", w),
                         lastWrite_.at("x", w));
    });
    append(lines, assignRow(writes_, "_pid", [&](unsigned w) {
             return writes_.at("_pid", w) + " & " + reads_.at("_pid", w);
           }));
    append(lines, forgetOwn());
    append(lines, assignRow(accesses_, "x", [&](unsigned w) {
             return accesses_.at("x", w) + " & " + reads_.at("_pid", w);
           }));
    return lines;
  }

  Lines onWrite(Order) const override {
    Lines lines;
    for (unsigned w = 0; w < writes_.words(); ++w) {
      lines.push_back(fmt::format("{} = {} & {}{}", keep(w), writes_.at("_pid", w),
                                  accesses_.at("x", w), lessSlots(w)));
    }
    append(lines, stamp());
    for (const Rows* rows : {&reads_, &writes_, &own_, &lastWrite_, &accesses_}) {
      append(lines, rows->setSelected());
    }
    append(lines, forgetOwn());
    append(lines, assignRow(writes_, "_pid", keep));
    append(lines, assignRow(lastWrite_, "x", keep));
    append(lines, assignRow(accesses_, "x", keep));
    lines.emplace_back("last[x] = _pid");
    return lines;
  }

  Lines onUpdate(Order order) const override {
    Lines lines = onWrite(order);
    append(lines, assignRow(reads_, "_pid", keep));
    return lines;
  }

  Lines onFence(Order order) const override {
    if (order != Order::Sc) return {};
    return assignRow(reads_, "_pid", [&](unsigned w) { return writes_.at("_pid", w); });
  }

  Lines onFailedCas(Order order) const override {
    Lines lines = onFence(Order::Sc);
    append(lines, onRead(order));
    return lines;
  }

  std::string declareRows() const override {
    std::string text =
        "/* stale writes not yet ordered before later reads (OR) and writes (OW) of a thread, its\n"
        "   own coherence (CO), the past of the last write to x (LW) and of its accesses (LM) */\n";
    text += reads_.declare() + writes_.declare() + own_.declare();
    if (layout_.rows == 0) return text;
    return text + lastWrite_.declare() + accesses_.declare() +
           fmt::format("byte last[{}] = {};\n", layout_.rows, layout_.threads);
  }

 private:
  Lines forgetOwn() const {
    return assignRow(own_, "_pid", [&](unsigned w) { return own_.at("_pid", w) + lessSlots(w); });
  }

  Rows reads_;
  Rows writes_;
  Rows own_;
  Rows lastWrite_;
  Rows accesses_;
};

}  // namespace

std::unique_ptr<Monitor> tsoMonitor(const Layout& layout) {
  return std::make_unique<TsoMonitor>(layout);
}

}  // namespace robur::promela
