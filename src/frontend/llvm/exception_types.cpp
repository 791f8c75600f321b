#include "frontend/llvm/exception_types.h"

#include <algorithm>

#include <llvm/IR/Constants.h>

namespace robur::frontend_llvm {

namespace {

using llvm::GlobalVariable;

// Of __base_class_type_info and __pbase_type_info in the ABI.
constexpr std::int64_t kVirtual = 1;
constexpr std::int64_t kPublic = 2;
constexpr int kDistanceShift = 8;
constexpr std::int64_t kConst = 1;
constexpr std::int64_t kVolatile = 2;

// Members of the structures.
constexpr unsigned kTable = 0;
constexpr unsigned kSingleBase = 2;
constexpr unsigned kFirstBase = 4;
constexpr unsigned kPointerFlags = 2;
constexpr unsigned kPointee = 3;

enum class TypeKind : std::uint8_t { Fundamental, Class, SingleBase, Bases, Pointer, Other };

const GlobalVariable* variableIn(const llvm::Constant* constant) {
  return constant != nullptr
             ? llvm::dyn_cast<GlobalVariable>(constant->stripInBoundsConstantOffsets())
             : nullptr;
}
const llvm::Constant* memberOf(const GlobalVariable& type, unsigned which) {
  return type.hasInitializer() ? type.getInitializer()->getAggregateElement(which) : nullptr;
}
std::int64_t numberIn(const llvm::Constant* constant) {
  const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant);
  return number != nullptr ? number->getSExtValue() : 0;
}

// The name of a type in the linker's language, without the prefix of its description.
llvm::StringRef nameOfType(const GlobalVariable& type) {
  llvm::StringRef name = type.getName();
  name.consume_front("_ZTI");
  return name;
}

// Types of the language are described in the binary of the library: one letter, or D and another.
bool isFundamental(llvm::StringRef name) {
  return (name.size() == 1 && name[0] >= 'a' && name[0] <= 'z') ||
         (name.size() == 2 && name[0] == 'D' && name[1] >= 'a' && name[1] <= 'z');
}

struct PointerType {
  std::int64_t qualifiers = 0;
  const GlobalVariable* pointee = nullptr;  // null: the fundamental type of this name
  llvm::StringRef name;
};

std::optional<TypeKind> kindOf(const GlobalVariable& type) {
  const llvm::StringRef name = nameOfType(type);
  if (!type.hasInitializer()) {
    if (isFundamental(name)) return TypeKind::Fundamental;
    llvm::StringRef pointee = name;
    if (!pointee.consume_front("P")) return std::nullopt;
    pointee.consume_front("K");
    return isFundamental(pointee) ? std::optional(TypeKind::Pointer) : std::nullopt;
  }
  const GlobalVariable* table = variableIn(memberOf(type, kTable));
  if (table == nullptr) return std::nullopt;
  if (table->getName() == "_ZTVN10__cxxabiv117__class_type_infoE") return TypeKind::Class;
  if (table->getName() == "_ZTVN10__cxxabiv120__si_class_type_infoE") return TypeKind::SingleBase;
  if (table->getName() == "_ZTVN10__cxxabiv121__vmi_class_type_infoE") return TypeKind::Bases;
  if (table->getName() == "_ZTVN10__cxxabiv119__pointer_type_infoE") return TypeKind::Pointer;
  if (table->getName() == "_ZTVN10__cxxabiv123__fundamental_type_infoE") {
    return TypeKind::Fundamental;
  }
  return TypeKind::Other;
}
bool isClass(TypeKind kind) {
  return kind == TypeKind::Class || kind == TypeKind::SingleBase || kind == TypeKind::Bases;
}

PointerType pointerType(const GlobalVariable& type) {
  PointerType out;
  if (type.hasInitializer()) {
    out.qualifiers = numberIn(memberOf(type, kPointerFlags)) & (kConst | kVolatile);
    out.pointee = variableIn(memberOf(type, kPointee));
    if (out.pointee != nullptr) out.name = nameOfType(*out.pointee);
    return out;
  }
  out.name = nameOfType(type);
  out.name.consume_front("P");
  if (out.name.consume_front("K")) out.qualifiers = kConst;
  return out;
}

// A base within an object. A virtual base is one object however it is reached.
struct Base {
  std::vector<BaseStep> steps;
  const GlobalVariable* virtualBase = nullptr;  // the last one on the way
  std::int64_t distance = 0;                    // from there
  bool accessible = false;

