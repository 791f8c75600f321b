#include "repair/c/statements.h"

#include <algorithm>
#include <string_view>

namespace robur::repair_c {

namespace {

class Finder {
 public:
  explicit Finder(const std::vector<Token>& tokens) : tokens(tokens) {}

  std::vector<Statement> run() && {
    declarations(0, tokens.size());
    std::stable_sort(out.begin(), out.end(),
                     [](const Statement& a, const Statement& b) { return a.begin < b.begin; });
    return std::move(out);
  }

 private:
  bool is(std::size_t i, std::string_view text) const {
    return i < tokens.size() && tokens[i].kind != Token::Kind::Literal && tokens[i].is(text);
  }
  bool isWord(std::size_t i) const { return i < tokens.size() && tokens[i].word(); }
  bool opens(std::size_t i) const { return is(i, "(") || is(i, "[") || is(i, "{"); }
  // The index after the bracket that closes `open`; `end` if it is not closed before that.
  std::size_t behind(std::size_t open, std::size_t end) const {
    return std::min(closingOf(tokens, open) + 1, end);
  }

  // Scans namespaces, classes and the whole file for functions, each of which is processed
  // separately.
  void declarations(std::size_t i, std::size_t end) {
    while (i < end) i = declaration(i, end);
  }

  std::size_t declaration(std::size_t i, std::size_t end) {
    bool scope = false;       // of a namespace, class or linkage
    bool parameters = false;  // a parameter list has been seen
    bool members = false;     // after the colon of a constructor's initialisers
    bool value = false;       // after a =
    for (; i < end; ++i) {
      if (is(i, ";")) return i + 1;
      if (is(i, "(")) {
        parameters = true;
        i = behind(i, end) - 1;
      } else if (is(i, "alignas") || is(i, "__attribute__") || is(i, "decltype")) {
        if (is(i + 1, "(")) i = behind(i + 1, end) - 1;
      } else if (is(i, "[")) {
        i = behind(i, end) - 1;
      } else if (is(i, "{")) {
        const std::size_t close = closingOf(tokens, i);
        if (close >= end) return end;
        const bool initialiser = value || (members && (isWord(i - 1) || is(i - 1, ">")));
        if (initialiser) {
          inside(i, close);
        } else if (parameters) {
          block(i + 1, close);
          return close + 1;
        } else if (scope) {
          declarations(i + 1, close);
        }
        i = close;
      } else if (is(i, "=")) {
        value = i == 0 || !is(i - 1, "operator");
      } else if (is(i, ":") && parameters) {
        members = true;
      } else if (is(i, ":") && i > 0 &&
                 (is(i - 1, "public") || is(i - 1, "private") || is(i - 1, "protected"))) {
        return i + 1;
      } else if (is(i, "namespace") || is(i, "class") || is(i, "struct") || is(i, "union") ||
                 is(i, "extern")) {
        scope = true;
      } else if (is(i, "enum")) {
        return enumeration(i, end);
      } else if (is(i, "<") && i > 0 && is(i - 1, "template")) {
        i = behindTemplate(i, end) - 1;
      }
    }
    return end;
  }

  std::size_t enumeration(std::size_t i, std::size_t end) {
    while (i < end && !is(i, "{") && !is(i, ";")) ++i;
    return is(i, "{") ? behind(i, end) : i + 1;
  }
  // `class` in a list of template parameters does not begin a class.
  std::size_t behindTemplate(std::size_t i, std::size_t end) {
    int depth = 0;
    for (; i < end; ++i) {
      if (is(i, "<")) ++depth;
      if (is(i, ">") && --depth == 0) return i + 1;
      if (opens(i)) i = behind(i, end) - 1;
      if (is(i, ";")) return i;
    }
    return end;
  }

  void block(std::size_t i, std::size_t end) {
    bool left = false;
    while (i < end) {
      const std::size_t labelled = i;
      i = behindLabels(i, end);
      if (i >= end) break;
      Statement found;
      found.begin = tokens[i].begin;
      found.leaves = isLeaving(i);
      const std::size_t next = statement(i, end);
      if (next <= labelled || next > end) return;
      found.end = tokens[next - 1].end();
      if (next < tokens.size()) found.next = tokens[next].begin;
      const bool whole = is(next - 1, ";") || is(next - 1, "}");
      if (whole && !is(i, ";")) out.push_back(found);
      left = found.leaves;
      i = next;
    }
    if (!is(end, "}")) return;
    Statement brace;
    brace.begin = tokens[end].begin;
    brace.end = tokens[end].end();
    brace.leaves = left;
    brace.closes = true;
    out.push_back(brace);
  }

  std::size_t behindLabels(std::size_t i, std::size_t end) const {
    for (;;) {
      if (is(i, "case")) {
        while (i < end && !is(i, ":")) i = opens(i) ? behind(i, end) : i + 1;
        ++i;
      } else if (isWord(i) && is(i + 1, ":") && i + 1 < end) {
        i += 2;
      } else {
        return std::min(i, end);
      }
    }
  }

