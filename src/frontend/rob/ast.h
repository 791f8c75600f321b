// The syntax tree that the parser builds, before any name is resolved.
//
// Nodes are allocated in an arena and destroyed with it, so they are plain data that point at each
// other. There is one struct with a kind per syntactic category, as in the IR; a comment at each
// field names the kinds that use it.
#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "frontend/rob/token.h"
#include "program/expr.h"

namespace robur::frontend_rob {

struct ExprNode {
  enum class Kind : std::uint8_t {
    Broken,  // could not be parsed; the error has been reported
    Number,
    Tid,
    Name,       // x
    Index,      // x[i]
    Deref,      // *e
    AddressOf,  // &x, &x[i]
    Unary,
    Binary,
    Access,  // place.operation(arguments)
    Call,    // name(arguments)
  };

  enum class Touches : std::uint8_t { Unknown, Nothing, Memory };

  Kind kind = Kind::Broken;
  mutable Touches touches = Touches::Unknown;  // computed once, when names are resolved
  UnaryOp unary{};
  BinaryOp binary{};
  std::uint32_t height = 1;  // of the tree; limited, so that no recursive walk overflows the stack
  Range at;
  std::int64_t value = 0;   // Number
  Word name;                // Name, Index: the variable; Access: the operation; Call: the callee
  ExprNode* lhs = nullptr;  // Index: the index; Access: the place; the operand of the others
  ExprNode* rhs = nullptr;  // Binary
  std::span<ExprNode*> arguments;  // Access, Call
};

struct TypeNode {
  enum class Kind : std::uint8_t { Default, Bool, Range, WrappingRange, Width, Unbounded };

  Kind kind = Kind::Default;
  Range at;
  ExprNode* lo = nullptr;  // the ranges
  ExprNode* hi = nullptr;
  Word width;  // Width: "u8"
};

struct Declarator {
  Word name;
  Range at;
  ExprNode* size = nullptr;  // null: no array, or one without bounds
  bool unbounded = false;    // [*]: indexed by every integer
  bool braces = false;       // the initial values are enclosed in braces
  bool initialised = false;
  std::span<ExprNode*> init;
};

struct Declaration {
  enum class Kind : std::uint8_t { Atomic, Plain, Const, Local, Ghost };

  Kind kind = Kind::Atomic;
  TypeNode type;
  std::span<Declarator> declarators;
};

struct StmtNode {
  enum class Kind : std::uint8_t {
    Skip,
    Block,
    Local,
    Assign,
    Evaluate,  // an access or a call used as a statement
    If,
    While,
    DoWhile,
    For,
    Loop,
    Break,
    Continue,
    Return,
    Goto,
    Label,
    Choose,
    Havoc,      // this and the following kinds are for proofs
    Invariant,  // holds whenever a thread is at this point
    Ensures,    // holds when the thread ends
    Ghost,      // happens together with the access before it
  };

  Kind kind = Kind::Skip;
  Range at;                          // without the semicolon
  Word name;                         // Goto, Label
  ExprNode* target = nullptr;        // Assign, Ghost; Havoc: the register
  std::optional<BinaryOp> compound;  // Assign: the operator of +=
  ExprNode* value = nullptr;  // Assign, Evaluate, Ghost; the condition of If and loops, null in
                              // `for (;;)`; the claim of Invariant and Ensures
  StmtNode* body = nullptr;   // loops; If: the branch taken if the condition holds
  StmtNode* other = nullptr;  // If: the other branch, or null
  StmtNode* init = nullptr;   // For, may be null
  StmtNode* step = nullptr;   // For, may be null
  std::span<StmtNode*> list;  // Block: statements; Choose: alternatives
  Declaration* local = nullptr;
  ExprNode* where = nullptr;     // Havoc: what holds afterwards; Ghost: when it happens, or null
  ExprNode* cell = nullptr;      // Havoc: the cell that changes as well, or null
  ExprNode* original = nullptr;  // Havoc: the access that it replaces; null: a load
};

struct ThreadNode {
  Range at;
  Word name;
  ExprNode* count = nullptr;  // null: a single thread, or any number of them
  bool any = false;           // [*]
  Range star;                 // the position of [*]
  StmtNode* body = nullptr;   // a Block
};

struct FileNode {
  std::vector<Declaration*> declarations;
  std::vector<ThreadNode*> threads;
  std::vector<StmtNode*> invariants;  // of the whole program
  std::vector<Range> gaps;            // tokens before which a statement may be inserted
};

class Arena {
 public:
  template <class T>
  T* make() {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (memory_.allocate(sizeof(T), alignof(T))) T{};
  }
  template <class T>
  std::span<T> keep(const std::vector<T>& items) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (items.empty()) return {};
    T* const place = static_cast<T*>(memory_.allocate(items.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(items.begin(), items.end(), place);
    return {place, items.size()};
  }

 private:
  std::pmr::monotonic_buffer_resource memory_{16 * 1024};
};

}  // namespace robur::frontend_rob
