// RC20. Rows over slots: CUR[t], ACQ[t], REL[t], MSG[x], and twins (with a U) that leave out
// writes followed by an update.
//
//   read part    ACQ[t] &= MSG[x]; if it acquires CUR[t] &= MSG[x]; CUR[t], ACQ[t] -= slots(x)
//   write part   m = CUR[t] if it releases, else REL[t]; for an update m &= MSG[x];
//                stamp x in CUR, ACQ, REL of all others, in REL[t] and in MSG of all others
//                (not in twins, if it is an update); CUR[t], ACQ[t] -= slots(x);
//                MSG[x] = m - slots(x)
//   fence        acq: CUR[t] = ACQ[t]; rel: REL[t] = CUR[t]; sc: acq, an acq_rel update of a
//                location that has no other accesses, rel
//
// Behind the slots each plain cell d has one bit per thread, its shadows, in CUR, ACQ, REL
// and MSG. A plain read touches d#t, a plain write all d#i: the bit must be clear in CUR[t]
// or there is a data race; then it is set in REL[t], in all rows of the others and in MSG.
//
// Rows that nothing consults are left out: ACQ without relaxed reads or without acquire
// fences, REL without relaxed writes, the twins without updates, the shadows where all
// accesses synchronise and a race is two threads about to access.
#include <fmt/format.h>

#include "promela/monitor.h"

namespace robur::promela {

namespace {

class Rc20Monitor final : public Monitor {
 public:
  explicit Rc20Monitor(const Layout& layout)
      : Monitor(layout),
        hasAcq_(layout.hasWeakReads && layout.hasAcquireFences),
        hasRel_(layout.hasWeakWrites),
        full_("", layout.threads, memoryRows(), slotBits() + shadowBits(layout)),
        twin_("U", layout.threads, memoryRows(), slotBits()) {}

  std::string open(Purpose purpose, const std::string& word) const override {
    const Family& family = isWrite(purpose) && layout_.hasUpdates ? twin_ : full_;
    return family.cur.at("_pid", std::string_view(word));
  }

  std::string races(const Cell& cell, bool isWrite) const override {
    if (!layout_.watchesShadows()) return Monitor::races(cell, isWrite);
    std::vector<std::string> words;
    const std::vector<std::string> masks = shadowMask(cell, isWrite);
    for (unsigned w = 0; w < masks.size(); ++w) {
      if (masks[w] != "0")
        words.push_back(fmt::format("({} & {})", full_.cur.at("_pid", w), masks[w]));
    }
    return anyOf(words);
  }

  std::string plainAccess(const Cell& cell, bool isWrite) override {
    if (!layout_.watchesShadows()) return "";
    Lines params;
    Lines body;
    for (unsigned w = 0; w < full_.cur.words(); ++w) {
      const std::string mask = fmt::format("d{}", w);
      params.push_back(mask);
      const auto set = [&](const std::string& e) {
        return fmt::format("{0} = {0} | {1}", e, mask);
      };
      body.push_back(fmt::format("keep0_ = {}", full_.cur.at("_pid", w)));
      if (hasAcq_) body.push_back(fmt::format("keep1_ = {}", full_.acq.at("_pid", w)));
      for (const Rows* rows : allRows(full_)) {
        for (unsigned r = 0; r < rows->count(); ++r) {
          body.push_back(set(rows->at(std::to_string(r), w)));
        }
      }
      body.push_back(fmt::format("{} = keep0_", full_.cur.at("_pid", w)));
      if (hasAcq_) body.push_back(fmt::format("{} = keep1_", full_.acq.at("_pid", w)));
    }
    return call("on_plain", params, shadowMask(cell, isWrite), body);
  }

 protected:
  Lines onRead(Order order) const override {
    Lines lines;
    for (const Family* f : families()) append(lines, readPart(*f, order));
    return lines;
  }

  Lines onWrite(Order order) const override {
    Lines lines = Rows::select(full_.bits, "s");
    for (const Family* f : families()) append(lines, writePart(*f, order, false));
    return lines;
  }

  Lines onUpdate(Order order) const override {
    Lines lines = Rows::select(full_.bits, "s");
    for (const Family* f : families()) {
      append(lines, readPart(*f, order));
      append(lines, writePart(*f, order, true));
    }
    return lines;
  }

  Lines onFence(Order order) const override {
    Lines lines;
    for (const Family* f : families()) {
      if (acquires(order) && hasAcq_) append(lines, copy(f->cur, f->acq));
      if (order == Order::Sc) append(lines, exchange(*f));
      if (releases(order) && hasRel_) append(lines, copy(f->rel, f->cur));
    }
    if (order == Order::Sc) append(lines, scFence());
    return lines;
  }

  std::string declareRows() const override {
    std::string text =
        "/* stale writes that a thread may take now (CUR), after an acquire fence (ACQ), at its\n"
        "   last release fence (REL), and after acquiring the last write to x (MSG); behind a U\n"
        "   the same, without writes that an update follows */\n";
    for (const Family* f : families()) {
      for (const Rows* rows : allRows(*f)) {
        if (rows->count() > 0) text += rows->declare();
      }
    }
    return text;
  }

