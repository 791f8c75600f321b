# robur run: the records of runs, how they are merged, and what is written about them.
test_suite(unit_run USES robur_run)
