// Steps of instructions that access memory. The violation test, the monitor's update and the access
// itself are one step. For an access that can block, the test is a step of its own, which is
// enabled whether or not the access is; it changes nothing, so it adds no state.
#include <fmt/format.h>

#include "promela/step.h"
#include "promela/violation.h"

namespace robur::promela {

namespace {

void push(Lines& lines, std::string line) {
  if (!line.empty()) lines.push_back(std::move(line));
}

std::string check(const std::string& violated, Property property) {
  if (violated == "0") return "";
  return fmt::format("if :: {} -> {} :: else fi", violated.empty() ? "true" : violated,
                     assertion(property));
}

class AccessWriter {
 public:
  AccessWriter(const StepContext& context, const Instr& instr, Pc self)
      : c_(context),
        instr_(instr),
        self_(self),
        plain_(instr.order == Order::NonAtomic),
        cell_(c_.layout.resolve(c_.exprs, instr.address, instr.order)),
        before_(cell_.faults),
        followed_(c_.monitor != nullptr && c_.layout.tracked(cell_)) {
    const bool sc =
        instr.order == Order::Sc || (instr.op == Instr::Op::Cas && instr.failOrder == Order::Sc);
    if (sc && infoOf(c_.layout.model).scAccesses == ScAccesses::Outside && !c_.options.scAsAcqRel) {
      throw ExportError(
          fmt::format("seq_cst accesses are not part of {}", titleOf(c_.layout.model)));
    }
    if (followed_ && !cell_.fixed) push(effect_, "cell_ = " + c_.layout.rowOf(cell_));
  }

  std::vector<Step> write() {
    switch (instr_.op) {
      case Instr::Op::Load:
        load();
        break;
      case Instr::Op::Store:
        store();
        break;
      case Instr::Op::Rmw:
        update();
        break;
      case Instr::Op::Cas:
        compareAndSwap();
        break;
      case Instr::Op::Wait:
        wait();
        break;
      case Instr::Op::Bcas:
        blockingCompareAndSwap();
        break;
      default:
        break;
    }
    return std::move(steps_);
  }

 private:
  Text current() const { return {cell_.value, cell_.range, {}}; }
  bool wantsOld() const { return instr_.dst != kNoReg; }

  // The operand, converted to the type of the cell. Its faults occur before the access.
  Text operand(const ExprPtr& e) {
    Text t = c_.layout.convert(cell_, c_.exprs.write(e));
    before_.insert(before_.end(), t.faults.begin(), t.faults.end());
    t.faults.clear();
    return t;
  }

  void follow(std::string call) { push(effect_, std::move(call)); }
  void followRead(Order order) {
    if (followed_) follow(c_.monitor->read(cell_, order == Order::Sc ? Order::Acq : order));
  }
  std::string updateCall() {
    if (!followed_) return "";
    return c_.monitor->update(cell_, instr_.order == Order::Sc ? Order::AcqRel : instr_.order);
  }

  void followPlain(bool isWrite) {
    if (!plain_ || c_.monitor == nullptr || followed_) return;
    push(tests_, check(c_.monitor->races(cell_, isWrite), Property::RaceFree));
    follow(c_.monitor->plainAccess(cell_, isWrite));
  }

  void test(const std::string& violated) { push(tests_, check(violated, Property::Robust)); }

  // Assigns `value` to the register; before the access it is the content of the cell.
  void result(const std::string& value) {
    if (!wantsOld()) return;
    Text old = current();
    const Text fits = c_.convertedFor(instr_.dst, old);
    after_.insert(after_.end(), fits.faults.begin(), fits.faults.end());
    old.text = value;
    push(effect_, fmt::format("{} = {}", c_.exprs.nameOf(instr_.dst),
                              c_.convertedFor(instr_.dst, old).text));
  }

  // The steps of the access: a fault before it, a fault after it, or success.
  void finish(const std::string& possible) {
    const std::string valid = noneOf(before_);
    addFaults(steps_, before_, "", {}, c_.rest);
    Lines failing = tests_;
    append(failing, failing_);
    addFaults(steps_, after_, allOf({valid, possible}), failing, c_.rest);
    Lines all = tests_;
    append(all, effect_);
    addStep(steps_, {allOf({valid, possible, noneOf(after_)}), std::move(all), instr_.next[0]});
  }

