#include "frontend/llvm/asm_text.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

namespace robur::frontend_llvm {

namespace {

// The first of the alternatives between `$(` and `$)`. The text is otherwise unchanged.
std::string firstAlternatives(llvm::StringRef text) {
  std::string out;
  bool inside = false;
  bool dropping = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (text[i] == '$' && next == '(' && !inside) {
      inside = true;
      ++i;
    } else if (text[i] == '$' && next == '|' && inside) {
      dropping = true;
      ++i;
    } else if (text[i] == '$' && next == ')' && inside) {
      inside = dropping = false;
      ++i;
    } else if (!dropping) {
      out += text[i];
      if (text[i] == '$' && next == '$') out += text[++i];
    }
  }
  return out;
}

bool readNumber(llvm::StringRef text, std::int64_t& value) {
  return !text.trim().getAsInteger(0, value);
}

// `$0` or `${0:b}`.
bool readReference(llvm::StringRef text, unsigned& number, char& modifier) {
  if (!text.consume_front("$")) return false;
  if (text.consume_front("{")) {
    if (!text.consume_back("}")) return false;
    const auto [digits, letter] = text.split(':');
    if (letter.size() > 1) return false;
    modifier = letter.empty() ? '\0' : letter[0];
    text = digits;
  }
  return !text.getAsInteger(10, number);
}

// `8($1)`, `(%rsp)`: an address in one register. An index is not understood.
bool readMemory(llvm::StringRef text, AsmOperand& operand) {
  if (!text.consume_back(")")) return false;
  const auto [distance, base] = text.split('(');
  if (!distance.trim().empty() && !readNumber(distance, operand.value)) return false;
  operand.kind = AsmOperand::Kind::Memory;
  const llvm::StringRef name = base.trim();
  if (name.starts_with("%")) {
    operand.name = name.drop_front().lower();
    return llvm::all_of(operand.name, llvm::isAlnum);
  }
  return readReference(name, operand.number, operand.modifier);
}

bool readOperand(llvm::StringRef text, AsmOperand& operand) {
  if (text.starts_with("$$") || text.starts_with("#")) {
    operand.kind = AsmOperand::Kind::Immediate;
    return readNumber(text.drop_front(text.starts_with("#") ? 1 : 2), operand.value);
  }
  if (text.ends_with(")")) return readMemory(text, operand);
  if (text.starts_with("%")) {
    operand.kind = AsmOperand::Kind::Register;
    operand.name = text.drop_front().lower();
    return llvm::all_of(operand.name, llvm::isAlnum);
  }
  if (text.starts_with("$")) {
    operand.kind = AsmOperand::Kind::Operand;
    return readReference(text, operand.number, operand.modifier);
  }
  // A word, as in `dmb ish`.
  operand.kind = AsmOperand::Kind::Register;
  operand.name = text.lower();
  return !text.empty() && llvm::all_of(operand.name, llvm::isAlnum);
}

bool readPrefix(llvm::StringRef word, AsmInstruction& instruction) {
  if (word == "lock") return instruction.locked = true;
  if (word == "rep" || word == "repz" || word == "repe") return instruction.repeated = true;
  return false;
}

llvm::StringRef withoutComment(llvm::StringRef line) {
  const auto [code, comment] = line.split("//");
  return code.substr(0, code.find("/*")).trim();
}

}  // namespace

std::string asWritten(llvm::StringRef text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const llvm::StringRef rest = text.substr(i);
    if (rest.starts_with("$$")) {
      out += '$';
      ++i;
    } else if (rest.starts_with("${")) {
      const auto [number, letter] = rest.substr(2, rest.find('}') - 2).split(':');
      out += ("%" + letter + number).str();
      i += rest.find('}');
    } else if (rest.starts_with("$")) {
      out += '%';
    } else if (text[i] == '\n') {
      if (i + 1 < text.size()) out += "; ";
    } else if (text[i] != '\t') {
      out += text[i];
    }
  }
  return out;
}

std::optional<std::vector<AsmInstruction>> parseAssembly(llvm::StringRef text) {
  const std::string plain = firstAlternatives(text);
  llvm::SmallVector<llvm::StringRef, 8> statements;
  llvm::SplitString(plain, statements, ";\n\r");
  std::vector<AsmInstruction> out;
  AsmInstruction next;
  for (const llvm::StringRef statement : statements) {
    llvm::StringRef rest = withoutComment(statement);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(" \t,"), rest.size());
      const std::string word = rest.substr(0, end).lower();
      rest = rest.drop_front(end).ltrim(" \t,");
      if (readPrefix(word, next)) continue;
      if (llvm::StringRef(word).ends_with(":")) {
        next.label = word.substr(0, word.size() - 1);
        if (next.locked || next.repeated || !llvm::all_of(next.label, llvm::isAlnum)) {
          return std::nullopt;
        }
        out.push_back(std::move(next));
        next = {};
        continue;
      }
      if (!llvm::all_of(word, llvm::isAlnum)) return std::nullopt;
      next.name = word;
      llvm::SmallVector<llvm::StringRef, 4> operands;
      if (!rest.empty()) rest.split(operands, ',');
      for (const llvm::StringRef operand : operands) {
        if (!readOperand(operand.trim(), next.operands.emplace_back())) return std::nullopt;
      }
      out.push_back(std::move(next));
      next = {};
      rest = {};
    }
  }
  if (next.locked || next.repeated) return std::nullopt;
  return out;
}

}  // namespace robur::frontend_llvm
