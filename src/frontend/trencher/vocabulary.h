// The keywords of Trencher's format, and the classification of other words.
#pragma once

#include <array>
#include <string_view>

#include "frontend/trencher/automaton.h"

namespace robur::frontend_trencher {

struct Operator {
  std::string_view text;
  BinaryOp op;
};

inline constexpr auto kOperators = std::to_array<Operator>({{"==", BinaryOp::Eq},
                                                            {"!=", BinaryOp::Ne},
                                                            {"<", BinaryOp::Lt},
                                                            {"<=", BinaryOp::Le},
                                                            {">", BinaryOp::Gt},
                                                            {">=", BinaryOp::Ge},
                                                            {"&&", BinaryOp::And},
                                                            {"||", BinaryOp::Or},
                                                            {"+", BinaryOp::Add},
                                                            {"-", BinaryOp::Sub},
                                                            {"*", BinaryOp::Mul},
                                                            {"&", BinaryOp::BitAnd}});

struct Mnemonic {
  std::string_view text;
  Transition::Kind kind;
};

inline constexpr auto kMnemonics = std::to_array<Mnemonic>({{"read", Transition::Kind::Read},
                                                            {"write", Transition::Kind::Write},
                                                            {"local", Transition::Kind::Local},
                                                            {"check", Transition::Kind::Check},
                                                            {"noop", Transition::Kind::Noop},
                                                            {"mfence", Transition::Kind::Mfence},
                                                            {"lock", Transition::Kind::Lock},
                                                            {"unlock", Transition::Kind::Unlock}});

constexpr bool beginsClause(std::string_view word) {
  return word == "thread" || word == "initial" || word == "transition" || word == "end";
}

constexpr bool isControl(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

constexpr bool looksLikeNumber(std::string_view word) {
  const bool sign = word[0] == '-' || word[0] == '+';
  return word.size() > (sign ? 1U : 0U) && word[sign ? 1 : 0] >= '0' && word[sign ? 1 : 0] <= '9';
}

}  // namespace robur::frontend_trencher
