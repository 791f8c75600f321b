// What containers of libstdc++ ask its binary for. Part of library.c.

// Doubly linked lists, with the list itself as the node after the last and before the first.
struct ListNode {
  struct ListNode *next, *previous;
};
void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct ListNode* node, struct ListNode* at) {
  node->next = at;
  node->previous = at->previous;
  at->previous->next = node;
  at->previous = node;
}
void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct ListNode* node) {
  struct ListNode *next = node->next, *previous = node->previous;
  previous->next = next;
  next->previous = previous;
}
// Moves the nodes from `first` up to `last` before the node.
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct ListNode* node,
                                                          struct ListNode* first,
                                                          struct ListNode* last) {
  if (node == last) return;
  struct ListNode* end = last->previous;
  last->previous = first->previous;
  first->previous->next = last;
  first->previous = node->previous;
  node->previous->next = first;
  node->previous = end;
  end->next = node;
}
void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct ListNode* list) {
  struct ListNode* node = list;
  do {
    struct ListNode* next = node->next;
    node->next = node->previous;
    node->previous = next;
    node = next;
  } while (node != list);
}
void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct ListNode* a, struct ListNode* b) {
  struct ListNode x = *a, y = *b;
  int aIsEmpty = x.next == a, bIsEmpty = y.next == b;
  if (bIsEmpty) {
    a->next = a->previous = a;
  } else {
    *a = y;
    y.next->previous = y.previous->next = a;
  }
  if (aIsEmpty) {
    b->next = b->previous = b;
  } else {
    *b = x;
    x.next->previous = x.previous->next = b;
  }
}

// The sizes of hash tables: the smallest of these primes that is large enough.
struct HashPolicy {
  float most;  // elements per bucket
  size_t nextResize;
};
struct Rehash {
  _Bool needed;
  size_t buckets;
};
static const unsigned short kPrimes[] = {
    2,  3,  5,  7,  11, 13, 17, 19, 23, 29,  31,  37,  41,  43,  47,  53,  59,  61,  67,  71, 73,
    79, 83, 89, 97, 103, 109, 113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257};
enum { kPrimeCount = sizeof kPrimes / sizeof *kPrimes };

// A factor of 1, which nearly every table has, needs no floating point.
static size_t capacity(const struct HashPolicy* policy, size_t buckets) {
  return policy->most == 1.0f ? buckets : (size_t)((float)buckets * policy->most);
}
size_t _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(struct HashPolicy* policy,
                                                            size_t buckets) {
  size_t chosen = 1;
  if (buckets > 0) {
    int i = 0;
    while (i < kPrimeCount && kPrimes[i] < buckets) i++;
    if (i == kPrimeCount) __robur_unsupported("a hash table with more than 257 buckets");
    chosen = kPrimes[i];
  }
  policy->nextResize = capacity(policy, chosen);
  return chosen;
}
struct Rehash _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(struct HashPolicy* policy,
                                                                        size_t buckets,
                                                                        size_t elements,
                                                                        size_t more) {
  struct Rehash out = {0, 0};
  size_t all = elements + more;
  if (all <= policy->nextResize) return out;
  if (policy->nextResize == 0 && all < 11) all = 11;
  size_t least = policy->most == 1.0f ? all : (size_t)((double)all / (double)policy->most);
  if (least >= buckets) {
    out.needed = 1;
    out.buckets = _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(
        policy, least + 1 > 2 * buckets ? least + 1 : 2 * buckets);
  } else {
    policy->nextResize = capacity(policy, buckets);
  }
  return out;
}

// The hash of bytes, of strings for example: Murmur's with 64 bits, as in libstdc++, so that elements
// are in the same order as in the compiled program.
size_t _ZSt11_Hash_bytesPKvmm(const void* bytes, size_t length, size_t seed) {
  const size_t factor = 0xc6a4a7935bd1e995;
  const unsigned char* at = bytes;
  size_t hash = seed ^ (length * factor);
  size_t left = length;
  for (; left >= 8; left -= 8, at += 8) {
    size_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | at[i];
    word *= factor;
    word ^= word >> 47;
    hash = (hash ^ word * factor) * factor;
  }
  if (left > 0) {
    size_t rest = 0;
    while (left > 0) rest = rest << 8 | at[--left];
    hash = (hash ^ rest) * factor;
  }
  hash = (hash ^ hash >> 47) * factor;
  return hash ^ hash >> 47;
}
