// The program together with its monitor as a Promela model, so that Spin repeats the check.
//
// This is a second implementation of the rules in the monitors' specification. It shares
// nothing with semantics/, models/ and explore/ but the IR, so that the two can disagree
// when one of them is wrong.
//
// What pan says: `assertion violated P` names the property, where P is one of
//
//   robust               an access can stray from SC
//   assertion_holds      an assert of the program fails under SC
//   race_free            a data race on plain memory
//   no_overflow          a value leaves the range of an Error type
//   in_bounds            an index or a pointer leaves its memory
//   no_division_by_zero
//   no_mixed_access      an atomic access to plain memory through a pointer, or the reverse
//   within_32_bits       arithmetic leaves Promela's int: Spin cannot follow the program
//
// and `errors: 0` means that the program is robust and has none of these faults. A blocked
// thread is no error: every place where one can block is a valid end state.
//
// How states correspond: each IR pc is one control state, and each instruction, local ones
// included, is one transition to its successor's pc. A thread that halts stays at its Halt;
// one that fails, or whose assume does not hold, goes to one more state, its resting place.
// So the number of states that pan stores without reductions (spin -o1 -o2 -o3 -a,
// gcc -DNOREDUCE -DSAFETY) is the number of reachable tuples of program counters, registers,
// memory and monitor rows, if the model was exported with stepPerInstruction.
// Which rows there are is chosen by allRows.
#pragma once

#include <stdexcept>
#include <string>

#include "program/model_name.h"
#include "program/program.h"

namespace robur::promela {

struct ExportOptions {
  // Which values of a location the monitor tells apart.
  enum class Values : std::uint8_t {
    Critical,  // those that a wait or a compare-and-swap can name; the others share a slot
    All,       // every value, if some wait or compare-and-swap is on the location and its
               // type has at most 256 values; otherwise as above
  };

  Values values = Values::Critical;
  // A Goto is a transition of its own, so that states are those of the IR. Otherwise jumps
  // cost nothing, as in a model written by hand.
  bool stepPerInstruction = false;
  // Keep the monitor's rows that nothing in the program can consult, as the specification
  // does. Otherwise they are left out, which merges states.
  bool allRows = false;
  // RC20 has no seq_cst accesses. Refuse them, or read them as acq_rel (which is weaker: a
  // program found robust is robust).
  bool scAsAcqRel = false;
};

// The models whose monitors can be written are those that are `exported` in the table of models:
// all but RC11, whose rows are too many to be worth it. Without sc accesses and SC fences RC20 is
// the same.

// The program cannot be said in Promela; the message names the construct.
struct ExportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Wants a valid program (see program/validate.h).
std::string exportPromela(const Program& program, ModelName model, const ExportOptions& options);

}  // namespace robur::promela
