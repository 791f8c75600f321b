#include "frontend/llvm/client.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include "frontend/llvm/function_names.h"
#include "frontend/llvm/names.h"

namespace robur::frontend_llvm {

namespace {

constexpr std::int64_t kMostValues = 65536;  // of an argument, as of robur_nondet

struct ValueRange {
  std::int64_t lo = 0;
  std::int64_t hi = 1;
};

// A function that the client calls, and the ranges that the command line gives its arguments.
struct Callable {
  std::string name;
  std::vector<ValueRange> ranges;
  std::string wrong;  // text that is meant to be a range and is none
};

std::optional<ValueRange> rangeIn(const std::string& text) {
  ValueRange out;
  const char* end = text.data() + text.size();
  const auto [dots, bad] = std::from_chars(text.data(), end, out.lo);
  if (bad != std::errc{}) return std::nullopt;
  out.hi = out.lo;
  if (dots == end) return out;
  if (end - dots < 3 || std::string_view(dots, 2) != "..") return std::nullopt;
  const auto [last, worse] = std::from_chars(dots + 2, end, out.hi);
  if (worse != std::errc{} || last != end || out.hi < out.lo) return std::nullopt;
  return out;
}

bool fits(const ValueRange& values, unsigned bits) {
  constexpr unsigned kMostBits = 32;  // of a value that is chosen
  const std::int64_t end = std::int64_t{1} << std::min(bits, kMostBits);
  const bool negative = values.lo < 0;
  return values.lo >= -end / 2 && values.hi < (negative || bits > kMostBits ? end / 2 : end);
}

// `push(0..3)`: ranges; `push(int)` belongs to the name.
Callable callableIn(const std::string& text) {
  const Callable plain{text, {}, {}};
  const std::size_t open = text.rfind('(');
  if (open == std::string::npos || text.back() != ')') return plain;
  Callable out{text.substr(0, open), {}, {}};
  for (const std::string& one : namesIn(text.substr(open + 1, text.size() - open - 2))) {
    if (one.find_first_of("-0123456789") != 0) return plain;
    const std::optional<ValueRange> range = rangeIn(one);
    if (!range && out.wrong.empty()) out.wrong = one;
    out.ranges.push_back(range.value_or(ValueRange{}));
  }
  return out.ranges.empty() ? plain : out;
}

const llvm::DIType* withoutQualifiers(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != llvm::dwarf::DW_TAG_typedef && tag != llvm::dwarf::DW_TAG_const_type &&
        tag != llvm::dwarf::DW_TAG_volatile_type && tag != llvm::dwarf::DW_TAG_restrict_type &&
        tag != llvm::dwarf::DW_TAG_atomic_type) {
      break;
    }
    type = derived->getBaseType();
  }
  return type;
}

const llvm::DIType* pointedAt(const llvm::DIType* type) {
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(withoutQualifiers(type));
  return pointer != nullptr ? withoutQualifiers(pointer->getBaseType()) : nullptr;
}

// Can the function read a value through this pointer, but not write one?
bool pointsToConstant(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
        derived->getTag() == llvm::dwarf::DW_TAG_reference_type) {
      const llvm::DIType* base = derived->getBaseType();
      return base != nullptr && base->getTag() == llvm::dwarf::DW_TAG_const_type;
    }
    type = derived->getBaseType();
  }
  return false;
}

bool isIntegral(const llvm::DIType* type) {
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  return basic != nullptr && basic->getEncoding() != llvm::dwarf::DW_ATE_float &&
         basic->getSizeInBits() <= 64;
}

bool sameClass(const llvm::DIType* a, const llvm::DIType* b) {
  const auto* x = llvm::dyn_cast_or_null<llvm::DICompositeType>(a);
  const auto* y = llvm::dyn_cast_or_null<llvm::DICompositeType>(b);
  if (x == nullptr || y == nullptr) return false;
  return x == y || (!x->getIdentifier().empty() && x->getIdentifier() == y->getIdentifier());
}

class ClientBuilder {
 public:
  ClientBuilder(llvm::Module& module, LoadFailure& failure)
      : module(module), failure(failure), builder(module.getContext()) {}

  llvm::Function* build(const std::vector<std::string>& texts, bool only) {
    llvm::LLVMContext& context = module.getContext();
    auto* pointer = llvm::PointerType::getUnqual(context);
    client = llvm::Function::Create(llvm::FunctionType::get(pointer, {pointer}, false),
                                    llvm::Function::ExternalLinkage, kClient, module);
    client->getArg(0)->setName(only ? "client" : callableIn(texts.front()).name);
    entry = llvm::BasicBlock::Create(context, "", client);
    llvm::BasicBlock* head = llvm::BasicBlock::Create(context, "", client);
    builder.SetInsertPoint(head);
    const auto count = static_cast<std::int64_t>(texts.size());
    llvm::Value* which = count > 1 ? anyOf({0, count - 1}) : builder.getInt32(0);
    llvm::SwitchInst* choice = nullptr;
    for (std::int64_t i = 0; i < count; ++i) {
      llvm::BasicBlock* block = llvm::BasicBlock::Create(context, "", client);
      if (choice == nullptr) {
        choice = builder.CreateSwitch(which, block);
      } else {
        choice->addCase(builder.getInt32(static_cast<std::uint32_t>(i)), block);
      }
      builder.SetInsertPoint(block);
      if (!call(texts[static_cast<std::size_t>(i)])) return nullptr;
      builder.CreateBr(head);
      builder.SetInsertPoint(head);
    }
    llvm::IRBuilder<>(entry).CreateBr(head);
    return client;
  }

