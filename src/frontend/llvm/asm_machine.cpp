#include "frontend/llvm/asm_machine.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>

namespace robur::frontend_llvm {

namespace {

using Constraint = llvm::InlineAsm::ConstraintInfo;

// The 64-bit register that this one is the lower part of, and how wide the part is. Nothing for
// the parts that do not begin at bit 0, and for registers of other kinds.
std::optional<std::pair<std::string, unsigned>> generalRegister(llvm::StringRef name) {
  for (const llvm::StringRef letter : {"a", "b", "c", "d"}) {
    if (name == ("r" + letter + "x").str()) return {{name.str(), 64}};
    if (name == ("e" + letter + "x").str()) return {{("r" + letter + "x").str(), 32}};
    if (name == (letter + "x").str()) return {{("r" + letter + "x").str(), 16}};
    if (name == (letter + "l").str()) return {{("r" + letter + "x").str(), 8}};
  }
  for (const llvm::StringRef base : {"si", "di", "sp", "bp"}) {
    if (name == ("r" + base).str()) return {{name.str(), 64}};
    if (name == ("e" + base).str()) return {{("r" + base).str(), 32}};
    if (name == base) return {{("r" + base).str(), 16}};
    if (name == (base + "l").str()) return {{("r" + base).str(), 8}};
  }
  unsigned number = 0;
  llvm::StringRef rest = name;
  if (!rest.consume_front("r") || rest.consumeInteger(10, number) || number < 8 || number > 15) {
    return std::nullopt;
  }
  const std::string whole = "r" + std::to_string(number);
  if (rest.empty()) return {{whole, 64}};
  if (rest == "d") return {{whole, 32}};
  if (rest == "w") return {{whole, 16}};
  if (rest == "b") return {{whole, 8}};
  return std::nullopt;
}

unsigned widthOfModifier(char modifier) {
  switch (modifier) {
    case 'b':
      return 8;
    case 'w':
      return 16;
    case 'k':
      return 32;
    case 'q':
      return 64;
    default:
      throw AsmUnsupported("an operand is printed in a way that is not known");
  }
}

unsigned widthOfType(const llvm::Type* type) {
  if (type->isPointerTy()) return 64;
  if (type->isIntegerTy()) return type->getIntegerBitWidth();
  throw AsmUnsupported("an operand is neither an integer nor a pointer");
}

}  // namespace

AsmMachine::AsmMachine(llvm::CallInst& call) : builder(&call), call_(call) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const llvm::InlineAsm::ConstraintInfoVector constraints = assembly->ParseConstraints();
  unsigned argument = 0;
  unsigned result = 0;
  for (const Constraint& constraint : constraints) {
    if (constraint.Type == llvm::InlineAsm::isClobber) {
      clobbersMemory_ |= llvm::is_contained(constraint.Codes, "{memory}");
      continue;
    }
    if (constraint.Type == llvm::InlineAsm::isOutput && !constraint.isIndirect) {
      Bound& out = operands_.emplace_back();
      out.type = call.getType()->isStructTy() ? call.getType()->getStructElementType(result)
                                              : call.getType();
      ++result;
      const std::string& code = constraint.Codes.front();
      if (llvm::StringRef(code).starts_with("{@cc")) {
        out.place = llvm::StringRef(code).drop_front().drop_back().str();
      } else if (const auto fixed = generalRegister(llvm::StringRef(code).trim("{}"))) {
        out.place = fixed->first;
      } else {
        out.place = "$" + std::to_string(operands_.size() - 1);
      }
      outputs_.push_back(out.place);
      continue;
    }
    if (argument >= call.arg_size()) throw AsmUnsupported("its operands do not fit together");
    bind(constraint, argument++);
  }
}

void AsmMachine::bind(const Constraint& constraint, unsigned index) {
  llvm::Value* argument = call_.getArgOperand(index);
  const std::string code = constraint.Codes.empty() ? "" : constraint.Codes.front();
  unsigned tied = 0;
  if (!constraint.isIndirect && !llvm::StringRef(code).getAsInteger(10, tied)) {
    bindTied(tied, argument);
    return;
  }
  Bound& in = operands_.emplace_back();
  in.type = argument->getType();
  if (constraint.isIndirect) {
    in.pointer = argument;
    in.type = call_.getParamElementType(index);
    return;
  }
  const auto fixed = generalRegister(llvm::StringRef(code).trim("{}"));
  in.place = fixed ? fixed->first : "$" + std::to_string(operands_.size() - 1);
  if (in.type->isIntegerTy() || in.type->isPointerTy()) registers_[in.place] = asInteger(argument);
}

// The value is where the output will be.
void AsmMachine::bindTied(unsigned output, llvm::Value* argument) {
  Bound in = bound(output);
  if (in.pointer != nullptr) {
    builder.CreateStore(argument, in.pointer);
  } else {
    in.type = argument->getType();
    registers_[in.place] = asInteger(argument);
  }
  operands_.push_back(std::move(in));
}

