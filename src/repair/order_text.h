// Finds the orders of an access in its text and changes them.
//
// An access is written as a call whose last arguments are its orders, if it has any: in .rob
// `x.cas(0, 1, acq_rel, acq)`, in .tpl `CAS(x, 0, 1, acq, rel)`, which names the order of the read
// and that of the write.
#pragma once

#include <optional>
#include <vector>

#include "frontend/language.h"
#include "program/program.h"
#include "repair/text_edit.h"

namespace robur {

struct OrderText {
  bool writable = false;         // the order can be changed, or added if there is none
  bool failureWritable = false;  // the text names an order for failure
  bool lockable = false;         // the operation can become a read-modify-write
};

OrderText orderText(const CallSyntax& syntax, const Source& source, const Instr& instr);

// These return no edit if the text has the order already.
std::optional<TextEdit> orderEdit(const CallSyntax& syntax, const Source& source,
                                  const Instr& instr, Order order);
std::optional<TextEdit> failureEdit(const Source& source, const Instr& instr, Order order);
// x.store(e, o) becomes x.exchange(e, o), x.load(o) becomes x.fetch_add(0, o).
std::vector<TextEdit> lockedEdit(const CallSyntax& syntax, const Source& source, const Instr& instr,
                                 Order order);

void addEdit(std::vector<TextEdit>& edits, std::optional<TextEdit> edit);
void addEdit(std::vector<TextEdit>& edits, std::vector<TextEdit> more);

}  // namespace robur
