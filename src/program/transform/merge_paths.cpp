#include "program/transform/merge_paths.h"

#include <map>
#include <string>

#include "program/analysis/liveness.h"

namespace robur {

namespace {

template <class Number>
void append(std::string& key, Number number) {
  key.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// The same for expressions of the same form.
void appendForm(std::string& key, const ExprPtr& e) {
  if (!e) return append(key, '-');
  append(key, e->kind);
  switch (e->kind) {
    case Expr::Kind::Const:
      return append(key, e->value);
    case Expr::Kind::Reg:
      return append(key, e->reg);
    case Expr::Kind::AddressOf:
      return append(key, e->location);
    case Expr::Kind::Unary:
      append(key, e->unary);
      return appendForm(key, e->lhs);
    case Expr::Kind::Binary:
      append(key, e->binary);
      appendForm(key, e->lhs);
      return appendForm(key, e->rhs);
    case Expr::Kind::ThreadIndex:
    case Expr::Kind::Loaded:
      return;
  }
}

// Classes of instructions that lead to the same. Each is known by one of them, its first, which is
// no jump unless all of them are.
class Merging {
 public:
  explicit Merging(Code& code) : code(code), above(code.instrs.size()), forms(above.size()) {
    for (Pc pc = 0; pc < above.size(); ++pc) {
      above[pc] = pc;
      const Instr& in = code.instrs[pc];
      if (!onlyAssigns(in, code)) continue;
      append(forms[pc], in.dst);
      appendForm(forms[pc], in.value);
    }
  }

  bool run() {
    while (sweep()) {
    }
    bool dropped = false;
    for (Instr& in : code.instrs) {
      const bool idle = isIdle(in);
      for (Pc& next : in.next) next = firstOf(next);
      if (!idle) continue;
      in.op = Instr::Op::Goto;
      in.value = nullptr;
      in.next.resize(1);
      dropped = true;
    }
    code.entry = firstOf(code.entry);
    return dropped;
  }

 private:
  Pc firstOf(Pc pc) {
    while (above[pc] != pc) pc = above[pc] = above[above[pc]];
    return pc;
  }

  bool isIdle(const Instr& in) {
    return in.op == Instr::Op::Branch && firstOf(in.next[0]) == firstOf(in.next[1]) &&
           !divides(in.value);
  }

  // Every change joins two classes, so this ends.
  bool sweep() {
    bool changed = false;
    std::map<std::string, Pc> sameForm;
    for (Pc pc = static_cast<Pc>(above.size()); pc-- > 0;) {
      const Instr& in = code.instrs[pc];
      if (firstOf(pc) != pc) continue;
      Pc to = pc;
      if (in.op == Instr::Op::Goto || isIdle(in)) {
        to = firstOf(in.next[0]);
      } else if (!forms[pc].empty()) {
        std::string key = forms[pc];
        append(key, firstOf(in.next[0]));
        to = firstOf(sameForm.try_emplace(std::move(key), pc).first->second);
      }
      changed |= to != pc;
      above[pc] = to;
    }
    return changed;
  }

  Code& code;
  std::vector<Pc> above;
  std::vector<std::string> forms;  // empty if the instruction is not compared
};

}  // namespace

bool mergePaths(Code& code) {
  return Merging(code).run();
}

}  // namespace robur
