// Pointers that are moved by known distances, and integers computed from addresses.
//
// A pointer that is not known is kept as a code (cells.h). Where an operator maps all addresses
// that it can be to addresses again, or all to small numbers, the result is looked up: setting,
// removing and testing tags in low bits. Otherwise the pointer becomes a number, which keeps its
// origins.
#include <llvm/IR/Instruction.h>

#include "frontend/llvm/arithmetic.h"
#include "frontend/llvm/known_arithmetic.h"
#include "frontend/llvm/numeric_addresses.h"
#include "frontend/llvm/ranges.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;

// Targets of a pointer whose results are looked up one by one.
constexpr std::size_t kMostLookups = 64;

bool readsLoaded(const ExprPtr& e) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) { found |= node.kind == Expr::Kind::Loaded; });
  return found;
}

// Where an address can be after a number of bytes that is not known was added to it as an integer:
// at one of the next words of its object.
constexpr std::int64_t kMostWords = 32;
constexpr std::size_t kMostMoved = 4;

Targets wordsFrom(const Context& c, const Val& pointer) {
  Targets out = targetsOf(pointer);
  if (out.size() > kMostMoved) return out;
  for (const Target& t : targetsOf(pointer)) {
    const std::int64_t size = c.objects[t.object].size;
    for (std::int64_t i = 1; i <= kMostWords && t.offset + 8 * i <= size; ++i) {
      out.insert({t.object, t.offset + 8 * i});
    }
  }
  return out;
}

bool keepsMarkers(unsigned opcode, std::int64_t operand) {
  const bool small = operand > -kPointerBase / 2 && operand < kPointerBase / 2;
  return small && (opcode == I::And || opcode == I::Or || opcode == I::Xor);
}

}  // namespace

// In a register, since the expression will be used several times. The value that an update is about
// to read has no register yet.
Val Arithmetic::named(Val v) {
  if (v.expr->kind == Expr::Kind::Reg || readsLoaded(v.expr)) return v;
  Instr instr;
  instr.op = Instr::Op::Assign;
  instr.span = code.here(*code.current);
  instr.dst = code.fresh(v.width, v.targets != nullptr);
  instr.value = v.expr;
  v.expr = reg(instr.dst);
  code.out.emit(std::move(instr));
  return v;
}

Val Arithmetic::number(const Val& v) {
  if (v.is(Val::Kind::Addr)) {
    const Target at{v.object, v.value};
    cells.encoded(at);
    return withOrigins(integer(numberOf(c, at), 64), {at});
  }
  if (!isPointer(v)) return v;
  const Val pointer = named(v);
  ExprPtr sum = pointer.expr;
  std::int64_t highest = kPointerBase;
  for (const Target& t : *pointer.targets) {
    const ExprPtr from = cells.encoded(t);
    const std::int64_t to = numberOf(c, t);
    highest = std::max(highest, to);
    sum = binary(BinaryOp::Add, sum,
                 binary(BinaryOp::Mul, binary(BinaryOp::Eq, pointer.expr, from),
                        constant(to - from->value)));
  }
  return withOrigins(dynamic(sum, 64, kPointerType.lo, highest), *pointer.targets);
}

// The number is null, a marker, or one of its origins. A run in which it is another is not decided.
Val Arithmetic::coded(const Val& v) {
  if (v.is(Val::Kind::Int) && !isMarker(v.value)) {
    const std::optional<Target> at = targetAt(c, v.value);
    return at ? address(at->object, at->offset) : v;
  }
  if (!v.is(Val::Kind::Dyn) || v.targets || !v.origins) return v;
  const Val from = named(v);
  ExprPtr sum = constant(0);
  ExprPtr known = binary(BinaryOp::And, binary(BinaryOp::Ge, from.expr, constant(kPointerType.lo)),
                         binary(BinaryOp::Lt, from.expr, constant(kPointerBase)));
  sum = binary(BinaryOp::Mul, known, from.expr);
  for (const Target& t : *v.origins) {
    const ExprPtr is = binary(BinaryOp::Eq, from.expr, constant(numberOf(c, t)));
    sum = binary(BinaryOp::Add, sum, binary(BinaryOp::Mul, is, cells.encoded(t)));
    known = binary(BinaryOp::Or, known, is);
  }
  if (!readsLoaded(from.expr)) {
    code.unsupportedUnless(*code.current, known,
                           "this pointer was computed in a way that is not followed");
  }
  Val out = dynamic(sum, 64, kPointerType.lo, kPointerType.hi);
  out.targets = v.origins;
  return out;
}

