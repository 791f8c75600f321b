// Statements of a thread. Registers are the local variables of type int; one name is one register,
// in all blocks of a thread.
#include "frontend/litmus/parser.h"

namespace robur::frontend_litmus {

void Parser::block() {
  if (!expect("{", "before the statements") || !enter()) return;
  while (!stopped_ && !accept("}")) {
    if (token_.kind == Token::Kind::End) return error("expected '}' at the end of the block");
    statement();
  }
  --nesting_;
}

void Parser::statement() {
  if (accept(";")) return;
  if (is("{")) return block();
  if (is("if")) return ifStatement();
  if (is("while")) return whileStatement();
  if (is("*")) return plainStore(token_.span);
  if (is("int")) return declaration();
  for (const char* word : {"do", "for", "switch", "goto", "return", "break", "continue"}) {
    if (is(word)) {
      return error(fmt::format("'{}' is not supported", word),
                   "litmus tests have assignments, accesses, if and while");
    }
  }
  const Token name = expectName("a statement");
  if (stopped_) return;
  if (is("=")) return assignment(name);
  if (!is("(")) {
    return error(fmt::format("expected '=' or '(' after {}, found {}", quoted(name.text), found()),
                 "variables are declared as int");
  }
  if (name.is("atomic_thread_fence")) {
    fence(name.span);
  } else {
    callStatement(name);
  }
  semicolon("the statement");
}

// "int r0;", "int r0 = 1, r1;"
void Parser::declaration() {
  const Span start = token_.span;
  advance();
  do {
    if (is("*")) return error("local pointers are not supported");
    const Token name = expectName("the name of a variable");
    if (stopped_) return;
    if (proc_->parameters.contains(name.text)) {
      refuse(name.span, fmt::format("'{}' is the name of a location already", name.text));
    }
    const RegId target = registerFor(name);
    if (accept("=")) assign(target, start);
  } while (accept(","));
  semicolon("the declaration");
}

RegId Parser::registerFor(const Token& name) {
  const auto found = proc_->registers.find(name.text);
  if (found != proc_->registers.end()) return found->second;
  Register r;
  r.name = name.text;
  r.span = name.span;
  const RegId id = builder_.addRegister(std::move(r));
  proc_->registers.emplace(name.text, id);
  return id;
}

void Parser::assignment(const Token& name) {
  const auto target = proc_->registers.find(name.text);
  if (target == proc_->registers.end()) {
    const bool location = proc_->parameters.contains(name.text);
    token_ = name;
    return error(location ? fmt::format("'{}' is the address of a location", name.text)
                          : fmt::format("'{}' is not declared", name.text),
                 location ? fmt::format("write *{} = ..., or an atomic store", name.text)
                          : fmt::format("declare it: int {};", name.text));
  }
  advance();
  assign(target->second, name.span);
  semicolon("the assignment");
}

void Parser::assign(RegId target, Span start) {
  const std::size_t before = builder_.size();
  ExprPtr assigned = value(target);
  if (stopped_) return;
  const bool done = assigned->kind == Expr::Kind::Reg && assigned->reg == target;
  if (done && builder_.size() > before) return;
  Instr instr;
  instr.op = Instr::Op::Assign;
  instr.value = std::move(assigned);
  instr.dst = target;
  instr.span = from(start);
  builder_.emit(std::move(instr));
}

// "*x = e;", plain.
void Parser::plainStore(Span start) {
  advance();
  Instr instr;
  instr.op = Instr::Op::Store;
  instr.order = Order::NonAtomic;
  instr.address.base = location(false);
  if (stopped_ || !expect("=", "after the location")) return;
  instr.value = value();
  if (stopped_) return;
  instr.span = from(start);
  builder_.emit(std::move(instr));
  semicolon("the store");
}

void Parser::ifStatement() {
  const Span start = token_.span;
  advance();
  if (!enter() || !expect("(", "after if")) return;
  ExprPtr condition = value();
  if (stopped_ || !expect(")", "after the condition")) return;
  const CodeBuilder::Mark yes = builder_.mark();
  const CodeBuilder::Mark no = builder_.mark();
  const CodeBuilder::Mark end = builder_.mark();
  builder_.branch(std::move(condition), yes, no, from(start));
  builder_.place(yes);
  statement();
  builder_.jump(end, from(start));
  builder_.place(no);
  if (accept("else")) statement();
  builder_.place(end);
  --nesting_;
}

void Parser::whileStatement() {
  const Span start = token_.span;
  advance();
  if (!enter() || !expect("(", "after while")) return;
  const CodeBuilder::Mark again = builder_.mark();
  const CodeBuilder::Mark body = builder_.mark();
  const CodeBuilder::Mark end = builder_.mark();
  builder_.place(again);
  ExprPtr condition = value();
  if (stopped_ || !expect(")", "after the condition")) return;
  builder_.branch(std::move(condition), body, end, from(start));
  builder_.place(body);
  statement();
  builder_.jump(again, from(start));
  builder_.place(end);
  --nesting_;
}

void Parser::semicolon(std::string_view what) {
  if (!stopped_) expect(";", fmt::format("after {}", what));
}

}  // namespace robur::frontend_litmus
