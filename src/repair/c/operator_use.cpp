#include "repair/c/operator_use.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace robur::repair_c {

namespace {

using Does = OrderCall::Does;

class Reader {
 public:
  Reader(const CFile& file, std::size_t begin) : file(file), tokens(file.tokens) {
    const auto first = std::ranges::lower_bound(tokens, begin, {}, &Token::begin);
    at = static_cast<std::size_t>(first - tokens.begin());
    found = first != tokens.end() && first->begin == begin;
  }

  std::optional<OrderCall> run(Instr::Op op) {
    if (!found) return std::nullopt;
    std::string_view prefix;
    if (is(at, "++") || is(at, "--")) prefix = tokens[at++].text;
    const std::size_t first = at;
    if (!lvalue()) return std::nullopt;
    left = {tokens[first].begin, tokens[at - 1].end(), {}};
    call.begin = left.begin;
    if (op == Instr::Op::Load || op == Instr::Op::Wait) {
      if (!prefix.empty() || writes(at)) return std::nullopt;
      call.does = Does::Load;
      write("load", {});
      return call;
    }
    if (op == Instr::Op::Store && prefix.empty() && is(at, "=")) {
      call.does = Does::Store;
      return assigned("store");
    }
    if (op != Instr::Op::Rmw) return std::nullopt;
    call.does = Does::Update;
    if (!prefix.empty()) {
      call.asCall.push_back({tokens[first - 1].begin, left.begin, ""});
      return stepped(prefix, first - 1, at);
    }
    if (is(at, "++") || is(at, "--")) return stepped(tokens[at].text, first, at + 1);
    static const std::map<std::string_view, const char*> kUpdates = {{"+=", "fetch_add"},
                                                                     {"-=", "fetch_sub"},
                                                                     {"&=", "fetch_and"},
                                                                     {"|=", "fetch_or"},
                                                                     {"^=", "fetch_xor"}};
    const auto update = at < tokens.size() ? kUpdates.find(tokens[at].text) : kUpdates.end();
    if (update == kUpdates.end()) return std::nullopt;
    return assigned(update->second);
  }

 private:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text;
  };

  bool is(std::size_t i, std::string_view text) const {
    return i < tokens.size() && tokens[i].is(text);
  }
  bool writes(std::size_t i) const {
    if (i >= tokens.size()) return true;
    const std::string_view text = tokens[i].text;
    return text == "++" || text == "--" || text == "(" || text == "=" ||
           (text.size() > 1 && text.back() == '=' && text != "==" && text != "!=" && text != "<=" &&
            text != ">=");
  }

  // a::b.c->d[i]
  bool lvalue() {
    if (at >= tokens.size() || !tokens[at].word()) return false;
    for (++at; at < tokens.size();) {
      if (is(at, "[")) {
        at = closingOf(tokens, at) + 1;
      } else if ((is(at, ".") || is(at, "->") || is(at, "::")) && at + 1 < tokens.size() &&
                 tokens[at + 1].word()) {
        at += 2;
      } else {
        break;
      }
    }
    return at < tokens.size();
  }

  // Whether these tokens and a semicolon form a statement.
  bool isStatement(std::size_t first, std::size_t semicolon) const {
    const Statement* const around = statementAround(file.statements, tokens[first].begin);
    return is(semicolon, ";") && around != nullptr && around->begin == tokens[first].begin &&
           around->end == tokens[semicolon].end();
  }

  std::optional<OrderCall> stepped(std::string_view sign, std::size_t first,
                                   std::size_t semicolon) {
    if (!isStatement(first, semicolon)) return std::nullopt;
    write(sign == "++" ? "fetch_add" : "fetch_sub", {0, tokens[semicolon].begin, "1"});
    return call;
  }

  // Called at the assignment operator.
  std::optional<OrderCall> assigned(const char* function) {
    const std::size_t sign = at;
    const auto first = std::ranges::lower_bound(tokens, left.begin, {}, &Token::begin);
    std::size_t end = sign + 1;
    for (; end < tokens.size() && !is(end, ";"); ++end) {
      if (is(end, ",") || is(end, "{")) return std::nullopt;
      if (is(end, "(") || is(end, "[")) end = closingOf(tokens, end);
    }
    if (end == sign + 1 || !isStatement(static_cast<std::size_t>(first - tokens.begin()), end)) {
      return std::nullopt;
    }
    write(function, {tokens[sign + 1].begin, tokens[end - 1].end(), {}});
    return call;
  }

  // Rewrites the expression as x.store(1, o) or atomic_store_explicit(&x, 1, o). The text of the
  // value stays where it is, or is inserted.
  void write(const std::string& function, const Range& value) {
    const bool cplusplus = file.cplusplus;
    const std::string order(1, OrderCall::kOrder);
    if (!cplusplus)
      call.asCall.push_back({left.begin, left.begin, "atomic_" + function + "_explicit(&"});
    const std::string opening = cplusplus ? "." + function + "(" : ", ";
    if (value.end == 0) {
      call.asCall.push_back({left.end, left.end, (cplusplus ? opening : ", ") + order + ")"});
    } else if (!value.text.empty()) {
      call.asCall.push_back({left.end, value.end, opening + value.text + ", " + order + ")"});
    } else {
      call.asCall.push_back({left.end, value.begin, opening});
      call.asCall.push_back({value.end, value.end, ", " + order + ")"});
    }
    call.name = function;
  }

  const CFile& file;
  const std::vector<Token>& tokens;
  std::size_t at = 0;
  bool found = false;
  Range left;
  OrderCall call;
};

}  // namespace

std::optional<OrderCall> operatorUseAt(const CFile& file, std::size_t begin, Instr::Op op) {
  return Reader(file, begin).run(op);
}

}  // namespace robur::repair_c
