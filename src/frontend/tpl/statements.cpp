// Control flow, and the statements that use registers alone.
#include "frontend/tpl/parser.h"
#include "program/validate.h"

namespace robur::frontend_tpl {

void Parser::block(std::string_view what) {
  if (!expect("{", what)) return;
  statementList();
  expect("}", "after a block");
}

void Parser::statementList() {
  while (token_.kind != Token::Kind::End && !is("}") && !is("fn")) {
    gaps_.push_back(token_.span);
    statement();
    if (panic_) recoverStatement();
  }
  if (is("}")) gaps_.push_back(token_.span);
}

// Skips to after the next semicolon, or to the next token that ends or begins a block. Parentheses
// that were open where the panic began may be closed in the skipped text.
void Parser::recoverStatement() {
  int depth = 0;
  while (token_.kind != Token::Kind::End && !is("fn")) {
    if (depth == 0 && is("}")) break;
    const bool done = depth == 0 && is(";");
    depth += is("{") ? 1 : is("}") ? -1 : 0;
    const bool closed = depth == 0 && is("}");
    advance();
    if (is(")")) continue;
    if (done || (closed && !is("else") && !is("{"))) break;
  }
  panic_ = stopped_;
}

void Parser::statement() {
  operators_ = 0;
  if (!enter()) return;
  if (labels()) {
    if (token_.kind == Token::Kind::Name && isReserved(token_.text)) {
      keywordStatement();
    } else if (token_.kind == Token::Kind::Name) {
      nameStatement();
    } else {
      error(here(), fmt::format("expected a statement, found {}", found()));
    }
  }
  leave();
}

// Parses any number of labels; returns false if one of them is wrong.
bool Parser::labels() {
  while (token_.kind == Token::Kind::Name && !isReserved(token_.text) && ahead_.is(":")) {
    const Token name = token_;
    advance();
    advance();
    const CodeBuilder::Mark mark = labelMark(name);
    LabelInfo& info = labels_[name.text];
    if (info.defined) {
      complain(name.span, fmt::format("there are two labels {} in this thread", quoted(name.text)));
      continue;
    }
    info.defined = true;
    builder_.place(mark);
    if (labels_.size() > kMaxInstrs) {
      stop(name.span, fmt::format("this thread has more than {} labels", kMaxInstrs));
      return false;
    }
  }
  return !panic_;
}

CodeBuilder::Mark Parser::labelMark(const Token& name) {
  const auto known = labels_.find(name.text);
  if (known != labels_.end()) return known->second.mark;
  const LabelInfo info{builder_.mark(), name.span, false};
  labels_.emplace(name.text, info);
  return info.mark;
}

void Parser::keywordStatement() {
  if (is("if")) return ifStatement();
  if (is("while")) return whileStatement();
  if (is("oneof")) return oneofStatement();
  if (is("goto")) return gotoStatement();
  if (is("assert")) return conditionStatement(Instr::Op::Assert);
  if (is("assume")) return conditionStatement(Instr::Op::Assume);
  if (is("verify")) return verifyStatement();
  if (is("fence")) return fence();
  if (is("lock") || is("unlock")) return lockOrUnlock();
  if (is("BCAS")) return cas(Instr::Op::Bcas, kNoReg);
  if (is("wait")) return wait(kNoReg);
  if (accept("skip")) return semicolonAfter("skip");
  if (is("CAS") || is("FADD") || is("exchange")) {
    return error(here(), fmt::format("the result of {} must go into a register", token_.text),
                 fmt::format("write r = {}(...); with a register r", token_.text));
  }
  if (is("local")) {
    return error(here(), "registers are declared at the beginning of a thread");
  }
  error(here(), fmt::format("expected a statement, found {}", found()));
}

void Parser::ifStatement() {
  advance();
  const Span start = here();
  expect("(", "before a condition");
  const ExprPtr test = condition();
  expect(")", "after a condition");
  if (panic_) return;
  Span span = from(start);
  const CodeBuilder::Mark yes = builder_.mark();
  const CodeBuilder::Mark no = builder_.mark();
  if (is("goto")) {
    advance();
    const Token name = expectName("the name of a label");
    semicolonAfter("the label");
    if (panic_) return;
    builder_.branch(test, labelMark(name), no, span);
    builder_.place(no);
    return;
  }
  builder_.branch(test, yes, no, span);
  builder_.place(yes);
  block("or 'goto' after the condition of an if");
  if (accept("else")) {
    const CodeBuilder::Mark end = builder_.mark();
    builder_.jump(end, previous_);
    builder_.place(no);
    block("after else");
    builder_.place(end);
  } else {
    builder_.place(no);
  }
}

void Parser::whileStatement() {
  advance();
  const Span start = here();
  expect("(", "before a condition");
  const ExprPtr test = condition();
  expect(")", "after a condition");
  if (panic_) return;
  const Span span = from(start);
  const CodeBuilder::Mark head = builder_.mark();
  const CodeBuilder::Mark body = builder_.mark();
  const CodeBuilder::Mark end = builder_.mark();
  builder_.place(head);
  builder_.branch(test, body, end, span);
  builder_.place(body);
  block("after the condition of a while");
  builder_.jump(head, previous_);
  builder_.place(end);
}

void Parser::oneofStatement() {
  const Span span = here();
  advance();
  if (!expect("(", "after oneof")) return;
  const Pc choice = builder_.choice(span);
  const CodeBuilder::Mark end = builder_.mark();
  do {
    const CodeBuilder::Mark taken = builder_.mark();
    builder_.alternative(choice, taken);
    builder_.place(taken);
    block("before an alternative of oneof");
    builder_.jump(end, previous_);
  } while (!panic_ && is("{"));
  expect(")", "after the alternatives of oneof");
  semicolonAfter("oneof");
  builder_.place(end);
}

void Parser::gotoStatement() {
  const Span start = here();
  advance();
  const Token name = expectName("the name of a label");
  if (panic_) return;
  builder_.jump(labelMark(name), from(start));
  semicolonAfter("goto");
}

void Parser::conditionStatement(Instr::Op op) {
  const Span start = here();
  const std::string what(token_.text);
  advance();
  expect("(", "before a condition");
  Instr instr;
  instr.op = op;
  instr.value = condition();
  expect(")", "after a condition");
  if (panic_) return;
  instr.span = from(start);
  builder_.emit(std::move(instr));
  semicolonAfter(what);
}

// A use of the register and nothing else: it makes an observation out of the load before it. What
// has no effect but is a use in every mode is a copy of the register to itself.
void Parser::verifyStatement() {
  const Span start = here();
  advance();
  expect("(", "after verify");
  const Token name = expectName("the name of a register");
  const RegId observed = panic_ ? kNoReg : registerNamed(name).value_or(kNoReg);
  expect(")", "after the register");
  if (!panic_ && observed != kNoReg) {
    Instr use;
    use.op = Instr::Op::Assign;
    use.dst = observed;
    use.value = reg(observed);
    use.span = from(start);
    builder_.emit(std::move(use));
  }
  semicolonAfter("verify");
}

}  // namespace robur::frontend_tpl
