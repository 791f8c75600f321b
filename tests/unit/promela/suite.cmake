# Spin repeats the check: verdicts and state counts of the exported model against ours.
test_suite(unit_promela USES robur_check robur_promela robur_frontend test_oracle)
