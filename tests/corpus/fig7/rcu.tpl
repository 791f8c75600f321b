//! tso, sra, ra, rc20, rc11: robust
//! source: Lahav and Margalit 2019, Figure 7 (rcu): user-mode RCU, Desnoyers et al. 2012
// Read-copy-update with quiescent states: a writer flips between two plain boxes, three
// readers acknowledge its epochs.
max_value 1;
global current, epoch, quiet1, quiet2, quiet3;
na box0 = 1, box1 = 0;

fn writer {
    while (true) {
        box1.nastore(1);
        current.store(1, rel);
        epoch.store(1, rel);
        wait(quiet1, 1, acq);
        wait(quiet2, 1, acq);
        wait(quiet3, 1, acq);
        box0.nastore(0);
        box0.nastore(1);
        current.store(0, rel);
        epoch.store(0, rel);
        wait(quiet1, 0, acq);
        wait(quiet2, 0, acq);
        wait(quiet3, 0, acq);
        box1.nastore(0);
    }
}

fn reader1 {
    local which, content, e;
    while (true) {
        oneof(
            {
                which = current.load(acq);
                if (which == 0) {
                    content = box0.naload();
                } else {
                    content = box1.naload();
                }
                assert(content != 0);
            }
            {
                e = epoch.load(acq);
                quiet1.store(e, rel);
            }
        );
    }
}

fn reader2 {
    local which, content, e;
    while (true) {
        oneof(
            {
                which = current.load(acq);
                if (which == 0) {
                    content = box0.naload();
                } else {
                    content = box1.naload();
                }
                assert(content != 0);
            }
            {
                e = epoch.load(acq);
                quiet2.store(e, rel);
            }
        );
    }
}

fn reader3 {
    local which, content, e;
    while (true) {
        oneof(
            {
                which = current.load(acq);
                if (which == 0) {
                    content = box0.naload();
                } else {
                    content = box1.naload();
                }
                assert(content != 0);
            }
            {
                e = epoch.load(acq);
                quiet3.store(e, rel);
            }
        );
    }
}
