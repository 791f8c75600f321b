// One pass over the tokens. Before each token the formatter decides whether a line begins there.
// The role of a token (a unary minus, the brace of a block, the while of a do) follows from its
// neighbours and from the open blocks, because the text is known to parse.
#include "frontend/rob/format.h"

#include <algorithm>

#include "frontend/rob/ast.h"
#include "frontend/rob/lexer.h"
#include "frontend/rob/line_table.h"
#include "frontend/rob/line_writer.h"
#include "frontend/rob/parser.h"
#include "frontend/rob/spacing.h"

namespace robur::frontend_rob {

namespace {

constexpr std::size_t kStep = 2;
constexpr std::size_t kContinuation = 4;

std::string_view withoutTrailingBlanks(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last + 1);
}

class Formatter {
 public:
  explicit Formatter(std::string_view text) : text_(text) {
    Errors none;
    Lexer lexer(text, none, Lexer::Comments::Keep);
    do {
      tokens_.push_back(lexer.next());
    } while (tokens_.back().kind != Tok::End);
  }

  std::string run() {
    for (here_ = 0; tokens_[here_].kind != Tok::End; ++here_) {
      const Token& token = tokens_[here_];
      newlines_ = newlinesBefore(token);
      if (token.kind == Tok::Comment) {
        comment(token);
      } else {
        code(token);
      }
      rawEnd_ = token.at.end;
    }
    return writer_.text();
  }

 private:
  enum class Block : std::uint8_t { Plain, OfDo };

  std::string_view spelled(const Token& token) const {
    return text_.substr(token.at.begin, token.at.end - token.at.begin);
  }

  std::size_t newlinesBefore(const Token& token) const {
    const std::string_view gap = text_.substr(rawEnd_, token.at.begin - rawEnd_);
    return static_cast<std::size_t>(std::ranges::count(gap, '\n'));
  }

  std::size_t columnOf(const Token& token) const {
    if (token.at.begin == 0) return 0;
    const std::size_t newline = text_.rfind('\n', token.at.begin - 1);
    const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
    return widthOf(text_.substr(start, token.at.begin - start));
  }

  Tok nextCode() const {
    std::size_t next = here_ + 1;
    while (tokens_[next].kind == Tok::Comment) ++next;
    return tokens_[next].kind;
  }

  std::size_t indent() const { return open_.size() * kStep; }

  // An empty line is kept, except at the edges of a block.
  bool blankHere() const { return newlines_ > 1 && fresh_ && !topOfBlock_; }

  void code(const Token& token) {
    const bool closes = token.kind == Tok::RightBrace && !inList_ && !open_.empty();
    const bool emptyBlock = closes && justOpened_;
    const bool blank = blankHere() && !closes;
    const bool label = token.kind == Tok::Name && fresh_ && nextCode() == Tok::Colon;
    const bool opensBlock = token.kind == Tok::LeftBrace && previous_ != Tok::Assign;
    if (closes) {
      closedDo_ = open_.back() == Block::OfDo;
      open_.pop_back();
    }
    if (breaksBefore(token) && !emptyBlock) {
      std::size_t column = indent();
      if (label && column >= kStep) column -= kStep;
      if (!fresh_ && !opensBlock) column += kContinuation;
      writer_.breakLine(column, blank);
      writer_.write(spelled(token), false);
    } else {
      writer_.write(spelled(token), afterComment_
                                        ? !sticks(token.kind)
                                        : spaceBetween(previous_, previousUnary_, token.kind));
    }
    after(token, label, opensBlock, closes);
  }

  // Whether a new line begins at this token, which is not a comment.
  bool breaksBefore(const Token& token) const {
    if (mustBreak_ || writer_.empty()) return true;
    if (loneComment_) return newlines_ > 0;
    if (!fresh_) return false;
    const bool goesOn =
        token.kind == Tok::Else || token.kind == Tok::Or || (token.kind == Tok::While && closedDo_);
    return !(goesOn && previous_ == Tok::RightBrace && !writer_.endsInComment());
  }