  // Returns the index after the statement that begins there.
  std::size_t statement(std::size_t i, std::size_t end) {
    i = behindLabels(i, end);
    if (i >= end) return end;
    if (is(i, "{")) {
      const std::size_t close = closingOf(tokens, i);
      if (close >= end) return end;
      block(i + 1, close);
      return close + 1;
    }
    if (is(i, "if") || is(i, "for") || is(i, "while") || is(i, "switch")) {
      const bool branch = is(i, "if");
      const std::size_t first = i;
      while (i < end && !is(i, "(")) ++i;  // skips constexpr
      i = body(first, condition(i, end), end, branch ? "else" : "");
      if (branch && is(i, "else") && i < end) i = body(i, i + 1, end, "");
      return i;
    }
    if (is(i, "do")) {
      i = body(i, i + 1, end, "while");
      return expression(i, end);
    }
    if (is(i, "try")) {
      i = statement(i + 1, end);
      while (i < end && is(i, "catch")) i = statement(condition(i + 1, end), end);
      return i;
    }
    if (is(i, "struct") || is(i, "class") || is(i, "union")) return localClass(i, end);
    return expression(i, end);
  }

  // Processes the body of the statement that begins at `owner`; the word `follow` may come after
  // it.
  std::size_t body(std::size_t owner, std::size_t i, std::size_t end, std::string_view follow) {
    const std::size_t next = statement(i, end);
    if (i >= end || next <= i || next > end || is(i, "{") || is(i, ";")) return next;
    if (!is(next - 1, ";") && !is(next - 1, "}")) return next;
    // `else if` counts as one keyword, and a label must stay where it is.
    if ((is(owner, "else") && is(i, "if")) || behindLabels(i, end) != i) return next;
    Statement found;
    found.begin = tokens[i].begin;
    found.end = tokens[next - 1].end();
    found.leaves = isLeaving(i);
    found.bare = true;
    found.head = tokens[i - 1].end();
    found.owner = tokens[owner].begin;
    if (!follow.empty() && is(next, follow)) found.follow = tokens[next].begin;
    out.push_back(found);
    return next;
  }
  bool isLeaving(std::size_t i) const {
    return is(i, "return") || is(i, "break") || is(i, "continue") || is(i, "goto") ||
           is(i, "throw") || is(i, "co_return");
  }

  // A condition in parentheses may contain lambdas.
  std::size_t condition(std::size_t open, std::size_t end) {
    if (open >= end) return end;
    const std::size_t close = closingOf(tokens, open);
    if (close >= end) return end;
    inside(open, close);
    return close + 1;
  }

  std::size_t localClass(std::size_t i, std::size_t end) {
    std::size_t at = i;
    while (at < end && !is(at, "{") && !is(at, ";") && !is(at, "=") && !is(at, "(")) ++at;
    if (!is(at, "{")) return expression(i, end);
    const std::size_t close = closingOf(tokens, at);
    if (close >= end) return end;
    declarations(at + 1, close);
    return expression(close + 1, end);
  }

  // Returns the index after the semicolon that ends an expression or declaration. Lambdas in it
  // contain blocks.
  std::size_t expression(std::size_t i, std::size_t end) {
    while (i < end && !is(i, ";")) {
      if (!opens(i)) {
        ++i;
        continue;
      }
      const std::size_t close = closingOf(tokens, i);
      if (close >= end) return end;
      inside(i, close);
      i = close + 1;
    }
    return std::min(i + 1, end);
  }

  // Scans the text between brackets in an expression.
  void inside(std::size_t open, std::size_t close) {
    if (is(open, "{") && isBody(open)) {
      block(open + 1, close);
    } else {
      for (std::size_t i = open + 1; i < close;) i = expression(i, close);
    }
  }

  // Whether a brace in an expression begins the body of a lambda or a statement expression rather
  // than an initialiser.
  bool isBody(std::size_t brace) const {
    if (brace == 0) return false;
    std::size_t i = brace - 1;
    if (is(i, "(")) return true;  // ({ ... })
    // After a result type: -> std::vector<int>
    std::size_t type = i;
    while (type > 0 && (isWord(type) || is(type, "::") || is(type, "<") || is(type, ">") ||
                        is(type, "*") || is(type, "&"))) {
      --type;
    }
    if (is(type, "->") && type > 0) i = type - 1;
    while (i > 0 && (is(i, "mutable") || is(i, "noexcept") || is(i, "constexpr"))) --i;
    return is(i, ")") || is(i, "]");
  }

  const std::vector<Token>& tokens;
  std::vector<Statement> out;
};

}  // namespace

std::vector<Statement> statementsOf(const std::vector<Token>& tokens) {
  return Finder(tokens).run();
}

const Statement* statementAround(const std::vector<Statement>& statements, std::size_t offset) {
  const Statement* found = nullptr;
  for (const Statement& s : statements) {
    if (s.begin <= offset && offset < s.end && (found == nullptr || s.begin >= found->begin)) {
      found = &s;
    }
  }
  return found;
}

}  // namespace robur::repair_c
