# Temporary directories, other programs, hash tables.
test_suite(unit_support USES robur_support)
