# Comments and baselines that accept findings.
test_suite(unit_accept USES robur_accept robur_support)