 private:
  bool fail(std::string message, std::string help) {
    failure.message = std::move(message);
    failure.help = std::move(help);
    return false;
  }

  llvm::Value* anyOf(const ValueRange& range) {
    llvm::Type* number = builder.getInt32Ty();
    const llvm::FunctionCallee nondet =
        module.getOrInsertFunction("__robur_nondet", number, number, number);
    const auto bound = [&](std::int64_t v) {
      return builder.getInt32(static_cast<std::uint32_t>(v));
    };
    return builder.CreateCall(nondet, {bound(range.lo), bound(range.hi)});
  }

  bool call(const std::string& text) {
    const Callable callable = callableIn(text);
    if (!callable.wrong.empty()) {
      return fail(fmt::format("{} is no range of values", callable.wrong),
                  fmt::format("a range is a number or two, the smaller one first: {}(0..3)",
                              callable.name));
    }
    llvm::Function* function = functionNamed(module, callable.name, "--any", failure);
    if (function == nullptr) return false;
    if (function->isVarArg()) return tooHard(*function, "a variable number of arguments");
    const llvm::DISubprogram* source = function->getSubprogram();
    std::vector<const llvm::DIType*> types;
    if (source != nullptr && source->getType() != nullptr) {
      const llvm::DITypeRefArray all = source->getType()->getTypeArray();
      for (unsigned i = 1; i < all.size(); ++i) types.push_back(all[i]);
    }
    const unsigned results = function->hasStructRetAttr() ? 1 : 0;
    if (source != nullptr && types.size() + results != function->arg_size()) {
      return tooHard(*function, "a structure");
    }
    std::vector<llvm::Value*> arguments;
    std::vector<llvm::Value*> fresh;
    std::size_t range = 0;
    for (llvm::Argument& a : function->args()) {
      if (a.hasStructRetAttr()) {
        arguments.push_back(llvm::IRBuilder<>(entry).CreateAlloca(a.getParamStructRetType()));
        continue;
      }
      const llvm::DIType* type =
          types.empty() ? nullptr : types[static_cast<std::size_t>(a.getArgNo()) - results];
      llvm::Value* value = nullptr;
      if (type != nullptr && type->isObjectPointer()) {
        value = objectFor(*function, type);
        if (value == nullptr) return false;
      } else if (!argument(*function, a, type, callable, range, value, fresh)) {
        return false;
      }
      arguments.push_back(value);
    }
    if (range < callable.ranges.size()) {
      return fail(fmt::format("{} has fewer arguments that are integers than {} gives ranges for",
                              callable.name, text),
                  "give one range for each integer, or pointer to one");
    }
    builder.CreateCall(function, arguments);
    const llvm::FunctionCallee forget = module.getOrInsertFunction(
        "__robur_forget", builder.getVoidTy(), llvm::PointerType::getUnqual(module.getContext()));
    for (llvm::Value* object : fresh) builder.CreateCall(forget, {object});
    return true;
  }

  bool tooHard(const llvm::Function& function, const std::string& what) {
    return fail(fmt::format("{} takes {} as an argument, which --any cannot choose",
                            demangled(&function), what),
                "write a function without arguments that calls it, and name that one");
  }

