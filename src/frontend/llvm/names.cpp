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

std::string functionName(const llvm::DISubprogram* function) {
  const std::string name = function->getName().str();
  if (name == "operator()") return fmt::format("lambda:{}", function->getLine());
  const auto* type = llvm::dyn_cast_or_null<llvm::DICompositeType>(function->getScope());
  if (type == nullptr || type->getName().empty()) return name;
  return fmt::format("{}::{}", type->getName().str(), name);
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

std::int64_t bytesOf(const llvm::DIType* type) {
  const llvm::DIType* plain = stripped(type);
  return plain == nullptr ? 0 : static_cast<std::int64_t>(plain->getSizeInBits()) / 8;
}

bool isArray(const llvm::DIType* type) {
  const llvm::DIType* plain = stripped(type);
  return plain != nullptr && plain->getTag() == llvm::dwarf::DW_TAG_array_type;
}

// Appends the name of the member at the offset and returns its type.
const llvm::DIType* descend(const llvm::DIType* type, std::int64_t offset, std::string& name) {
  for (int depth = 0; depth < 32; ++depth) {
    const auto* whole = llvm::dyn_cast_or_null<llvm::DICompositeType>(stripped(type));
    if (whole == nullptr || whole->getTag() == llvm::dwarf::DW_TAG_enumeration_type) {
      return stripped(type);
    }
    if (whole->getTag() == llvm::dwarf::DW_TAG_array_type) {
      const llvm::DIType* element = whole->getBaseType();
      const std::int64_t size = bytesOf(element);
      if (size == 0) return nullptr;
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
      const std::int64_t size = bytesOf(member->getBaseType());
      const bool open = size == 0 && isArray(member->getBaseType());  // the last member: `T a[]`
      const bool holds =
          begin <= offset && (open || offset < begin + std::max<std::int64_t>(size, 1));
      if (holds) best = member;
    }
    if (best == nullptr) return nullptr;
    if (!internal(best->getName()) && best->getTag() == llvm::dwarf::DW_TAG_member) {
      name += fmt::format("{}{}", name.empty() ? "" : ".", best->getName().str());
    }
    offset -= static_cast<std::int64_t>(best->getOffsetInBits()) / 8;
    type = best->getBaseType();
  }
  return nullptr;
}

// What a pointer of this type points to; null if that is not said.
const llvm::DIType* pointee(const llvm::DIType* type) {
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(stripped(type));
  return pointer == nullptr || bytesOf(pointer->getBaseType()) == 0 ? nullptr
                                                                    : pointer->getBaseType();
}

// What a variable that holds this value points to.
const llvm::DIType* heldAs(const llvm::Instruction* value) {
  llvm::SmallVector<llvm::DbgValueInst*, 1> intrinsics;
  llvm::SmallVector<llvm::DbgVariableRecord*, 1> records;
  llvm::findDbgValues(intrinsics, const_cast<llvm::Instruction*>(value), &records);
  for (const llvm::DbgVariableRecord* record : records) {
    if (const llvm::DIType* type = pointee(record->getVariable()->getType())) return type;
  }
  for (const llvm::DbgValueInst* intrinsic : intrinsics) {
    if (const llvm::DIType* type = pointee(intrinsic->getVariable()->getType())) return type;
  }
  return nullptr;
}

bool isReturned(const llvm::Instruction* value) {
  return llvm::any_of(value->users(),
                      [](const llvm::User* user) { return llvm::isa<llvm::ReturnInst>(user); });
}

// What a function that returns this value says that it points to.
const llvm::DIType* returnedAs(const llvm::Instruction* value) {
  const llvm::DISubprogram* function = value->getFunction()->getSubprogram();
  if (function == nullptr || function->getType() == nullptr) return nullptr;
  const llvm::DITypeRefArray types = function->getType()->getTypeArray();
  return types.size() == 0 ? nullptr : pointee(types[0]);
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
  return object.kind == Object::Kind::Heap ? allocatedType(object) : nullptr;
}

// The type of `new T`; else of the variable that holds the result, or of the function that returns
// it, here or in what called the function that allocates.
const llvm::DIType* Namer::allocatedType(const Object& object) const {
  const auto* value = llvm::dyn_cast<llvm::Instruction>(object.origin);
  if (value == nullptr) return nullptr;
  if (const llvm::MDNode* type = value->getMetadata("heapallocsite")) {
    return llvm::dyn_cast<llvm::DIType>(type);
  }
  for (ContextId context = object.context; value != nullptr; context = contexts_.caller(context)) {
    const llvm::DIType* type = heldAs(value);
    const bool returned = isReturned(value);
    if (type == nullptr && returned) type = returnedAs(value);
    if (type != nullptr) return bytesOf(type) <= object.size ? type : nullptr;
    if (!returned) return nullptr;
    value = contexts_.site(context);
  }
  return nullptr;
}

// An object that the client of a library passes to it (client.h).
static bool isArgument(const llvm::Value* origin) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(origin);
  const llvm::Function* function = call != nullptr ? call->getCalledFunction() : nullptr;
  return function != nullptr && function->getName() == "__robur_argument";
}

std::string Namer::nameOf(const Object& object) const {
  if (const llvm::DIVariable* variable = variableOf(object)) return variable->getName().str();
  if (object.kind == Object::Kind::Heap) {
    const llvm::DIType* type = typeOf(object);
    if (type != nullptr && !internal(type->getName())) return type->getName().str();
    return object.origin->hasName() && isArgument(object.origin) ? object.origin->getName().str()
                                                                 : "heap";
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
  if (offset == kTakenOffset) return name + ".taken";
  if (offset < 0) return fmt::format("{}{}", name, offset);
  if (offset >= object.size) return fmt::format("{}+{}", name, offset);
  std::string path = name;
  const llvm::DIType* type = typeOf(object);
  if (type == nullptr) return offset == 0 ? path : fmt::format("{}+{}", path, offset);
  const std::int64_t rest = inElement(object, type, offset, path);
  descend(type, rest, path);
  return path;
}

// An allocation of several objects of its type is an array of them.
std::int64_t Namer::inElement(const Object& object, const llvm::DIType* type, std::int64_t offset,
                              std::string& name) {
  const std::int64_t size = bytesOf(type);
  const bool several = object.kind == Object::Kind::Heap && size > 0 && object.size >= 2 * size &&
                       object.size % size == 0;
  if (!several) return offset;
  name += fmt::format("[{}]", offset / size);
  return offset % size;
}

bool Namer::isUnsigned(const Object& object, std::int64_t offset) const {
  const llvm::DIType* type = typeOf(object);
  if (type == nullptr || offset < 0 || offset >= object.size) return false;
  std::string ignored;
  type = descend(type, inElement(object, type, offset, ignored), ignored);
  if (const auto* whole = llvm::dyn_cast_or_null<llvm::DICompositeType>(type)) {
    type = whole->getTag() == llvm::dwarf::DW_TAG_enumeration_type ? stripped(whole->getBaseType())
                                                                   : nullptr;
  }
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  return basic != nullptr && (basic->getEncoding() == llvm::dwarf::DW_ATE_unsigned ||
                              basic->getEncoding() == llvm::dwarf::DW_ATE_unsigned_char);
}

}  // namespace robur::frontend_llvm
