// PSO. Rows over slots: what later reads of t are ordered after (OR[t]), its later writes (OW[t]),
// and what a full fence would be (OF[t]); CO[t] own coherence; LW[x] the past of the last write to
// x, LM[x] of all accesses to x; last[x] is the thread that wrote it, or the number of threads if
// none did.
//
//   read     OR[t] &= LW[x] unless last[x] is t; OW[t] &= OR[t]; OF[t] &= OR[t];
//            CO[t] -= slots(x); LM[x] &= OR[t]
//   write    p = OW[t] & LM[x]; stamp x in all rows but OF[t], CO[t], LW[x], LM[x];
//            OF[t] &= p; CO[t] -= slots(x); LW[x] = LM[x] = p
//   update   p = OF[t] & LM[x]; stamp as a write does; CO[t] -= slots(x);
//            OR[t] = OW[t] = OF[t] = LW[x] = LM[x] = p
//   fence    rel, acq_rel: OW[t] = OF[t]; sc: OR[t] = OW[t] = OF[t]; acq: nothing
//   failed compare-and-swap: a locked instruction, so an sc fence and then a read
//
// Twins, named with a 2, leave out writes that an update follows: nothing may be placed between the
// two. Updates do not stamp them. A program without updates needs no twins.
#include <fmt/format.h>

#include "promela/monitor.h"

namespace robur::promela {

namespace {

class PsoMonitor final : public Monitor {
 public:
  explicit PsoMonitor(const Layout& layout)
      : Monitor(layout), all_(family("")), twin_(family("2")) {}

  std::string open(Purpose purpose, const std::string& word) const override {
    const Family& f = isWrite(purpose) && layout_.hasUpdates ? twin_ : all_;
    const auto at = [&](const Rows& rows) { return rows.at("_pid", std::string_view(word)); };
    switch (purpose) {
      case Purpose::Read:
        return fmt::format("({} & {})", at(f.reads), at(f.own));
      case Purpose::Write:
        return fmt::format("({} & {})", at(f.writes), at(f.own));
      case Purpose::FailedCas:
      case Purpose::Update:
        return at(f.fences);
    }
    return "";
  }

 protected:
  Lines onRead(Order) const override {
    return both([&](const Family& f, bool) {
      Lines lines = assignRow(f.reads, "_pid", [&](unsigned w) {
        return fmt::format("{} & (last[x] == _pid -> ~0 : {})", f.reads.at("_pid", w),
                           f.lastWrite.at("x", w));
      });
      append(lines, cut(f.writes, "_pid", f.reads));
      append(lines, cut(f.fences, "_pid", f.reads));
      append(lines, forgetOwn(f));
      append(lines, cut(f.accesses, "x", f.reads));
      return lines;
    });
  }

  Lines onWrite(Order) const override {
    Lines lines = stamp();
    append(lines, both([&](const Family& f, bool) {
             Lines part = keepPast(f, f.writes);
             append(part, stampAll(f));
             append(part, assignRow(f.fences, "_pid", [&](unsigned w) {
                      return f.fences.at("_pid", w) + " & " + keep(w);
                    }));
             append(part, written(f));
             return part;
           }));
    lines.emplace_back("last[x] = _pid");
    return lines;
  }

  Lines onUpdate(Order) const override {
    Lines lines = stamp();
    append(lines, both([&](const Family& f, bool twin) {
             Lines part = keepPast(f, f.fences);
             if (!twin) append(part, stampAll(f));
             for (const Rows* rows : {&f.reads, &f.writes, &f.fences}) {
               append(part, assignRow(*rows, "_pid", keep));
             }
             append(part, written(f));
             return part;
           }));
    lines.emplace_back("last[x] = _pid");
    return lines;
  }

  Lines onFence(Order order) const override {
    return both([&](const Family& f, bool) {
      const auto fenced = [&](unsigned w) { return f.fences.at("_pid", w); };
      Lines lines;
      if (releases(order)) append(lines, assignRow(f.writes, "_pid", fenced));
      if (order == Order::Sc) append(lines, assignRow(f.reads, "_pid", fenced));
      return lines;
    });
  }

  Lines onFailedCas(Order order) const override {
    Lines lines = onFence(Order::Sc);
    append(lines, onRead(order));
    return lines;
  }

  std::string declareRows() const override {
    std::string text =
        "/* stale writes not yet ordered before later reads (OR) and writes (OW) of a thread and\n"
        "   before a full fence (OF), its own coherence (CO), the past of the last write to x "
        "(LW)\n"
        "   and of its accesses (LM) */\n" +
        declareFamily(all_);
    if (layout_.hasUpdates) {
      text += "/* the same, without writes that an update follows */\n" + declareFamily(twin_);
    }
    if (layout_.rows == 0) return text;
    return text + fmt::format("byte last[{}] = {};\n", layout_.rows, layout_.threads);
  }

 private:
  struct Family {
    Rows reads;
    Rows writes;
    Rows fences;
    Rows own;
    Rows lastWrite;
    Rows accesses;
  };

  Family family(const std::string& suffix) const {
    const auto rows = [&](const char* name, unsigned count) {
      return Rows(name + suffix, count, slotBits());
    };
    const unsigned threads = layout_.threads;
    return {rows("OR", threads), rows("OW", threads),      rows("OF", threads),
            rows("CO", threads), rows("LW", layout_.rows), rows("LM", layout_.rows)};
  }

  template <class Make>
  Lines both(const Make& make) const {
    Lines lines = make(all_, false);
    if (layout_.hasUpdates) append(lines, make(twin_, true));
    return lines;
  }

  static Lines cut(const Rows& rows, std::string_view row, const Rows& to) {
    return assignRow(rows, row,
                     [&](unsigned w) { return rows.at(row, w) + " & " + to.at("_pid", w); });
  }
  Lines forgetOwn(const Family& f) const {
    return assignRow(f.own, "_pid", [&](unsigned w) { return f.own.at("_pid", w) + lessSlots(w); });
  }
  // What the write comes after, kept while rows change.
  static Lines keepPast(const Family& f, const Rows& before) {
    Lines lines;
    for (unsigned w = 0; w < before.words(); ++w) {
      lines.push_back(
          fmt::format("{} = {} & {}", keep(w), before.at("_pid", w), f.accesses.at("x", w)));
    }
    return lines;
  }
  static Lines stampAll(const Family& f) {
    Lines lines;
    for (const Rows* rows : {&f.reads, &f.writes, &f.fences, &f.own, &f.lastWrite, &f.accesses}) {
      append(lines, rows->setSelected());
    }
    return lines;
  }
  Lines written(const Family& f) const {
    Lines lines = forgetOwn(f);
    append(lines, assignRow(f.lastWrite, "x", keep));
    append(lines, assignRow(f.accesses, "x", keep));
    return lines;
  }
  static std::string declareFamily(const Family& f) {
    const std::string text =
        f.reads.declare() + f.writes.declare() + f.fences.declare() + f.own.declare();
    return f.accesses.count() > 0 ? text + f.lastWrite.declare() + f.accesses.declare() : text;
  }

  Family all_;
  Family twin_;
};

}  // namespace

std::unique_ptr<Monitor> psoMonitor(const Layout& layout) {
  return std::make_unique<PsoMonitor>(layout);
}

}  // namespace robur::promela