  bool argument(const llvm::Function& function, const llvm::Argument& a, const llvm::DIType* type,
                const Callable& callable, std::size_t& range, llvm::Value*& value,
                std::vector<llvm::Value*>& fresh) {
    const llvm::DIType* target = a.getType()->isPointerTy() ? pointedAt(type) : nullptr;
    const bool number = a.getType()->isIntegerTy();
    if (number || (isIntegral(target) && pointsToConstant(type))) {
      ValueRange values = range < callable.ranges.size() ? callable.ranges[range++] : ValueRange{};
      if (a.getType()->isIntegerTy(1)) values = {values.lo != 0, values.hi != 0};
      const auto bits = static_cast<unsigned>(number ? a.getType()->getIntegerBitWidth()
                                                     : target->getSizeInBits());
      if (!fits(values, bits)) {
        return fail(fmt::format("the values from {} to {} do not fit into {}, which has {} bits",
                                values.lo, values.hi, nameOf(function, a), bits),
                    "choose values of its type, of at most 32 bits");
      }
      if (values.hi - values.lo >= kMostValues) {
        return fail(fmt::format("{} has more than {} values", nameOf(function, a), kMostValues),
                    "every value is tried; choose a smaller range");
      }
      bound(function, a, values);
      value = anyOf(values);
      llvm::Type* wide = number ? a.getType() : builder.getIntNTy(bits);
      value = builder.CreateSExtOrTrunc(value, wide);
      if (number) return true;
      llvm::Value* object = allocated(function, a, target->getSizeInBits() / 8, fresh);
      builder.CreateStore(value, object);
      value = object;
      return true;
    }
    if (!a.getType()->isPointerTy() || a.hasByValAttr()) {
      return tooHard(function,
                     a.getType()->isFloatingPointTy() ? "a floating-point number" : "a structure");
    }
    const bool function_ = llvm::isa_and_nonnull<llvm::DISubroutineType>(target);
    if (function_) return tooHard(function, "a pointer to a function");
    if (target == nullptr) {
      value = llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(a.getType()));
    } else if (target->getSizeInBits() == 0) {
      return tooHard(function, "a pointer to a type that is not defined");
    } else {
      value = allocated(function, a, target->getSizeInBits() / 8, fresh);
    }
    return true;
  }

  llvm::Value* allocated(const llvm::Function& function, const llvm::Argument& a,
                         std::uint64_t size, std::vector<llvm::Value*>& fresh) {
    llvm::Type* word = builder.getInt64Ty();
    const llvm::FunctionCallee calloc = module.getOrInsertFunction(
        "__robur_argument", llvm::PointerType::getUnqual(module.getContext()), word);
    fresh.push_back(builder.CreateCall(calloc, {builder.getInt64(size)}, nameOf(function, a)));
    return fresh.back();
  }

  static std::string nameOf(const llvm::Function& function, const llvm::Argument& a) {
    const llvm::DISubprogram* source = function.getSubprogram();
    const std::string of = source != nullptr ? functionName(source) : demangled(&function);
    return a.hasName() ? fmt::format("{} of {}", a.getName().str(), of)
                       : fmt::format("argument {} of {}", a.getArgNo() + 1, of);
  }

  void bound(const llvm::Function& function, const llvm::Argument& a, const ValueRange& values) {
    const std::string name = nameOf(function, a);
    llvm::LLVMContext& context = module.getContext();
    module.getOrInsertNamedMetadata(kBounds)->addOperand(llvm::MDNode::get(
        context,
        llvm::MDString::get(context, fmt::format("{} from {} to {}", name, values.lo, values.hi))));
  }

  // The only global object of the class.
  llvm::Value* objectFor(const llvm::Function& function, const llvm::DIType* type) {
    const llvm::DIType* wanted = pointedAt(type);
    std::vector<llvm::GlobalVariable*> found;
    for (llvm::GlobalVariable& global : module.globals()) {
      llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
      global.getDebugInfo(infos);
      for (const llvm::DIGlobalVariableExpression* info : infos) {
        if (sameClass(withoutQualifiers(info->getVariable()->getType()), wanted)) {
          found.push_back(&global);
        }
      }
    }
    if (found.size() == 1) return found.front();
    const std::string name = wanted != nullptr ? wanted->getName().str() : "its class";
    if (found.empty()) {
      fail(fmt::format("{} needs an object, and there is no global variable of type {}",
                       demangled(&function), name),
           fmt::format("define one: static {} object;", name));
      return nullptr;
    }
    std::vector<std::string> names;
    for (const llvm::GlobalVariable* one : found) names.push_back(one->getName().str());
    fail(fmt::format("{} needs an object, and there are {} global variables of type {}: {}",
                     demangled(&function), found.size(), name, fmt::join(names, ", ")),
         "write a function without arguments that uses one of them, and name that one");
    return nullptr;
  }

  llvm::Module& module;
  LoadFailure& failure;
  llvm::IRBuilder<> builder;
  llvm::Function* client = nullptr;
  llvm::BasicBlock* entry = nullptr;
};

}  // namespace

bool addClient(llvm::Module& module, const Request& request, llvm::IRBuilder<>& start,
               LoadFailure& failure) {
  auto* pointer = llvm::PointerType::getUnqual(module.getContext());
  llvm::Constant* null = llvm::ConstantPointerNull::get(pointer);
  const char* create = request.copies == 0 ? "__robur_spawn_any" : "__robur_spawn";
  const llvm::FunctionCallee spawn = module.getOrInsertFunction(
      create, llvm::Type::getInt64Ty(module.getContext()), pointer, pointer);
  for (const std::vector<std::string>& group : request.any) {
    llvm::Function* client = ClientBuilder(module, failure).build(group, request.any.size() == 1);
    if (client == nullptr) return false;
    for (unsigned i = 0; i < std::max(request.copies, 1u); ++i) {
      start.CreateCall(spawn, {client, null});
    }
  }
  return true;
}

}  // namespace robur::frontend_llvm
