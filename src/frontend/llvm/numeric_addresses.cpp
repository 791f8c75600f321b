#include "frontend/llvm/numeric_addresses.h"

#include <algorithm>

#include <llvm/IR/DataLayout.h>

namespace robur::frontend_llvm {

namespace {

// Between the beginnings of two objects. Addresses have 47 bits, as those of user programs do.
constexpr int kSpacing = 28;
constexpr std::int64_t kFirstFunction = std::int64_t{1} << 46;
constexpr std::int64_t kFunctionSize = 16;
constexpr std::int64_t kHeapAlignment = 16;

// What C promises about the address of the object. Allocations with an alignment of their own have
// the alignment of a page at least.
std::int64_t alignmentOf(const Context& c, const Object& object) {
  const llvm::DataLayout& layout = c.info.module().getDataLayout();
  if (object.kind == Object::Kind::Global) {
    const auto* global = llvm::cast<llvm::GlobalVariable>(object.origin);
    const llvm::Align natural = layout.getABITypeAlign(global->getValueType());
    return static_cast<std::int64_t>(global->getAlign().value_or(natural).value());
  }
  if (const auto* local = llvm::dyn_cast_or_null<llvm::AllocaInst>(object.origin)) {
    return static_cast<std::int64_t>(local->getAlign().value());
  }
  if (const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(object.origin)) {
    const llvm::Function* callee = call->getCalledFunction();
    const llvm::StringRef name = callee != nullptr ? callee->getName() : "";
    const bool ordinary = name == "malloc" || name == "calloc" || name == "realloc" ||
                          name == "_Znwm" || name == "_Znam" || name == "_ZnwmRKSt9nothrow_t" ||
                          name == "_ZnamRKSt9nothrow_t";
    if (ordinary) return kHeapAlignment;
  }
  return 4096;
}

}  // namespace

std::int64_t numberOf(const Context& c, const Target& target) {
  const Object& object = c.objects[target.object];
  if (object.kind == Object::Kind::Function) {
    const auto at = std::find(c.functions.begin(), c.functions.end(), object.origin);
    return kFirstFunction + (at - c.functions.begin()) * kFunctionSize + target.offset;
  }
  const auto slot = static_cast<std::int64_t>(static_cast<std::uint32_t>(target.object)) + 1;
  return (slot << kSpacing) + alignmentOf(c, object) + target.offset;
}

std::optional<Target> targetAt(const Context& c, std::int64_t number) {
  if (number >= kFirstFunction && number < 2 * kFirstFunction) {
    const std::int64_t index = (number - kFirstFunction) / kFunctionSize;
    if (index >= static_cast<std::int64_t>(c.functions.size())) return std::nullopt;
    const auto id = c.objects.find(c.functions[static_cast<std::size_t>(index)]);
    if (!id) return std::nullopt;
    return Target{*id, (number - kFirstFunction) % kFunctionSize};
  }
  const std::int64_t slot = (number >> kSpacing) - 1;
  if (slot < 0 || slot >= static_cast<std::int64_t>(c.objects.size())) return std::nullopt;
  const ObjectId id{static_cast<std::uint32_t>(slot)};
  if (c.objects[id].kind == Object::Kind::Function) return std::nullopt;
  const std::int64_t offset = number - numberOf(c, {id, 0});
  if (offset < 0 || offset > c.objects[id].size) return std::nullopt;
  return Target{id, offset};
}

}  // namespace robur::frontend_llvm
