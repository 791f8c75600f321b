# herd's litmus tests in C: what each construct becomes, what is refused and why, hostile input, the
# verdicts of well-known tests.
test_suite(unit_frontend_litmus USES test_support robur_frontend_litmus robur_verify)
