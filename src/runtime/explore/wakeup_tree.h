// Wakeup trees (Abdulla, Aronis, Jonsson, Sagonas, JACM 2017): what is still to be explored from
// one state. A path from the root is a sequence of steps that leads to a trace not explored so far;
// children are explored from first to last, and new branches are added last.
#pragma once

#include "runtime/explore/action.h"
#include "runtime/explore/shared_heap.h"

namespace robur::runtime {

using Sequence = SharedVector<Step>;

// Whether some execution that begins with the steps of `v`, in an order that is equivalent, or goes
// on with steps that are independent of them, can begin with `step`.
bool isWeakInitial(const Step& step, const Sequence& v);

class WakeupTree {
 public:
  struct Node {
    Step step;
    Node* children = nullptr;
    Node* next = nullptr;
  };

  bool empty() const { return first_ == nullptr; }
  Node& first() { return *first_; }
  std::uint32_t width() const;

  // Makes the sequence the only branch of an empty tree, or the last one. Nothing is added if a
  // branch covers it: one of whose first steps it could begin with, down to a leaf. The first child
  // is left out if it is being explored already. The steps of `v` are used up.
  void insert(Sequence& v, bool firstIsExplored, SharedHeap& heap);
  // Takes what follows the first child, which is being explored from now on.
  WakeupTree takeFirst();
  // After the first child has been explored.
  void removeFirst(SharedHeap& heap);
  void clear(SharedHeap& heap);

 private:
  Node* first_ = nullptr;
};

}  // namespace robur::runtime
