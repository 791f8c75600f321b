//! tso, sra, ra, rc20, rc11: not-robust
//! source: Lahav and Margalit 2019, Figure 7 (chase-lev-sc): Chase and Lev, Dynamic circular work-stealing deque
// The Chase-Lev deque without resizing, one owner and two thieves, without fences.
global top = 1, bottom = 1;

fn owner {
    local t, b, old;
    while (true) {
        oneof(
            {
                b = bottom.load(acq);
                b = b - 1;
                bottom.store(b, rel);
                t = top.load(acq);
                if (b < t) {
                    bottom.store(t, rel);
                } else {
                    if (b == t) {
                        old = CAS(top, t, t + 1, acq, rel);
                        bottom.store(t + 1, rel);
                    } else {
                        skip;
                    }
                }
            }
            {
                b = bottom.load(acq);
                t = top.load(acq);
                assume(b < 200);
                if (b > t + 20) {
                    skip;
                } else {
                    bottom.store(b + 1, rel);
                }
            }
        );
    }
}

fn thief1 {
    local t, b;
    while (true) {
        t = top.load(acq);
        b = bottom.load(acq);
        if (b > t) {
            BCAS(top, t, t + 1, acq, rel);
        } else {
            skip;
        }
    }
}

fn thief2 {
    local t, b;
    while (true) {
        t = top.load(acq);
        b = bottom.load(acq);
        if (b > t) {
            BCAS(top, t, t + 1, acq, rel);
        } else {
            skip;
        }
    }
}
