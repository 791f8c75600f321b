// The terms of claims: invariants, ensures, assignments to ghosts and the conditions of havocs.
// Unlike the expressions of code they mention memory directly, and may quantify.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "frontend/rob/scope.h"
#include "prove/system.h"

namespace robur::prove {

namespace rob = frontend_rob;

class ClaimTerms {
 public:
  // `meanings` has the terms of the registers that are declared. Outside of threads it is empty.
  ClaimTerms(rob::Scope& scope, rob::Refusals& refusals, rob::Errors& errors, System& system,
             const std::vector<TermPtr>& meanings)
      : scope_(scope), refusals_(refusals), errors_(errors), system_(system), meanings_(meanings) {}

  // An expression that is wrong is reported, and 0.
  TermPtr term(const rob::ExprNode& e);

  // The condition of a havoc. Its cell, if it mentions one, is Loaded; or if the havoc changes the
  // cell, Changed, and old(cell) is Loaded.
  struct Havoc {
    RegisterId reg{};  // denotes the value picked
    bool changes = false;
    std::optional<VarId> var;  // the cell that the condition mentions
    TermPtr index;
    bool several = false;  // it mentions others, too
  };
  TermPtr condition(const rob::ExprNode& e, Havoc& havoc);

 private:
  TermPtr named(const rob::ExprNode& e);
  TermPtr cellNamed(const rob::ExprNode& e, VarId id);
  TermPtr call(const rob::ExprNode& e);
  TermPtr forall(const rob::ExprNode& e);
  TermPtr binary(const rob::ExprNode& e);
  TermPtr noted(std::int64_t value);
  TermPtr wrong(rob::Range at, std::string message, std::string help = {});

  rob::Scope& scope_;
  rob::Refusals& refusals_;
  rob::Errors& errors_;
  System& system_;
  const std::vector<TermPtr>& meanings_;
  Havoc* havoc_ = nullptr;                                        // whose condition is lowered
  std::vector<std::pair<std::string_view, std::int64_t>> bound_;  // enclosing quantifiers
  std::int64_t quantifiers_ = 0;
};

}  // namespace robur::prove
