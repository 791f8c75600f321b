#include "frontend/llvm/names.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>

namespace robur::frontend_llvm {

std::string demangled(const llvm::Function* function) {
  return llvm::demangle(function->getName().str());
}

Order orderOf(llvm::AtomicOrdering ordering) {
  switch (ordering) {
    case llvm::AtomicOrdering::NotAtomic:
      return Order::NonAtomic;
    case llvm::AtomicOrdering::Unordered:
    case llvm::AtomicOrdering::Monotonic:
      return Order::Rlx;
    case llvm::AtomicOrdering::Acquire:
      return Order::Acq;
    case llvm::AtomicOrdering::Release:
      return Order::Rel;
    case llvm::AtomicOrdering::AcquireRelease:
      return Order::AcqRel;
    case llvm::AtomicOrdering::SequentiallyConsistent:
      return Order::Sc;
  }
  return Order::Sc;
}

namespace {

const llvm::DIType* stripped(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag == llvm::dwarf::DW_TAG_pointer_type || tag == llvm::dwarf::DW_TAG_reference_type) break;
    type = derived->getBaseType();
  }
  return type;
}

// Members internal to the library are left out: `_M_i` of an atomic is the atomic itself.
bool internal(llvm::StringRef name) {
  return name.empty() || name.starts_with("_M_") || name.starts_with("__");
}

void descend(const llvm::DIType* type, std::int64_t offset, std::string& name) {
  for (int depth = 0; depth < 32; ++depth) {
    const auto* whole = llvm::dyn_cast_or_null<llvm::DICompositeType>(stripped(type));
    if (whole == nullptr) return;
    if (whole->getTag() == llvm::dwarf::DW_TAG_array_type) {
      const llvm::DIType* element = whole->getBaseType();
      const std::int64_t size = static_cast<std::int64_t>(stripped(element)->getSizeInBits()) / 8;
      if (size == 0) return;
      name += fmt::format("[{}]", offset / size);
      offset %= size;
      type = element;
      continue;
    }
    const llvm::DIDerivedType* best = nullptr;
    for (const llvm::DINode* node : whole->getElements()) {
      const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
      if (member == nullptr || member->isStaticMember()) continue;
      const unsigned tag = member->getTag();
      if (tag != llvm::dwarf::DW_TAG_member && tag != llvm::dwarf::DW_TAG_inheritance) continue;
      const auto begin = static_cast<std::int64_t>(member->getOffsetInBits()) / 8;
      const llvm::DIType* inner = stripped(member->getBaseType());
      const auto size =
          static_cast<std::int64_t>(inner != nullptr ? inner->getSizeInBits() : 0) / 8;
      const bool holds = begin <= offset && offset < begin + std::max<std::int64_t>(size, 1);
      if (holds) best = member;
    }
    if (best == nullptr) return;
    if (!internal(best->getName()) && best->getTag() == llvm::dwarf::DW_TAG_member) {
      name += fmt::format("{}{}", name.empty() ? "" : ".", best->getName().str());
    }
    offset -= static_cast<std::int64_t>(best->getOffsetInBits()) / 8;
    type = best->getBaseType();
  }
}

}  // namespace

const llvm::DIVariable* Namer::variableOf(const Object& object) const {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object.origin)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
    global->getDebugInfo(infos);
    return infos.empty() ? nullptr : infos.front()->getVariable();
  }
  if (object.kind != Object::Kind::Stack) return nullptr;
  auto* value = const_cast<llvm::Value*>(object.origin);
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(value)) return record->getVariable();
  for (llvm::DbgDeclareInst* declare : llvm::findDbgDeclares(value)) return declare->getVariable();
  return nullptr;
}

const llvm::DIType* Namer::typeOf(const Object& object) const {
  if (const llvm::DIVariable* variable = variableOf(object)) return variable->getType();
  if (const auto* call = llvm::dyn_cast<llvm::Instruction>(object.origin)) {
    return llvm::dyn_cast_or_null<llvm::DIType>(call->getMetadata("heapallocsite"));
  }
  return nullptr;
}

std::string Namer::nameOf(const Object& object) const {
  if (const llvm::DIVariable* variable = variableOf(object)) return variable->getName().str();
  if (object.kind == Object::Kind::Heap) {
    const llvm::DIType* type = typeOf(object);
    return type != nullptr && !type->getName().empty() ? type->getName().str() : "heap";
  }
  return object.origin->hasName() ? object.origin->getName().str() : "temporary";
}

std::string Namer::nameOf(const Object& object, const std::string& name,
                          std::int64_t offset) const {
  if (offset == kFlagOffset) {
    return object.kind == Object::Kind::Hidden  ? name
           : object.kind == Object::Kind::Stack ? name + ".ended"
                                                : name + ".freed";
  }
  if (offset < 0) return fmt::format("{}{}", name, offset);
  if (offset >= object.size) return fmt::format("{}+{}", name, offset);
  std::string path = name;
  if (const llvm::DIType* type = typeOf(object)) {
    descend(type, offset, path);
  } else if (offset != 0) {
    path += fmt::format("+{}", offset);
  }
  return path;
}

}  // namespace robur::frontend_llvm