  bool sameObject(const Base& other) const {
    return virtualBase == other.virtualBase && distance == other.distance;
  }
};

// Every way from the type to the base. False if a type on the way is not known.
bool findBases(const GlobalVariable& type, const GlobalVariable& base, const Base& so,
               std::vector<Base>& found) {
  if (&type == &base) {
    found.push_back(so);
    return true;
  }
  const std::optional<TypeKind> kind = kindOf(type);
  if (!kind) return false;
  const auto follow = [&](const llvm::Constant* next, std::int64_t flags) {
    const GlobalVariable* variable = variableIn(next);
    if (variable == nullptr) return false;
    Base there = so;
    const std::int64_t distance = flags >> kDistanceShift;
    there.accessible &= (flags & kPublic) != 0;
    if ((flags & kVirtual) != 0) {
      there.virtualBase = variable;
      there.distance = 0;
      there.steps.push_back({distance, true});
    } else {
      there.distance += distance;
      there.steps.push_back({distance, false});
    }
    return findBases(*variable, base, there, found);
  };
  if (kind == TypeKind::SingleBase) return follow(memberOf(type, kSingleBase), kPublic);
  if (kind != TypeKind::Bases) return true;
  const std::int64_t members = type.getValueType()->getStructNumElements();
  for (unsigned i = kFirstBase; i + 1 < members; i += 2) {
    if (!follow(memberOf(type, i), numberIn(memberOf(type, i + 1)))) return false;
  }
  return true;
}

HandlerMatch matchClass(const GlobalVariable& thrown, const GlobalVariable& caught) {
  HandlerMatch out;
  Base whole;
  whole.accessible = true;
  std::vector<Base> found;
  if (!findBases(thrown, caught, whole, found)) {
    out.kind = HandlerMatch::Kind::NotKnown;
    return out;
  }
  const auto open = std::ranges::find(found, true, &Base::accessible);
  const bool unique =
      std::ranges::all_of(found, [&](const Base& one) { return one.sameObject(found.front()); });
  if (open == found.end() || !unique) return out;
  out.kind = HandlerMatch::Kind::Yes;
  out.steps = open->steps;
  return out;
}

HandlerMatch matchPointer(const GlobalVariable& thrown, const GlobalVariable& caught) {
  HandlerMatch out;
  out.pointer = true;
  const PointerType from = pointerType(thrown);
  const PointerType to = pointerType(caught);
  if ((from.qualifiers & ~to.qualifiers) != 0) return out;
  const bool same = from.name == to.name && from.pointee == to.pointee;
  const bool anything = to.name == "v";
  // To functions, pointers and members: not compared further.
  const auto simple = [](const PointerType& type) {
    if (type.pointee == nullptr || isFundamental(type.name)) return isFundamental(type.name);
    const std::optional<TypeKind> kind = kindOf(*type.pointee);
    return kind && (isClass(*kind) || *kind == TypeKind::Fundamental);
  };
  if (same) {
    out.kind = HandlerMatch::Kind::Yes;
  } else if (!simple(from) || !simple(to)) {
    out.kind = HandlerMatch::Kind::NotKnown;
  } else if (anything) {
    out.kind = HandlerMatch::Kind::Yes;
  } else if (from.pointee != nullptr && to.pointee != nullptr && !isFundamental(from.name) &&
             !isFundamental(to.name)) {
    out = matchClass(*from.pointee, *to.pointee);
    out.pointer = true;
  }
  return out;
}

}  // namespace

HandlerMatch matchHandler(const GlobalVariable& thrown, const GlobalVariable& caught) {
  HandlerMatch out;
  const std::optional<TypeKind> from = kindOf(thrown);
  const std::optional<TypeKind> to = kindOf(caught);
  if (&thrown == &caught) {
    out.kind = HandlerMatch::Kind::Yes;
    out.pointer = nameOfType(thrown).starts_with("P");
    return out;
  }
  const bool null = nameOfType(thrown) == "Dn";
  if (!from || !to || from == TypeKind::Other || to == TypeKind::Other ||
      (null && to != TypeKind::Fundamental)) {
    // A type of the language is never one that is not known.
    const bool differ = from == TypeKind::Fundamental || to == TypeKind::Fundamental;
    out.kind = differ && !null ? HandlerMatch::Kind::No : HandlerMatch::Kind::NotKnown;
    return out;
  }
  if (isClass(*from) && isClass(*to)) return matchClass(thrown, caught);
  if (from == TypeKind::Pointer && to == TypeKind::Pointer) return matchPointer(thrown, caught);
  return out;
}

}  // namespace robur::frontend_llvm
