//! tso: robust
//! sra, ra, rc20: not-robust
//! source: Lahav and Margalit 2019, Figure 7 (lamport2-tso): Lamport, A fast mutual exclusion algorithm, algorithm 2
// Lamport's fast mutex for two threads with the two fences TSO needs.
max_value 2;
global busy1, busy2, x, y;

fn worker1 {
    local seen;
    while (true) {
    start:
        busy1.store(1, rel);
        x.store(1, rel);
        fence(seq_cst);
        seen = y.load(acq);
        if (seen != 0) {
            busy1.store(0, rel);
            wait(y, 0, acq);
            goto start;
        }
        y.store(1, rel);
        fence(seq_cst);
        seen = x.load(acq);
        if (seen == 1) goto inside;
        busy1.store(0, rel);
        wait(busy2, 0, acq);
        seen = y.load(acq);
        if (seen == 1) goto inside;
        wait(y, 0, acq);
        goto start;
    inside:
        y.store(0, rel);
        busy1.store(0, rel);
    }
}

fn worker2 {
    local seen;
    while (true) {
    start:
        busy2.store(1, rel);
        x.store(2, rel);
        fence(seq_cst);
        seen = y.load(acq);
        if (seen != 0) {
            busy2.store(0, rel);
            wait(y, 0, acq);
            goto start;
        }
        y.store(2, rel);
        fence(seq_cst);
        seen = x.load(acq);
        if (seen == 2) goto inside;
        busy2.store(0, rel);
        wait(busy1, 0, acq);
        seen = y.load(acq);
        if (seen == 2) goto inside;
        wait(y, 0, acq);
        goto start;
    inside:
        y.store(0, rel);
        busy2.store(0, rel);
    }
}