// Looks up the result for every address that the pointer can be. Nothing if some result is neither
// an address nor a small number.
std::optional<Val> Arithmetic::lookedUp(unsigned opcode, const Val& p, std::int64_t operand) {
  if (!keepsMarkers(opcode, operand) || p.targets->size() > kMostLookups) return std::nullopt;
  std::vector<std::pair<Target, Val>> results;
  bool addresses = false;
  for (const Target& t : *p.targets) {
    const auto result = evaluate(opcode, numberOf(c, t), operand, 64);
    if (!result) return std::nullopt;
    const std::optional<Target> at = targetAt(c, *result);
    if (!at && !isMarker(*result)) return std::nullopt;
    addresses |= at.has_value();
    results.emplace_back(t, at ? address(at->object, at->offset) : integer(*result, 64));
  }
  const Val pointer = named(p);
  Val marker = dynBinary(opcode, dynamic(pointer.expr, 64), integer(operand, 64));
  ExprPtr sum = constant(0);
  ExprPtr matched = constant(0);
  Targets after;
  for (const auto& [t, result] : results) {
    const ExprPtr is = binary(BinaryOp::Eq, pointer.expr, cells.encoded(t));
    sum = binary(BinaryOp::Add, sum, binary(BinaryOp::Mul, is, cells.exprOf(result)));
    matched = binary(BinaryOp::Or, matched, is);
    if (result.is(Val::Kind::Addr)) after.insert({result.object, result.value});
  }
  sum =
      binary(BinaryOp::Add, sum, binary(BinaryOp::Mul, unary(UnaryOp::Not, matched), marker.expr));
  Val out = dynamic(sum, 64, kPointerType.lo, addresses ? kPointerType.hi : kPointerBase - 1);
  if (opcode == I::And && operand >= 0) out.lo = 0, out.hi = addresses ? out.hi : operand;
  if (addresses) out.targets = std::make_shared<Targets>(std::move(after));
  return out;
}

// Addresses that pass through integers.
Val Arithmetic::pointerOp(unsigned opcode, const Val& a, const Val& b) {
  if (a.is(Val::Kind::Addr) && b.is(Val::Kind::Addr) && opcode == I::Sub && a.object == b.object) {
    return integer(a.value - b.value, 64);
  }
  if (opcode == I::Add && b.is(Val::Kind::Int) && isPointer(a)) return moved(a, b.value);
  if (opcode == I::Add && a.is(Val::Kind::Int) && isPointer(b)) return moved(b, a.value);
  if (opcode == I::Sub && b.is(Val::Kind::Int) && isPointer(a)) return moved(a, -b.value);
  const bool commutes = opcode == I::And || opcode == I::Or || opcode == I::Xor;
  if (a.is(Val::Kind::Dyn) && a.targets && b.is(Val::Kind::Int)) {
    if (const auto out = lookedUp(opcode, a, b.value)) return *out;
  }
  if (commutes && b.is(Val::Kind::Dyn) && b.targets && a.is(Val::Kind::Int)) {
    if (const auto out = lookedUp(opcode, b, a.value)) return *out;
  }
  const Val result = binaryOp(opcode, number(a), number(b));
  if (opcode == I::Add && result.is(Val::Kind::Dyn) && isPointer(a) != isPointer(b)) {
    Targets all = wordsFrom(c, isPointer(a) ? a : b);
    all.add(originsOf(result));
    return withOrigins(result, std::move(all));
  }
  // An address that is known stays one where it can: tags in its low bits are offsets.
  if (commutes && result.is(Val::Kind::Int)) return coded(result);
  return result;
}

Val Arithmetic::moved(const Val& pointer, std::int64_t bytes) {
  if (bytes == 0) return pointer;
  Val out = pointer;
  switch (pointer.kind) {
    case Val::Kind::Addr:
    case Val::Kind::Int:
      out.value += bytes;
      return out;
    case Val::Kind::Dyn:
      if (pointer.targets) return movedCode(pointer, bytes);
      if (pointer.origins) return movedCode(coded(pointer), bytes);
      return out;  // null or not an address: using it is a fault
    default:
      return out;
  }
}

// A pointer may leave its object by one step, as in a loop that runs backwards. One that is moved
// further away is an error: C gives it no meaning, and there would be no end of such pointers.
Val Arithmetic::movedCode(const Val& pointer, std::int64_t bytes) {
  Val out = pointer;
  Targets after;
  std::map<std::int64_t, std::vector<ExprPtr>>
      distance;  // in cells, and the pointers it applies to
  ExprPtr near = constant(1);
  const bool updates = readsLoaded(pointer.expr);
  for (const Target& t : *pointer.targets) {
    const Object& object = c.objects[t.object];
    if (object.kind == Object::Kind::Function) continue;
    const Target next{t.object, t.offset + bytes};
    const ExprPtr from = cells.encoded(t);
    const bool away = (t.offset < 0 && bytes < 0) || (t.offset > object.size && bytes > 0);
    if (away && updates) {
      distance[kPointerType.lo - from->value].push_back(from);  // it points to nothing
      continue;
    }
    if (away) {
      near = binary(BinaryOp::And, near, binary(BinaryOp::Ne, pointer.expr, from));
      continue;
    }
    after.insert(next);
    distance[cells.encoded(next)->value - from->value].push_back(from);
  }
  if (near->kind != Expr::Kind::Const) {
    code.must(*code.current, near,
              "this moves a pointer that is outside of its object further away");
  }
  // The distance is usually the same in all objects. If not, it depends on the pointer.
  ExprPtr delta = constant(0);
  if (distance.size() == 1) {
    delta = constant(distance.begin()->first);
  } else {
    for (const auto& [cells, pointers] : distance) {
      for (const ExprPtr& p : pointers) {
        delta =
            binary(BinaryOp::Add, delta,
                   binary(BinaryOp::Mul, binary(BinaryOp::Eq, pointer.expr, p), constant(cells)));
      }
    }
  }
  out.expr = delta->kind == Expr::Kind::Const && delta->value == 0
                 ? pointer.expr
                 : binary(BinaryOp::Add, pointer.expr, delta);
  // Null remains a pointer through which nothing can be accessed.
  out.targets = std::make_shared<Targets>(std::move(after));
  return out;
}

}  // namespace robur::frontend_llvm
