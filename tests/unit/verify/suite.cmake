# Safety under SRA: backward search against brute force.
test_suite(unit_verify USES test_support test_oracle robur_frontend robur_verify)
