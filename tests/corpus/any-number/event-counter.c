//! any: robust against tso pso sra ra rc20 rc11
//! run: --any count,look
// Workers count events, and whoever wants to know looks at the counter alone.
#include <stdatomic.h>

static _Atomic unsigned char events;

void count(void) { atomic_fetch_xor_explicit(&events, 1, memory_order_relaxed); }

int look(void) { return atomic_load_explicit(&events, memory_order_relaxed); }