const AsmMachine::Bound& AsmMachine::bound(unsigned number) const {
  if (number >= operands_.size()) throw AsmUnsupported("it names an operand that it does not have");
  return operands_[number];
}

llvm::Value* AsmMachine::asInteger(llvm::Value* value) {
  widthOfType(value->getType());
  return value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, builder.getInt64Ty())
                                         : value;
}

bool AsmMachine::inMemory(const AsmOperand& operand) const {
  if (operand.kind == AsmOperand::Kind::Memory) return true;
  return operand.kind == AsmOperand::Kind::Operand && bound(operand.number).pointer != nullptr;
}

bool AsmMachine::onStack(const AsmOperand& operand) {
  return operand.kind == AsmOperand::Kind::Memory &&
         (operand.name == "rsp" || operand.name == "esp" || operand.name == "sp");
}

unsigned AsmMachine::widthOf(const AsmOperand& operand) const {
  if (operand.kind == AsmOperand::Kind::Operand) {
    const Bound& at = bound(operand.number);
    if (at.pointer == nullptr && operand.modifier != 0) return widthOfModifier(operand.modifier);
    if (at.pointer != nullptr && !at.type->isIntegerTy() && !at.type->isPointerTy()) return 0;
    return widthOfType(at.type);
  }
  if (operand.kind != AsmOperand::Kind::Register) return 0;
  const auto known = generalRegister(operand.name);
  return known ? known->second : 0;
}

llvm::Value* AsmMachine::addressOf(const AsmOperand& operand) {
  if (operand.kind == AsmOperand::Kind::Operand) return bound(operand.number).pointer;
  llvm::Value* base = nullptr;
  if (!operand.name.empty()) {
    base = readRegister(operand.name, 64);
  } else {
    AsmOperand whole = operand;
    whole.kind = AsmOperand::Kind::Operand;
    whole.modifier = 0;
    base = read(whole, 64);
  }
  llvm::Value* pointer = builder.CreateIntToPtr(base, builder.getPtrTy());
  if (operand.value == 0) return pointer;
  return builder.CreateGEP(builder.getInt8Ty(), pointer,
                           builder.getInt64(static_cast<std::uint64_t>(operand.value)));
}

// Memory is read and written as the processor does, in one piece. A compiler that may move other
// accesses across the statement leaves nothing of the order that the processor keeps.
llvm::Value* AsmMachine::read(const AsmOperand& operand, unsigned width) {
  if (operand.kind == AsmOperand::Kind::Immediate) {
    return llvm::ConstantInt::getSigned(integer(width), operand.value);
  }
  if (inMemory(operand)) {
    llvm::LoadInst* load =
        builder.CreateAlignedLoad(integer(width), addressOf(operand), llvm::Align(width / 8));
    load->setAtomic(clobbersMemory_ ? llvm::AtomicOrdering::Acquire
                                    : llvm::AtomicOrdering::Monotonic);
    return load;
  }
  if (llvm::Value* value = readIfSet(operand, width)) return value;
  throw AsmUnsupported("it reads a register before it has a value");
}

llvm::Value* AsmMachine::readIfSet(const AsmOperand& operand, unsigned width) {
  if (operand.kind == AsmOperand::Kind::Register) {
    const auto known = generalRegister(operand.name);
    if (!known) throw AsmUnsupported("it uses the register " + operand.name);
    return registers_.contains(known->first) ? readPlace(known->first, width) : nullptr;
  }
  const std::string& place = bound(operand.number).place;
  return registers_.contains(place) ? readPlace(place, width) : nullptr;
}

void AsmMachine::write(const AsmOperand& operand, llvm::Value* value, unsigned width) {
  if (inMemory(operand)) {
    llvm::StoreInst* store =
        builder.CreateAlignedStore(value, addressOf(operand), llvm::Align(width / 8));
    store->setAtomic(clobbersMemory_ ? llvm::AtomicOrdering::Release
                                     : llvm::AtomicOrdering::Monotonic);
  } else if (operand.kind == AsmOperand::Kind::Register) {
    writeRegister(operand.name, value, width);
  } else {
    writePlace(bound(operand.number).place, value, width);
  }
}

llvm::Value* AsmMachine::readRegister(const std::string& name, unsigned width) {
  const auto known = generalRegister(name);
  if (!known || !registers_.contains(known->first)) {
    throw AsmUnsupported("it reads the register " + name + ", which is no operand of it");
  }
  return readPlace(known->first, width);
}

void AsmMachine::writeRegister(const std::string& name, llvm::Value* value, unsigned width) {
  const auto known = generalRegister(name);
  if (!known || known->first == "rsp") throw AsmUnsupported("it writes the register " + name);
  writePlace(known->first, value, width);
}

