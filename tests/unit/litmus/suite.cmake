# robur export --litmus: what is written, what cannot be, and where branches meet.
test_suite(unit_litmus USES robur_litmus robur_frontend_rob robur_frontend_litmus robur_verify)
