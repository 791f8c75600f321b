// What containers of libstdc++ ask its binary for. Part of library.c.

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
