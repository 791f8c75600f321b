// Destructors of a library's objects that are local variables of main, when main does nothing after
// them and all threads have ended.
//
// As with static variables (exit_handlers.h), nobody can interfere, nothing that follows can depend
// on them, and taking a container apart whose contents are not known can cost more than all that
// the program does before. So they are not followed, and a note says so. A destructor that can run
// one of the program's own is followed, because that one may check something.
#pragma once

#include <map>

#include "frontend/llvm/thread_translation.h"

namespace robur::frontend_llvm {

class LastDestructors {
 public:
  LastDestructors(ThreadTranslation& code, Context& c) : code(code), c(c) {}

  // Is this call of a destructor left out? The user is told then.
  bool leavesOut(const State& s, const llvm::CallBase& in);

 private:
  bool isOfLibrary(const llvm::Function& function);
  bool isLast(const llvm::CallBase& in);
  bool onlyDestructorsFollow(const llvm::CallBase& in);
  bool reachesOwn(const llvm::Function& function);
  bool hasOwnDestructors();

  ThreadTranslation& code;
  Context& c;
  std::map<const llvm::CallBase*, bool> last;
};

}  // namespace robur::frontend_llvm
