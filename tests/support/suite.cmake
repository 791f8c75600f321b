# What several suites share: listings of programs, the expectations in the headers of corpus programs.
test_library(test_support USES robur_frontend robur_program robur_result)
