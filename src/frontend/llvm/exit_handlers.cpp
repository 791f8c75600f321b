#include "frontend/llvm/exit_handlers.h"

#include <fmt/format.h>

namespace robur::frontend_llvm {

bool ExitHandlers::next(State& s, CallFrame& frame) {
  while (!s.atExit.empty()) {
    const ExitHandler handler = std::move(s.atExit.back());
    s.atExit.pop_back();
    if (handler.function->isDeclaration()) {
      if (!KnownFunctions::knows(handler.function)) {
        c.round.unknownLater.add(handler.function->getName().str(), "the end of the program", {});
        code.unsupportedUnless(s, constant(0),
                               fmt::format("{} is called when the program ends, and has no body",
                                           demangled(handler.function)));
      }
      continue;
    }
    if (isLeftOut(s, *handler.function)) continue;
    frame.function = handler.function;
    frame.block = &frame.function->getEntryBlock();
    frame.at = frame.block->begin();
    frame.context = c.contexts.call(frame.context, nullptr, frame.function);
    frame.values.clear();
    if (frame.function->arg_size() > 0) {
      frame.values[c.info.id(frame.function->getArg(0))] = handler.argument;
    }
    frame.atExit = true;
    return true;
  }
  return false;
}

bool ExitHandlers::isLeftOut(State& s, const llvm::Function& function) {
  const llvm::DISubprogram* source = function.getSubprogram();
  if (s.spawned == 0 || s.joined != s.spawned || source == nullptr) return false;
  if (c.spans.own(source->getFile())) return false;
  c.note(code.here(s), fmt::format("{} is not followed: it is a library's, and all threads have "
                                   "ended when it runs",
                                   demangled(&function)));
  return true;
}

void ExitHandlers::drop(State& s) {
  if (s.atExit.empty()) return;
  c.note(code.here(s),
         "destructors of global variables and functions passed to atexit do not run "
         "after this end of the thread");
  s.atExit.clear();
}

void registerExitHandler(ThreadTranslation& code, Context& c, State& s, const Val& function,
                         const Val& argument) {
  if (code.self != 0) {
    c.note(code.here(s),
           "what a thread other than the first registers here for the end of the "
           "program does not run");
    return;
  }
  const bool known =
      function.is(Val::Kind::Addr) && c.objects[function.object].kind == Object::Kind::Function;
  if (!known || argument.is(Val::Kind::Dyn)) {
    code.refuse(s, "what runs at the end of the program depends on what other threads do",
                "register a function and an object that are known");
  }
  s.atExit.push_back({llvm::cast<llvm::Function>(c.objects[function.object].origin), argument});
}

}  // namespace robur::frontend_llvm
