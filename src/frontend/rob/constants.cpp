#include "frontend/rob/constants.h"

namespace robur::frontend_rob {

std::optional<std::int64_t> constantValue(const ExprPtr& e) {
  const ExprPtr value = folded(e);
  return value->kind == Expr::Kind::Const ? std::optional(value->value) : std::nullopt;
}

}  // namespace robur::frontend_rob