  void testBlocked(const std::string& violated) {
    addStep(steps_, {allOf({noneOf(before_), violated}), {assertion(Property::Robust)}, self_});
  }

  void load() {
    if (followed_) test(violation().read(cell_));
    followRead(instr_.order);
    followPlain(false);
    result(cell_.value);
    finish("");
  }

  void store() {
    const Text value = operand(instr_.value);
    if (followed_) {
      test(violation().write(cell_));
      follow(c_.monitor->write(cell_, instr_.order == Order::Sc ? Order::Rel : instr_.order));
    }
    followPlain(true);
    push(effect_, fmt::format("{} = {}", cell_.value, value.text));
    finish("");
  }

  void update() {
    const Text old = current();
    Text argument = c_.exprs.write(instr_.value, old);
    before_.insert(before_.end(), argument.faults.begin(), argument.faults.end());
    argument.faults.clear();
    const Text raw = rmwText(instr_.rmw, old, argument);
    const Text value = c_.layout.convert(cell_, raw);
    after_ = value.faults;
    if (followed_) test(violation().update(cell_));
    if (wantsOld()) push(effect_, "old_ = " + cell_.value);
    push(effect_, updateCall());
    failing_ = effect_;
    if (after_.size() > raw.faults.size()) {
      const Text wrapped = c_.layout.convert(cell_, raw, true);
      push(failing_, fmt::format("{} = {}", cell_.value, wrapped.text));
    }
    push(effect_, fmt::format("{} = {}", cell_.value, value.text));
    result("old_");
    finish("");
  }

  void compareAndSwap() {
    const Text expected = operand(instr_.expected);
    const Text desired = operand(instr_.value);
    if (followed_) test(violation().cas(cell_, expected));
    push(effect_, "old_ = " + cell_.value);
    Lines success;
    push(success, updateCall());
    push(success, fmt::format("{} = {}", cell_.value, desired.text));
    std::string failure;
    if (followed_) {
      const Order order = instr_.failOrder == Order::Sc ? Order::Acq : instr_.failOrder;
      failure = " -> " + c_.monitor->failedCas(cell_, order);
    }
    push(effect_, fmt::format("if :: (old_ == {}) -> {} :: else{} fi", expected.text,
                              joined(success, "; "), failure));
    result("old_");
    finish("");
  }

  void wait() {
    if (followed_) testBlocked(violation().wait(cell_, c_.exprs, instr_.value));
    followRead(instr_.order);
    result(cell_.value);
    const std::string possible = acceptance(c_.exprs, instr_.value, current());
    finish(possible);
  }

  void blockingCompareAndSwap() {
    const Text expected = operand(instr_.expected);
    const Text desired = operand(instr_.value);
    if (followed_) testBlocked(violation().bcas(cell_, expected));
    if (wantsOld()) push(effect_, "old_ = " + cell_.value);
    push(effect_, updateCall());
    push(effect_, fmt::format("{} = {}", cell_.value, desired.text));
    result("old_");
    finish(fmt::format("({} == {})", cell_.value, expected.text));
  }

  Violation violation() const { return {c_.layout, *c_.monitor}; }

  const StepContext& c_;
  const Instr& instr_;
  Pc self_;
  bool plain_;
  Cell cell_;
  std::vector<Fault> before_;  // of address and operands
  std::vector<Fault> after_;   // of the values written to memory and to the register
  bool followed_;              // the cell has rows of the monitor
  Lines tests_;
  Lines effect_;
  Lines failing_;  // the effect of an access with a fault after it
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> accessSteps(const StepContext& context, const Instr& instr, Pc self) {
  if (instr.op == Instr::Op::Fence) {
    Step step{"", {}, instr.next[0]};
    if (context.monitor != nullptr) push(step.effect, context.monitor->fence(instr.order));
    return {step};
  }
  return AccessWriter(context, instr, self).write();
}

std::string intentionAt(const Layout& layout, const ExprText& exprs, const Instr& instr) {
  const bool plain = accessesMemory(instr.op) && instr.order == Order::NonAtomic;
  if (!plain) return "0";
  const Cell cell = layout.resolve(exprs, instr.address, instr.order);
  const std::string valid = noneOf(cell.faults);
  const std::string text = intention(layout.plainOf(cell), instr.op == Instr::Op::Store);
  if (valid.empty()) return text;
  return valid == "0" ? "0" : fmt::format("({} -> {} : 0)", valid, text);
}

}  // namespace robur::promela
