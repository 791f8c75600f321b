#include "repair/order_text.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "program/print.h"

namespace robur {

namespace {

struct Argument {
  std::size_t begin = 0;  // byte offsets, blanks at both ends left out
  std::size_t end = 0;
};

// The call that an access is: its name, and its arguments.
struct Call {
  std::string_view name;  // "load", "CAS"; "" if the text is no call
  Argument nameAt;
  std::size_t close = 0;  // of its closing parenthesis
  std::vector<Argument> arguments;
};

bool isOrder(std::string_view word) {
  return word == "rlx" || word == "acq" || word == "rel" || word == "acq_rel" || word == "sc";
}

bool isNameChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

Call callIn(std::string_view text, const Span& span) {
  Call call;
  const std::size_t begin = offsetOf(text, span.line, span.column);
  const std::size_t end = offsetOf(text, span.endLine, span.endColumn);
  if (end <= begin || text[end - 1] != ')') return call;
  call.close = end - 1;
  // Backwards to the parenthesis that opens it.
  int depth = 0;
  std::size_t open = end;
  std::vector<std::size_t> commas;
  while (open-- > begin) {
    const char c = text[open];
    if (c == ')' || c == ']') ++depth;
    if (c == '[') --depth;
    if (c == '(' && --depth == 0) break;
    if (c == ',' && depth == 1) commas.push_back(open);
  }
  if (open + 1 == 0 || open < begin || text[open] != '(') return call;
  std::size_t nameBegin = open;
  while (nameBegin > begin && isNameChar(text[nameBegin - 1])) --nameBegin;
  call.nameAt = {nameBegin, open};
  call.name = text.substr(nameBegin, open - nameBegin);
  std::reverse(commas.begin(), commas.end());
  commas.push_back(call.close);
  std::size_t from = open + 1;
  for (const std::size_t comma : commas) {
    Argument a{from, comma};
    while (a.begin < a.end && (text[a.begin] == ' ' || text[a.begin] == '\t')) ++a.begin;
    while (a.end > a.begin && (text[a.end - 1] == ' ' || text[a.end - 1] == '\t')) --a.end;
    if (a.begin < a.end || commas.size() > 1) call.arguments.push_back(a);
    from = comma + 1;
  }
  return call;
}

std::string_view wordOf(std::string_view text, const Argument& a) {
  return text.substr(a.begin, a.end - a.begin);
}

// How many of the last arguments are orders.
std::size_t ordersOf(std::string_view text, const Call& call) {
  std::size_t n = 0;
  while (n < call.arguments.size() && n < 2 &&
         isOrder(wordOf(text, call.arguments[call.arguments.size() - 1 - n]))) {
    ++n;
  }
  return n;
}

bool hasOrders(std::string_view name) {
  constexpr std::string_view kCalls[] = {"load", "store", "exchange", "cas", "bcas",
                                         "wait", "CAS",   "BCAS",     "FADD"};
  return std::ranges::find(kCalls, name) != std::end(kCalls) || name.starts_with("fetch_");
}

// Both orders of .tpl: that of the read, then that of the write.
std::string pairOf(Order order) {
  return fmt::format("{}, {}", acquires(order) ? "acq" : "rlx", releases(order) ? "rel" : "rlx");
}

bool isUpdate(Instr::Op op) {
  return op == Instr::Op::Rmw || op == Instr::Op::Cas || op == Instr::Op::Bcas;
}

}  // namespace

OrderText orderText(const CallSyntax& syntax, const Source& source, const Instr& in) {
  OrderText out;
  const Call call = callIn(source.text, in.span);
  out.writable = hasOrders(call.name);
  out.failureWritable =
      syntax.failureOrders && call.name == "cas" && ordersOf(source.text, call) == 2;
  out.lockable = syntax.accessesByName && (call.name == "load" || call.name == "store");
  return out;
}

std::optional<TextEdit> orderEdit(const CallSyntax& syntax, const Source& source, const Instr& in,
                                  Order order) {
  const Call call = callIn(source.text, in.span);
  if (!hasOrders(call.name)) return std::nullopt;
  const bool both = syntax.orderPairs && isUpdate(in.op);
  const std::string text = both ? pairOf(order) : std::string(spelling(order));
  const std::size_t given = ordersOf(source.text, call);
  if (given == 0) {
    if (order == Order::Rlx) return std::nullopt;
    return TextEdit{call.close, call.close, (call.arguments.empty() ? "" : ", ") + text};
  }
  const Argument& first = call.arguments[call.arguments.size() - given];
  const Argument& last = both ? call.arguments.back() : first;
  if (source.text.substr(first.begin, last.end - first.begin) == text) return std::nullopt;
  return TextEdit{first.begin, last.end, text};
}

std::optional<TextEdit> failureEdit(const Source& source, const Instr& in, Order order) {
  const Call call = callIn(source.text, in.span);
  const Argument& at = call.arguments.back();
  if (wordOf(source.text, at) == spelling(order)) return std::nullopt;
  return TextEdit{at.begin, at.end, spelling(order)};
}

std::vector<TextEdit> lockedEdit(const CallSyntax& syntax, const Source& source, const Instr& in,
                                 Order order) {
  const Call call = callIn(source.text, in.span);
  const bool load = call.name == "load";
  std::vector<TextEdit> out;
  out.push_back({call.nameAt.begin, call.nameAt.end, load ? "fetch_add" : "exchange"});
  if (load) {
    out.push_back({call.nameAt.end + 1, call.close, fmt::format("0, {}", spelling(order))});
  } else {
    addEdit(out, orderEdit(syntax, source, in, order));
  }
  return out;
}

void addEdit(std::vector<TextEdit>& edits, std::optional<TextEdit> edit) {
  if (edit) edits.push_back(std::move(*edit));
}
void addEdit(std::vector<TextEdit>& edits, std::vector<TextEdit> more) {
  for (TextEdit& edit : more) edits.push_back(std::move(edit));
}

}  // namespace robur
