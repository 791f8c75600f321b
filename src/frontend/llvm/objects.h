// Numbers for everything that has an address, the same in every round of the translation.
//
// A local variable is identified by its thread and chain of calls, an allocation also by the
// number of live objects from the same call. Numbers of freed objects are reused, so that a
// program that allocates and frees in an endless loop has finitely many objects.
#pragma once

#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <tuple>
#include <vector>

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include "frontend/llvm/value.h"

namespace robur::frontend_llvm {

using ContextId = std::uint32_t;  // a thread and a chain of calls
using ValueId = std::uint32_t;    // an SSA value or block of the module, from 1 in its order

// The offset of the cell that says whether an object has been freed (heap.h): after all others.
inline constexpr std::int64_t kFlagOffset = INT64_MAX / 2;
// That of the cell that says whether an object of a pool is taken (pools.h).
inline constexpr std::int64_t kTakenOffset = kFlagOffset + 64;

// No cell and no piece of private memory is larger, in bytes.
inline constexpr std::int64_t kLargestPiece = 16;

// What may overlap these bytes, of things that are kept by their offset.
template <class Map>
auto around(Map& byOffset, std::int64_t offset, std::int64_t size) {
  return std::ranges::subrange(byOffset.lower_bound(offset - kLargestPiece),
                               byOffset.lower_bound(offset + size));
}

struct Object {
  // Hidden: added by the translator, initially zero, never freed.
  enum class Kind : std::uint8_t { Global, Hidden, Stack, Heap, Function };
  Kind kind{};
  const llvm::Value* origin = nullptr;  // the variable, the alloca, the call, the function
  ContextId context = 0;                // Stack, Heap; thread-local: of the thread
  unsigned count = 0;                   // Heap: which one of those alive
  std::int64_t size = 0;

  bool permanent() const { return kind == Kind::Global || kind == Kind::Hidden; }
  // Never written: its contents are known, even if an index into it is not.
  bool constant() const {
    return kind == Kind::Global && llvm::cast<llvm::GlobalVariable>(origin)->isConstant();
  }
};

class ObjectTable {
 public:
  ObjectId intern(Object object) {
    const auto key = std::tuple(object.kind, object.origin, object.context, object.count);
    const auto [it, fresh] =
        ids_.try_emplace(key, ObjectId{static_cast<std::uint32_t>(all_.size())});
    if (fresh) {
      all_.push_back(object);
    } else if (all_[static_cast<std::uint32_t>(it->second)].size < object.size) {
      all_[static_cast<std::uint32_t>(it->second)].size = object.size;
    }
    return it->second;
  }
  // The object of a function, if its address is used.
  std::optional<ObjectId> find(const llvm::Function* function) const {
    const auto it = ids_.find(std::tuple(Object::Kind::Function, function, ContextId{0}, 0u));
    if (it == ids_.end()) return std::nullopt;
    return it->second;
  }
  const Object& operator[](ObjectId id) const { return all_[static_cast<std::uint32_t>(id)]; }
  std::size_t size() const { return all_.size(); }

 private:
  std::vector<Object> all_;
  std::map<std::tuple<Object::Kind, const llvm::Value*, ContextId, unsigned>, ObjectId> ids_;
};

// Chains of calls, numbered. A root stands for a thread.
class ContextTable {
 public:
  ContextId root(std::uint32_t thread) { return enter(0, nullptr, nullptr, thread); }
  ContextId call(ContextId caller, const llvm::Instruction* site, const llvm::Function* callee) {
    return enter(caller, site, callee, threadOf(caller));
  }
  // The call that began the last function of the chain, and the chain up to there. Null and 0 for a
  // root.
  const llvm::Instruction* site(ContextId context) const {
    const llvm::Value* site = context == 0 ? nullptr : std::get<1>(*keys_[context - 1]);
    return llvm::dyn_cast_or_null<llvm::Instruction>(site);
  }
  ContextId caller(ContextId context) const {
    return context == 0 ? 0 : std::get<0>(*keys_[context - 1]);
  }
  std::uint32_t threadOf(ContextId context) const { return std::get<3>(*keys_[context - 1]); }

 private:
  using Key = std::tuple<ContextId, const llvm::Value*, const llvm::Value*, std::uint32_t>;
  ContextId enter(ContextId caller, const llvm::Value* site, const llvm::Value* callee,
                  std::uint32_t thread) {
    const auto next = static_cast<ContextId>(ids_.size() + 1);
    const auto [it, fresh] = ids_.try_emplace(Key{caller, site, callee, thread}, next);
    if (fresh) keys_.push_back(&it->first);
    return it->second;
  }
  std::map<Key, ContextId> ids_;
  std::vector<const Key*> keys_;  // of each chain, from number 1
};

}  // namespace robur::frontend_llvm
