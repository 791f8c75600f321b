// The most general client of a library: a thread that calls any of the functions that --any names,
// again and again, in any order. Any number of copies of it run.
//
//   --any push,pop     loop choose { push(any of 0..1) } or { pop() }
//   --any 'push;pop'   two clients, each with one of the functions
//
// A member function is called for the only global object of its class. An integer is any value of
// a range, 0..1 unless the command line says more: `push(0..3)`. A pointer to a constant
// integer points to any of these values, another pointer to a new object that is zero; after the
// call the client forgets it, and if no other thread has got to know it, it is freed. `void*` is
// null.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "frontend/llvm/load.h"

namespace robur::frontend_llvm {

// Of a module: texts that say what the answer is limited to.
inline constexpr const char* kBounds = "robur.bounds";
// The function of a client is called so; the name of its argument is that of the thread.
inline constexpr const char* kClient = "__robur_client";

// Adds the clients to the module, and their creation to the block that is being built. False, with
// the reason, if a function cannot be called.
bool addClient(llvm::Module& module, const Request& request, llvm::IRBuilder<>& start,
               LoadFailure& failure);

}  // namespace robur::frontend_llvm
