// Executions of litmus tests that several tests use.
#pragma once

#include "golden/scene.h"

namespace robur::test {

Scene storeBuffering();  // Dekker's core
Scene storeBufferingInCopies();
Scene storeBufferingInWrappers();                // the same by two copies of one thread
Scene storeBufferingWithFence(ModelName model);  // in one of the two threads
Scene storeBufferingWithRmw();                   // the same, with an update of a third location
Scene messagePassing();                          // with relaxed accesses
Scene lateStore();                               // message passing whose last access is a store
Scene writeWrite();                              // 2+2W
Scene iriw();
Scene staleRmw();
Scene storeAndBuffer();  // one store order, one store buffer ("R" in the literature)
Scene storeAndBufferWithFence(ModelName model);  // behind the store that is buffered

}  // namespace robur::test
