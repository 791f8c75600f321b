#include "generators/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "generators/code_builder.h"
#include "generators/litmus.h"
#include "generators/mixes.h"
#include "generators/rng.h"
#include "generators/vocabulary.h"
#include "program/model_info.h"

namespace robur::testing {

namespace {

using Op = Instr::Op;

class Generator {
 public:
  Generator(std::uint64_t seed, const GeneratorOptions& options)
      : options_(options),
        rng_(seed * 0x2545f4914f6cdd1d + static_cast<std::uint64_t>(options.model)),
        words_(rng_, options, program_) {}

  Program run() {
    const std::size_t threads = 2 + rng_.weighted({60, 34, 6});
    if (rng_.chance(50)) {
      cycle(threads);
    } else {
      anything(threads);
    }
    return std::move(program_);
  }

 private:
  // Threads whose accesses form a ring over the locations, with some noise around it. Two
  // copies of one thread can do so on an array.
  void cycle(std::size_t threads) {
    const bool copies = words_.array() && threads == 2 && rng_.chance(60);
    const ExprPtr mine = copies ? threadIndex() : nullptr;
    const ExprPtr other = copies ? binary(BinaryOp::Sub, constant(1), threadIndex()) : nullptr;
    for (std::size_t t = 0; t < (copies ? 1 : threads); ++t) {
      begin(t, copies);
      if (threads < 4 && rng_.chance(20)) statement(1, 0);
      const LocationId first = onRing(t, copies);
      builder_.add(rng_.chance(50) ? words_.atomicStore(first, mine)
                                   : words_.atomicAccess(first, mine));
      const bool single = threads > 2 && rng_.chance(threads == 3 ? 20 : 45);
      if (!single) {
        if (rng_.chance(25)) builder_.add(words_.anyFence());
        if (threads < 4 && rng_.chance(20)) statement(1, 0);
        const LocationId second = onRing(t + 1, copies);
        builder_.add(rng_.chance(50) ? words_.atomicLoad(second, other)
                                     : words_.atomicAccess(second, other));
      }
      if (threads < 4 && rng_.chance(25)) statement(1, 0);
      end(t, copies ? threads : 1);
    }
  }

  LocationId onRing(std::size_t i, bool copies) const {
    return copies ? *words_.array() : words_.atomics()[i % words_.atomics().size()];
  }

  void anything(std::size_t threads) {
    const bool withCopies = rng_.chance(15);
    for (std::size_t t = 0; t < threads;) {
      const std::size_t copies = withCopies && t == 0 ? (threads == 4 ? 3 : 2) : 1;
      begin(t, copies > 1);
      std::size_t budget = threads == 2   ? 3 + rng_.below(4)
                           : threads == 3 ? 2 + rng_.below(3)
                                          : 1 + rng_.below(3);
      while (budget > 0) budget -= std::min(budget, statement(budget, 0));
      end(t, copies);
      t += copies;
    }
  }

  void begin(std::size_t t, bool copies) {
    builder_ = CodeBuilder();
    thread_ = t;
    counters_ = 0;
    const RegId r = builder_.newRegister("r", words_.type());
    const RegId s = builder_.newRegister("s", words_.type());
    words_.setThread({r, s}, copies);
  }

  void end(std::size_t t, std::size_t copies) {
    if (rng_.chance(10)) builder_.add(assertThat(words_.condition()));
    const CodeId id{static_cast<std::uint32_t>(program_.codes.size())};
    program_.codes.push_back(builder_.finish(fmt::format("t{}", t)));
    for (std::size_t i = 0; i < copies; ++i) {
      const std::string name = copies == 1 ? fmt::format("t{}", t) : fmt::format("t{}[{}]", t, i);
      program_.threads.push_back({name, id, static_cast<std::int64_t>(i)});
    }
  }

  // One statement of about `budget` accesses at most; says how much of it was used up, which
  // is nothing for some fences only.
  std::size_t statement(std::size_t budget, unsigned depth) {
    const bool nests = depth < 2;
    switch (rng_.weighted({70, 8, 3, nests ? 7u : 0u, nests && budget > 1 ? 4u : 0u,
                           nests ? 3u : 0u, 1, 1, 2, options_.unboundedLoops ? 12u : 0u})) {
      case 0:
        access();
        break;
      case 1:
        builder_.add(words_.anyFence());
        return rng_.below(2);
      case 2: {
        const ExprPtr value = words_.value();
        builder_.add(assign(words_.anyRegister(), value));
        break;
      }
      case 3:
        return conditional(budget, depth);
      case 4:
        return countedLoop(depth);
      case 5:
        return choice(budget, depth);
      case 6:
        builder_.add(havoc(words_.anyRegister(), 0, 1));
        break;
      case 7:
        builder_.add(assume(words_.condition()));
        break;
      case 8:
        builder_.add(assertThat(words_.condition()));
        break;
      default:
        spin();
    }
    return 1;
  }

