#include "frontend/llvm/atomic_calls.h"

#include <optional>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace robur::frontend_llvm {

namespace {

using llvm::AtomicOrdering;
using llvm::Value;

// The number of C's memory_order, if the call names one that is known.
std::optional<AtomicOrdering> orderFrom(const Value* argument) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(argument);
  if (number == nullptr) return std::nullopt;
  switch (number->getZExtValue()) {
    case 0:
      return AtomicOrdering::Monotonic;
    case 1:
    case 2:
      return AtomicOrdering::Acquire;
    case 3:
      return AtomicOrdering::Release;
    case 4:
      return AtomicOrdering::AcquireRelease;
    default:
      return AtomicOrdering::SequentiallyConsistent;
  }
}

AtomicOrdering loadOrder(AtomicOrdering order) {
  if (order == AtomicOrdering::Release) return AtomicOrdering::Monotonic;
  return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire : order;
}
AtomicOrdering storeOrder(AtomicOrdering order) {
  if (order == AtomicOrdering::Acquire) return AtomicOrdering::Monotonic;
  return order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release : order;
}

// One call. `bytes`: the size of the object.
class AtomicCall {
 public:
  AtomicCall(llvm::CallInst& call, unsigned bytes, unsigned first)
      : b(&call), call(call), type(b.getIntNTy(bytes * 8)), align(bytes), first(first) {}

  bool load() {
    const auto order = orderFrom(last(0));
    if (!order) return false;
    llvm::LoadInst* read = b.CreateAlignedLoad(type, at(0), align);
    read->setAtomic(loadOrder(*order));
    return replace(read, first == 1 ? at(1) : nullptr);
  }
  bool store() {
    const auto order = orderFrom(last(0));
    if (!order) return false;
    Value* value = first == 1 ? b.CreateAlignedLoad(type, at(1), llvm::Align(1)) : at(1);
    b.CreateAlignedStore(value, at(0), align)->setAtomic(storeOrder(*order));
    call.eraseFromParent();
    return true;
  }
  bool exchange() {
    const auto order = orderFrom(last(0));
    if (!order) return false;
    Value* value = first == 1 ? b.CreateAlignedLoad(type, at(1), llvm::Align(1)) : at(1);
    Value* old = b.CreateAtomicRMW(llvm::AtomicRMWInst::Xchg, at(0), value, align, *order);
    return replace(old, first == 1 ? at(2) : nullptr);
  }
  // If it fails, the value that was found is stored where the expected one was.
  bool compareExchange() {
    const auto order = orderFrom(last(1));
    const auto failure = orderFrom(last(0));
    if (!order || !failure) return false;
    Value* wanted = at(1);
    Value* expected = b.CreateAlignedLoad(type, wanted, llvm::Align(1));
    Value* desired = first == 1 ? b.CreateAlignedLoad(type, at(2), llvm::Align(1)) : at(2);
    Value* both =
        b.CreateAtomicCmpXchg(at(0), expected, desired, align, *order, loadOrder(*failure));
    Value* old = b.CreateExtractValue(both, 0);
    Value* same = b.CreateExtractValue(both, 1);
    llvm::Instruction* failed =
        llvm::SplitBlockAndInsertIfThen(b.CreateNot(same), call.getIterator(), false);
    failed->setDebugLoc(call.getDebugLoc());
    llvm::IRBuilder<> inside(failed);
    inside.SetCurrentDebugLocation(call.getDebugLoc());
    inside.CreateAlignedStore(old, wanted, llvm::Align(1));
    b.SetInsertPoint(&call);
    call.replaceAllUsesWith(b.CreateZExtOrTrunc(same, call.getType()));
    call.eraseFromParent();
    return true;
  }

 private:
  Value* at(unsigned i) { return call.getArgOperand(first + i); }
  Value* last(unsigned i) { return call.getArgOperand(call.arg_size() - 1 - i); }
  bool replace(Value* result, Value* to) {
    if (to != nullptr) {
      b.CreateAlignedStore(result, to, llvm::Align(1));
    } else {
      call.replaceAllUsesWith(result);
    }
    call.eraseFromParent();
    return true;
  }

  llvm::IRBuilder<> b;
  llvm::CallInst& call;
  llvm::Type* type;
  llvm::Align align;
  unsigned
      first;  // the argument that is the address of the object: after the size, if there is one
};

// The size in bytes, which the name or the first argument of the call gives.
std::optional<unsigned> sizeIn(llvm::StringRef& name, const llvm::CallInst& call, unsigned& first) {
  unsigned bytes = 0;
  const auto [base, digits] = name.rsplit('_');
  if (!digits.getAsInteger(10, bytes)) {
    name = base;
    first = 0;
    if (!call.getType()->isVoidTy() && call.getType()->isPointerTy()) return std::nullopt;
    return bytes;
  }
  first = 1;
  const auto* size =
      call.arg_size() == 0 ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (size == nullptr) return std::nullopt;
  return static_cast<unsigned>(size->getLimitedValue(1024));
}

void lowerOne(llvm::CallInst& call) {
  llvm::StringRef name = call.getCalledFunction()->getName();
  unsigned first = 0;
  const std::optional<unsigned> bytes = sizeIn(name, call, first);
  const bool power = bytes && *bytes != 0 && *bytes <= 16 && (*bytes & (*bytes - 1)) == 0;
  if (!power) return;
  const std::size_t arguments = call.arg_size() - first;
  // Halves of a number in two arguments are not what clang writes here.
  AtomicCall one(call, *bytes, first);
  if (name == "__atomic_load" && arguments == 2 + first) one.load();
  if (name == "__atomic_store" && arguments == 3) one.store();
  if (name == "__atomic_exchange" && arguments == 3 + first) one.exchange();
  if (name == "__atomic_compare_exchange" && arguments == 5) one.compareExchange();
}

}  // namespace

void lowerAtomicCalls(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with("__atomic_")) continue;
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr && call->getCalledFunction() == &function) calls.push_back(call);
    }
  }
  for (llvm::CallInst* call : calls) lowerOne(*call);
}

}  // namespace robur::frontend_llvm
