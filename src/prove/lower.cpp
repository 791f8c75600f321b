// Lowering of a file: variables, then threads, then the invariants of the program.
#include "prove/lower.h"

#include "frontend/rob/parser.h"
#include "prove/action_emitter.h"

namespace robur::prove {

namespace {

Var declared(const rob::Variable& variable) {
  Var var;
  var.name = variable.name;
  var.array = variable.isArray;
  var.ghost = variable.ghost;
  var.atomic = variable.atomic;
  if (variable.type) {
    var.lo = variable.type->lo;
    var.hi = variable.type->hi;
  }
  if (variable.isArray) var.size = variable.size;
  var.init = variable.init;
  if (!var.array && var.init.empty()) var.init = {variable.usual()};
  var.span = variable.span;
  return var;
}

Thread thread(const rob::ThreadNode& node, const rob::Lowering& context, rob::FileLowering& file,
              System& system) {
  const std::int64_t copies = file.copies(node);
  ActionEmitter emitter(context, file, system);
  file.lower(node, emitter);
  Thread made = emitter.finish();
  made.name = node.name.text;
  made.span = context.lines.span(node.name.at);
  if (node.any) made.copies = Thread::Copies::Any;
  if (node.count != nullptr) {
    made.copies = Thread::Copies::Some;
    made.count = copies;
  }
  return made;
}

// A declared range is one more invariant. For an array the claim is made where elements are
// written, because an invariant about all elements would make every query harder.
void claimRange(System& system, VarId id) {
  const Var& var = system.vars[at(id)];
  if (!var.lo || var.array) return;
  const TermPtr value = cell(id);
  system.invariants.push_back({Claim::Kind::Range,
                               binary(BinaryOp::And, binary(BinaryOp::Le, number(*var.lo), value),
                                      binary(BinaryOp::Le, value, number(*var.hi))),
                               var.span, var.name});
}

void lowerFile(const rob::FileNode& node, const rob::Lowering& context, System& system) {
  rob::FileLowering file(node, context);
  for (const rob::Variable& variable : file.scope().variables()) {
    system.vars.push_back(declared(variable));
    system.varNames.push_back(variable.name);
  }
  for (const rob::ThreadNode* t : node.threads) {
    if (context.errors.full()) return;
    system.threads.push_back(thread(*t, context, file, system));
  }
  const std::vector<TermPtr> noRegisters;
  ClaimTerms claims(file.scope(), file.refusals(), context.errors, system, noRegisters);
  for (const rob::StmtNode* s : node.invariants) {
    const TermPtr claim = claims.term(*s->value);
    if (mentions(claim, Term::Kind::Tid)) {
      context.errors.add(s->at, "an invariant of the whole program cannot mention 'tid'",
                         "move it into the thread");
    }
    system.invariants.push_back({Claim::Kind::Invariant, claim, context.lines.span(s->at), {}});
  }
  for (std::size_t i = 0; i < system.vars.size(); ++i) claimRange(system, VarId(i));
}

}  // namespace

Lowered lower(Source source) {
  Lowered result;
  if (auto refusal = rob::tooLarge(source)) {
    result.diagnostics.push_back(std::move(*refusal));
    return result;
  }
  System system;
  system.source = std::move(source);
  const std::string& text = system.source.text;
  const rob::LineTable lines(text);
  rob::Errors errors;
  rob::Arena arena;
  rob::Parser parser(text, arena, errors);
  const rob::FileNode file = parser.file();
  if (!parser.gaveUp()) {
    lowerFile(file, {rob::Purpose::Proof, lines, errors, parser.skippedNames()}, system);
  }
  if (errors.any()) {
    result.diagnostics = errors.take(lines);
    return result;
  }
  result.system = std::move(system);
  return result;
}

}  // namespace robur::prove