  void after(const Token& token, bool label, bool opensBlock, bool closes) {
    previousUnary_ = isUnary(token.kind, previous_);
    if (token.kind == Tok::LeftParen) ++parentheses_;
    if (token.kind == Tok::RightParen) --parentheses_;
    if (opensBlock) open_.push_back(previous_ == Tok::Do ? Block::OfDo : Block::Plain);
    inList_ =
        (inList_ && token.kind != Tok::RightBrace) || (token.kind == Tok::LeftBrace && !opensBlock);
    fresh_ = opensBlock || closes || (token.kind == Tok::Semicolon && parentheses_ == 0) ||
             (token.kind == Tok::Colon && freshLabel_);
    freshLabel_ = label;
    justOpened_ = opensBlock;
    topOfBlock_ = opensBlock;
    previous_ = token.kind;
    mustBreak_ = false;
    loneComment_ = false;
    commentColumn_.reset();
    afterComment_ = false;
  }

  void comment(const Token& token) {
    const bool line = spelled(token).starts_with("//");
    const bool sameLine = newlines_ == 0 && !writer_.empty();
    if (sameLine && (line || (fresh_ && !loneComment_))) {
      const bool first = !writer_.endsInComment();
      writer_.comment(tidied(token, 0));
      commentColumn_.reset();
      if (fresh_ && line && first && writer_.alignsComment()) commentColumn_ = columnOf(token);
    } else if (sameLine) {
      const bool first = previous_ == Tok::LeftParen || previous_ == Tok::LeftBracket;
      writer_.write(tidied(token, 0), !first || afterComment_);
      afterComment_ = true;
      return;
    } else if (line && newlines_ == 1 && commentColumn_ == columnOf(token)) {
      writer_.continueComment(tidied(token, 0));
    } else {
      const std::size_t column = indent() + (fresh_ ? 0 : kContinuation);
      const auto shift =
          static_cast<std::ptrdiff_t>(column) - static_cast<std::ptrdiff_t>(columnOf(token));
      writer_.breakLine(column, blankHere());
      writer_.write(tidied(token, shift), false);
      topOfBlock_ = false;
      loneComment_ = !line;
      afterComment_ = !line;
      commentColumn_.reset();
    }
    mustBreak_ = line;
    justOpened_ = false;
  }

  // The comment without trailing blanks; its lines after the first are shifted along with it.
  std::string tidied(const Token& token, std::ptrdiff_t shift) const {
    std::string_view rest = spelled(token);
    std::string out;
    for (bool first = true;; first = false) {
      const std::size_t newline = rest.find('\n');
      std::string_view line = withoutTrailingBlanks(rest.substr(0, newline));
      if (!first && shift > 0 && !line.empty()) out.append(static_cast<std::size_t>(shift), ' ');
      if (!first && shift < 0) {
        const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
        line.remove_prefix(std::min(blanks, static_cast<std::size_t>(-shift)));
      }
      out += line;
      if (newline == std::string_view::npos) return out;
      out += '\n';
      rest.remove_prefix(newline + 1);
    }
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t here_ = 0;
  std::size_t newlines_ = 0;  // between the previous token, comments included, and this one
  std::uint32_t rawEnd_ = 0;
  LineWriter writer_;

  std::vector<Block> open_;
  bool inList_ = false;  // between the braces of initial values
  int parentheses_ = 0;
  Tok previous_ = Tok::Semicolon;  // the last token that is not a comment
  bool previousUnary_ = false;
  bool fresh_ = true;                         // a statement or declaration begins next
  bool freshLabel_ = false;                   // the last token is a label that began its line
  bool justOpened_ = false;                   // no token since the opening brace of a block
  bool topOfBlock_ = false;                   // no token since then except comments on its line
  bool closedDo_ = false;                     // the last closed block belongs to a do
  bool mustBreak_ = false;                    // the last token was a line comment
  bool loneComment_ = false;                  // the line consists of block comments so far
  bool afterComment_ = false;                 // the last token was a block comment, on this line
  std::optional<std::size_t> commentColumn_;  // of a line comment after a complete statement
};

}  // namespace

}  // namespace robur::frontend_rob

namespace robur {

std::optional<std::string> formatRob(const Source& source, std::vector<Diagnostic>& diagnostics) {
  if (auto refusal = frontend_rob::tooLarge(source)) {
    diagnostics.push_back(std::move(*refusal));
    return std::nullopt;
  }
  frontend_rob::Errors errors;
  frontend_rob::Arena arena;
  frontend_rob::Parser(source.text, arena, errors).file();
  if (errors.any()) {
    const auto found = errors.take(frontend_rob::LineTable(source.text));
    diagnostics.insert(diagnostics.end(), found.begin(), found.end());
    return std::nullopt;
  }
  return frontend_rob::Formatter(source.text).run();
}

}  // namespace robur