llvm::Value* AsmMachine::readPlace(const std::string& place, unsigned width) {
  llvm::Value* value = registers_.at(place);
  if (value->getType()->getIntegerBitWidth() < width) {
    if (llvm::isa<llvm::ConstantInt>(value)) return builder.CreateSExt(value, integer(width));
    throw AsmUnsupported("it reads more of a register than its operand has");
  }
  return builder.CreateTrunc(value, integer(width));
}

void AsmMachine::writePlace(const std::string& place, llvm::Value* value, unsigned width) {
  const auto old = registers_.find(place);
  if (width == 32) {
    value = builder.CreateZExt(value, integer(64));
  } else if (width < 32 && old != registers_.end() &&
             old->second->getType()->getIntegerBitWidth() > width) {
    llvm::Type* whole = old->second->getType();
    llvm::Value* rest = builder.CreateAnd(
        old->second, llvm::ConstantInt::getSigned(whole, -(std::int64_t{1} << width)));
    value = builder.CreateOr(rest, builder.CreateZExt(value, whole));
  }
  registers_[place] = value;
}

llvm::Value* AsmMachine::condition(llvm::StringRef name) {
  const auto flag = [&](const Flag& one) {
    if (!one) throw AsmUnsupported("it uses a flag that no instruction before has set");
    return one();
  };
  const auto either = [&](const char* a, const char* b, const char* c = "") {
    return name == a || name == b || (*c != 0 && name == c);
  };
  const auto less = [&] { return builder.CreateXor(flag(flags.sign), flag(flags.overflow)); };
  if (either("z", "e")) return flag(flags.zero);
  if (either("nz", "ne")) return builder.CreateNot(flag(flags.zero));
  if (either("c", "b", "nae")) return flag(flags.carry);
  if (either("nc", "nb", "ae")) return builder.CreateNot(flag(flags.carry));
  if (name == "s") return flag(flags.sign);
  if (name == "ns") return builder.CreateNot(flag(flags.sign));
  if (name == "o") return flag(flags.overflow);
  if (name == "no") return builder.CreateNot(flag(flags.overflow));
  if (either("l", "nge")) return less();
  if (either("ge", "nl")) return builder.CreateNot(less());
  if (either("le", "ng")) return builder.CreateOr(flag(flags.zero), less());
  if (either("g", "nle")) return builder.CreateNot(builder.CreateOr(flag(flags.zero), less()));
  if (either("be", "na")) return builder.CreateOr(flag(flags.zero), flag(flags.carry));
  if (either("a", "nbe")) {
    return builder.CreateNot(builder.CreateOr(flag(flags.zero), flag(flags.carry)));
  }
  throw AsmUnsupported("it uses a condition that is not known");
}

void AsmMachine::note(const std::string& text) {
  const llvm::FunctionCallee function = call_.getModule()->getOrInsertFunction(
      "__robur_note", builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(function, {builder.CreateGlobalString(text)});
}

llvm::Value* AsmMachine::output(const std::string& place, llvm::Type* type) {
  if (place.starts_with("@cc")) return builder.CreateZExt(condition(place.substr(3)), type);
  if (!registers_.contains(place)) return llvm::UndefValue::get(type);
  llvm::Value* value = registers_.at(place);
  const unsigned width = widthOfType(type);
  const unsigned have = value->getType()->getIntegerBitWidth();
  if (have < width) throw AsmUnsupported("it sets only a part of one of its outputs");
  value = builder.CreateTrunc(value, integer(width));
  return type->isPointerTy() ? builder.CreateIntToPtr(value, type) : value;
}

llvm::Value* AsmMachine::result() {
  if (outputs_.empty()) return nullptr;
  auto* types = llvm::dyn_cast<llvm::StructType>(call_.getType());
  if (types == nullptr) return output(outputs_.front(), call_.getType());
  llvm::Value* all = llvm::PoisonValue::get(types);
  for (unsigned i = 0; i < outputs_.size(); ++i) {
    all = builder.CreateInsertValue(all, output(outputs_[i], types->getElementType(i)), i);
  }
  return all;
}

void AsmMachine::keepRegisters() {
  for (const auto& [place, value] : registers_) {
    llvm::AllocaInst*& slot = kept_[place];
    if (slot == nullptr) {
      llvm::BasicBlock& entry = call_.getFunction()->getEntryBlock();
      slot = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(integer(64));
    }
    builder.CreateStore(builder.CreateZExt(value, integer(64)), slot);
  }
}

void AsmMachine::readRegisters() {
  registers_.clear();
  for (const auto& [place, slot] : kept_) registers_[place] = builder.CreateLoad(integer(64), slot);
  flags = {};
}

}  // namespace robur::frontend_llvm