  std::string suffix(Order order) const override {
    if (acquires(order) && releases(order)) return "_acq_rel";
    return acquires(order) ? "_acq" : releases(order) ? "_rel" : "_rlx";
  }

 private:
  struct Family {
    Family(const std::string& mark, unsigned threads, unsigned rows, unsigned rowBits)
        : bits(rowBits),
          cur("CUR" + mark, threads, bits),
          acq("ACQ" + mark, threads, bits),
          rel("REL" + mark, threads, bits),
          msg("MSG" + mark, rows, bits) {}
    unsigned bits;
    Rows cur;
    Rows acq;
    Rows rel;
    Rows msg;
  };

  static unsigned shadowBits(const Layout& layout) {
    return layout.watchesShadows() ? layout.plainCells * layout.threads : 0;
  }

  std::vector<const Family*> families() const {
    if (layout_.hasUpdates) return {&full_, &twin_};
    return {&full_};
  }

  std::vector<const Rows*> ownRows(const Family& f) const {
    if (hasAcq_) return {&f.cur, &f.acq};
    return {&f.cur};
  }

  std::vector<const Rows*> allRows(const Family& f) const {
    std::vector<const Rows*> rows = ownRows(f);
    if (hasRel_) rows.push_back(&f.rel);
    rows.push_back(&f.msg);
    return rows;
  }

  Lines readPart(const Family& f, Order order) const {
    Lines lines;
    for (const Rows* rows : ownRows(f)) {
      const bool meets = rows == &f.acq || acquires(order);
      append(lines, assignRow(*rows, "_pid", [&](unsigned w) {
               return rows->at("_pid", w) + (meets ? " & " + f.msg.at("x", w) : "") + lessSlots(w);
             }));
    }
    return lines;
  }

  Lines writePart(const Family& f, Order order, bool isUpdate) const {
    const Rows& base = releases(order) ? f.cur : f.rel;
    Lines lines;
    for (unsigned w = 0; w < base.words(); ++w) {
      const std::string old = isUpdate ? " & " + f.msg.at("x", w) : "";
      lines.push_back(keep(w) + " = " + base.at("_pid", w) + old + lessSlots(w));
    }
    if (!isUpdate || &f != &twin_) {
      for (const Rows* rows : allRows(f)) append(lines, rows->setSelected());
    }
    for (const Rows* rows : ownRows(f)) {
      append(lines, assignRow(*rows, "_pid",
                              [&](unsigned w) { return rows->at("_pid", w) + lessSlots(w); }));
    }
    append(lines, assignRow(f.msg, "x", keep));
    return lines;
  }

  static Lines copy(const Rows& to, const Rows& from) {
    return assignRow(to, "_pid", [&](unsigned w) { return from.at("_pid", w); });
  }

  // CUR and ACQ are equal here, and REL becomes CUR right after.
  Lines exchange(const Family& f) const {
    const std::string row = fenceRow();
    Lines lines;
    for (unsigned w = 0; w < f.cur.words(); ++w) {
      lines.push_back(fmt::format("{} = {} & {}", keep(0), f.cur.at("_pid", w), f.msg.at(row, w)));
      for (const Rows* rows : ownRows(f)) lines.push_back(rows->at("_pid", w) + " = " + keep(0));
      lines.push_back(f.msg.at(row, w) + " = " + keep(0));
    }
    return lines;
  }

  // The shadows that the access touches, word by word.
  std::vector<std::string> shadowMask(const Cell& cell, bool isWrite) const {
    const std::string plain = layout_.plainOf(cell);
    std::vector<std::string> masks;
    for (unsigned w = 0; w < full_.cur.words(); ++w) {
      masks.push_back(isWrite ? everyShadow(plain, cell.fixed.has_value(), w)
                              : ownShadow(plain, w));
    }
    return masks;
  }

  std::string ownShadow(const std::string& plain, unsigned word) const {
    const std::string bit =
        fmt::format("({} + {} * {} + _pid)", slotBits(), plain, layout_.threads);
    if (full_.cur.words() == 1) return fmt::format("(1 << {})", bit);
    return fmt::format("({0} / {1} == {2} -> 1 << ({0} % {1}) : 0)", bit, kBitsPerWord, word);
  }

  std::string everyShadow(const std::string& plain, bool fixed, unsigned word) const {
    const auto mask = [&](unsigned d) {
      return std::to_string(
          maskOf(full_.bits, slotBits() + d * layout_.threads, layout_.threads)[word]);
    };
    if (fixed) return mask(static_cast<unsigned>(std::stoul(plain)));
    std::string text = mask(layout_.plainCells - 1);
    for (unsigned d = layout_.plainCells - 1; d-- > 0;) {
      const std::string here = mask(d);
      if (here != text) text = fmt::format("({} == {} -> {} : {})", plain, d, here, text);
    }
    return text;
  }

  bool hasAcq_;
  bool hasRel_;
  Family full_;
  Family twin_;
};

}  // namespace

std::unique_ptr<Monitor> rc20Monitor(const Layout& layout) {
  return std::make_unique<Rc20Monitor>(layout);
}

}  // namespace robur::promela
