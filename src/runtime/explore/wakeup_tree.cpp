#include "runtime/explore/wakeup_tree.h"

namespace robur::runtime {

namespace {

void removeThread(Sequence& v, std::uint8_t thread) {
  for (std::uint32_t i = 0; i < v.size(); ++i) {
    if (v[i].thread == thread) return v.removeAt(i);
  }
}

void release(WakeupTree::Node* node, SharedHeap& heap) {
  while (node != nullptr) {
    WakeupTree::Node* const next = node->next;
    release(node->children, heap);
    heap.release(node, sizeof *node);
    node = next;
  }
}

}  // namespace

bool isWeakInitial(const Step& step, const Sequence& v) {
  for (const Step& s : v) {
    if (s.thread == step.thread) return true;
    if (conflict(s, step)) return false;
  }
  return true;
}

std::uint32_t WakeupTree::width() const {
  std::uint32_t width = 0;
  for (const Node* n = first_; n != nullptr; n = n->next) ++width;
  return width;
}

void WakeupTree::insert(Sequence& v, bool firstIsExplored, SharedHeap& heap) {
  Node** children = &first_;
  Node* candidate = firstIsExplored && first_ != nullptr ? first_->next : first_;
  while (candidate != nullptr) {
    if (!isWeakInitial(candidate->step, v)) {
      candidate = candidate->next;
      continue;
    }
    removeThread(v, candidate->step.thread);
    if (candidate->children == nullptr || v.size() == 0) return;
    children = &candidate->children;
    candidate = candidate->children;
  }
  while (*children != nullptr) children = &(*children)->next;
  for (const Step& step : v) {
    *children = new (heap.allocate(sizeof(Node))) Node{step, nullptr, nullptr};
    children = &(*children)->children;
  }
}

WakeupTree WakeupTree::takeFirst() {
  WakeupTree rest;
  rest.first_ = first_->children;
  first_->children = nullptr;
  return rest;
}

void WakeupTree::removeFirst(SharedHeap& heap) {
  Node* const gone = first_;
  first_ = gone->next;
  gone->next = nullptr;
  release(gone, heap);
}

void WakeupTree::clear(SharedHeap& heap) {
  release(first_, heap);
  first_ = nullptr;
}

}  // namespace robur::runtime
