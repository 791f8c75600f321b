// Exports the program and its monitor as a Promela model, so that Spin can repeat the check.
//
// This is a second implementation of the rules of the monitors. It shares only the IR with
// semantics/, models/ and explore/, so an error in one of the two shows as a disagreement.
//
// pan reports `assertion violated P`, where the property P is one of
//
//   robust               an access can use a stale value that SC excludes
//   assertion_holds      an assert of the program fails under SC
//   race_free            a data race on plain memory
//   no_overflow          a value leaves the range of an Error type
//   in_bounds            an index or a pointer leaves its memory
//   no_division_by_zero
//   no_mixed_access      an atomic access to plain memory through a pointer, or the reverse
//   within_32_bits       arithmetic exceeds Promela's int: Spin cannot simulate the program
//
// and `errors: 0` if the program is robust and has none of these faults. A blocked thread is not an
// error: every control state in which a thread can block is a valid end state.
//
// Correspondence of states: each pc of the IR is one control state, and each instruction, including
// local ones, is one transition to the pc of its successor. A thread that halts stays at its Halt;
// a thread with a fault, or whose assume is false, goes to an additional final state. So the number
// of states that pan stores without reductions (spin -o1 -o2 -o3 -a, gcc -DNOREDUCE -DSAFETY) is
// the number of reachable tuples of program counters, registers, memory and monitor rows, if the
// model was exported with stepPerInstruction. allRows selects the rows.
#pragma once

#include <stdexcept>
#include <string>

#include "program/model_name.h"
#include "program/program.h"

namespace robur::promela {

struct ExportOptions {
  // Which values of a location the monitor distinguishes.
  enum class Values : std::uint8_t {
    Critical,  // those that a wait or a compare-and-swap can name; the others share a slot
    All,       // every value, if some wait or compare-and-swap is on the location and its
               // type has at most 256 values; otherwise as above
  };

  Values values = Values::Critical;
  // A Goto is a transition of its own, so states are those of the IR. Otherwise jumps are not
  // transitions, as in a model written by hand.
  bool stepPerInstruction = false;
  // Keep rows of the monitor that no instruction of the program reads, as the specification does.
  // Otherwise they are omitted, which merges states.
  bool allRows = false;
  // RC20 has no seq_cst accesses: refuse them, or treat them as acq_rel. That is weaker, so a
  // program that is robust with acq_rel is robust.
  bool scAsAcqRel = false;
};

// The models whose monitors can be written are those that are `exported` in the table of models:
// all but RC11, whose rows are too many to be worth it. Without sc accesses and SC fences RC20 is
// the same.

// The program cannot be expressed in Promela; the message names the construct.
struct ExportError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The program must be valid (see program/validate.h).
std::string exportPromela(const Program& program, ModelName model, const ExportOptions& options);

}  // namespace robur::promela
