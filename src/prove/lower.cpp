// Lowering of a file: constants and variables, then threads, then the invariants of the program.
#include "prove/lower.h"

#include <fmt/format.h>

#include "frontend/rob/parser.h"
#include "prove/thread_code.h"

namespace robur::prove {

using rob::Declaration;
using rob::Declarator;

namespace {

class FileLowering {
 public:
  FileLowering(System& system, Scope& scope) : system_(system), scope_(scope) {}

  void run(const rob::FileNode& file) {
    for (const Declaration* d : file.declarations) declare(*d);
    for (const rob::ThreadNode* t : file.threads) {
      for (const Thread& other : system_.threads) {
        if (other.name != t->name.text) continue;
        scope_.error(t->name.at, fmt::format("thread {} already exists", rob::quoted(other.name)));
      }
      system_.threads.push_back(ThreadCode(system_, scope_, *t).run());
      scope_.endThread();
    }
    if (file.threads.empty()) scope_.error({}, "the program has no thread");
    rob::ThreadNode noThread;
    for (const rob::StmtNode* s : file.invariants) {
      const TermPtr claim = ThreadCode(system_, scope_, noThread).claim(*s->value);
      if (mentions(claim, Term::Kind::Tid)) {
        scope_.error(s->at, "an invariant of the whole program cannot mention 'tid'",
                     "move it into the thread");
      }
      system_.invariants.push_back({Claim::Kind::Invariant, claim, scope_.span(s->at), {}});
    }
    for (std::size_t i = 0; i < system_.vars.size(); ++i) claimRange(VarId(i));
  }

 private:
  void declare(const Declaration& declaration) {
    if (declaration.kind == Declaration::Kind::Const) {
      for (const Declarator& d : declaration.declarators) {
        if (d.init.empty() || d.braces) continue;  // reported by the parser
        scope_.declareConstant(d.name, scope_.constant(*d.init[0]).value_or(0));
      }
      return;
    }
    const Scope::Bounds bounds = scope_.bounds(declaration.type);
    for (const Declarator& d : declaration.declarators) {
      if (!scope_.declareVar(d.name, VarId(system_.vars.size()))) continue;
      Var var;
      var.name = d.name.text;
      var.array = d.unbounded || d.size != nullptr;
      var.ghost = declaration.kind == Declaration::Kind::Ghost;
      var.atomic = declaration.kind == Declaration::Kind::Atomic;
      var.lo = bounds.lo;
      var.hi = bounds.hi;
      if (d.size != nullptr) var.size = scope_.constant(*d.size);
      var.span = scope_.span(d.at);
      for (const rob::ExprNode* e : d.init) var.init.push_back(scope_.constant(*e).value_or(0));
      if (d.initialised && d.braces != var.array) {
        scope_.error(d.at, var.array ? "the initial values of an array must be in braces"
                                     : "the initial value of a variable must not be in braces");
      }
      if (!var.array && var.init.empty()) var.init = {lowest(var)};
      system_.varNames.push_back(var.name);
      system_.vars.push_back(std::move(var));
    }
  }

  static std::int64_t lowest(const Var& var) {
    return var.lo && (*var.lo > 0 || *var.hi < 0) ? *var.lo : 0;
  }

  // A declared range is one more invariant. For an array the claim is made where elements are
  // written, because an invariant about all elements would make every query harder.
  void claimRange(VarId id) {
    const Var& var = system_.vars[at(id)];
    if (!var.lo || var.array) return;
    const TermPtr value = cell(id);
    system_.invariants.push_back(
        {Claim::Kind::Range,
         binary(BinaryOp::And, binary(BinaryOp::Le, number(*var.lo), value),
                binary(BinaryOp::Le, value, number(*var.hi))),
         var.span, var.name});
  }

  System& system_;
  Scope& scope_;
};

}  // namespace

bool System::unbounded() const {
  for (const Var& v : vars) {
    if (!v.ghost && (!v.lo || (v.array && !v.size))) return true;
  }
  for (const Thread& t : threads) {
    if (t.copies == Thread::Copies::Any) return true;
    for (const Register& s : t.registers) {
      if (!s.lo && !s.hidden) return true;
    }
  }
  return false;
}

Lowered lower(Source source) {
  Lowered result;
  if (auto refusal = rob::tooLarge(source)) {
    result.diagnostics.push_back(std::move(*refusal));
    return result;
  }
  System system;
  {
    const rob::LineTable lines(source.text);
    rob::Errors errors;
    rob::Arena arena;
    rob::Parser parser(source.text, arena, errors);
    const rob::FileNode file = parser.file();
    Scope scope(source, lines, errors);
    if (!parser.gaveUp() && !errors.any()) FileLowering(system, scope).run(file);
    if (errors.any()) {
      result.diagnostics = errors.take(lines);
      return result;
    }
  }
  system.source = std::move(source);
  result.system = std::move(system);
  return result;
}

}  // namespace robur::prove
