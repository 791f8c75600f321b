//! tso, sra, ra, rc20, rc11: robust
//! source: Lahav and Margalit 2019, Figure 7 (spinlock): the Linux spinlock in Owens, ECOOP 2010
// Two threads and a counting spinlock around plain memory.
max_value 10;
global lock_word;
na data;
track lock_word: 0;

fn worker0 {
    local before;
    while (true) {
        before = FADD(lock_word, 1, acq, rel);
        if (before == 0) {
            data.nastore(1);
            lock_word.store(0, rel);
        } else {
            wait(lock_word, 0, acq);
        }
    }
}

fn worker1 {
    local before;
    while (true) {
        before = FADD(lock_word, 1, acq, rel);
        if (before == 0) {
            data.nastore(1);
            lock_word.store(0, rel);
        } else {
            wait(lock_word, 0, acq);
        }
    }
}
