# Any number of threads: random programs and algorithms against their instances, and against two other
# procedures.
test_suite(unit_anynumber USES test_generators robur_frontend robur_check robur_anynumber)