  std::size_t conditional(std::size_t budget, unsigned depth) {
    const Pc test = builder_.add(branch(words_.condition()));
    std::size_t used = statement(budget, depth + 1);
    if (rng_.chance(50)) {
      const Pc over = builder_.jump();
      builder_.elseHere(test);
      used = std::max(used, statement(budget, depth + 1));
      builder_.landHere(over);
    } else {
      builder_.elseHere(test);
    }
    return std::max<std::size_t>(used, 1);
  }

  std::size_t countedLoop(unsigned depth) {
    const RegId i = builder_.newRegister(fmt::format("i{}", counters_++), {0, 2});
    builder_.add(assign(i, constant(0)));
    const Pc top = builder_.add(branch(binary(BinaryOp::Lt, reg(i), constant(2))));
    const std::size_t used = statement(1, depth + 1);
    builder_.add(assign(i, binary(BinaryOp::Add, reg(i), constant(1))));
    builder_.jump(top);
    builder_.elseHere(top);
    return 2 * std::max<std::size_t>(used, 1);
  }

  std::size_t choice(std::size_t budget, unsigned depth) {
    const Pc choose = builder_.add(simple(Op::Choose));
    std::size_t used = statement(budget, depth + 1);
    const Pc over = builder_.jump();
    builder_.orHere(choose);
    if (rng_.chance(70)) used = std::max(used, statement(budget, depth + 1));
    builder_.landHere(over);
    return std::max<std::size_t>(used, 1);
  }

  void spin() {
    const RegId r = words_.anyRegister();
    const Address from = words_.addressIn(words_.anyAtomic());
    const Pc top = builder_.add(load(r, from, words_.readOrder()));
    const Pc test = builder_.add(branch(words_.comparison(reg(r))));
    const Pc over = builder_.jump();
    builder_.elseHere(test);
    builder_.jump(top);
    builder_.landHere(over);
  }

  void access() {
    if (!words_.hasPlain() || rng_.chance(55)) {
      builder_.add(words_.atomicAccess(words_.anyAtomic()));
    } else if (words_.discipline() == Discipline::Lock) {
      lockedAccess();
    } else if (words_.discipline() == Discipline::Flag) {
      thread_ == 0 ? publish() : consume();
    } else {
      builder_.add(words_.plainAccess(rng_.chance(50)));
    }
  }

  void lockedAccess() {
    const Order acquire = rng_.chance(85) ? Order::Acq : Order::Rlx;
    const Order release = rng_.chance(85) ? Order::Rel : Order::Rlx;
    builder_.add(bcas(kNoReg, words_.guard(), constant(0), constant(1), acquire));
    builder_.add(words_.plainAccess(rng_.chance(50)));
    if (rng_.chance(15)) builder_.add(fence(Order::Rel));
    builder_.add(store(words_.guard(), constant(0), release));
  }

  void publish() {
    builder_.add(words_.plainAccess(true));
    if (rng_.chance(25)) builder_.add(fence(Order::Rel));
    const Order order = rng_.chance(75) ? Order::Rel : Order::Rlx;
    if (rng_.chance(75)) {
      builder_.add(store(words_.guard(), constant(1), order));
    } else {
      builder_.add(rmw(RmwOp::Exchange, kNoReg, words_.guard(), constant(1), order));
    }
  }

  void consume() {
    if (rng_.chance(20)) {  // goes on with the release sequence instead
      builder_.add(rmw(RmwOp::Or, kNoReg, words_.guard(), constant(1), words_.rmwOrder()));
      return;
    }
    const Order order = rng_.chance(75) ? Order::Acq : Order::Rlx;
    std::optional<Pc> test;
    if (rng_.chance(50)) {
      const ExprPtr set = binary(BinaryOp::Eq, loaded(), constant(1));
      builder_.add(waitUntil(kNoReg, words_.guard(), set, order));
    } else {
      const RegId r = words_.anyRegister();
      builder_.add(load(r, words_.guard(), order));
      test = builder_.add(branch(binary(BinaryOp::Eq, reg(r), constant(1))));
    }
    if (rng_.chance(25)) builder_.add(fence(Order::Acq));
    builder_.add(words_.plainAccess(rng_.chance(25)));
    if (test) builder_.elseHere(*test);
  }

  const GeneratorOptions options_;
  Rng rng_;
  Program program_;
  Vocabulary words_;

  CodeBuilder builder_;  // of the thread being written
  std::size_t thread_ = 0;
  unsigned counters_ = 0;
};

}  // namespace

Program generate(std::uint64_t seed, const GeneratorOptions& options) {
  if (infoOf(options.model).scAccesses == ScAccesses::Ordered && options.scAccesses &&
      seed % 3 == 2) {
    Rng rng(seed);
    return programOf(parseLitmus(randomMix(rng)));
  }
  return Generator(seed, options).run();
}

}  // namespace robur::testing
