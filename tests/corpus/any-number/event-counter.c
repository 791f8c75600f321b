//! any: robust against tso pso sra ra rc20 rc11
//! run: --any count,look
// Workers count events, and whoever wants to know looks at the counter alone.
#include <stdatomic.h>

static atomic_ulong events;

void count(void) { atomic_fetch_add_explicit(&events, 1, memory_order_relaxed); }

unsigned long look(void) { return atomic_load_explicit(&events, memory_order_relaxed); }
