// Where the orders of an access stand in its text, and how they are changed there.
//
// An access is written as a call whose last arguments are its orders, if it has any: in
// .rob `x.cas(0, 1, acq_rel, acq)`, in .tpl `CAS(x, 0, 1, acq, rel)`, where the order of the
// read and that of the write stand side by side.
#pragma once

#include <optional>
#include <vector>

#include "frontend/frontend.h"
#include "program/program.h"
#include "repair/text_edit.h"

namespace robur {

struct OrderText {
  bool writable = false;         // the order can be changed, or written where there is none
  bool failureWritable = false;  // the order on failure stands there
  bool lockable = false;         // the operation can become a read-modify-write
};

OrderText orderText(Language language, const Source& source, const Instr& instr);

// Nothing to do: no edit.
std::optional<TextEdit> orderEdit(Language language, const Source& source, const Instr& instr,
                                  Order order);
std::optional<TextEdit> failureEdit(const Source& source, const Instr& instr, Order order);
// x.store(e, o) becomes x.exchange(e, o), x.load(o) becomes x.fetch_add(0, o).
std::vector<TextEdit> lockedEdit(Language language, const Source& source, const Instr& instr,
                                 Order order);

void addEdit(std::vector<TextEdit>& edits, std::optional<TextEdit> edit);
void addEdit(std::vector<TextEdit>& edits, std::vector<TextEdit> more);

}  // namespace robur
