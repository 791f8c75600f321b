#include "property/idler.h"

#include "generators/code_builder.h"

namespace robur::testing {

Program withIdler(const Program& program, std::uint64_t seed) {
  const auto last = static_cast<std::int64_t>(seed % 3);
  CodeBuilder builder;
  const RegId turn =
      builder.newRegister("turn", {.lo = 0, .hi = last, .overflow = IntType::Overflow::Wrap});
  // The branch is taken always, but keeps the register alive.
  if (last != 0) builder.add(assign(turn, binary(BinaryOp::Add, reg(turn), constant(1))));
  const Pc end = builder.add(branch(binary(BinaryOp::Le, reg(turn), constant(last))));
  builder.jump(0);
  builder.elseHere(end);
  Program out = program;
  out.codes.push_back(builder.finish("idler"));
  const CodeId code{static_cast<std::uint32_t>(out.codes.size() - 1)};
  out.threads.push_back({.name = "idler", .code = code, .index = 0});
  return out;
}

}  // namespace robur::testing
